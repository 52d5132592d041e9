import { describe, expect, it } from 'vitest'
import { type PaymentTermsData, paymentSentences } from './payment-sentences.rule.ts'

const PROGRAM = { name: 'Acme', attribution_window_days: 60, hold_period_days: 30 }
const FACTS: PaymentTermsData = { policies: [{ hold_days: null }], perLead: undefined, payouts: undefined }
const WINDOW = 'A customer’s first purchase counts if it’s within 60 days of clicking your link.'

describe('paymentSentences', () => {
  it.each<[string, Partial<PaymentTermsData>, string[]]>([
    [
      'a program without payout settings',
      {},
      [
        WINDOW,
        'Earnings are on hold for 30 days in case of refunds.',
        'Acme creates payouts manually and has no fixed payout day.',
        'There’s no minimum payout.',
      ],
    ],
    [
      'a payout day and minimums',
      { payouts: { pay_day: 5, minimums: { EUR: '5000', USD: '6000' } } },
      [
        WINDOW,
        'Earnings are on hold for 30 days in case of refunds.',
        'Payouts are created on day 5 of each month.',
        'The minimum payout is €50.00 and $60.00.',
      ],
    ],
    [
      'policies with their own hold periods',
      { policies: [{ hold_days: 14 }, { hold_days: 45 }], perLead: {} },
      [WINDOW, 'Earnings are on hold for 14 to 45 days in case of refunds.'],
    ],
    [
      'no hold period',
      { policies: [{ hold_days: 0 }] },
      [WINDOW, 'Earnings aren’t held back before they can be paid.'],
    ],
  ])('of %s', (_name, data, sentences) => {
    expect(paymentSentences(PROGRAM, { ...FACTS, ...data }, 'en').slice(0, sentences.length)).toEqual(
      sentences,
    )
  })
})
