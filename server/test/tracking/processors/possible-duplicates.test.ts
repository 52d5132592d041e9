import { describe, expect, it } from 'vitest'
import { approveCommissions } from '../../../src/earnings/commissions/approve-commissions.job.ts'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { concurrently, startTestService } from '../../harness.ts'
import {
  type ConnectedShop,
  invoicePayment,
  newId,
  openConnectedShop,
  paidInvoice,
  paidSession,
  publish,
  refundedCharge,
} from './processor.ts'

const service = await startTestService({ ownDatabase: true })
const { clock, database, deps } = service
const NOW = '2026-03-10T12:00:00.000Z'
const metadata = { service_customer_key: 'cus-1' }

async function open() {
  clock.set(NOW)
  const shop = await openConnectedShop(service)
  await shop.customer('cus-1')
  return shop
}

const createIntent = (id: string) => ({ id, amount: 4900, amount_received: 4900, currency: 'usd', metadata })

async function sell(shop: ConnectedShop, transaction_id: string, provider_payment_id: string, more = {}) {
  const sale = { transaction_id, amount_cents: 4900, customer_key: 'cus-1', provider: 'stripe', ...more }
  const response = await shop.sale({ ...sale, provider_payment_id })
  expect([response.status, response.text]).toEqual([200, expect.any(String)])
  return response.body as { sale_id: number; commission_id: number }
}

/** Returns the sales with their commissions, in order. */
async function readState(shop: ConnectedShop) {
  await shop.verify()
  expect((await verifyMoney(database, shop.program.id)).differences).toEqual([])
  const { body } = await shop.manage('GET', '/commissions')
  const sales = await shop.rows('sale_events')
  return sales
    .sort((a, b) => Number(a.id) - Number(b.id))
    .map(({ id, refunded_cents }) => {
      const commission = body.data.find(({ saleId }: { saleId: number }) => saleId === Number(id))
      return {
        refunded: Number(refunded_cents),
        status: commission?.status,
        holdReason: commission?.holdReason,
      }
    })
}

const paid = (refunded = 0) => ({ refunded, status: 'pending', holdReason: null })
const held = (refunded = 0) => ({ refunded, status: 'pending', holdReason: 'possible_duplicate' })

/** A payment's ids in processor events, and the id that the merchant's server uses. */
const FORMS: [
  string,
  (shop: ConnectedShop, ids: Record<'in' | 'pi' | 'ch' | 'cs', string>) => Promise<unknown>,
][] = [
  ['pi', (shop, ids) => publish(shop, 'payment_intent.succeeded', createIntent(ids.pi))],
  [
    'pi',
    (shop, ids) =>
      publish(
        shop,
        'checkout.session.completed',
        paidSession({ id: ids.cs, payment_intent: ids.pi, metadata }),
      ),
  ],
  [
    'cs',
    (shop, ids) =>
      publish(
        shop,
        'checkout.session.completed',
        paidSession({ id: ids.cs, payment_intent: ids.pi, metadata }),
      ),
  ],
  [
    'ch',
    (shop, ids) =>
      publish(shop, 'payment_intent.succeeded', { ...createIntent(ids.pi), latest_charge: ids.ch }),
  ],
  [
    'in',
    async (shop, ids) => {
      await publish(shop, 'invoice.paid', paidInvoice({ id: ids.in, metadata }))
      await publish(shop, 'invoice_payment.paid', invoicePayment(ids.in, ids.pi))
    },
  ],
  [
    'pi',
    async (shop, ids) => {
      await publish(shop, 'invoice.paid', paidInvoice({ id: ids.in, metadata }))
      await publish(shop, 'invoice_payment.paid', invoicePayment(ids.in, ids.pi))
    },
  ],
]

describe('one payment reported by both merchant and processor', () => {
  it.each(FORMS.slice(0, -1))(
    'joins the earlier sale that named it as %s, and is refunded once',
    async (name, report) => {
      const shop = await open()
      const pi = newId('pi')
      const ids = { in: newId('in'), cs: newId('cs'), pi, ch: pi.replace('pi_', 'ch_') }
      await sell(shop, 'order-1', ids[name as keyof typeof ids])
      await report(shop, ids)
      expect(await readState(shop)).toEqual([paid()])
      await publish(shop, 'charge.refunded', refundedCharge(pi, 1000))
      expect(await readState(shop)).toEqual([paid(1000)])
    },
  )

  it.each(FORMS)('holds the later sale that names it as %s', async (name, report) => {
    const shop = await open()
    const pi = newId('pi')
    const ids = { in: newId('in'), cs: newId('cs'), pi, ch: pi.replace('pi_', 'ch_') }
    await report(shop, ids)
    await sell(shop, 'order-1', ids[name as keyof typeof ids])
    expect(await readState(shop)).toEqual([paid(), held()])
    await publish(shop, 'charge.refunded', refundedCharge(pi, 1000))
    expect(await readState(shop)).toEqual([paid(1000), held()])
  })

  it('is held if its invoice is linked to the named payment only later', async () => {
    const shop = await open()
    const [pi, invoice] = [newId('pi'), newId('in')]
    await sell(shop, 'order-1', pi)
    await publish(shop, 'invoice.paid', paidInvoice({ id: invoice, metadata }))
    await publish(shop, 'invoice_payment.paid', invoicePayment(invoice, pi))
    expect(await readState(shop)).toEqual([paid(), held()])
  })

  it('joins the first of two sales that name it and holds the other one', async () => {
    const shop = await open()
    await sell(shop, 'order-1', 'pi_1')
    await sell(shop, 'order-2', 'pi_1')
    expect(await readState(shop)).toEqual([paid(), paid()])
    await publish(shop, 'payment_intent.succeeded', createIntent('pi_1'))
    expect(await readState(shop)).toEqual([paid(), held()])
    await sell(shop, 'order-3', 'pi_1')
    expect(await readState(shop)).toEqual([paid(), held(), held()])
  })

  it('is found if the account was connected after the sale was recorded', async () => {
    const shop = await open()
    await sell(shop, 'order-1', 'pi_1')
    await sell(shop, 'order-2', 'pi_1')
    for (const table of ['payment_references', 'processor_payments'] as const)
      await database.kysely.deleteFrom(table).where('program_id', '=', shop.program.id).execute()
    await publish(shop, 'payment_intent.succeeded', createIntent('pi_1'))
    expect(await readState(shop)).toEqual([paid(), held()])
  })

  it('is held, not reversed, if its ids later turn out to belong to one payment', async () => {
    const shop = await open()
    const pi = newId('pi')
    await publish(shop, 'payment_intent.succeeded', createIntent(pi))
    await sell(shop, 'order-1', pi.replace('pi_', 'ch_'))
    expect(await readState(shop)).toEqual([paid(), paid()])
    await publish(shop, 'charge.succeeded', refundedCharge(pi, 0))
    expect((await readState(shop)).filter(({ holdReason }) => holdReason === null)).toEqual([paid()])
  })

  it('takes over an unattributed payment', async () => {
    const shop = await open()
    await publish(shop, 'payment_intent.succeeded', { ...createIntent('pi_1'), metadata: {} })
    await sell(shop, 'order-1', 'pi_1')
    await publish(shop, 'charge.refunded', refundedCharge('pi_1', 4900))
    expect(await readState(shop)).toEqual([{ refunded: 4900, status: 'reversed', holdReason: null }])
    const payments = database.kysely.selectFrom('processor_payments').select('state')
    expect(await payments.where('program_id', '=', shop.program.id).execute()).toEqual([
      { state: 'attributed' },
    ])
  })

  it.each([
    ['of another provider', { provider: 'paypal' }],
    ['in test mode', { livemode: false }],
  ])('is not a sale %s', async (_name, more) => {
    const shop = await open()
    await sell(shop, 'order-1', 'pi_1', more)
    await publish(shop, 'payment_intent.succeeded', createIntent('pi_1'))
    const { body } = await shop.manage('GET', '/commissions?holdReason=possible_duplicate')
    expect(body.data).toEqual([])
  })

  it('leaves exactly one commission that is not held when both reports arrive concurrently', async () => {
    for (let round = 0; round < 6; round++) {
      const shop = await open()
      const tasks = [
        () => publish(shop, 'payment_intent.succeeded', createIntent('pi_1')),
        () => sell(shop, 'order-1', 'pi_1'),
        () => publish(shop, 'checkout.session.completed', paidSession({ payment_intent: 'pi_1', metadata })),
        () => sell(shop, 'order-2', 'pi_1'),
      ]
      await Promise.all((round % 2 === 0 ? tasks : tasks.reverse()).map((task) => task()))
      expect((await readState(shop)).filter(({ holdReason }) => holdReason === null)).toEqual([paid()])
    }
  })
})

describe('a possible duplicate', () => {
  async function openHeldDuplicate() {
    const shop = await open()
    await publish(shop, 'payment_intent.succeeded', createIntent('pi_1'))
    const { sale_id, commission_id } = await sell(shop, 'order-1', 'pi_1')
    const url = `/commissions/${commission_id}/duplicate`
    const decide = (decision: string) => shop.manage('POST', url, { decision, reason: 'Checked in Stripe' })
    const first = Number((await shop.rows('sale_events')).find(({ id }) => Number(id) !== sale_id)?.id)
    const changes = async () =>
      (await shop.manage('GET', `/commissions/${commission_id}/changes`)).body.data.length as number
    return { shop, sale_id, first, url, decide, changes }
  }

  const waitHoldPeriod = async () => {
    clock.advance({ days: 40 })
    await approveCommissions(deps)
  }

  it('returns both reports and is not approved when its hold period ends', async () => {
    const { shop, sale_id, first, url } = await openHeldDuplicate()
    await waitHoldPeriod()
    expect((await readState(shop)).map(({ status }) => status)).toEqual(['approved', 'pending'])
    const { body } = await shop.manage('GET', url)
    expect(body.data).toEqual({
      decision: null,
      reports: [
        expect.objectContaining({
          saleId: first,
          source: 'processor',
          transactionId: 'pi_1',
          amountCents: 4900,
        }),
        expect.objectContaining({
          saleId: sale_id,
          source: 'merchant',
          transactionId: 'order-1',
          providerPaymentId: 'pi_1',
        }),
      ],
    })
  })

  it('is excluded from bulk approval and payment before the decision', async () => {
    const { shop, decide } = await openHeldDuplicate()
    const ids = (await shop.rows('commissions')).map(({ id }) => Number(id))
    const held = (await shop.rows('commissions')).find(({ hold_reason }) => hold_reason !== null)
    for (const verb of ['approve', 'mark-paid']) {
      expect(await shop.manage('POST', `/commissions/${verb}`, { commissionIds: ids })).toMatchObject({
        status: 409,
        body: { error: { details: { commissionIds: expect.arrayContaining([Number(held?.id)]) } } },
      })
    }
    expect((await readState(shop)).map(({ status }) => status)).toEqual(['pending', 'pending'])
    await decide('both_real')
    const approved = await shop.manage('POST', '/commissions/approve', { commissionIds: ids })
    expect(approved.body).toEqual({ data: { changed: 2, unchanged: 0 } })
  })

  it('is paid if both payments are real, and is not held again', async () => {
    const { shop, url, decide, changes } = await openHeldDuplicate()
    const before = await changes()
    expect(await decide('both_real')).toMatchObject({ status: 200, body: { data: { isChanged: true } } })
    expect(await decide('both_real')).toMatchObject({ status: 200, body: { data: { isChanged: false } } })
    expect(await changes()).toBe(before + 1)
    await publish(shop, 'charge.refunded', refundedCharge('pi_1', 1000))
    expect(await readState(shop)).toEqual([paid(1000), paid()])
    await waitHoldPeriod()
    expect((await readState(shop)).map(({ status }) => status)).toEqual(['approved', 'approved'])
    expect((await shop.manage('GET', url)).body.data.decision).toBe('both_real')
    expect((await decide('duplicate')).status).toBe(409)
  })

  it('is reversed with its sale if it is a duplicate', async () => {
    const { shop, url, decide, changes } = await openHeldDuplicate()
    const before = await changes()
    expect(await decide('duplicate')).toMatchObject({ status: 200, body: { data: { isChanged: true } } })
    expect(await decide('duplicate')).toMatchObject({ status: 200, body: { data: { isChanged: false } } })
    expect(await changes()).toBe(before + 1)
    await publish(shop, 'charge.refunded', refundedCharge('pi_1', 1000))
    expect(await readState(shop)).toEqual([
      paid(1000),
      { refunded: 4900, status: 'reversed', holdReason: null },
    ])
    expect((await shop.manage('GET', url)).body.data.decision).toBe('duplicate')
    expect((await decide('both_real')).status).toBe(409)
  })

  it('is resolved once when two people decide concurrently', async () => {
    const { shop, decide } = await openHeldDuplicate()
    const responses = await concurrently(4, (index) => decide(index % 2 === 0 ? 'both_real' : 'duplicate'))
    const changed = responses.filter(({ status, body }) => status === 200 && body.data.isChanged)
    expect(changed).toHaveLength(1)
    expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true)
    await readState(shop)
  })

  it('returns 404 if none exists', async () => {
    const shop = await open()
    const { commission_id } = await sell(shop, 'order-1', 'pi_9')
    const url = `/commissions/${commission_id}/duplicate`
    expect((await shop.manage('GET', url)).status).toBe(404)
    expect((await shop.manage('POST', url, { decision: 'both_real', reason: 'x' })).status).toBe(404)
    expect((await shop.manage('GET', '/commissions/999999/duplicate')).status).toBe(404)
  })
})
