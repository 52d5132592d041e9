import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createPayPal } from '../../../src/tracking/processors/paypal/paypal.adapter.ts'
import { createCertificate } from './certificate.ts'
import { downloadTestCertificate, SANDBOX_CERTIFICATE_URL, signAsPayPal } from './paypal.ts'

const paypal = createPayPal(downloadTestCertificate)
const NOW = new Date('2026-03-10T12:00:00Z')
const WEBHOOK_ID = 'TEST0000000000001'
const CLICK = '1-0190a0b0-0000-7000-8000-000000000000'

interface Event {
  event_type: string
  resource: Record<string, unknown>
  links: { href: string }[]
}

function fixture(name: string): Event {
  const url = `fixtures/paypal/${name}.json`
  return JSON.parse(readFileSync(new URL(url, import.meta.url), 'utf8'))
}

const CAPTURE = fixture('PAYMENT.CAPTURE.COMPLETED')
const REFUND = fixture('PAYMENT.CAPTURE.REFUNDED')
const DISPUTE = fixture('CUSTOMER.DISPUTE.CREATED')

function read(event: Event, headers: Record<string, string> = {}) {
  return paypal.readEvent(
    { raw: Buffer.from(JSON.stringify(event)), headers, receivedAt: NOW },
    { isLive: true },
  )
}

const readChange = (event: Event, resource: Record<string, unknown> = {}) =>
  read({ ...event, resource: { ...event.resource, ...resource } })?.change

const BODY = JSON.stringify(CAPTURE)
const valid = () => signAsPayPal(BODY, { webhookId: WEBHOOK_ID, at: NOW })

const isAuthentic = (headers: Record<string, string | string[] | undefined>, body = BODY, at = NOW) =>
  paypal.isAuthentic({ raw: Buffer.from(body), headers, receivedAt: at }, WEBHOOK_ID)

it('accepts a PayPal signature for three days', async () => {
  const headers = valid()
  const after = (hours: number) => new Date(NOW.getTime() + hours * 60 * 60 * 1000)
  expect(await isAuthentic(headers)).toBe(true)
  expect(await isAuthentic(headers, BODY, after(72))).toBe(true)
  expect(await isAuthentic(headers, BODY, after(97))).toBe(false)
})

it.each<[string, Record<string, string | undefined>]>([
  ['without a signature', { 'paypal-transmission-sig': undefined }],
  ['with a shorter signature', { 'paypal-transmission-sig': valid()['paypal-transmission-sig']?.slice(4) }],
  ['with another ID', { 'paypal-transmission-id': 'other' }],
  ['with another time', { 'paypal-transmission-time': '2026-03-10T12:00:01Z' }],
  ['without an offset in its time', { 'paypal-transmission-time': '2026-03-10T12:00:00' }],
  ['with another algorithm', { 'paypal-auth-algo': 'SHA1withRSA' }],
  ['with a certificate of the sandbox', { 'paypal-cert-url': SANDBOX_CERTIFICATE_URL }],
  ['with an unknown certificate', { 'paypal-cert-url': `${SANDBOX_CERTIFICATE_URL}-2` }],
  ['with a certificate elsewhere', { 'paypal-cert-url': 'https://attacker.test/v1/notifications/certs/1' }],
])('rejects a delivery %s', async (_what, headers) => {
  expect(await isAuthentic({ ...valid(), ...headers })).toBe(false)
})

it('rejects a delivery signed for another webhook, another body or another key', async () => {
  expect(await isAuthentic(signAsPayPal(BODY, { webhookId: 'WEBHOOK_ID', at: NOW }))).toBe(false)
  expect(await isAuthentic(valid(), `${BODY} `)).toBe(false)
  const certificate = createCertificate({ commonName: 'messageverificationcerts.paypal.com' })
  expect(await isAuthentic(signAsPayPal(BODY, { webhookId: WEBHOOK_ID, at: NOW, certificate }))).toBe(false)
  expect(await isAuthentic({ ...valid(), 'paypal-cert-url': ['a', 'b'] })).toBe(false)
})

it('recognizes webhook IDs, and rejects the simulator’s', () => {
  expect(
    ['0EH40505U7160970P', 'WEBHOOK_ID', 'WH-1', '', '0eh40505u7160970p'].map(paypal.isWebhookSecret),
  ).toEqual([true, false, false, false, false])
})

it('a capture becomes a sale for the same amount', () => {
  expect(readChange(CAPTURE)).toMatchObject({
    kind: 'payment',
    transaction_id: 'TESTCAPTURE000001',
    references: ['TESTCAPTURE000001'],
    amount_cents: 4900,
    tax_amount_cents: undefined,
    currency: 'USD',
    sale_type: 'payment',
    click_id: CLICK,
  })
  expect(readChange(CAPTURE, { amount: { currency_code: 'JPY', value: '4900' } })).toMatchObject({
    amount_cents: 4900,
  })
  expect(readChange(CAPTURE, { amount: { currency_code: 'USD', value: '49.001' } })).toEqual({
    kind: 'unreadable',
    object_id: 'TESTCAPTURE000001',
  })
})

it('identifies the buyer by the merchant’s custom_id', () => {
  const named = readChange(CAPTURE, {
    custom_id: `service_click_id=${CLICK}&service_customer_key=a%26b&coupon_code=SPRING&product_id=pro`,
  })
  expect(named).toMatchObject({
    click_id: CLICK,
    customer_key: 'a&b',
    coupon_code: 'SPRING',
    product_id: 'pro',
  })
  expect(readChange(CAPTURE, { custom_id: 'user-7' })).toMatchObject({ reference_key: 'user-7' })
  expect(readChange(CAPTURE, { custom_id: undefined })).toMatchObject({
    click_id: undefined,
    reference_key: undefined,
  })
  expect(readChange(CAPTURE, { custom_id: undefined, invoice_id: CLICK })).toMatchObject({ click_id: CLICK })
})

it('a refund is matched to its capture by its link, and a reversal counts as a refund', () => {
  const expected = {
    kind: 'refund',
    refund_id: 'TESTREFUND0000001',
    references: ['TESTCAPTURE000001'],
    charge_id: 'TESTCAPTURE000001',
    amount_cents: 1000,
    currency: 'USD',
    made_at: new Date('2026-03-11T12:00:00Z'),
    reason: 'Returned',
  }
  expect(readChange(REFUND)).toMatchObject(expected)
  expect(readChange({ ...REFUND, event_type: 'PAYMENT.CAPTURE.REVERSED' })).toMatchObject(expected)
  expect(readChange(REFUND, { status: 'FAILED' })).toMatchObject({ kind: 'failed_refund' })
  expect(readChange(REFUND, { links: [] })).toMatchObject({ kind: 'unreadable' })
})

it('a dispute lasts from the claim to its resolution, whatever the outcome', () => {
  expect(readChange(DISPUTE)).toMatchObject({
    kind: 'dispute',
    refund_id: 'paypal_dispute_PP-TEST-1',
    references: ['TESTSALE000000001'],
    amount_cents: 4900,
    is_withdrawn: false,
  })
  const resolved = { ...DISPUTE, event_type: 'CUSTOMER.DISPUTE.RESOLVED' }
  for (const outcome_code of ['RESOLVED_BUYER_FAVOUR', 'RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER'])
    expect(readChange(resolved, { dispute_outcome: { outcome_code } })).toMatchObject({ is_withdrawn: true })
  expect(readChange(DISPUTE, { dispute_life_cycle_stage: 'INQUIRY' })).toBeUndefined()
  const two = [{ seller_transaction_id: 'A' }, { seller_transaction_id: 'B' }]
  expect(readChange(DISPUTE, { disputed_transactions: two })).toEqual({
    kind: 'unreadable',
    object_id: 'PP-TEST-1',
  })
})

it('a sandbox event isn’t live', () => {
  expect(read(CAPTURE)?.isLive).toBe(true)
  expect(read(CAPTURE, { 'paypal-cert-url': SANDBOX_CERTIFICATE_URL })?.isLive).toBe(false)
  const links = [{ href: 'https://api.sandbox.paypal.com/v1/notifications/webhooks-events/WH-1' }]
  expect(read({ ...CAPTURE, links })?.isLive).toBe(false)
})
