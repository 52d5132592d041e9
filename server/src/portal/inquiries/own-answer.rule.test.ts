import { describe, expect, it } from 'vitest'
import type { Facts } from '../../reports/explain/explain.ts'
import type { Reason } from '../../reports/explain/explanation-text.rule.ts'
import { ownAnswer } from './own-answer.rule.ts'

const earned: Facts = { currency: 'USD', madeCents: 2000, commissionCents: 2000, paidCents: 0 }

describe('what is paid of an order, and what is still to come', () => {
  it.each<[Reason, number, string]>([
    ['waits_for_payout', 0, 'It is approved, and the next payout takes it.'],
    [
      'waits_for_payout',
      1,
      '0.01 USD of it is paid; the other 19.99 USD is approved, and the next payout takes it.',
    ],
    ['in_payout', 0, 'It is in a payout that is on its way.'],
    ['in_payout', 1000, '10.00 USD of it is paid; the other 10.00 USD is in a payout that is on its way.'],
    ['waits_for_partner', 0, 'It is approved; payouts to you wait until the program releases them.'],
    [
      'waits_for_partner',
      1000,
      '10.00 USD of it is paid; the other 10.00 USD is approved, and payouts to you wait until the program releases them.',
    ],
  ])('%s, with %d paid', (reason, paidCents, where) => {
    const said = ownAnswer({ reason, facts: { ...earned, paidCents } }, 'UTC')
    expect([said.answer, said.text]).toEqual(['on_its_way', `You earned 20.00 USD with this order. ${where}`])
  })
})

describe('money that went back after it was paid', () => {
  it.each<[string, Facts, string]>([
    [
      'once',
      { commissionCents: 800, paidCents: 2000 },
      'You were paid for this order, and afterwards money went back to the customer: 8.00 USD of 20.00 USD is left, and the next payout takes the difference off.',
    ],
    [
      'once more, after a payout took off what went back before',
      { commissionCents: 400, paidCents: 800 },
      'You are paid 8.00 USD for this order, and money went back to the customer: 4.00 USD of 20.00 USD is left, and the next payout takes 4.00 USD off.',
    ],
  ])('%s', (_label, facts, text) => {
    const conclusion = { reason: 'refunded_after_payment' as const, facts: { ...earned, ...facts } }
    expect(ownAnswer(conclusion, 'UTC').text).toBe(text)
  })
})

describe('a window that was over', () => {
  const link = 'This order is of a customer who came by your link on 18 May 2026 at 12:00 (UTC)'
  it.each<[string, Facts, string]>([
    [
      'and is the same now',
      { windowDays: 10 },
      ', and it came too late: the program counts a first sale within 10 days of the click.',
    ],
    [
      'and is another one now',
      { windowDays: 1, windowDaysNow: 20 },
      ', and it came too late: the program counted a first sale within 1 day of the click at that time.',
    ],
    [
      'of a length that is not known any more',
      { windowDaysNow: 20 },
      ', and it came too late: the time within which the program counts a first sale was shorter then.',
    ],
    [
      'since, of a sale that was refused for something else',
      { windowDays: 20, isClosedSince: true },
      '. It could not be counted when it came, and now it is too late: the program counts a first sale within 20 days of the click.',
    ],
  ])('%s', (_label, facts, rest) => {
    const clickedAt = '2026-05-18T12:00:00.000Z'
    const conclusion = { reason: 'window_closed' as const, facts: { clickedAt, ...facts } }
    expect(ownAnswer(conclusion, 'UTC').text).toBe(`${link}${rest}`)
  })
})
