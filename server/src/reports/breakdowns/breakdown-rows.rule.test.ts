import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatBreakdownCursor, parseBreakdownCursor } from './breakdown-cursor.rule.ts'
import {
  type BreakdownRow,
  breakdownRows,
  orderRows,
  type RowOrder,
  selectRowsAfter,
} from './breakdown-rows.rule.ts'

const zeroCounts = {
  clicks: '0',
  leads: '0',
  conversions: '0',
  sales: '0',
  revenue_cents: '0',
  commission_cents: '0',
}

describe('breakdownRows', () => {
  it('creates one row per value across currencies and omits empty amounts', () => {
    expect(
      breakdownRows([
        { ...zeroCounts, key: 'a', currency: 'XXX', clicks: '3' },
        { ...zeroCounts, key: 'a', currency: 'USD', sales: '1', revenue_cents: '9007199254740993' },
        { ...zeroCounts, key: 'a', currency: 'VND', sales: '2', revenue_cents: '5', commission_cents: '1' },
        { ...zeroCounts, key: null, currency: 'USD', sales: '1' },
      ]),
    ).toEqual([
      {
        ...{ key: 'a', clicks: 3, leads: 0, conversions: 0, sales: 3 },
        revenueByCurrency: { USD: 9_007_199_254_740_993n, VND: 5n },
        commissionByCurrency: { VND: 1n },
      },
      {
        ...{ key: null, clicks: 0, leads: 0, conversions: 0, sales: 1 },
        revenueByCurrency: {},
        commissionByCurrency: {},
      },
    ])
  })
})

const row: fc.Arbitrary<BreakdownRow> = fc.record({
  key: fc.option(fc.string({ minLength: 1, maxLength: 3 })),
  clicks: fc.nat(3),
  leads: fc.nat(3),
  conversions: fc.nat(3),
  sales: fc.nat(3),
  revenueByCurrency: fc.record({ USD: fc.bigInt(-2n, 2n), VND: fc.bigInt(-2n, 2n) }),
  commissionByCurrency: fc.constant({}),
})
const order: fc.Arbitrary<RowOrder> = fc.record({
  by: fc.constantFrom('name', 'clicks', 'sales', 'revenue'),
  direction: fc.constantFrom('asc', 'desc'),
  currency: fc.constantFrom(undefined, 'USD'),
})

describe('pages', () => {
  it('pages of any size and order contain every row once, in order', () => {
    const rows = fc.uniqueArray(row, { selector: ({ key }) => key, maxLength: 12 })
    fc.assert(
      fc.property(rows, order, fc.integer({ min: 1, max: 4 }), (all, by, size) => {
        const ordered = orderRows(all, by, ({ key }) => key ?? '')
        const shown: BreakdownRow[] = []
        let left = ordered
        for (;;) {
          const page = left.slice(0, size)
          shown.push(...page.map((one) => one.row))
          const last = page.at(-1)
          if (last === undefined || left.length <= size) break
          const cursor = formatBreakdownCursor('product', by, last.place)
          const place = parseBreakdownCursor(cursor, 'product', by, { maxChars: 100 })
          if (place === undefined) throw new Error('a valid cursor')
          left = selectRowsAfter(ordered, by, place)
        }
        expect(shown).toEqual(ordered.map((one) => one.row))
        expect(shown).toHaveLength(all.length)
      }),
    )
  })

  it('rejects cursors from another breakdown or order, and anything else', () => {
    const by: RowOrder = { by: 'clicks', direction: 'desc', currency: undefined }
    const cursor = formatBreakdownCursor('product', by, { value: '3', key: 'a' })
    const parse = (text: string, dimension = 'product', order = by) =>
      parseBreakdownCursor(text, dimension, order, { maxChars: 10 })
    expect(parse(cursor)).toEqual({ value: '3', key: 'a' })
    expect(parse(cursor, 'device')).toBeUndefined()
    expect(parse(cursor, 'product', { ...by, by: 'sales' })).toBeUndefined()
    expect(parse(`${cursor}!`)).toBeUndefined()
    expect(parse('')).toBeUndefined()
    const made = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    expect(parse(made('product', 'clicks', 'x', 'a'))).toBeUndefined()
    expect(parse(made('product', 'clicks', '3', 'more than ten'))).toBeUndefined()
    expect(parse(made('product', 'clicks', '3', 7))).toBeUndefined()
    expect(parse(made('product', 'clicks', '3'))).toBeUndefined()
  })
})
