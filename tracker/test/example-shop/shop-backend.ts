import type { Mistake, ShopSettings } from './mistakes.ts'

/** The response to a form: its status and, after the signup, the new session. */
export interface FormResponse {
  status: number
  session?: string
}

/** The part of the shop that manages accounts and orders, and reports them with the program's test key. */
export function openBackend({ service, keys, mistake }: Pick<ShopSettings, 'service' | 'keys' | 'mistake'>) {
  const accounts = new Set<string>()
  let lastPayment: string | undefined
  const report = (call: 'lead' | 'sale' | 'refund', body: object) =>
    fetch(`${service}/api/v1/track/${call}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${mistake === 'live key' ? keys.live : keys.test}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })

  async function signUp(click_id: string | undefined): Promise<FormResponse> {
    const customer_key = `user-${crypto.randomUUID()}`
    accounts.add(customer_key)
    const hasNoClick = mistake === 'signup without click ID' || mistake === 'click ID only from the browser'
    if (mistake !== 'signup not reported' && mistake !== 'signup only from the browser')
      await report('lead', hasNoClick ? { customer_key } : { customer_key, click_id })
    return { status: 200, session: customer_key }
  }

  async function buy(session: string | undefined): Promise<FormResponse> {
    if (session === undefined || !accounts.has(session)) return { status: 401 }
    lastPayment = `pay-${session}`
    if (mistake !== 'sale not reported')
      await report('sale', {
        transaction_id: lastPayment,
        amount_cents: mistake === 'amount in dollars' ? 49.9 : 4990,
        customer_key: mistake === 'another customer key for the sale' ? `card-${session}` : session,
      })
    return { status: 200 }
  }

  async function refund(): Promise<FormResponse> {
    const transaction_id = mistake === 'refund of an unknown payment' ? `unknown-${lastPayment}` : lastPayment
    if (mistake !== 'refund not reported')
      await report('refund', { transaction_id, refund_id: `re-${lastPayment}`, refund_amount_cents: 4990 })
    return { status: 200 }
  }

  /** Handles a form by its action, with the request's cookies. */
  return async (path: string, cookies: Partial<Record<string, string>>): Promise<FormResponse> => {
    if (path === '/api/signup') return signUp(cookies.service_click_id)
    if (path === '/api/checkout') return buy(cookies.session)
    return path === '/api/refund' ? refund() : { status: 404 }
  }
}

/** Every page's Content-Security-Policy. */
export function contentSecurityPolicy({ service, mistake }: ShopSettings): string | undefined {
  const policies: Partial<Record<Mistake, string>> = {
    'policy blocks the script': "script-src 'self' 'unsafe-inline'",
    'policy blocks the requests': `script-src 'self' 'unsafe-inline' ${service}; connect-src 'self'`,
  }
  return mistake && policies[mistake]
}
