import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseMeasure, type MeasuredRefunds, scaleDisputes, scaleToAmount } from './refund-measure.rule.ts'

type Money = { amount_cents: number; currency: string }
const usd = (amount_cents: number) => ({ amount_cents, currency: 'USD' })
const vnd = (amount_cents: number) => ({ amount_cents, currency: 'VND' })
const eur = (amount_cents: number) => ({ amount_cents, currency: 'EUR' })
const unknownMoney = { amount_cents: null, currency: null }
const sold = (payment: Money | typeof unknownMoney, sale: Money | undefined = usd(4900)) => ({
  ...payment,
  sale,
})
const withoutSale = (payment: Money) => ({ ...payment, sale: undefined })
const facts: MeasuredRefunds = { refunds: 'USD', payments: [sold(unknownMoney)], charges: undefined }
const usdCharge = (cents: bigint) => ({ charges: { cents, currency: 'USD' } })

describe('a processor refund is applied in proportion to its charge’s sales', () => {
  it.each<[string, Partial<MeasuredRefunds>, bigint, number[] | undefined]>([
    ['the same payment', { payments: [sold(usd(4900))] }, 1000n, [1000]],
    ['a payment including tax, with a sale excluding it', { payments: [sold(usd(5831))] }, 1000n, [840]],
    ['a charge with tax', usdCharge(5831n), 5831n, [4900]],
    ['half up', { payments: [sold(usd(9800))] }, 1n, [1]],
    ['never more than the sale', { payments: [sold(usd(4900))] }, 2n ** 70n, [4900]],
    [
      'the payment, before its charges are known',
      { payments: [sold(usd(4900))], ...usdCharge(9800n) },
      10n,
      [10],
    ],
    [
      'several invoices in one charge',
      { payments: [sold(usd(4900)), withoutSale(usd(4900))] },
      2000n,
      [1000, 0],
    ],
    [
      'one of them unknown: the charge decides',
      { payments: [sold(usd(4900)), sold(unknownMoney)], ...usdCharge(9800n) },
      2000n,
      [1000, 1000],
    ],
    [
      'one of them unknown and without a sale, so it takes the rest of the charge',
      { payments: [sold(usd(4900)), { ...unknownMoney, sale: undefined }], ...usdCharge(9800n) },
      2000n,
      [1000, 0],
    ],
    [
      'all of them unknown, with a charge: in proportion to the sales',
      { payments: [sold(unknownMoney, usd(3000)), sold(unknownMoney, usd(7000))], ...usdCharge(11_900n) },
      5950n,
      [1500, 3500],
    ],
    [
      'all of them unknown, without a charge: one refund, not one per sale',
      { payments: [sold(unknownMoney, usd(3000)), sold(unknownMoney, usd(7000))] },
      1000n,
      [300, 700],
    ],
    ['no total known: cents in the same currency', {}, 1000n, [1000]],
    ['no currency known: like the sale', { refunds: null }, 1000n, [1000]],
    [
      'another currency with the payment’s total',
      { refunds: 'VND', payments: [sold(vnd(750_000))] },
      2000n,
      [13],
    ],
    [
      'another currency, with the charge',
      { refunds: 'VND', charges: { cents: 750_000n, currency: 'VND' } },
      2000n,
      [13],
    ],
    ['another currency, without a total', { refunds: 'VND' }, 2000n, undefined],
    ['a currency that no total has', { refunds: 'VND', payments: [sold(usd(4900))] }, 2000n, undefined],
    [
      'three that add up, of 1.00',
      { payments: [33, 33, 34].map((cents) => sold(usd(cents), usd(cents))) },
      50n,
      [17, 16, 17],
    ],
    [
      'three without tax, whose parts add up to the part of their sum',
      { payments: [33, 33, 34].map((cents) => sold(usd(cents), usd(cents - 5))) },
      50n,
      [14, 14, 15],
    ],
    [
      'sales in two currencies',
      { payments: [sold(usd(33), usd(33)), sold(usd(33), vnd(8250)), sold(usd(34), usd(34))] },
      50n,
      [17, 4000, 17],
    ],
    [
      'a currency without decimals',
      { refunds: 'VND', payments: [1000, 1000, 1001].map((cents) => sold(vnd(cents), vnd(cents))) },
      1501n,
      [500, 500, 501],
    ],
    [
      'a currency with three decimals',
      {
        refunds: 'KWD',
        payments: [333, 333, 334].map((amount_cents) => {
          const money = { amount_cents, currency: 'KWD' }
          return sold(money, money)
        }),
      },
      500n,
      [167, 166, 167],
    ],
  ])('%s', (_name, more, cents, expected) => {
    const measure = chooseMeasure({ ...facts, ...more })
    expect(measure && scaleToAmount(measure, cents)).toEqual(expected)
  })

  it('never shrinks, and reverses exactly the sales when the whole payment is refunded or disputed', () => {
    const cents = fc.integer({ min: 1, max: 1_000_000 })
    const payment = fc.record({
      paid: cents,
      sale: fc.option(fc.tuple(cents, fc.constantFrom(usd, eur)), { nil: undefined }),
    })
    fc.assert(
      fc.property(
        fc.array(payment, { minLength: 1, maxLength: 6 }),
        fc.array(fc.record({ cents, isDispute: fc.boolean() }), { maxLength: 6 }),
        (payments, events) => {
          const measure = chooseMeasure({
            ...facts,
            payments: payments.map(({ paid, sale }) => ({
              ...usd(paid),
              sale: sale === undefined ? undefined : sale[1](sale[0]),
            })),
          })
          if (measure === undefined) throw new Error('all totals known')
          const total = payments.reduce((sum, { paid }) => sum + paid, 0)
          let left = total
          let before = payments.map(() => 0)
          let refunded = 0n
          const disputes: { cents: bigint; is_withdrawn: boolean }[] = []
          for (const { cents: requested, isDispute } of [...events, { cents: total, isDispute: true }]) {
            const taken = Math.min(requested, left)
            left -= taken
            if (isDispute) disputes.push({ cents: BigInt(taken), is_withdrawn: false })
            else refunded += BigInt(taken)
            const parts = scaleDisputes(measure, refunded, disputes)
            const now = scaleToAmount(measure, refunded).map((part, place) =>
              parts.reduce((sum, one) => sum + (one[place] ?? 0), part),
            )
            for (const [place, part] of now.entries()) expect(part).toBeGreaterThanOrEqual(before[place] ?? 0)
            before = now
          }
          expect(before).toEqual(payments.map(({ sale }) => sale?.[0] ?? 0))
        },
      ),
    )
  })
})
