import { expect, test } from 'vitest'
import { DECIMALS } from '../../server/src/core/money/currency.ts'
import { digitsOf } from '../src/format/money.ts'

test('the dashboard has the digits that the service writes and reads amounts with', () => {
  const digits = Object.keys(DECIMALS).map((code) => [code, digitsOf(code)])
  expect(Object.fromEntries(digits)).toEqual(DECIMALS)
})
