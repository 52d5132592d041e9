import { describe, expect, it } from 'vitest'
import { send, startTestService } from '../../harness.ts'
import {
  type ConnectedShop,
  newId,
  openConnectedShop,
  paidSession,
  publish,
  refundedCharge,
} from './processor.ts'

const service = await startTestService()
const metadata = { service_customer_key: 'cus-1' }

async function open() {
  service.clock.set('2026-03-10T12:00:00.000Z')
  const shop = await openConnectedShop(service)
  await shop.customer('cus-1')
  await shop.customer('cus-2')
  return shop
}

const paidIntent = (id: string, more = {}) => ({
  id,
  amount: 4900,
  amount_received: 4900,
  currency: 'usd',
  metadata,
  ...more,
})

const sell = (shop: ConnectedShop, transaction_id: string, more = {}) =>
  shop.sale({ transaction_id, amount_cents: 4900, customer_key: 'cus-1', ...more })

const refund = (shop: ConnectedShop, transaction_id: string, more = {}) =>
  send(service.app, 'POST', '/api/v1/track/refund', {
    body: { transaction_id, refund_amount_cents: 100, ...more },
    bearer: shop.program.liveKey,
  })

/** Returns sales' transaction_ids in order, with their commissions' holds. */
async function holds(shop: ConnectedShop): Promise<[string, string | null][]> {
  await shop.verify()
  const { body } = await shop.manage('GET', '/commissions')
  const sales = (await shop.rows('sale_events')).sort((a, b) => Number(a.id) - Number(b.id))
  return sales.map(({ id, transaction_id }) => [
    String(transaction_id),
    body.data.find(({ saleId }: { saleId: number }) => saleId === Number(id))?.holdReason,
  ])
}

describe('a provider_payment_id that the processor has not reported', () => {
  it('doesn’t make its sale a duplicate of the sale with that transaction_id', async () => {
    const shop = await open()
    expect(await sell(shop, 'zz-1', { provider_payment_id: 'zz-2' })).toMatchObject({ status: 200 })
    const second = await sell(shop, 'zz-2', { customer_key: 'cus-2', amount_cents: 9900 })
    expect(second).toMatchObject({ status: 200, body: { sale_id: expect.any(Number) } })
    expect(await sell(shop, 'zz-2')).toMatchObject({
      status: 409,
      body: { error: { details: { sale_id: second.body.sale_id } } },
    })
    expect(await sell(shop, 'zz-3', { provider_payment_id: 'zz-2' })).toMatchObject({ status: 200 })
    expect(await holds(shop)).toEqual([
      ['zz-1', null],
      ['zz-2', null],
      ['zz-3', null],
    ])
  })

  it.each([
    ['first', ['zz-2', 'zz-1']],
    ['second', ['zz-1', 'zz-2']],
  ])(
    'holds the later sale once the processor reports it; the sale with that transaction_id came %s',
    async (_, ids) => {
      const shop = await open()
      for (const id of ids) {
        const more = id === 'zz-1' ? { provider_payment_id: 'zz-2' } : {}
        expect(await sell(shop, id, more)).toMatchObject({ status: 200 })
      }
      await publish(shop, 'payment_intent.succeeded', paidIntent('zz-2'))
      expect(await holds(shop)).toEqual([
        [ids[0], null],
        [ids[1], 'possible_duplicate'],
      ])
      await publish(shop, 'charge.refunded', refundedCharge('zz-2', 1000))
      const refunded = (await shop.rows('sale_events')).map(({ refunded_cents }) => Number(refunded_cents))
      expect(refunded.sort()).toEqual([0, 1000])
    },
  )

  it('makes its sale a duplicate once the processor reports it', async () => {
    const shop = await open()
    const first = await sell(shop, 'zz-1', { provider_payment_id: 'zz-2' })
    await publish(shop, 'payment_intent.succeeded', paidIntent('zz-2'))
    expect(await sell(shop, 'zz-2')).toMatchObject({
      status: 409,
      body: { error: { details: { sale_id: first.body.sale_id } } },
    })
  })

  it('leaves all of the second sale’s other payments unchanged', async () => {
    const shop = await open()
    await sell(shop, 'zz-1', { provider_payment_id: 'zz-2' })
    await publish(shop, 'payment_intent.succeeded', paidIntent('pi_8', { metadata: {} }))
    await sell(shop, 'zz-2', { provider_payment_id: 'pi_9' })
    expect(await sell(shop, 'zz-4', { provider_payment_id: 'pi_8' })).toMatchObject({ status: 200 })
    await publish(shop, 'payment_intent.succeeded', paidIntent('pi_9'))
    await publish(shop, 'charge.refunded', refundedCharge('pi_9', 1000))
    expect(await holds(shop)).toEqual([
      ['zz-1', null],
      ['zz-2', null],
      ['zz-4', null],
    ])
    const refunded = (await shop.rows('sale_events')).filter(
      ({ refunded_cents }) => Number(refunded_cents) > 0,
    )
    expect(refunded.map(({ transaction_id }) => transaction_id)).toEqual(['zz-2'])
  })

  it('holds the later sale if the account was connected after both sales', async () => {
    const shop = await open()
    await sell(shop, 'zz-1', { provider_payment_id: 'zz-2' })
    await sell(shop, 'zz-2')
    const { kysely } = service.database
    for (const table of ['payment_references', 'processor_payments'] as const)
      await kysely.deleteFrom(table).where('program_id', '=', shop.program.id).execute()
    await publish(shop, 'payment_intent.succeeded', paidIntent('zz-2'))
    expect(await holds(shop)).toEqual([
      ['zz-1', null],
      ['zz-2', 'possible_duplicate'],
    ])
  })

  it('doesn’t lose a sale when both arrive concurrently, alone, in a batch, or with the event', async () => {
    for (let round = 0; round < 8; round++) {
      const shop = await open()
      const tasks: (() => Promise<unknown>)[] = [
        () => sell(shop, 'zz-1', { provider_payment_id: 'zz-2' }),
        () => sell(shop, 'zz-2', { customer_key: 'cus-2' }),
        ...(round % 4 < 2 ? [() => publish(shop, 'payment_intent.succeeded', paidIntent('zz-2'))] : []),
        ...(round < 4 ? [] : ['a', 'b', 'c'].map((id) => () => sell(shop, id))),
      ]
      const inOrder = round % 2 === 0 ? tasks : tasks.toReversed()
      const responses = await Promise.all(inOrder.map((task) => task()))
      expect(responses).toHaveLength(tasks.length)
      const sales = (await holds(shop)).filter(([id]) => id.startsWith('zz-'))
      const hasEvent = round % 4 < 2
      if (!hasEvent) expect(sales.map(([, hold]) => hold)).toEqual([null, null])
      else expect(sales.filter(([, hold]) => hold === null)).toHaveLength(1)
    }
  })

  it('makes its sale held or a duplicate when the processor reports it concurrently', async () => {
    for (let round = 0; round < 8; round++) {
      const shop = await open()
      await sell(shop, 'zz-1', { provider_payment_id: 'zz-2' })
      const calls = [
        () => sell(shop, 'zz-2', { customer_key: 'cus-2' }),
        () => publish(shop, 'payment_intent.succeeded', paidIntent('zz-2')),
        () => sell(shop, 'zz-2', { customer_key: 'cus-2' }),
      ]
      await Promise.all((round % 2 === 0 ? calls : calls.toReversed()).map((call) => call()))
      const [first, ...others] = await holds(shop)
      expect(first).toEqual(['zz-1', null])
      expect([[], [['zz-2', 'possible_duplicate']]]).toContainEqual(others)
    }
  })
})

describe('a payment’s ids at the processor', () => {
  it('find its sale for a refund whenever the sale endpoint reports a duplicate', async () => {
    const shop = await open()
    const pi = newId('pi')
    const [cs, ch] = [newId('cs'), pi.replace('pi_', 'ch_')]
    await publish(shop, 'checkout.session.completed', paidSession({ id: cs, payment_intent: pi, metadata }))
    await publish(shop, 'charge.succeeded', refundedCharge(pi, 0))
    for (const [index, id] of [cs, ch, pi].entries()) {
      const duplicate = await sell(shop, id)
      expect(duplicate.status).toBe(409)
      expect(await refund(shop, id, { refund_id: `r-${index}` })).toMatchObject({
        status: 200,
        body: { status: 'refunded', sale_id: duplicate.body.error.details.sale_id },
      })
    }
  })

  it('find the sale that named the payment once the processor has reported it', async () => {
    const shop = await open()
    const { body } = await sell(shop, 'order-1', { provider_payment_id: 'pi_1' })
    expect(await refund(shop, 'pi_1')).toMatchObject({ status: 404 })
    await publish(shop, 'payment_intent.succeeded', paidIntent('pi_1'))
    expect(await refund(shop, 'pi_1')).toMatchObject({ status: 200, body: { sale_id: body.sale_id } })
    expect(await refund(shop, 'pi_1', { livemode: false })).toMatchObject({ status: 404 })
  })

  it('explain why a refund already reported by the processor changes nothing', async () => {
    const shop = await open()
    await publish(shop, 'payment_intent.succeeded', paidIntent('pi_1'))
    await publish(shop, 'charge.refunded', refundedCharge('pi_1', 1000))
    const messages: string[] = []
    for (const more of [
      { refund_id: 'r1', refund_amount_cents: 400 },
      { refund_id: 'r1', refund_amount_cents: 400 },
      { refund_amount_cents: 300 },
    ]) {
      const { body } = await refund(shop, 'pi_1', more)
      expect(body).toMatchObject({ status: 'skipped', refunded_amount_cents: 1000 })
      messages.push(body.message)
    }
    expect(messages).toEqual([
      expect.stringContaining('processor already reported refunds of at least this amount'),
      'This refund was already recorded. Nothing was recorded again.',
      expect.stringContaining('at least this total'),
    ])
  })

  it.each(['pi_1 ', 'pi_1\n', '\u200bpi_1', ' pi_1\ufeff'])(
    'are recognized with surrounding invisible characters: %j',
    async (name) => {
      const shop = await open()
      await publish(shop, 'payment_intent.succeeded', paidIntent('pi_1'))
      await sell(shop, 'order-1', { provider_payment_id: name })
      expect(await holds(shop)).toEqual([
        ['pi_1', null],
        ['order-1', 'possible_duplicate'],
      ])
      expect(await sell(shop, name)).toMatchObject({ status: 409 })
      expect(await refund(shop, name)).toMatchObject({ status: 200 })
    },
  )
})
