import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDigest } from './mail-digest.rule.ts'

const line = fc.record({
  amountCents: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  currency: fc.constantFrom('USD', 'EUR', 'VND'),
})

const add = (all: readonly { currency: string; amountCents: number | string }[], currency: string) =>
  all.filter((one) => one.currency === currency).reduce((sum, one) => sum + BigInt(one.amountCents), 0n)

test('the lines and the remainder add up to the totals in each currency', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 1, max: 25 }), (all, maxLines) => {
      const { lines, rest, count, sums } = createDigest(all, maxLines)
      expect(lines).toEqual(all.slice(0, maxLines))
      expect(count).toBe(all.length)
      expect(rest.count).toBe(all.length - lines.length)
      for (const currency of ['USD', 'EUR', 'VND']) {
        expect(add(sums, currency)).toBe(add(all, currency))
        expect(add(lines, currency) + add(rest.sums, currency)).toBe(add(all, currency))
      }
    }),
  )
})
