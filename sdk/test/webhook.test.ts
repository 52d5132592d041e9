import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { withTransaction } from '../../server/src/core/database/transaction.ts'
import { approveCommissions } from '../../server/src/earnings/commissions/approve-commissions.job.ts'
import { EVENT_TYPES } from '../../server/src/notifications/outbox/event-types.ts'
import { createDeliverer } from '../../server/src/notifications/webhooks/deliver-webhooks.job.ts'
import { adjustSale } from '../../server/src/tracking/refunds/adjust-sale.flow.ts'
import { send, signInMember, startTestService } from '../../server/test/harness.ts'
import { openShop } from '../../server/test/merchant.ts'
import { startReceiver } from '../../server/test/notifications/webhooks/webhook-receiver.ts'
import {
  signWebhook,
  verifyWebhook,
  type WebhookEvent,
  type WebhookInput,
  type WebhookToSign,
  WebhookVerificationError,
} from '../src/index.ts'

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(24, 2).toString('base64')}`
const NOW = new Date('2026-03-10T12:00:00.000Z')
const SECONDS = NOW.getTime() / 1000
const BODY = JSON.stringify({
  type: 'sale.created',
  timestamp: '2026-03-10T11:59:00.000Z',
  data: { sale_id: 7, transaction_id: 'ä', commission_id: null },
})

const sign = (secret: string, body = BODY, at = String(SECONDS)) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`msg_1.${at}.${body}`)
    .digest('base64')}`

const message = (change: Record<string, string | undefined> = {}, at = String(SECONDS)) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': at,
  'webhook-signature': sign(SECRET, BODY, at),
  ...change,
})

const verify = (input: Partial<WebhookInput>) =>
  verifyWebhook({ body: BODY, headers: message(), secret: SECRET, now: NOW, ...input })

describe('verifyWebhook', () => {
  it('returns the event in a message from the service', async () => {
    const service = await startTestService({
      ownDatabase: true,
      environment: { WEBHOOK_ALLOW_PRIVATE: 'true' },
    })
    const shop = await openShop(service)
    const receiver = await startReceiver()
    const created = await send(service.app, 'POST', `/api/programs/${shop.program.id}/webhooks`, {
      bearer: await signInMember(service, shop.program),
      body: { url: receiver.url, eventTypes: ['sale.created'] },
    })
    const { secret } = created.body.data
    await shop.customer('cus-1')
    const sale = await shop.sale({ transaction_id: 't', amount_cents: 4900, customer_key: 'cus-1' })
    await createDeliverer(service.deps, () => {}).deliverDue()

    const [got] = receiver.received
    if (got === undefined) throw new Error('nothing was delivered')
    const event = verifyWebhook({ ...got, secret, now: service.clock.now() })
    expect(event).toEqual({
      id: receiver.ids()[0],
      type: 'sale.created',
      timestamp: service.clock.now(),
      data: {
        saleId: sale.body.sale_id,
        transactionId: 't',
        amountCents: 4900,
        currency: 'USD',
        customerId: expect.any(Number),
        partnerId: shop.program.partnerId,
        commissionId: sale.body.commission_id,
      },
    })
    // The event's type narrows its data.
    if (event.type === 'sale.created') expect(event.data.transactionId).toBe('t')
  })

  it.each<[string, Partial<WebhookInput>]>([
    ['text', {}],
    ['bytes', { body: new TextEncoder().encode(BODY) }],
    ['fetch headers', { headers: new Headers(message() as Record<string, string>) }],
    [
      'headers in a different case',
      { headers: { ...message({ 'webhook-id': undefined }), 'Webhook-Id': 'msg_1' } },
    ],
    ['one of several secrets', { secret: undefined, secrets: [OTHER, SECRET] }],
    [
      'one of several signatures',
      { headers: message({ 'webhook-signature': `v1,AAAA v2,x ${sign(SECRET)}` }) },
    ],
    ['the oldest accepted time', { headers: message({}, String(SECONDS - 300)) }],
    ['the latest accepted time', { headers: message({}, String(SECONDS + 300)) }],
    [
      'an older time with a larger tolerance',
      { headers: message({}, String(SECONDS - 400)), toleranceSeconds: 400 },
    ],
  ])('accepts a message with %s', (_name, input) => {
    expect(verify(input)).toMatchObject({
      id: 'msg_1',
      type: 'sale.created',
      data: { saleId: 7, transactionId: 'ä' },
    })
  })

  it.each<[string, WebhookVerificationError['code'], Partial<WebhookInput>]>([
    ['another secret', 'wrong_signature', { secret: OTHER }],
    ['a changed body', 'wrong_signature', { body: `${BODY} ` }],
    ['a changed ID', 'wrong_signature', { headers: message({ 'webhook-id': 'msg_2' }) }],
    ['a changed time', 'wrong_signature', { headers: message({ 'webhook-timestamp': String(SECONDS + 1) }) }],
    [
      'a signature of a different version',
      'wrong_signature',
      { headers: message({ 'webhook-signature': sign(SECRET).replace('v1', 'v2') }) },
    ],
    [
      'a short signature',
      'wrong_signature',
      { headers: message({ 'webhook-signature': sign(SECRET).slice(0, 20) }) },
    ],
    [
      'the valid signature in eleventh place',
      'wrong_signature',
      { headers: message({ 'webhook-signature': `${'v1,AAAA '.repeat(10)}${sign(SECRET)}` }) },
    ],
    ['no ID', 'missing_header', { headers: message({ 'webhook-id': undefined }) }],
    ['no signature', 'missing_header', { headers: message({ 'webhook-signature': '' }) }],
    ['an old time', 'wrong_time', { headers: message({}, String(SECONDS - 301)) }],
    ['a time in the future', 'wrong_time', { headers: message({}, String(SECONDS + 301)) }],
    ['an invalid time', 'wrong_time', { headers: message({}, 'now') }],
    [
      'a signed body that isn’t an event',
      'wrong_body',
      { body: '{}', headers: message({ 'webhook-signature': sign(SECRET, '{}') }) },
    ],
  ])('rejects a message with %s: %s', (_name, code, input) => {
    expect(() => verify(input)).toThrow(expect.objectContaining({ name: 'WebhookVerificationError', code }))
    expect(() => verify(input)).toThrow(WebhookVerificationError)
  })

  it.each([{ secret: '' }, { secret: 'whsec_short' }, { secret: undefined }])(
    'rejects a secret like %j',
    (input) => {
      expect(() => verify(input)).toThrow(TypeError)
    },
  )
})

describe('signWebhook', () => {
  const sale = {
    saleId: 7,
    transactionId: 'ä',
    amountCents: 4900,
    currency: 'USD',
    customerId: 3,
    partnerId: 2,
    commissionId: null,
  } as const

  it('signs an event so that it verifies as the same event, in the service’s format', () => {
    const message = signWebhook({
      event: { type: 'sale.created', data: sale },
      secret: SECRET,
      id: 'msg_1',
      sentAt: NOW,
    })
    expect(JSON.parse(message.body)).toMatchObject({
      type: 'sale.created',
      data: { sale_id: 7, commission_id: null },
    })
    expect(message.headers).toMatchObject({ 'webhook-id': 'msg_1', 'webhook-timestamp': String(SECONDS) })
    const event: WebhookEvent = verifyWebhook({ ...message, secret: SECRET, now: NOW })
    expect(event).toEqual({ id: 'msg_1', type: 'sale.created', timestamp: NOW, data: sale })
  })

  it.each([BODY, new TextEncoder().encode(BODY)])('signs a body as the service does: %s', (body) => {
    const message = signWebhook({ body, secret: SECRET, id: 'msg_1', sentAt: NOW })
    expect(message.headers['webhook-signature']).toBe(sign(SECRET))
    expect(message.body).toBe(body)
  })

  it('creates a new message each time, sent now', () => {
    const make = () =>
      signWebhook({ event: { type: 'webhook.test', data: { webhookId: 1 } }, secret: SECRET })
    const [one, other] = [make(), make()]
    expect(verifyWebhook({ ...one, secret: SECRET })).toMatchObject({
      type: 'webhook.test',
      data: { webhookId: 1 },
    })
    expect(one.headers['webhook-id']).not.toBe(other.headers['webhook-id'])
    expect(() => verifyWebhook({ ...one, secret: OTHER })).toThrow(WebhookVerificationError)
  })

  it.each<[string, WebhookToSign]>([
    ['an invalid secret', { body: BODY, secret: 'whsec_short' }],
    ['nothing to sign', { secret: SECRET }],
  ])('rejects %s', (_name, input) => {
    expect(() => signWebhook(input)).toThrow(TypeError)
  })
})

describe('docs/webhooks.md', () => {
  const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
  const match = (pattern: RegExp) => pattern.exec(page)?.[1] ?? ''
  const body = match(/^(\{"type":"partner\.approved",.*\})$/m)
  const secret = match(/`(whsec_[^`…]+)`/)
  const headers = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      match(new RegExp(`^${name}: (.*)$`, 'm')),
    ]),
  )
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000)

  it('shows a message that verifies with the secret shown', () => {
    const event = verifyWebhook({ body, headers, secret, now: sentAt })
    expect(event).toMatchObject({ type: 'partner.approved', data: { partnerId: 2, name: 'Pat' } })
  })

  it('verifies manually with the same result as the SDK', async () => {
    const source = match(/```js\n(import \{ createHmac[\s\S]*?)```/)
    const code = `${source}\nexport { isAuthentic }`
    const { isAuthentic } = await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
    )
    vi.useFakeTimers({ now: sentAt, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    expect(isAuthentic(headers, body, secret)).toBe(true)
    expect(isAuthentic(headers, `${body} `, secret)).toBe(false)
    expect(isAuthentic({ ...headers, 'webhook-signature': 'v1,AAAA' }, body, secret)).toBe(false)
    vi.setSystemTime(sentAt.getTime() + 301_000)
    expect(isAuthentic(headers, body, secret)).toBe(false)
  })

  it('shows each event with the fields that the service sends', async () => {
    const service = await startTestService({ ownDatabase: true })
    const shop = await openShop(service, { perLead: { amount_cents: 300, currency: 'USD' } })
    const bearer = await signInMember(service, shop.program)
    const call = async (path: string, body: object) => {
      const response = await send(service.app, 'POST', `/api/programs/${shop.program.id}${path}`, {
        bearer,
        body,
      })
      expect(response.status, response.text).toBeLessThan(300)
      return response.body.data
    }
    await call('/webhooks', { url: 'https://shop.example/', eventTypes: EVENT_TYPES })
    await call('/partners', { name: 'Pia', email: 'pia@partners.test', approved: true })
    await shop.customer('cus-1')
    const sale = { amount_cents: 4900, customer_key: 'cus-1' }
    const first = (await shop.sale({ transaction_id: 't-1', ...sale })).body
    const second = (await shop.sale({ transaction_id: 't-2', ...sale })).body
    await call(`/sales/${first.sale_id}/refunds`, { refundId: 'r', amountCents: 900, reason: 'part' })
    await withTransaction(service.deps, (transaction) => {
      const context = { deps: service.deps, transaction, programId: shop.program.id, at: service.clock.now() }
      return adjustSale(context, second.sale_id, { amount_cents: 5900, tax_amount_cents: null })
    })
    await call('/commissions/reject', { commissionIds: [second.commission_id], reason: 'fraud' })
    await call('/commissions/approve', { commissionIds: [first.commission_id] })
    await call('/commissions/withdraw-approval', { commissionIds: [first.commission_id] })
    await call('/commissions/approve', { commissionIds: [first.commission_id] })
    service.clock.advance({ days: 31 })
    await approveCommissions(service.deps)
    await call('/commissions/mark-paid', { commissionIds: [first.commission_id] })

    const shown = new Map(
      [...page.matchAll(/^\{"type": "([a-z._]+)", "timestamp": [\s\S]*?\}\}$/gm)].map(([text, type]) => [
        type,
        Object.keys(JSON.parse(text).data).sort(),
      ]),
    )
    expect([...shown.keys()]).toEqual(EVENT_TYPES)
    const events = await shop.rows('outbox_events')
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(EVENT_TYPES))
    for (const { type, data } of events) {
      expect(Object.keys(data as object).sort(), String(type)).toEqual(shown.get(String(type)))
    }
    const paid = events.find(({ type }) => type === 'commission.paid')
    expect(paid?.data).toMatchObject({ amount_cents: 800, paid_cents: 800 })
  })
})
