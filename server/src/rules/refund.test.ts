import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideRefund, type RefundChange, type RefundFacts, reversedPart } from './refund.ts'

const sale: RefundFacts = {
  amount_cents: 4900,
  refunded_cents: 0,
  refunds_cents: 0n,
  disputes_cents: 0n,
  seen: undefined,
}
const after = (refunded: number, more: Partial<RefundFacts> = {}): RefundFacts => ({
  ...sale,
  refunded_cents: refunded,
  refunds_cents: BigInt(refunded),
  ...more,
})
const refund = (change: Partial<RefundChange> = {}): RefundChange => ({
  kind: 'refund',
  refund_id: undefined,
  amount_cents: undefined,
  isCapped: false,
  ...change,
})
const seen = { id: 7, amount_cents: 1000, isWithdrawn: false }

describe('a refund of the merchant', () => {
  it.each<[string, RefundFacts, RefundChange, object]>([
    ['all of it', sale, refund(), { kind: 'insert', amount_cents: 4900, refunded_cents: 4900 }],
    ['the rest', after(1000), refund(), { kind: 'insert', amount_cents: 3900, refunded_cents: 4900 }],
    ['all of it again', after(4900), refund(), { kind: 'skipped' }],
    [
      'a part without an id',
      sale,
      refund({ amount_cents: 1000 }),
      { kind: 'insert', amount_cents: 1000, refunded_cents: 1000 },
    ],
    ['the same part without an id again', after(1000), refund({ amount_cents: 1000 }), { kind: 'skipped' }],
    [
      'without an id it names the total so far',
      after(1000),
      refund({ amount_cents: 1500 }),
      { kind: 'insert', amount_cents: 500, refunded_cents: 1500 },
    ],
    ['less than went back already', after(1000), refund({ amount_cents: 400 }), { kind: 'skipped' }],
    [
      'one cent more than the sale, without an id',
      sale,
      refund({ amount_cents: 4901 }),
      { kind: 'too_much', left_cents: 4900 },
    ],
    [
      'with an id it is that refund alone',
      after(1000),
      refund({ refund_id: 're_2', amount_cents: 1000 }),
      { kind: 'insert', refund_id: 're_2', amount_cents: 1000, refunded_cents: 2000 },
    ],
    [
      'an id that was seen',
      after(1000, { seen }),
      refund({ refund_id: 're_1', amount_cents: 9 }),
      { kind: 'skipped' },
    ],
    [
      'one cent more than is left, with an id',
      after(1000),
      refund({ refund_id: 're_2', amount_cents: 3901 }),
      { kind: 'too_much', left_cents: 3900 },
    ],
    [
      'exactly what is left, with an id',
      after(1000),
      refund({ refund_id: 're_2', amount_cents: 3900 }),
      { kind: 'insert', amount_cents: 3900, refunded_cents: 4900 },
    ],
    ['a new id when nothing is left', after(4900), refund({ refund_id: 're_3' }), { kind: 'skipped' }],
  ])('%s', (_, facts, change, expected) => {
    expect(decideRefund(facts, change)).toMatchObject(expected)
  })
})

describe("a processor's reports", () => {
  const capped = (change: Partial<RefundChange>) => refund({ isCapped: true, ...change })
  it.each<[string, RefundFacts, RefundChange, object]>([
    [
      'a total beyond the sale is cut off',
      sale,
      capped({ amount_cents: 9999 }),
      { kind: 'insert', amount_cents: 4900, refunded_cents: 4900 },
    ],
    ['an older total', after(1000), capped({ amount_cents: 500 }), { kind: 'skipped' }],
    [
      'a total is of refunds alone, not of disputes',
      after(1000, { refunds_cents: 0n, disputes_cents: 1000n }),
      capped({ amount_cents: 1000 }),
      { kind: 'insert', amount_cents: 1000, refunded_cents: 2000 },
    ],
    [
      'a refund and a dispute of all count as all',
      after(4900),
      capped({ kind: 'dispute', refund_id: 'dp_1', amount_cents: 4900 }),
      { kind: 'insert', refunded_cents: 4900 },
    ],
    [
      'a refund that failed comes back',
      after(1000),
      capped({ kind: 'failed_refund', refund_id: 're_1', amount_cents: 1000 }),
      { kind: 'insert', refunded_cents: 0 },
    ],
    [
      'a refund that failed is told twice',
      after(0, { seen }),
      capped({ kind: 'failed_refund', refund_id: 're_1', amount_cents: 1000 }),
      { kind: 'skipped' },
    ],
    [
      'a failure before its refund never goes below zero',
      sale,
      capped({ kind: 'failed_refund', refund_id: 're_1', amount_cents: 1000 }),
      { kind: 'insert', refunded_cents: 0 },
    ],
    [
      'a dispute opens',
      sale,
      capped({ kind: 'dispute', refund_id: 'dp_1', amount_cents: 4900 }),
      { kind: 'insert', isWithdrawn: false, refunded_cents: 4900 },
    ],
    [
      'a dispute is won',
      after(1000, { refunds_cents: 0n, disputes_cents: 1000n, seen }),
      capped({ kind: 'dispute', refund_id: 'dp_1', amount_cents: 1000, isWithdrawn: true }),
      { kind: 'withdraw', id: 7, refunded_cents: 0 },
    ],
    [
      'a dispute is won before it was told of',
      sale,
      capped({ kind: 'dispute', refund_id: 'dp_1', amount_cents: 1000, isWithdrawn: true }),
      { kind: 'insert', isWithdrawn: true, refunded_cents: 0 },
    ],
    [
      'a won dispute opens late',
      after(0, { seen: { ...seen, isWithdrawn: true } }),
      capped({ kind: 'dispute', refund_id: 'dp_1', amount_cents: 1000 }),
      { kind: 'skipped' },
    ],
    [
      'a failure of nearly all of the largest sale leaves what is left, to the cent',
      after(Number.MAX_SAFE_INTEGER, {
        amount_cents: Number.MAX_SAFE_INTEGER,
        refunds_cents: 2n * BigInt(Number.MAX_SAFE_INTEGER) - 1n,
        disputes_cents: 0n,
      }),
      capped({ kind: 'failed_refund', refund_id: 're_1', amount_cents: Number.MAX_SAFE_INTEGER }),
      { kind: 'insert', refunded_cents: Number.MAX_SAFE_INTEGER - 1 },
    ],
    [
      'a won dispute leaves the refunds',
      after(2000, { refunds_cents: 1000n, disputes_cents: 1000n, seen }),
      capped({ kind: 'dispute', refund_id: 'dp_1', amount_cents: 1000, isWithdrawn: true }),
      { kind: 'withdraw', refunded_cents: 1000 },
    ],
  ])('%s', (_, facts, change, expected) => {
    expect(decideRefund(facts, change)).toMatchObject(expected)
  })
})

describe('what a refund takes back of a share', () => {
  it('is in proportion, half up on what is left', () => {
    expect(reversedPart(980, 4900, 1000)).toBe(200)
    expect(reversedPart(980, 4900, 4900)).toBe(980)
    expect(reversedPart(980, 4900, 0)).toBe(0)
    expect(reversedPart(1, 2, 1)).toBe(0)
    expect(reversedPart(0, 4900, 1000)).toBe(0)
  })

  it('comes to the same for any parts in any order, never below zero and never more than there is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }),
        (amount, share, cuts) => {
          let before = 0
          for (const refunded of cuts
            .map((cut) => Math.min(amount, Math.floor(cut * amount)))
            .sort((a, b) => a - b)) {
            const reversed = reversedPart(share, amount, refunded)
            expect(reversed).toBeGreaterThanOrEqual(before)
            expect(reversed).toBeLessThanOrEqual(share)
            before = reversed
          }
          expect(reversedPart(share, amount, amount)).toBe(share)
        },
      ),
    )
  })
})
