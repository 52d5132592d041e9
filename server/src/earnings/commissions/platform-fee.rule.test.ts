import { describe, expect, it } from 'vitest'
import { platformFee } from './platform-fee.rule.ts'

describe('platformFee applies the rate to the amount as sent and rounds half up (D31)', () => {
  it.each([
    ['350 bps of 49.00 is 171.5 cents', 4900, 350, 172],
    ['a fee of zero', 4900, 0, 0],
    ['a fee of 100%', 4900, 10_000, 4900],
    ['less than half a cent', 14, 350, 0],
    ['more than half a cent', 15, 350, 1],
    ['exactly half a cent', 100, 50, 1],
    ['the largest amount', Number.MAX_SAFE_INTEGER, 350, 315251973915935],
  ])('%s', (_label, amount_cents, rate_bps, fee) => {
    expect(platformFee(amount_cents, rate_bps)).toBe(fee)
  })
})
