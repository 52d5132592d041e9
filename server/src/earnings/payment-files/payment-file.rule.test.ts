import { describe, expect, it } from 'vitest'
import type { Currency } from '../../core/money/currency.ts'
import type { PayoutAccount, PayoutDetails } from '../payout-details/payout-details.ts'
import { type BatchPayout, choosePayouts, sumAmounts, supportsCurrency } from './payment-file.rule.ts'
import type { PaymentFile } from './payment-file.ts'

const ibanAccount = (iban: string): PayoutAccount => ({ method: 'bank_iban', iban, bic: null })
const DUTCH = ibanAccount('NL91ABNA0417164300')
const PAYPAL: PayoutAccount = { method: 'paypal', email: 'a@pay.test' }
const WISE: PayoutAccount = { method: 'wise', email: 'a@pay.test' }

function details(account: PayoutAccount, legal_name = 'Ann'): PayoutDetails {
  const address = { address: 'Street 1', city: 'Town', postal_code: '1', country: 'NL', tax_id: null }
  return { account, payee_kind: 'person', legal_name, ...address }
}

function payout(id: number, account: PayoutAccount, more: Partial<BatchPayout> = {}): BatchPayout {
  const basePayout = { id, currency: 'EUR', amount_cents: '100', status: 'open', is_blocked: false } as const
  return { ...basePayout, details: details(account), ...more }
}

function choose(payouts: BatchPayout[], format: PaymentFile, currency: Currency = 'EUR', part = 1) {
  const steps = choosePayouts(payouts, { format, currency, part })
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

describe('choosePayouts', () => {
  it.each([
    ['sepa', DUTCH],
    ['paypal', PAYPAL],
    ['wise', WISE],
  ] as const)('includes matching payouts in a %s file', (format, account) => {
    expect(choose([payout(1, account)], format)).toMatchObject({
      payable: [{ id: 1 }],
      skipped: [],
      parts: 1,
    })
  })

  it.each([
    ['another currency', 'sepa', payout(1, DUTCH, { currency: 'USD' }), 'other_currency'],
    ['no details', 'sepa', payout(1, DUTCH, { details: null }), 'no_details'],
    [
      'a payout encrypted with another secret',
      'sepa',
      payout(1, DUTCH, { details: 'unreadable' }),
      'unreadable_details',
    ],
    ['another method', 'sepa', payout(1, PAYPAL), 'other_method'],
    ['PayPal in a Wise file', 'wise', payout(1, PAYPAL), 'other_method'],
    [
      'a bank account outside SEPA',
      'sepa',
      payout(1, ibanAccount('TR330006100519786457841326')),
      'unsupported_account',
    ],
    [
      'an amount above the transfer limit',
      'sepa',
      payout(1, DUTCH, { amount_cents: '100000000000' }),
      'unsupported_amount',
    ],
    [
      'a name without Latin letters',
      'sepa',
      payout(1, DUTCH, { details: details(DUTCH, '山田') }),
      'unsupported_name',
    ],
    ['a paid payout', 'sepa', payout(1, DUTCH, { status: 'paid' }), 'paid'],
    ['a canceled payout', 'sepa', payout(1, DUTCH, { status: 'canceled' }), 'canceled'],
    [
      'a payout for a partner whose payouts are paused',
      'sepa',
      payout(1, DUTCH, { is_blocked: true }),
      'payee_blocked',
    ],
  ] as const)('skips %s and reports it', (_name, format, one, reason) => {
    const { payable, skipped } = choose([one], format)
    expect(payable).toEqual([])
    expect(skipped).toMatchObject([{ payout: { id: 1 }, reason }])
  })

  it.each([
    ['includes', 'HUF', '100'],
    ['skips', 'HUF', '101'],
    ['skips', 'TWD', '150'],
    ['includes', 'JPY', '101'],
    ['skips', 'VND', '101'],
  ] as const)('%s a PayPal payout of %s %s', (effect, currency, amount_cents) => {
    const chosen = choose([payout(1, PAYPAL, { currency, amount_cents })], 'paypal', currency)
    expect(chosen.payable).toHaveLength(effect === 'includes' ? 1 : 0)
  })

  it('splits large files into parts that stay the same after some payouts are paid', () => {
    const all = Array.from({ length: 2_001 }, (_, at) => payout(at + 1, WISE))
    const paid = all.map((one) => (one.id <= 1_000 ? { ...one, status: 'paid' as const } : one))
    const ids = (payouts: BatchPayout[], part: number) =>
      choose(payouts, 'wise', 'EUR', part).payable.map(({ id }) => id)
    expect(choose(all, 'wise').parts).toBe(3)
    expect(ids(all, 1)).toHaveLength(1_000)
    expect(ids(all, 3)).toEqual([2_001])
    expect(ids(paid, 1)).toEqual([])
    expect(ids(paid, 2)).toEqual(ids(all, 2))
    // Details that are added later don't move a payout to another part.
    const withoutDetails = all.map((one) => (one.id === 7 ? { ...one, details: null } : one))
    expect(ids(withoutDetails, 2)).toEqual(ids(all, 2))
    expect(ids(withoutDetails, 1)).toEqual(ids(all, 1).filter((id) => id !== 7))
  })
})

describe('supportsCurrency', () => {
  it.each([
    ['sepa', 'EUR', true],
    ['sepa', 'USD', false],
    ['paypal', 'USD', true],
    ['paypal', 'VND', false],
    ['wise', 'VND', true],
  ] as const)('returns whether the format %s supports the currency %s: %s', (format, currency, is) =>
    expect(supportsCurrency(format, currency)).toBe(is),
  )
})

it('sumAmounts adds up amounts beyond safe integers exactly', () => {
  expect(sumAmounts([{ amount_cents: '9007199254740993' }, { amount_cents: '2' }])).toBe(9007199254740995n)
})
