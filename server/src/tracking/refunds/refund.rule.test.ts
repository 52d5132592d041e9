import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decideRefund,
  type RefundChange,
  type RefundData,
  type ReportedRefunds,
  reversedPart,
} from './refund.rule.ts'

const noReports: ReportedRefunds = {
  processor_cents: 0n,
  named_cents: 0n,
  other_cents: 0n,
  failed_cents: 0n,
  same_refund: { failed_cents: undefined, named_cents: undefined },
  is_void: false,
}
const sale: RefundData = {
  amount_cents: 4900,
  refunded_cents: 0,
  refunds_cents: 0n,
  disputes_cents: 0n,
  existing: undefined,
  prior_reports: noReports,
  team_reports: { named_cents: 0n, other_cents: 0n },
  rounding_cents: 0n,
}
/** Facts for a sale after the merchant refunded this amount, with the overrides in `more`. */
const after = (refunded: number, more: Partial<RefundData> = {}): RefundData => {
  const refunds_cents = more.refunds_cents ?? BigInt(refunded)
  const priorReports = { ...noReports, other_cents: refunds_cents }
  return { ...sale, refunded_cents: refunded, refunds_cents, prior_reports: priorReports, ...more }
}
/** Facts for a sale after the processor refunded this amount. */
const dataAfterProcessorRefund = (refunded: number, more: Partial<ReportedRefunds> = {}): RefundData =>
  after(refunded, { prior_reports: { ...noReports, processor_cents: BigInt(refunded), ...more } })
const refund = ({ refundId, amountCents }: { refundId?: string; amountCents?: number } = {}): RefundChange =>
  refundId === undefined
    ? { kind: 'refund', amountIs: 'total_of_all', amountCents }
    : { kind: 'refund', amountIs: 'part', refundId, amountCents }
const seen = { id: 7, amount_cents: 1000, is_withdrawn: false }

describe('a refund by the merchant', () => {
  it.each<[string, RefundData, RefundChange, object]>([
    ['the full amount', sale, refund(), { kind: 'insert', amount_cents: 4900, refunded_cents: 4900 }],
    ['the rest', after(1000), refund(), { kind: 'insert', amount_cents: 3900, refunded_cents: 4900 }],
    ['the full amount again', after(4900), refund(), { kind: 'skipped' }],
    [
      'a partial refund without an ID',
      sale,
      refund({ amountCents: 1000 }),
      { kind: 'insert', amount_cents: 1000, refunded_cents: 1000 },
    ],
    [
      'the same partial refund without an ID again',
      after(1000),
      refund({ amountCents: 1000 }),
      { kind: 'skipped' },
    ],
    [
      'without an ID, the amount is the total so far',
      after(1000),
      refund({ amountCents: 1500 }),
      { kind: 'insert', amount_cents: 500, refunded_cents: 1500 },
    ],
    ['less than already refunded', after(1000), refund({ amountCents: 400 }), { kind: 'skipped' }],
    [
      'one cent more than the sale, without an ID',
      sale,
      refund({ amountCents: 4901 }),
      { kind: 'too_much', left_cents: 4900 },
    ],
    [
      'with an ID, the amount is that refund alone',
      after(1000),
      refund({ refundId: 're_2', amountCents: 1000 }),
      { kind: 'insert', refund_id: 're_2', amount_cents: 1000, refunded_cents: 2000 },
    ],
    [
      'a known ID',
      after(1000, { existing: seen }),
      refund({ refundId: 're_1', amountCents: 9 }),
      { kind: 'skipped' },
    ],
    [
      'one cent more than remains, with an ID',
      after(1000),
      refund({ refundId: 're_2', amountCents: 3901 }),
      { kind: 'too_much', left_cents: 3900 },
    ],
    [
      'exactly the remaining amount, with an ID',
      after(1000),
      refund({ refundId: 're_2', amountCents: 3900 }),
      { kind: 'insert', amount_cents: 3900, refunded_cents: 4900 },
    ],
    ['a new ID when nothing remains', after(4900), refund({ refundId: 're_3' }), { kind: 'skipped' }],
    [
      'the full amount after the team entered it',
      after(4900, { team_reports: { named_cents: 0n, other_cents: 4900n } }),
      refund({ refundId: 'mine', amountCents: 4900 }),
      { kind: 'insert', amount_cents: 0, reported_cents: 4900, refunded_cents: 4900, may_repeat_team: true },
    ],
    [
      'the full amount after the team entered a part',
      after(900, {
        team_reports: { named_cents: 900n, other_cents: 0n },
        prior_reports: { ...noReports, named_cents: 900n },
      }),
      refund({ refundId: 'mine', amountCents: 4900 }),
      {
        kind: 'insert',
        amount_cents: 4000,
        reported_cents: 4900,
        refunded_cents: 4900,
        may_repeat_team: true,
      },
    ],
    [
      'more than the sale together with the server’s own reports',
      after(4900, { team_reports: { named_cents: 0n, other_cents: 900n } }),
      refund({ refundId: 'mine', amountCents: 901 }),
      { kind: 'too_much', left_cents: 0 },
    ],
  ])('%s', (_, data, change, expected) => {
    expect(decideRefund(data, change)).toMatchObject(expected)
  })
})

describe('a refund of a proportionally refunded sale', () => {
  const rounding = { rounding_cents: 2n }
  it.each<[string, RefundData, RefundChange, object]>([
    [
      'one cent more than remains reverses the remaining amount',
      after(3268, rounding),
      refund({ refundId: 'mine', amountCents: 1633 }),
      { kind: 'insert', amount_cents: 1632, reported_cents: 1633, refunded_cents: 4900 },
    ],
    [
      'one cent more than remains, after the processor reported everything, counts nothing',
      { ...dataAfterProcessorRefund(4900, { other_cents: 3268n }), ...rounding },
      refund({ refundId: 'mine', amountCents: 1633 }),
      { kind: 'insert', amount_cents: 0, reported_cents: 1633, refunded_cents: 4900 },
    ],
    [
      'an excess beyond rounding is rejected',
      after(3268, rounding),
      refund({ refundId: 'mine', amountCents: 1635 }),
      { kind: 'too_much', left_cents: 1632 },
    ],
    [
      'a dispute was rounded up, too',
      after(2451, { refunds_cents: 0n, disputes_cents: 2451n, ...rounding }),
      refund({ refundId: 'mine', amountCents: 2450 }),
      { kind: 'insert', amount_cents: 2450, refunded_cents: 4900 },
    ],
    [
      'a total off by rounding',
      after(3268, rounding),
      refund({ amountCents: 4901 }),
      { kind: 'insert', amount_cents: 1632, refunded_cents: 4900 },
    ],
    [
      'a total off by more than rounding',
      after(3268, rounding),
      refund({ amountCents: 4903 }),
      { kind: 'too_much' },
    ],
    [
      'the processor reports everything afterwards',
      after(4900, { prior_reports: { ...noReports, other_cents: 4901n }, ...rounding }),
      { kind: 'refund', amountIs: 'total_of_processor', amountCents: 4900 },
      { kind: 'skipped' },
    ],
  ])('%s', (_, data, change, expected) => {
    expect(decideRefund(data, change)).toMatchObject(expected)
  })
})

describe('a processor’s reports', () => {
  const total = (amountCents: number): RefundChange => ({
    kind: 'refund',
    amountIs: 'total_of_processor',
    amountCents,
  })
  const failedRefund = (amountCents: number): RefundChange => ({
    kind: 'failed_refund',
    refundId: 're_1',
    amountCents,
  })
  const dispute = (amountCents: number, isWithdrawn = false): RefundChange => ({
    kind: 'dispute',
    refundId: 'dp_1',
    amountCents,
    isWithdrawn,
  })
  it.each<[string, RefundData, RefundChange, object]>([
    [
      'a total of the full amount',
      sale,
      total(4900),
      { kind: 'insert', event: 'refund', amount_cents: 4900, refunded_cents: 4900 },
    ],
    ['a smaller total than the merchant reported', after(1000), total(500), { kind: 'skipped' }],
    ['the same total as the merchant reported', after(1000), total(1000), { kind: 'skipped' }],
    [
      'a larger total than the merchant reported',
      after(1000),
      total(1500),
      { kind: 'insert', amount_cents: 500, refunded_cents: 1500 },
    ],
    [
      'a total smaller than the previous one restores the difference',
      dataAfterProcessorRefund(1000),
      total(400),
      { kind: 'insert', event: 'failed_refund', amount_cents: 600, refunded_cents: 400 },
    ],
    [
      'a total covers refunds, but not disputes',
      after(1000, { refunds_cents: 0n, disputes_cents: 1000n }),
      total(1000),
      { kind: 'insert', amount_cents: 1000, refunded_cents: 2000 },
    ],
    [
      'a refund and a dispute of the full amount count once in full',
      after(4900),
      dispute(4900),
      { kind: 'insert', refunded_cents: 4900 },
    ],
    ['a failed refund is restored', after(1000), failedRefund(1000), { kind: 'insert', refunded_cents: 0 }],
    ['a failed refund reported twice', after(0, { existing: seen }), failedRefund(1000), { kind: 'skipped' }],
    [
      'a failure before its refund never results in less than zero',
      sale,
      failedRefund(1000),
      { kind: 'insert', refunded_cents: 0 },
    ],
    ['a dispute opens', sale, dispute(4900), { kind: 'insert', is_withdrawn: false, refunded_cents: 4900 }],
    [
      'a won dispute',
      after(1000, { refunds_cents: 0n, disputes_cents: 1000n, existing: seen }),
      dispute(1000, true),
      { kind: 'withdraw', id: 7, refunded_cents: 0 },
    ],
    [
      'a dispute won before it was reported',
      sale,
      dispute(1000, true),
      { kind: 'insert', is_withdrawn: true, refunded_cents: 0 },
    ],
    [
      'a won dispute whose opening arrives late',
      after(0, { existing: { ...seen, is_withdrawn: true } }),
      dispute(1000),
      { kind: 'skipped' },
    ],
    [
      'a failure of almost all of the largest sale leaves the exact remainder',
      after(Number.MAX_SAFE_INTEGER, {
        amount_cents: Number.MAX_SAFE_INTEGER,
        refunds_cents: 2n * BigInt(Number.MAX_SAFE_INTEGER) - 1n,
        disputes_cents: 0n,
      }),
      failedRefund(Number.MAX_SAFE_INTEGER),
      { kind: 'insert', refunded_cents: Number.MAX_SAFE_INTEGER - 1 },
    ],
    [
      'a won dispute leaves the refunds in place',
      after(2000, { refunds_cents: 1000n, disputes_cents: 1000n, existing: seen }),
      dispute(1000, true),
      { kind: 'withdraw', refunded_cents: 1000 },
    ],
  ])('%s', (_, data, change, expected) => {
    expect(decideRefund(data, change)).toMatchObject(expected)
  })
})

describe('a refund that the processor has already reported', () => {
  it.each<[string, RefundData, RefundChange, object]>([
    [
      'is recorded but counts nothing',
      dataAfterProcessorRefund(1000),
      refund({ refundId: 're_1', amountCents: 1000 }),
      { kind: 'insert', amount_cents: 0, reported_cents: 1000, refunded_cents: 1000 },
    ],
    [
      "counts only the excess over the processor's report",
      dataAfterProcessorRefund(1000),
      refund({ refundId: 'mine', amountCents: 1500 }),
      { kind: 'insert', amount_cents: 500, reported_cents: 1500, refunded_cents: 1500 },
    ],
    [
      'together with another refund, counts the excess of both',
      dataAfterProcessorRefund(1000, { named_cents: 800n }),
      refund({ refundId: 'mine', amountCents: 300 }),
      { kind: 'insert', amount_cents: 100, reported_cents: 300, refunded_cents: 1100 },
    ],
    [
      'is recorded as a lower total, from which the next one counts',
      dataAfterProcessorRefund(1000),
      refund({ amountCents: 600 }),
      { kind: 'insert', amount_cents: 0, reported_cents: 600, refunded_cents: 1000 },
    ],
    [
      'is accepted if only both sources together exceed the sale',
      dataAfterProcessorRefund(4000),
      refund({ refundId: 're_1', amountCents: 4000 }),
      { kind: 'insert', amount_cents: 0, refunded_cents: 4000 },
    ],
    [
      'counts nothing if it failed',
      dataAfterProcessorRefund(0, {
        failed_cents: 1000n,
        same_refund: { failed_cents: 1000n, named_cents: undefined },
      }),
      refund({ refundId: 're_1', amountCents: 1000 }),
      { kind: 'insert', amount_cents: 0, reported_cents: 1000, refunded_cents: 0 },
    ],
    [
      'counts nothing for a sale that duplicates another one',
      after(4900, { prior_reports: { ...noReports, is_void: true } }),
      refund({ refundId: 're_1', amountCents: 1000 }),
      { kind: 'insert', amount_cents: 0, reported_cents: 1000, refunded_cents: 4900 },
    ],
  ])('%s', (_, data, change, expected) => {
    expect(decideRefund(data, change)).toMatchObject(expected)
  })
})

describe('a failed refund', () => {
  it.each<[string, RefundData, object]>([
    [
      'of a refund that the merchant identified restores only that one',
      after(1500, {
        prior_reports: {
          ...noReports,
          named_cents: 1500n,
          same_refund: { failed_cents: undefined, named_cents: 1000n },
        },
      }),
      { kind: 'insert', event: 'failed_refund', amount_cents: 1000, refunded_cents: 500 },
    ],
    [
      'of a refund that the merchant did not identify leaves the identified ones unchanged',
      after(500, { prior_reports: { ...noReports, named_cents: 500n } }),
      { kind: 'insert', amount_cents: 0, reported_cents: 1000, refunded_cents: 500 },
    ],
    [
      'of a refund that the merchant identified differently restores it',
      after(1000, { prior_reports: { ...noReports, other_cents: 1000n } }),
      { kind: 'insert', amount_cents: 1000, refunded_cents: 0 },
    ],
  ])('%s', (_, data, expected) => {
    const change: RefundChange = { kind: 'failed_refund', refundId: 're_1', amountCents: 1000 }
    expect(decideRefund(data, change)).toMatchObject(expected)
  })
})

describe('a sale that duplicates another one', () => {
  const change: RefundChange = { kind: 'refund', amountIs: 'void', refundId: 'the same payment as sale 1' }
  it('is fully reversed, even after failed refunds', () => {
    const data = after(0, { refunds_cents: -2000n })
    const expected = { kind: 'insert', amount_cents: 6900, voids_sale: true, refunded_cents: 4900 }
    expect(decideRefund(data, change)).toMatchObject(expected)
  })

  it('is reversed only once', () => {
    const data = after(4900, { prior_reports: { ...noReports, is_void: true } })
    expect(decideRefund(data, change)).toEqual({ kind: 'skipped' })
  })
})

describe('a dispute whose amount changes', () => {
  it('counts with its current amount', () => {
    const data = after(1000, { refunds_cents: 0n, disputes_cents: 1000n, existing: seen })
    const change: RefundChange = { kind: 'dispute', refundId: 'dp_1', amountCents: 700, isWithdrawn: false }
    expect(decideRefund(data, change)).toEqual({
      kind: 'amend',
      id: 7,
      amount_cents: 700,
      refunded_cents: 700,
    })
  })
})

describe('invalid reports', () => {
  it('reject a partial refund, failed refund or dispute without an ID', () => {
    // @ts-expect-error a partial refund requires an id
    const part: RefundChange = { kind: 'refund', amountIs: 'part', amountCents: 1 }
    // @ts-expect-error a failed refund requires an id
    const failedRefund: RefundChange = { kind: 'failed_refund', amountCents: 1 }
    // @ts-expect-error a dispute requires an id
    const dispute: RefundChange = { kind: 'dispute', amountCents: 1, isWithdrawn: false }
    expect([part, failedRefund, dispute].map(({ refundId }) => refundId)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('the reversed share', () => {
  it('is proportional, rounded half up', () => {
    expect(reversedPart(980, 4900, 1000)).toBe(200)
    expect(reversedPart(980, 4900, 4900)).toBe(980)
    expect(reversedPart(980, 4900, 0)).toBe(0)
    expect(reversedPart(1, 2, 1)).toBe(0)
    expect(reversedPart(0, 4900, 1000)).toBe(0)
  })

  it('adds up to the same amount for any parts in any order, between zero and the whole', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }),
        (amount, share, fractions) => {
          let before = 0
          for (const refunded of fractions
            .map((fraction) => Math.min(amount, Math.floor(fraction * amount)))
            .sort((a, b) => a - b)) {
            const reversedCents = reversedPart(share, amount, refunded)
            expect(reversedCents).toBeGreaterThanOrEqual(before)
            expect(reversedCents).toBeLessThanOrEqual(share)
            before = reversedCents
          }
          expect(reversedPart(share, amount, amount)).toBe(share)
        },
      ),
    )
  })
})
