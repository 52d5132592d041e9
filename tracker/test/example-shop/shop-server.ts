import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../listen.ts'
import { htmlSite } from './html-site.ts'
import type { Mistake, ShopSettings } from './mistakes.ts'
import { NEXT } from './pages.ts'
import { spaSite } from './spa-site.ts'

export const KINDS = { html: htmlSite, spa: spaSite }
export type Kind = keyof typeof KINDS

export interface ExampleShop {
  origin: string
  close(): Promise<void>
}

interface Account {
  customerKey: string
  clickId: string | undefined
}

/** Starts a shop whose server reports signups, sales and refunds with the program's test key. */
export async function openExampleShop(
  kind: Kind,
  given: Pick<ShopSettings, 'service' | 'programId' | 'keys' | 'mistake'>,
): Promise<ExampleShop> {
  const accounts = new Map<string, Account>()
  let lastPayment: string | undefined
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '', settings.origin)
    if (pathname.startsWith('/silent/')) return
    if (mistake === 'signup page never responds' && pathname === '/signup') return
    if (mistake === 'checkout returns an error' && pathname === '/checkout')
      return void response.writeHead(500).end('Error')
    if (request.method === 'POST') {
      const next = NEXT[pathname]
      const status = next === undefined ? 404 : await handle(pathname, request, response)
      if (kind === 'html' && status === 200) response.writeHead(303, { location: next }).end()
      else response.writeHead(status).end()
      return
    }
    if (settings.mistake === 'redirect drops the query' && search !== '')
      return void response.writeHead(302, { location: pathname }).end()
    const document = KINDS[kind](settings, pathname)
    if (document === undefined) return void response.writeHead(404).end()
    response.writeHead(200, headersOf(settings)).end(document)
  })
  const port = await listen(server, 0)
  const settings: ShopSettings = {
    ...given,
    origin: `http://www.shop.localhost:${port}`,
    appOrigin: `http://app.shop.localhost:${port}`,
  }
  const { mistake } = settings
  const report = reporter(settings)

  /** @returns the status of the response */
  async function handle(path: string, request: IncomingMessage, response: ServerResponse): Promise<number> {
    const cookies = cookiesOf(request)
    await bodyOf(request)
    if (path === '/api/signup') {
      const account = { customerKey: `user-${port}-${accounts.size + 1}`, clickId: cookies.service_click_id }
      accounts.set(account.customerKey, account)
      response.setHeader('set-cookie', `session=${account.customerKey}; Path=/; HttpOnly`)
      if (mistake === 'signup not reported' || mistake === 'signup only from the browser') return 200
      const { customerKey: customer_key, clickId: click_id } = account
      const hasNoClick = mistake === 'signup without click ID' || mistake === 'click ID only from the browser'
      await report('lead', hasNoClick ? { customer_key } : { customer_key, click_id })
      return 200
    }
    const account = accounts.get(cookies.session ?? '')
    if (path === '/api/checkout') {
      if (account === undefined) return 401
      lastPayment = `pay-${account.customerKey}`
      if (mistake === 'sale not reported') return 200
      await report('sale', {
        transaction_id: lastPayment,
        amount_cents: mistake === 'amount in dollars' ? 49.9 : 4990,
        customer_key:
          mistake === 'another customer key for the sale'
            ? `card-${account.customerKey}`
            : account.customerKey,
      })
      return 200
    }
    if (mistake === 'refund not reported') return 200
    const transaction_id = mistake === 'refund of an unknown payment' ? `unknown-${lastPayment}` : lastPayment
    await report('refund', { transaction_id, refund_id: `re-${lastPayment}`, refund_amount_cents: 4990 })
    return 200
  }
  return {
    origin: settings.origin,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Sends events from the shop's server. */
function reporter({ service, keys, mistake }: ShopSettings) {
  return (call: 'lead' | 'sale' | 'refund', body: object) =>
    fetch(`${service}/api/v1/track/${call}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${mistake === 'live key' ? keys.live : keys.test}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
}

function headersOf({ service, mistake }: ShopSettings): Record<string, string> {
  const policies: Partial<Record<Mistake, string>> = {
    'policy blocks the script': "script-src 'self' 'unsafe-inline'",
    'policy blocks the requests': `script-src 'self' 'unsafe-inline' ${service}; connect-src 'self'`,
  }
  const policy = mistake && policies[mistake]
  return {
    'content-type': 'text/html; charset=utf-8',
    ...(policy === undefined ? {} : { 'content-security-policy': policy }),
  }
}

function cookiesOf({ headers }: IncomingMessage): Record<string, string> {
  const pairs = (headers.cookie ?? '').split('; ').map((pair) => pair.split('=') as [string, string?])
  return Object.fromEntries(pairs.map(([name, value = '']) => [name, value]))
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}
