import { expect, it } from 'vitest'
import { isCountry } from './country.rule.ts'

it.each([
  ['DE', true],
  ['XK', true],
  ['de', false],
  ['XX', false],
  ['DEU', false],
  ['', false],
])('isCountry returns whether "%s" is a country code: %s', (code, is) => expect(isCountry(code)).toBe(is))
