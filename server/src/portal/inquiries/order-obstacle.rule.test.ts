import { describe, expect, it } from 'vitest'
import { amountOf, type OrderFacts, orderObstacle } from './order-obstacle.rule.ts'

const NOTHING: OrderFacts = { sale: undefined, payment: undefined, refused: undefined }
const MINE = 1

describe('why an order can’t be credited', () => {
  it.each([
    ['nothing was received', {}, 'sale_not_received'],
    [
      'it belongs to another partner, paid or not',
      { sale: { partner_id: 2, commission_id: null } },
      'belongs_to_another',
    ],
    ['it has a commission', { sale: { partner_id: MINE, commission_id: 7 } }, 'has_commission'],
    [
      'it has no commission',
      { sale: { partner_id: MINE, commission_id: null } },
      'recorded_without_commission',
    ],
    ['it was only announced', { payment: { amount_cents: null, currency: null } }, 'payment_only_announced'],
    [
      'a payment in an unsupported currency',
      { payment: { amount_cents: 1, currency: 'JPY' } },
      'currency_not_taken',
    ],
    ['an unattributed payment', { payment: { amount_cents: 1, currency: 'USD' } }, undefined],
    ['a rejected request', { refused: { amount: '1', currency: 'EUR' } }, undefined],
    ['one without an amount', { refused: { amount: null, currency: 'EUR' } }, 'amount_unreadable'],
    ['one in a wrong currency', { refused: { amount: '1', currency: 'usd' } }, 'currency_not_taken'],
    [
      'a sale takes precedence over its rejected request',
      { sale: { partner_id: MINE, commission_id: 7 }, refused: { amount: '1', currency: 'EUR' } },
      'has_commission',
    ],
  ] as const)('%s', (_name, facts, obstacle) => {
    expect(orderObstacle({ ...NOTHING, ...facts }, MINE, ['USD', 'EUR'])).toBe(obstacle)
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
    expect(amountOf(text)).toBe(amount)
  })
})
