import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitRefund, sum } from './split-refund.rule.ts'

describe('a refund of a charge that paid several sales', () => {
  const twenty = new Array<bigint>(20).fill(105n)
  it.each<[string, bigint[], bigint, bigint[]]>([
    ['0.50 of .33 + .33 + .34', [33n, 33n, 34n], 50n, [17n, 16n, 17n]],
    ['the full amount', [33n, 33n, 34n], 100n, [33n, 33n, 34n]],
    ['one cent', [33n, 33n, 34n], 1n, [0n, 0n, 1n]],
    [
      '20.90 across twenty sales of 1.05',
      twenty,
      2090n,
      twenty.map((_, place) => (place < 10 ? 105n : 104n)),
    ],
    ['nothing', [33n, 67n], 0n, [0n, 0n]],
    ['a single sale', [4900n], 1234n, [1234n]],
    ['a weight of zero', [0n, 10n], 7n, [0n, 7n]],
    ['no weights at all', [0n, 0n], 7n, [0n, 0n]],
    ['more than the sum', [1n, 1n], 4n, [2n, 2n]],
  ])('%s', (_name, weights, cents, parts) => {
    expect(splitRefund(weights, cents)).toEqual(parts)
  })

  const weights = fc.array(
    fc.oneof(fc.bigInt({ min: 1n, max: 40n }), fc.bigInt({ min: 1n, max: 2n ** 53n - 1n })),
    { minLength: 1, maxLength: 20 },
  )

  it('parts add up, never shrink as the refund grows, and never exceed their sale', () => {
    fc.assert(
      fc.property(
        weights,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
        (all, at) => {
          const total = sum(all)
          const amounts = at
            .map((part) => (total * BigInt(Math.floor(part * 1e9))) / 1_000_000_000n)
            .flatMap((cents) => [cents, cents + 1n])
            .filter((cents) => cents <= total)
            .sort((a, b) => (a < b ? -1 : 1))
          let before = all.map(() => 0n)
          for (const cents of [...amounts, total]) {
            const parts = splitRefund(all, cents)
            expect(sum(parts)).toBe(cents)
            for (const [place, part] of parts.entries()) {
              expect(part).toBeGreaterThanOrEqual(before[place] ?? 0n)
              expect(part).toBeLessThanOrEqual(all[place] ?? 0n)
            }
            before = parts
          }
          expect(before).toEqual(all)
        },
      ),
    )
  })

  it('splits a subset of the sales like its own sum', () => {
    fc.assert(
      fc.property(weights, fc.nat(20), fc.double({ min: 0, max: 1, noNaN: true }), (all, some, part) => {
        const parts = splitRefund(all, (sum(all) * BigInt(Math.floor(part * 1e9))) / 1_000_000_000n)
        const first = parts.slice(0, some)
        expect(splitRefund(all.slice(0, some), sum(first))).toEqual(first)
      }),
    )
  })
})
