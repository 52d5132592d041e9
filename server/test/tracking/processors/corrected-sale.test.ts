import { expect, test } from 'vitest'
import { insertWebhook } from '../../../src/notifications/webhooks/webhooks.sql.ts'
import { send, startTestService } from '../../harness.ts'
import { signInAs } from '../../partners/portal-access/partner.ts'
import { newId, openConnectedShop, paidInvoice, publish, subscribedSession } from './processor.ts'

const service = await startTestService({ ownDatabase: true, now: '2026-01-10T12:00:00.000Z' })
const { app, clock, database } = service

/** Creates a sale of 100.00 with 10.00 refunded a day later. */
async function openWithSale() {
  const shop = await openConnectedShop(service)
  await database.kysely.transaction().execute((transaction) =>
    insertWebhook(transaction, {
      program_id: shop.program.id,
      url: 'https://receiver.test/',
      event_types: [
        'sale.created',
        'sale.refunded',
        'sale.adjusted',
        'commission.reversed',
        'commission.adjusted',
      ],
      secret: 'sealed',
      created_at: clock.now(),
    }),
  )
  const { click_id } = await shop.customer('cus-1')
  const [invoice, metadata] = [newId('in'), { service_click_id: click_id }]
  await publish(
    shop,
    'checkout.session.completed',
    subscribedSession(invoice, { amount_total: 10_000, metadata }),
  )
  clock.advance({ days: 1 })
  const refunded = await send(app, 'POST', '/api/v1/track/refund', {
    bearer: shop.program.liveKey,
    body: { transaction_id: invoice, refund_id: 're-1', refund_amount_cents: 1_000 },
  })
  expect(refunded.status, refunded.text).toBe(200)
  clock.advance({ days: 3 })
  const correct = (amount_paid: number) =>
    publish(shop, 'invoice.paid', paidInvoice({ id: invoice, amount_paid, total: 10_000, metadata }))
  const listMessages = async () =>
    (await shop.rows('outbox_events')).map(({ type, data }) => ({ type, data }))
  return { shop, correct, listMessages }
}

const BEFORE = [{ type: 'sale.created' }, { type: 'commission.reversed' }, { type: 'sale.refunded' }]

test.each([
  ['less', 8_000, 7_000, 1_400],
  ['more', 12_500, 11_500, 2_300],
])(
  'publishes an adjusted sale and its commission once when the processor later reports that it was %s',
  async (_label, paid, remaining, left) => {
    const { shop, correct, listMessages } = await openWithSale()
    await correct(paid)
    await correct(paid)
    const [sale] = await shop.rows('sale_events')
    const [commission] = await shop.rows('commissions')
    const reported = await listMessages()
    expect(reported).toMatchObject([
      ...BEFORE,
      {
        type: 'commission.adjusted',
        data: {
          commission_id: commission?.id,
          sale_id: sale?.id,
          amount_cents: left,
          previous_amount_cents: 1_800,
          reversed_cents: 200,
          currency: 'USD',
          status: 'pending',
        },
      },
      {
        type: 'sale.adjusted',
        data: {
          sale_id: sale?.id,
          amount_cents: paid,
          previous_amount_cents: 10_000,
          refunded_amount_cents: 1_000,
          remaining_amount_cents: remaining,
          commission_id: commission?.id,
        },
      },
    ])
    await shop.verify()
  },
)

test('publishes nothing if the amount is unchanged', async () => {
  const { correct, listMessages } = await openWithSale()
  await correct(10_000)
  expect(await listMessages()).toMatchObject(BEFORE)
})

test('keeps earlier reversals at their own time', async () => {
  const { shop, correct } = await openWithSale()
  await correct(8_000)
  const [commission] = await shop.rows('commissions')
  const partner = await signInAs(service, shop.program.partnerId)
  const path = `/programs/${shop.program.id}/earnings/${commission?.id}`
  const { body } = await partner.call('GET', path)
  const reasons = body.data.reasons as { step: string; text: string }[]
  const day = new Date(clock.now().getTime() - 3 * 86_400_000).getUTCDate()
  expect(reasons.find(({ step }) => step === 'reversed')?.text).toMatch(
    new RegExp(`^\\$2\\.00 was reversed on Jan ${day}, 2026`),
  )
})
