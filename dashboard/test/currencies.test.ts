import { expect, test } from 'vitest'
import { DECIMALS } from '../../server/src/core/money/currency.ts'
import { countDecimals } from '../src/format/money.ts'

test('the dashboard and the service use the same decimals for every currency', () => {
  const digits = Object.keys(DECIMALS).map((code) => [code, countDecimals(code)])
  expect(Object.fromEntries(digits)).toEqual(DECIMALS)
})
