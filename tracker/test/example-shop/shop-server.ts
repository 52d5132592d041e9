import { createServer, type IncomingMessage } from 'node:http'
import { listen } from '../listen.ts'
import { htmlSite } from './html-site.ts'
import type { ShopSettings } from './mistakes.ts'
import { NEXT } from './pages.ts'
import { contentSecurityPolicy, openBackend } from './shop-backend.ts'
import { spaSite } from './spa-site.ts'

export const KINDS = { html: htmlSite, spa: spaSite }
export type Kind = keyof typeof KINDS

export interface ExampleShop {
  origin: string
  close(): Promise<void>
}

/** Starts a shop whose server reports signups, sales and refunds with the program's test key. */
export async function openExampleShop(
  kind: Kind,
  given: Pick<ShopSettings, 'service' | 'programId' | 'keys' | 'mistake'>,
): Promise<ExampleShop> {
  const { mistake } = given
  const handleForm = openBackend(given)
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '', settings.origin)
    if (pathname.startsWith('/silent/')) return
    if (mistake === 'signup page never responds' && pathname === '/signup') return
    if (mistake === 'checkout returns an error' && pathname === '/checkout')
      return void response.writeHead(500).end('Error')
    if (request.method === 'POST') {
      await readBody(request)
      const { status, session } = await handleForm(pathname, parseCookies(request))
      if (session !== undefined) response.setHeader('set-cookie', `session=${session}; Path=/; HttpOnly`)
      if (kind === 'html' && status === 200) response.writeHead(303, { location: NEXT[pathname] }).end()
      else response.writeHead(status).end()
      return
    }
    if (mistake === 'redirect drops the query' && search !== '')
      return void response.writeHead(302, { location: pathname }).end()
    const document = KINDS[kind](settings, pathname)
    if (document === undefined) return void response.writeHead(404).end()
    const policy = contentSecurityPolicy(settings)
    if (policy !== undefined) response.setHeader('content-security-policy', policy)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(document)
  })
  const port = await listen(server, 0)
  const settings: ShopSettings = {
    ...given,
    origin: `http://www.shop.localhost:${port}`,
    appOrigin: `http://app.shop.localhost:${port}`,
  }
  return {
    origin: settings.origin,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function parseCookies({ headers }: IncomingMessage): Partial<Record<string, string>> {
  const pairs = (headers.cookie ?? '').split('; ').map((pair) => pair.split('=') as [string, string?])
  return Object.fromEntries(pairs.map(([name, value = '']) => [name, value]))
}

async function readBody(request: IncomingMessage): Promise<void> {
  for await (const _ of request);
}
