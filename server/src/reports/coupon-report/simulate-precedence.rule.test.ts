import { describe, expect, it } from 'vitest'
import { COUPON_PRECEDENCES } from '../../core/enums.ts'
import { type CouponStep, type Holder, partnerUnder } from './simulate-precedence.rule.ts'

const [ADA, BEA, CLICKER] = [1, 2, 3]
const at = (minutes: number) => new Date(Date.parse('2026-03-10T12:00:00.000Z') + minutes * 60_000)
const USED = at(10)
const click: Holder = { partner_id: CLICKER, source: 'click', at: at(0), is_valid: true }
const laterClick: Holder = { ...click, at: at(20) }
const byCode = (partner_id: number): Holder => ({
  partner_id,
  source: 'coupon_code',
  at: at(0),
  is_valid: true,
})
const byTeam: Holder = { partner_id: BEA, source: 'team', at: at(0), is_valid: true }
const step = (
  code_partner_id: number,
  holder?: Holder,
  decision: Partial<CouponStep['decision']> = {},
): CouponStep => ({
  code_partner_id,
  used_at: USED,
  holder,
  decision: { precedence: undefined, has_attributed: true, has_lapsed: false, ...decision },
})

describe('a customer’s partner under another precedence', () => {
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
    ['a code that belongs to the click’s partner', [step(CLICKER, click)], [CLICKER, CLICKER, CLICKER]],
    ['a code before a click', [step(ADA, laterClick)], [ADA, CLICKER, ADA]],
    [
      'a code before a click, and another code',
      [step(ADA, laterClick), step(BEA, byCode(ADA))],
      [BEA, CLICKER, ADA],
    ],
    [
      'a code that no longer counted when the click was sent',
      [step(ADA, laterClick, { precedence: 'first_touch', has_attributed: false, has_lapsed: true })],
      [CLICKER, CLICKER, CLICKER],
    ],
    ['a customer attributed by the team', [step(ADA, byTeam)], [BEA, BEA, BEA]],
    ['a customer reassigned by the team later', [step(ADA, click), step(ADA, byTeam)], [BEA, BEA, BEA]],
    ['no code', [], [undefined, undefined, undefined]],
  ] as const)('%s', (_title, steps, partners) => {
    expect(COUPON_PRECEDENCES.map((precedence) => partnerUnder(steps, precedence))).toEqual(partners)
  })

  it.each(COUPON_PRECEDENCES)(
    'is the real one under the precedence used for the decision (%s)',
    (precedence) => {
      for (const holder of [click, laterClick, byCode(BEA)]) {
        expect(partnerUnder([step(ADA, holder, { precedence, has_attributed: true })], precedence)).toBe(ADA)
        const kept = step(ADA, holder, { precedence, has_attributed: false })
        expect(partnerUnder([kept], precedence)).toBe(holder.partner_id)
      }
    },
  )
})
