import { describe, expect, it } from 'vitest'
import { amountOf, type OrderFacts, orderObstacle } from './order-obstacle.rule.ts'

const NOTHING: OrderFacts = { sale: undefined, payment: undefined, refused: undefined }
const MINE = 1

describe('what of an order is in the way', () => {
  it.each([
    ['nothing was received', {}, 'sale_not_received'],
    [
      'it is another partner’s, paid or not',
      { sale: { partner_id: 2, commission_id: null } },
      'belongs_to_another',
    ],
    ['it is paid for', { sale: { partner_id: MINE, commission_id: 7 } }, 'has_commission'],
    ['it pays nothing', { sale: { partner_id: MINE, commission_id: null } }, 'recorded_without_commission'],
    ['it was announced', { payment: { amount_cents: null, currency: null } }, 'payment_only_announced'],
    [
      'a payment in a currency of nobody',
      { payment: { amount_cents: 1, currency: 'JPY' } },
      'currency_not_taken',
    ],
    ['a payment that found nobody', { payment: { amount_cents: 1, currency: 'USD' } }, undefined],
    ['a refused call', { refused: { amount: '1', currency: 'EUR' } }, undefined],
    ['one without an amount', { refused: { amount: null, currency: 'EUR' } }, 'amount_unreadable'],
    ['one in a wrong currency', { refused: { amount: '1', currency: 'usd' } }, 'currency_not_taken'],
    [
      'a sale goes before the call that was refused before it',
      { sale: { partner_id: MINE, commission_id: 7 }, refused: { amount: '1', currency: 'EUR' } },
      'has_commission',
    ],
  ] as const)('%s', (_name, facts, obstacle) => {
    expect(orderObstacle({ ...NOTHING, ...facts }, MINE, ['USD', 'EUR'])).toBe(obstacle)
  })
})

describe('the amount of a refused call', () => {
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
