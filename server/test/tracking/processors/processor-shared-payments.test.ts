import { describe, expect, it } from 'vitest'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { concurrently, send, startTestService } from '../../harness.ts'
import {
  type ConnectedShop,
  dispute,
  failedRefund,
  invoicePayment,
  newId,
  openConnectedShop,
  paidInvoice,
  publish,
  refundedCharge,
} from './processor.ts'

const service = await startTestService()
const { app, clock, database } = service
const NOW = '2026-03-10T12:00:00.000Z'

async function open() {
  clock.set(NOW)
  const shop = await openConnectedShop(service)
  await shop.customer('cus-1')
  return shop
}

const metadata = { service_customer_key: 'cus-1' }

const createInvoice = (amount_paid: number, more = {}) =>
  paidInvoice({ amount_paid, amount_due: amount_paid, total: amount_paid, metadata, ...more })

/** Returns the amount and refunded amount of each sale, smallest first, and verifies that everything adds up. */
async function readSales(shop: ConnectedShop) {
  await shop.verify()
  expect((await verifyMoney(database, shop.program.id)).differences).toEqual([])
  const sales = await shop.rows('sale_events')
  return sales
    .map(({ amount_cents, refunded_cents }) => [amount_cents, refunded_cents])
    .sort(([a], [b]) => Number(a) - Number(b))
}

/** Returns the total remaining amount of all commissions. */
async function sumCommissions(shop: ConnectedShop): Promise<number> {
  const rows = await shop.rows('commissions')
  return rows.reduce((sum, row) => sum + Number(row.amount_cents) - Number(row.reversed_cents), 0)
}

function permutations<Item>(items: Item[]): Item[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  )
}

describe('one payment intent that pays two invoices', () => {
  const timeline = () => {
    const [small, large, intent] = [createInvoice(3000), createInvoice(7000), newId('pi')]
    return [
      ['invoice.paid', small],
      ['invoice.paid', large],
      ['invoice_payment.paid', invoicePayment(small.id, intent)],
      ['invoice_payment.paid', invoicePayment(large.id, intent)],
      ['charge.refunded', refundedCharge(intent, 5000, { amount: 10_000, amount_captured: 10_000 })],
    ] as const
  }

  it('creates two sales, and a refund reverses both in proportion, in any order', async () => {
    const indices = permutations([0, 1, 2, 3, 4]).filter((_, index) => index % 17 === 0)
    for (const order of indices) {
      const shop = await open()
      const events = timeline()
      for (const index of order) {
        const [type, object] = events[index] ?? events[0]
        await publish(shop, type, object)
      }
      expect(await readSales(shop)).toEqual([
        [3000, 1500],
        [7000, 3500],
      ])
      expect(await sumCommissions(shop)).toBe(1000)
    }
  })

  it('creates two sales even if all events arrive concurrently', async () => {
    const shop = await open()
    const events = timeline().flatMap((one) => [one, one])
    await Promise.all(events.map(([type, object]) => publish(shop, type, object)))
    expect(await readSales(shop)).toEqual([
      [3000, 1500],
      [7000, 3500],
    ])
  })

  it('creates two sales if older API versions name it in the invoice itself', async () => {
    const shop = await open()
    for (const amount of [3000, 7000]) {
      await publish(shop, 'invoice.paid', createInvoice(amount, { payment_intent: 'pi_1', charge: 'ch_1' }))
    }
    await publish(
      shop,
      'charge.dispute.created',
      dispute('pi_1', 'needs_response', { amount: 10_000, charge: 'ch_1' }),
    )
    expect(await readSales(shop)).toEqual([
      [3000, 3000],
      [7000, 7000],
    ])
  })
})

describe('one charge that paid several invoices', () => {
  const twenty = new Array<number>(20).fill(105)
  const half = twenty.map((cents, place) => [cents, place < 10 ? 105 : 104])
  it.each<[string, number[], number[], number[][]]>([
    [
      '1.00 as .33 + .33 + .34',
      [33, 33, 34],
      [50],
      [
        [33, 16],
        [33, 17],
        [34, 17],
      ],
    ],
    [
      'another refund, and then the rest',
      [33, 33, 34],
      [1, 50, 100],
      [
        [33, 33],
        [33, 33],
        [34, 34],
      ],
    ],
    ['20.90 of 21.00', twenty, [2090], half],
  ])('loses exactly what was refunded: %s', async (_name, amounts, totals, expected) => {
    const shop = await open()
    const intent = newId('pi')
    const amount = amounts.reduce((sum, cents) => sum + cents, 0)
    for (const cents of amounts) {
      const invoice = createInvoice(cents)
      await publish(shop, 'invoice.paid', invoice)
      await publish(shop, 'invoice_payment.paid', invoicePayment(invoice.id, intent))
    }
    for (const total of totals) {
      clock.advance({ ms: 1000 })
      await publish(
        shop,
        'charge.refunded',
        refundedCharge(intent, total, { amount, amount_captured: amount }),
      )
      const sales = await readSales(shop)
      expect(sales.reduce((sum, [, refunded]) => sum + Number(refunded), 0)).toBe(total)
    }
    const byRefund = ([a, one]: number[], [b, other]: number[]) =>
      Number(a) - Number(b) || Number(one) - Number(other)
    expect((await readSales(shop)).map((sale) => sale.map(Number)).sort(byRefund)).toEqual(
      expected.sort(byRefund),
    )
  })

  it('allows further merchant reports after another invoice has reduced its share', async () => {
    const shop = await open()
    const [intent, first, second] = [newId('pi'), createInvoice(100), createInvoice(300)]
    await publish(shop, 'invoice.paid', first)
    await publish(shop, 'invoice_payment.paid', invoicePayment(first.id, intent))
    await publish(shop, 'charge.refunded', refundedCharge(intent, 80, { amount: 400, amount_captured: 400 }))
    expect(await readSales(shop)).toEqual([[100, 80]])
    await publish(shop, 'invoice.paid', second)
    await publish(shop, 'invoice_payment.paid', invoicePayment(second.id, intent))
    expect(await readSales(shop)).toEqual([
      [100, 20],
      [300, 60],
    ])
    const response = await send(app, 'POST', '/api/v1/track/refund', {
      body: { transaction_id: first.id, refund_id: 'own-1', refund_amount_cents: 50 },
      bearer: shop.program.liveKey,
    })
    expect(response.body).toMatchObject({ status: 'refunded', remaining_amount_cents: 50 })
    expect(await readSales(shop)).toEqual([
      [100, 50],
      [300, 60],
    ])
  })

  it('reverses each sale in proportion if a refund and a dispute share it', async () => {
    const shop = await open()
    const intent = newId('pi')
    for (const cents of [33, 33, 34]) {
      const invoice = createInvoice(cents)
      await publish(shop, 'invoice.paid', invoice)
      await publish(shop, 'invoice_payment.paid', invoicePayment(invoice.id, intent))
    }
    const refundedCents = async () =>
      (await readSales(shop)).reduce((sum, [, refunded]) => sum + Number(refunded), 0)
    const opened = dispute(intent, 'needs_response', { amount: 50 })
    await publish(shop, 'charge.dispute.created', opened)
    await publish(shop, 'charge.refunded', refundedCharge(intent, 49, { amount: 100, amount_captured: 100 }))
    expect(await refundedCents()).toBe(99)
    await publish(shop, 'charge.dispute.closed', { ...opened, status: 'won' })
    expect(await refundedCents()).toBe(49)
  })
})

describe('a net sale for a gross payment that is refunded in three parts', () => {
  const gross = { amount: 11_900, amount_captured: 11_900 }
  const parts = [3967, 3967, 3966]
  const merchant = (shop: ConnectedShop, place: number, refund_amount_cents: number, id = `own-${place}`) =>
    send(app, 'POST', '/api/v1/track/refund', {
      body: { transaction_id: 'pi_N', refund_id: id, refund_amount_cents },
      bearer: shop.program.liveKey,
    })
  const stripe = (shop: ConnectedShop, place: number) =>
    publish(
      shop,
      'charge.refunded',
      refundedCharge(
        'pi_N',
        parts.slice(0, place + 1).reduce((sum, cents) => sum + cents, 0),
        gross,
      ),
    )

  it.each<[string, (string | number)[][]]>([
    [
      'the merchant reports each, rounded up',
      [
        ['m', 0, 3334],
        ['m', 1, 3334],
        ['m', 2, 3333],
      ],
    ],
    [
      'each by Stripe, then by the merchant',
      [
        ['s', 0],
        ['m', 0, 3334],
        ['s', 1],
        ['m', 1, 3334],
        ['s', 2],
        ['m', 2, 3333],
      ],
    ],
    [
      'each by the merchant, then by Stripe',
      [
        ['m', 0, 3334],
        ['s', 0],
        ['m', 1, 3334],
        ['s', 1],
        ['m', 2, 3333],
        ['s', 2],
      ],
    ],
    [
      'merchant and Stripe take turns',
      [
        ['m', 0, 3334],
        ['s', 1],
        ['m', 2, 3333],
        ['m', 1, 3334],
        ['s', 2],
      ],
    ],
    [
      'the merchant rounds up even the last one',
      [
        ['s', 0],
        ['m', 1, 3334],
        ['m', 0, 3334],
        ['m', 2, 3334],
      ],
    ],
  ])('is reversed exactly, and no report is rejected: %s', async (_name, reports) => {
    const shop = await open()
    const sale = { transaction_id: 'pi_N', amount_cents: 10_000, customer_key: 'cus-1' }
    await shop.sale(sale)
    await publish(shop, 'charge.succeeded', refundedCharge('pi_N', 0, gross))
    for (const [who, place, cents] of reports) {
      clock.advance({ ms: 1000 })
      if (who === 's') await stripe(shop, Number(place))
      else expect(await merchant(shop, Number(place), Number(cents))).toMatchObject({ status: 200 })
    }
    expect(await readSales(shop)).toEqual([[10_000, 10_000]])
    expect(await merchant(shop, 9, 100)).toMatchObject({ status: 400 })
  })

  it('rejects an excess larger than rounding', async () => {
    const shop = await open()
    await shop.sale({ transaction_id: 'pi_N', amount_cents: 10_000, customer_key: 'cus-1' })
    await publish(shop, 'charge.succeeded', refundedCharge('pi_N', 0, gross))
    expect(await merchant(shop, 0, 6000)).toMatchObject({ status: 200 })
    expect(await merchant(shop, 1, 4003)).toMatchObject({ status: 400 })
    expect(await readSales(shop)).toEqual([[10_000, 6000]])
  })
})

describe('a refund of a sale that the merchant reported in other terms', () => {
  const sell = (shop: ConnectedShop, transaction_id: string, amount_cents: number) =>
    shop.sale({ transaction_id, amount_cents, customer_key: 'cus-1' })
  const dong = { currency: 'vnd', amount: 750_000, amount_captured: 750_000 }

  it('is applied in proportion to the charge if it is in another currency', async () => {
    for (const isRefundFirst of [false, true]) {
      const shop = await open()
      const refunded = () => publish(shop, 'charge.refunded', refundedCharge('pi_D', 2000, dong))
      if (isRefundFirst) await refunded()
      await sell(shop, 'pi_D', 4900)
      if (!isRefundFirst) await refunded()
      expect(await readSales(shop)).toEqual([[4900, 13]])
    }
  })

  it('is applied in proportion to the charge if it excludes tax', async () => {
    const shop = await open()
    await sell(shop, 'pi_N', 10_000)
    const gross = { amount: 11_900, amount_captured: 11_900 }
    await publish(shop, 'charge.refunded', refundedCharge('pi_N', 5950, gross))
    expect(await readSales(shop)).toEqual([[10_000, 5000]])
    await publish(shop, 'charge.refunded', refundedCharge('pi_N', 11_900, gross))
    expect(await readSales(shop)).toEqual([[10_000, 10_000]])
  })

  it('is applied with its dispute and failure, whenever the charge is reported', async () => {
    const gross = { amount: 11_900, amount_captured: 11_900 }
    const events = [
      ['charge.refunded', refundedCharge('pi_N', 5950, gross)],
      ['refund.failed', failedRefund('pi_N', 1190)],
      ['charge.dispute.created', dispute('pi_N', 'needs_response', { amount: 2380 })],
      ['charge.succeeded', refundedCharge('pi_N', 0, gross)],
    ] as const
    for (const order of permutations([...events]).filter((_, index) => index % 4 === 0)) {
      const shop = await open()
      await sell(shop, 'pi_N', 10_000)
      for (const [type, object] of order) await publish(shop, type, object)
      expect(await readSales(shop)).toEqual([[10_000, 4000 + 2000]])
    }
  })

  it('is queued for review with its reason until the charge is known, if it cannot be compared', async () => {
    const shop = await open()
    await sell(shop, 'pi_D', 4900)
    const opened = dispute('pi_D', 'needs_response', { currency: 'vnd', amount: 375_000 })
    await publish(shop, 'charge.dispute.created', opened)
    expect(await readSales(shop)).toEqual([[4900, 0]])
    const kept = () => shop.manage('GET', '/events-for-review?state=open').then(({ body }) => body.data)
    expect(await kept()).toMatchObject([
      {
        type: 'charge.dispute.created',
        reason: 'currency_differs',
        objectId: opened.id,
        amountCents: 375_000,
        currency: 'VND',
        saleId: expect.any(Number),
        resolvedAt: null,
      },
    ])
    await publish(shop, 'charge.succeeded', refundedCharge('pi_D', 0, dong))
    expect(await readSales(shop)).toEqual([[4900, 2450]])
    expect(await kept()).toEqual([])
  })

  it('is resolved once by a team member', async () => {
    const shop = await open()
    await sell(shop, 'pi_D', 4900)
    await publish(shop, 'charge.dispute.created', dispute('pi_D', 'needs_response', { currency: 'vnd' }))
    const [waiting] = (await shop.manage('GET', '/events-for-review')).body.data
    const { text: metrics } = await send(app, 'GET', '/metrics')
    expect(metrics).toMatch(/^events_for_review_total\{reason="currency_differs"\} [1-9]/m)
    const settled = await shop.manage('POST', `/events-for-review/${waiting.id}/resolve`)
    expect([settled.status, settled.body.data.resolvedAt]).toEqual([200, NOW])
    clock.advance({ days: 1 })
    const again = await shop.manage('POST', `/events-for-review/${waiting.id}/resolve`)
    expect(again.body.data.resolvedAt).toBe(NOW)
    expect((await shop.manage('POST', '/events-for-review/999999/resolve')).status).toBe(404)
    expect((await shop.manage('GET', '/events-for-review?state=resolved')).body.data).toHaveLength(1)
  })
})

describe('a payment recorded twice', () => {
  it('counts once, whatever failed before', async () => {
    const charge = newId('ch')
    const shop = await open()
    const invoice = createInvoice(10_000)
    await publish(shop, 'invoice.paid', invoice)
    await shop.sale({ transaction_id: charge, amount_cents: 10_000, customer_key: 'cus-1' })
    const intent = newId('pi')
    const whole = { id: charge, amount: 10_000, amount_captured: 10_000 }
    await publish(shop, 'refund.failed', failedRefund(intent, 3000, { charge }))
    await publish(shop, 'invoice_payment.paid', invoicePayment(invoice.id, intent))
    expect(await sumCommissions(shop)).toBe(2000)
    const created = clock.now().getTime() / 1000 - 60
    await publish(shop, 'charge.refunded', refundedCharge(intent, 3000, whole), { created })
    expect(await sumCommissions(shop)).toBe(2000)
    expect((await shop.rows('sale_events')).map(({ refunded_cents }) => refunded_cents)).toEqual([0, 10_000])
    await readSales(shop)
  })
})

describe('concurrent refunds', () => {
  it('leave a history that ends with the remaining amount, whatever their receive times', async () => {
    const shop = await open()
    for (let round = 0; round < 12; round++) {
      await shop.sale({ transaction_id: `o-${round}`, amount_cents: 4900, customer_key: 'cus-1' })
      await concurrently(4, (index) => {
        // Each process has its own clock, so the later one to apply may have an earlier receive time.
        clock.set(new Date(new Date(NOW).getTime() + ((index * 3) % 4)))
        return send(app, 'POST', '/api/v1/track/refund', {
          body: { transaction_id: `o-${round}`, refund_id: `r-${index}`, refund_amount_cents: 500 + index },
          bearer: shop.program.liveKey,
        })
      })
    }
    const sales = await readSales(shop)
    expect(sales).toEqual(Array(12).fill([4900, 2006]))
  })

  it('leave a correct history even if a later refund has an earlier clock', async () => {
    const shop = await open()
    const { body } = await shop.sale({ transaction_id: 'o', amount_cents: 4900, customer_key: 'cus-1' })
    for (const refund_id of ['a', 'b', 'c']) {
      await send(app, 'POST', '/api/v1/track/refund', {
        body: { transaction_id: 'o', refund_id, refund_amount_cents: 500 },
        bearer: shop.program.liveKey,
      })
      clock.advance({ ms: -1 })
    }
    expect(await readSales(shop)).toEqual([[4900, 1500]])
    const { data } = (await shop.manage('GET', `/commissions/${body.commission_id}/changes`)).body
    expect(data.map(({ toAmountCents }: { toAmountCents: number }) => toAmountCents)).toEqual([880, 780, 680])
    const timeline = await send(app, 'GET', `/api/tracking/events/${shop.program.id}/sale/${body.sale_id}`, {
      bearer: shop.session,
    })
    const ids = timeline.body.data.refunds.map(({ refundId }: { refundId: string }) => refundId)
    expect(ids).toEqual(['a', 'b', 'c'])
  })
})
