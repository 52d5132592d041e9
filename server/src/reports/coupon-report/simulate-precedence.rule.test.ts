import { describe, expect, it } from 'vitest'
import { COUPON_PRECEDENCES } from '../../core/enums.ts'
import { type CouponStep, type Holder, partnerUnder } from './simulate-precedence.rule.ts'

const [ADA, BEA, CLICKER] = [1, 2, 3]
const click: Holder = { partner_id: CLICKER, source: 'click', is_valid: true }
const byCode = (partner_id: number): Holder => ({ partner_id, source: 'coupon_code', is_valid: true })
const step = (code_partner_id: number, holder?: Holder): CouponStep => ({ code_partner_id, holder })

describe('the partner of a customer under another precedence', () => {
  it.each([
    ['a code alone', [step(ADA)], [ADA, ADA, ADA]],
    ['a code against a click', [step(ADA, click)], [ADA, CLICKER, CLICKER]],
    ['a code against an expired click', [step(ADA, { ...click, is_valid: false })], [ADA, ADA, ADA]],
    ['two codes', [step(ADA), step(BEA, byCode(ADA))], [BEA, BEA, ADA]],
    [
      'two codes against a click, under code',
      [step(ADA, click), step(BEA, byCode(ADA))],
      [BEA, CLICKER, CLICKER],
    ],
    ['two codes against a click, under click', [step(ADA, click), step(BEA, click)], [BEA, CLICKER, CLICKER]],
    ['a code of the click’s partner', [step(CLICKER, click)], [CLICKER, CLICKER, CLICKER]],
    [
      'a customer of the team',
      [step(ADA, { partner_id: BEA, source: 'team', is_valid: true })],
      [BEA, BEA, BEA],
    ],
    [
      'a customer whom the team moved later',
      [step(ADA, click), step(ADA, { partner_id: BEA, source: 'team', is_valid: true })],
      [BEA, BEA, BEA],
    ],
    ['no code', [], [undefined, undefined, undefined]],
  ] as const)('%s', (_title, steps, partners) => {
    expect(COUPON_PRECEDENCES.map((precedence) => partnerUnder(steps, precedence))).toEqual(partners)
  })
})
