import { describe, expect, it } from 'vitest'
import { codePattern } from './leak-sign.rule.ts'

describe('codePattern', () => {
  it.each([
    ['every order has a click', { orders: 5, no_click_orders: 0 }, { clicks: 0, orders: 5 }, 'none'],
    ['a partner without links', { orders: 5, no_click_orders: 5 }, { clicks: 0, orders: 5 }, 'code_only'],
    ['fewer clicks than orders', { orders: 5, no_click_orders: 4 }, { clicks: 4, orders: 5 }, 'code_only'],
    ['half of the orders', { orders: 6, no_click_orders: 3 }, { clicks: 90, orders: 6 }, 'mostly_no_click'],
    ['less than half', { orders: 7, no_click_orders: 3 }, { clicks: 90, orders: 7 }, 'none'],
    ['too few to tell', { orders: 2, no_click_orders: 2 }, { clicks: 90, orders: 2 }, 'none'],
    ['two codes of one partner', { orders: 3, no_click_orders: 3 }, { clicks: 5, orders: 6 }, 'code_only'],
  ] as const)('%s', (_name, code, partner, pattern) => {
    expect(codePattern(code, partner)).toBe(pattern)
  })
})
