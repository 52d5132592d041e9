import { describe, expect, it } from 'vitest'
import { DEFAULT_CURRENCIES } from '../../core/money/currency.ts'
import { checkSaleRequest, PROVIDERS, requestsTestMode, type SaleFields } from './sale-request.rule.ts'

const RECEIVED_AT = new Date('2026-03-10T12:00:00.000Z')
const LIMITS = {
  occurredAtMaxAgeMs: 30 * 24 * 60 * 60 * 1000,
  occurredAtMaxSkewMs: 5 * 60 * 1000,
  currencies: DEFAULT_CURRENCIES,
}
const LIVE = { transaction_id: 'order-1', amount_cents: 4900 }

const check = (fields: SaleFields, isTest = false) =>
  checkSaleRequest(fields, { isTest, receivedAt: RECEIVED_AT }, LIMITS)
const findInvalidField = (fields: SaleFields, isTest = false) => {
  const result = check(fields, isTest)
  return result.kind === 'invalid_field' ? result.field : result.kind
}

describe('requestsTestMode recognizes the fields that make a sale a test sale', () => {
  it.each<[string, Record<string, unknown>, boolean]>([
    ['nothing sent', {}, false],
    ['test_mode true', { additional_data: { test_mode: true } }, true],
    ['test_mode false', { additional_data: { test_mode: false } }, false],
    ['test_mode "true" is not a boolean', { additional_data: { test_mode: 'true' } }, false],
    ['test_mode 1 is not a boolean', { additional_data: { test_mode: 1 } }, false],
    ['test_mode outside additional_data', { test_mode: true }, false],
    ['livemode false', { livemode: false }, true],
    ['livemode true has no effect', { livemode: true }, false],
    ['livemode true with test_mode true', { livemode: true, additional_data: { test_mode: true } }, true],
    ['livemode "false" is not a boolean', { livemode: 'false' }, false],
    ['livemode null, which is treated as not sent (D1)', { livemode: null }, false],
    ['additional_data null', { additional_data: null }, false],
    ['additional_data an array', { additional_data: ['test_mode'] }, false],
    ['additional_data a string', { additional_data: 'test_mode' }, false],
  ])('%s', (_label, body, isTest) => {
    expect(requestsTestMode(body)).toBe(isTest)
  })
})

describe('checkSaleRequest', () => {
  it('fills in the defaults of the field table', () => {
    expect(check(LIVE)).toEqual({
      kind: 'valid',
      request: {
        ...LIVE,
        tax_amount_cents: undefined,
        customer_key: undefined,
        click_id: undefined,
        currency: 'USD',
        sale_type: 'payment',
        additional_data: undefined,
        is_recurring: false,
        subscription_id: undefined,
        subscription_interval: undefined,
        product_id: undefined,
        occurred_at: undefined,
        provider: undefined,
        provider_payment_id: undefined,
      },
    })
  })

  it.each<[string, SaleFields, boolean, string]>([
    ['a live sale without transaction_id', { amount_cents: 1 }, false, 'transaction_id'],
    ['a live sale without amount_cents', { transaction_id: 't' }, false, 'amount_cents'],
    ['a test sale without either (D13)', {}, true, 'valid'],
    ['tax equal to the amount (D12)', { ...LIVE, tax_amount_cents: 4900 }, false, 'valid'],
    ['no tax', { ...LIVE, tax_amount_cents: 0 }, false, 'valid'],
    ['tax one cent over the amount', { ...LIVE, tax_amount_cents: 4901 }, false, 'tax_amount_cents'],
    [
      'tax one cent over the amount in test mode',
      { ...LIVE, tax_amount_cents: 4901 },
      true,
      'tax_amount_cents',
    ],
    ['tax without an amount in test mode', { tax_amount_cents: 1 }, true, 'valid'],
    [
      'test_mode of another type',
      { ...LIVE, additional_data: { test_mode: 'yes' } },
      false,
      'additional_data.test_mode',
    ],
    [
      'test_mode null, which is treated as not sent',
      { ...LIVE, additional_data: { test_mode: null } },
      false,
      'valid',
    ],
  ])('%s', (_label, fields, isTest, result) => {
    expect(findInvalidField(fields, isTest)).toBe(result)
  })

  it.each([
    ['the receive time', '2026-03-10T12:00:00Z', 'valid'],
    ['exactly 30 days old', '2026-02-08T12:00:00.000Z', 'valid'],
    ['one millisecond older', '2026-02-08T11:59:59.999Z', 'occurred_at'],
    ['exactly 5 minutes ahead', '2026-03-10T12:05:00.000Z', 'valid'],
    ['one millisecond further ahead', '2026-03-10T12:05:00.001Z', 'occurred_at'],
    ['the limit in another offset', '2026-03-10T19:05:00+07:00', 'valid'],
    ['just past the limit in another offset', '2026-03-10T19:05:00.001+07:00', 'occurred_at'],
    ['no offset', '2026-03-10T12:00:00', 'occurred_at'],
    ['an impossible date', '2026-02-30T12:00:00Z', 'occurred_at'],
    ['empty', '', 'occurred_at'],
  ])('accepts occurred_at within its limits, inclusive (D10): %s', (_label, occurred_at, result) => {
    expect(findInvalidField({ ...LIVE, occurred_at })).toBe(result)
  })

  it.each<[string, unknown, string]>([
    ...DEFAULT_CURRENCIES.map((code): [string, unknown, string] => [code, code, 'valid']),
    ['lowercase', 'usd', 'unsupported_currency'],
    ['another code', 'GBP', 'unsupported_currency'],
    ['padded', ' USD', 'unsupported_currency'],
    ['empty', '', 'unsupported_currency'],
    ['a number', 840, 'unsupported_currency'],
    ['a list', ['USD'], 'unsupported_currency'],
  ])('accepts only the currencies USD, EUR and VND (D9): %s', (_label, currency, result) => {
    expect(findInvalidField({ ...LIVE, currency })).toBe(result)
  })

  it('checks fields before the currency (D6)', () => {
    expect(findInvalidField({ ...LIVE, currency: 'GBP', occurred_at: 'yesterday' })).toBe('occurred_at')
    expect(findInvalidField({ currency: 'GBP' })).toBe('transaction_id')
  })

  it('accepts eleven providers (D11)', () => {
    expect(PROVIDERS).toHaveLength(11)
    expect(new Set(PROVIDERS).size).toBe(11)
  })
})
