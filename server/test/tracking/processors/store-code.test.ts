import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, test, vi } from 'vitest'
import { send, signInMember, startTestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'
import { type AdapterUnderTest, type EventSpec, shopify, woocommerce } from './adapters.ts'

const service = await startTestService()
const { app, clock } = service

const PLUGIN = 'integrations/woocommerce/affiliate-click-id.php'
const CHECKOUT = new URL('checkout.php', import.meta.url).pathname
const SNIPPET = readFileSync('integrations/shopify/affiliate-click-id.liquid', 'utf8')
const PIXEL = readFileSync('integrations/shopify/web-pixel.js', 'utf8')
/** Used if PHP is installed. */
const PHP = 'php'
const hasPhp = spawnSync(PHP, ['--version']).status === 0

/** Connects a shop to the store's processor and returns a function that delivers a paid order of 49.00. */
async function connect(shop: Shop, adapter: AdapterUnderTest) {
  const secret = adapter.newSecret(1)
  const connected = await send(app, 'PUT', `/api/programs/${shop.program.id}/processor`, {
    bearer: await signInMember(service, shop.program),
    body: { processor: adapter.name, webhookSecret: secret },
  })
  expect(connected.status, connected.text).toBe(200)
  return async (order: Pick<EventSpec, 'metadata' | 'email'>) => {
    const event = adapter.event('payment', {
      event: 1,
      payment: 2,
      customer: 3,
      subscription: 4,
      refund: 5,
      cents: 4900,
      taxCents: 0,
      refundedCents: 0,
      currency: 'USD',
      at: clock.now(),
      isTest: false,
      ...order,
    })
    const delivered = await send(app, 'POST', `/api/v1/webhooks/${adapter.name}?program=${shop.program.id}`, {
      body: event.body,
      headers: {
        'content-type': 'application/json',
        ...event.headers,
        ...adapter.sign(event, secret, clock.now()),
      },
    })
    expect(delivered.status, delivered.text).toBe(200)
  }
}

const readSales = async (shop: Shop) =>
  (await shop.rows('sale_events')).map(({ amount_cents, partner_id, attributed_by }) => ({
    amount_cents,
    partner_id,
    attributed_by,
  }))

describe('the WooCommerce plugin', () => {
  function placeOrder(hook: string, cookies: Record<string, string>) {
    const { stdout, stderr, status } = spawnSync(
      PHP,
      [CHECKOUT, PLUGIN, hook, new URLSearchParams(cookies).toString()],
      { encoding: 'utf8' },
    )
    expect([status, stderr], stdout).toEqual([0, ''])
    // safe because the script prints exactly this
    return JSON.parse(stdout) as { meta: Record<string, string>; declared: [string, string][] }
  }

  it.for(['woocommerce_checkout_create_order', 'woocommerce_store_api_checkout_update_order_from_request'])(
    'stores the visitor’s click in an order by %s, so that its webhook creates a sale for the partner',
    async (hook, { skip }) => {
      if (!hasPhp) skip('PHP isn’t installed')
      const shop = await openShop(service)
      const deliver = await connect(shop, woocommerce)
      const { meta, declared } = placeOrder(hook, {
        service_click_id: await shop.clickId(),
        session: 'secret',
      })
      expect(Object.keys(meta)).toEqual(['service_click_id'])
      await deliver({ metadata: meta, email: 'buyer@buyers.test' })
      expect(await readSales(shop)).toEqual([
        { amount_cents: 4900, partner_id: shop.program.partnerId, attributed_by: 'click_id' },
      ])
      expect(declared).toEqual([
        ['custom_order_tables', 'affiliate-click-id.php'],
        ['cart_checkout_blocks', 'affiliate-click-id.php'],
      ])
    },
  )

  it.for([
    ['no cookie', {}],
    ['a cookie that isn’t a click ID', { service_click_id: '<script>alert(1)</script>' }],
    ['a cookie with a line break', { service_click_id: `${'a'.repeat(40)}\n` }],
    ['a cookie with several values', { 'service_click_id[]': 'a'.repeat(40) }],
    ['an overlong cookie', { service_click_id: 'a'.repeat(65) }],
  ] as const)('stores nothing with %s', ([, cookies], { skip }) => {
    if (!hasPhp) skip('PHP isn’t installed')
    expect(placeOrder('woocommerce_checkout_create_order', cookies).meta).toEqual({})
  })

  it('stores nothing in orders that aren’t placed by a visitor', ({ skip }) => {
    if (!hasPhp) skip('PHP isn’t installed')
    const cookies = { service_click_id: 'a'.repeat(40) }
    for (const hook of ['woocommerce_new_order', 'woocommerce_subscriptions_renewal_order_created'])
      expect(placeOrder(hook, cookies).meta).toEqual({})
  })

  it('doesn’t call any function that sends requests', () => {
    expect(readFileSync(PLUGIN, 'utf8')).not.toMatch(/wp_remote|curl_|file_get_contents|fsockopen|https?:/)
  })
})

describe('the Shopify theme snippet', () => {
  /** Runs the snippet as Shopify renders it for a cart with this click. */
  function open(inCart: string | null, clickIds: (string | undefined)[]) {
    vi.useFakeTimers()
    const script = /<script>([\s\S]*)<\/script>/.exec(SNIPPET)?.[1] ?? ''
    const rendered = script
      .replace('{{ cart.attributes.service_click_id | json }}', JSON.stringify(inCart))
      .replace('{{ routes.cart_update_url }}', '/en/cart/update')
    expect(rendered).not.toMatch(/\{\{|\{%/)
    const requests: [string, unknown][] = []
    let [answer = () => Promise.resolve()]: (() => Promise<unknown>)[] = []
    runInNewContext(rendered, {
      window: { affiliate: { clickId: () => (clickIds.length > 1 ? clickIds.shift() : clickIds[0]) } },
      fetch: (url: string, { body }: { body: string }) => {
        requests.push([url, JSON.parse(body)])
        return answer()
      },
      setInterval,
      clearInterval,
      setTimeout,
    })
    const fail = () => {
      answer = () => Promise.reject(new Error('offline'))
    }
    return { requests, fail }
  }

  const stored = (id: string) => ['/en/cart/update.js', { attributes: { service_click_id: id } }]

  test('copies the click ID to the cart once, even if it arrives after the page', async () => {
    const { requests } = open(null, [undefined, undefined, 'click-1'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests).toEqual([stored('click-1')])
    vi.useRealTimers()
  })

  test('replaces the cart’s click with a newer one, and sends nothing for the same one', async () => {
    expect(open('click-1', ['click-2']).requests).toEqual([stored('click-2')])
    const { requests } = open('click-1', ['click-1'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests).toEqual([])
    vi.useRealTimers()
  })

  test('retries until the cart has it, and stops after 15 seconds', async () => {
    const { requests, fail } = open(null, [undefined, 'click-1'])
    fail()
    await vi.advanceTimersByTimeAsync(14_900)
    const count = requests.length
    expect(count).toBeGreaterThan(10)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests.length - count).toBeLessThan(2)
    vi.useRealTimers()
  })
})

describe('the Shopify web pixel', () => {
  /** Runs the pixel, and returns what its visitor's checkout sends. */
  async function reachCheckout(cookie: string, email: string | null) {
    const subscribers = new Map<string, (event: unknown) => Promise<void>>()
    const sent: { url: string; body: Record<string, unknown> }[] = []
    runInNewContext(PIXEL, {
      analytics: {
        subscribe: (name: string, run: (event: unknown) => Promise<void>) => subscribers.set(name, run),
      },
      browser: { cookie: { get: async (name: string) => (name === 'service_click_id' ? cookie : '') } },
      fetch: async (url: string, { body }: { body: string }) => sent.push({ url, body: JSON.parse(body) }),
    })
    await subscribers.get('checkout_contact_info_submitted')?.({ data: { checkout: { email } } })
    return sent
  }

  it('reports the buyer, whose order is then attributed without the cart’s click', async () => {
    const shop = await openShop(service, { leadAuthPolicy: 'browser_allowed' })
    const deliver = await connect(shop, shopify)
    const clickId = await shop.clickId()
    const [lead] = await reachCheckout(clickId, 'buyer@buyers.test')
    expect(lead?.url).toBe('https://partners.example.com/api/v1/track/lead')
    const answer = await shop.browserLead(lead?.body)
    expect(answer.body, answer.text).toMatchObject({ success: true })
    await deliver({ metadata: {}, email: 'buyer@buyers.test' })
    expect(await readSales(shop)).toEqual([
      { amount_cents: 4900, partner_id: shop.program.partnerId, attributed_by: 'email' },
    ])
  })

  it('sends nothing without a click or an email', async () => {
    expect(await reachCheckout('', 'buyer@buyers.test')).toEqual([])
    expect(await reachCheckout('click-1', null)).toEqual([])
  })
})
