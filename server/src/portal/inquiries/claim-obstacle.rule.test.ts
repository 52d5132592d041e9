import { describe, expect, it } from 'vitest'
import { findClaimObstacle, type OrderData, parseRejectedAmount } from './claim-obstacle.rule.ts'

const NO_RECORDS: OrderData = { sale: undefined, payment: undefined, rejected: undefined }
const MINE = 1

describe('decides why an order can’t be credited', () => {
  it.each([
    ['nothing was received', {}, 'sale_not_received'],
    [
      'the sale belongs to another partner, paid or not',
      { sale: { partner_id: 2, commission_id: null } },
      'belongs_to_another',
    ],
    ['the sale has a commission', { sale: { partner_id: MINE, commission_id: 7 } }, 'has_commission'],
    [
      'the sale has no commission',
      { sale: { partner_id: MINE, commission_id: null } },
      'recorded_without_commission',
    ],
    [
      'the payment was only announced',
      { payment: { amount_cents: null, currency: null } },
      'payment_pending',
    ],
    [
      'a payment in an unsupported currency',
      { payment: { amount_cents: 1, currency: 'JPY' } },
      'unsupported_currency',
    ],
    ['an unattributed payment', { payment: { amount_cents: 1, currency: 'USD' } }, undefined],
    ['a rejected request', { rejected: { amount: '1', currency: 'EUR' } }, undefined],
    ['a request without an amount', { rejected: { amount: null, currency: 'EUR' } }, 'invalid_amount'],
    [
      'a request in an invalid currency',
      { rejected: { amount: '1', currency: 'usd' } },
      'unsupported_currency',
    ],
    [
      'a sale takes precedence over its rejected request',
      { sale: { partner_id: MINE, commission_id: 7 }, rejected: { amount: '1', currency: 'EUR' } },
      'has_commission',
    ],
  ] as const)('%s', (_name, facts, obstacle) => {
    expect(findClaimObstacle({ ...NO_RECORDS, ...facts }, MINE, ['USD', 'EUR'])).toBe(obstacle)
  })
})

describe('the amount of a rejected request', () => {
  it.each([
    ['1', 1],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', undefined],
    ['0', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['"4900"', undefined],
    ['[…]', undefined],
    ['', undefined],
    [null, undefined],
  ])('%s is %s', (text, amount) => {
    expect(parseRejectedAmount(text)).toBe(amount)
  })
})
