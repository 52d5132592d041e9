import { expect, it } from 'vitest'
import { trimId } from './trimmed-id.rule.ts'

it.each([
  ['pi_1', 'pi_1'],
  [' pi_1\r\n', 'pi_1'],
  ['\ufeff\u200bpi_1\u200d\u2060', 'pi_1'],
  ['\u00a0pi 1\u3000', 'pi 1'],
  ['pi_1\u{e0041}', 'pi_1'],
  ['😀', '😀'],
  ['\ud800', '\ud800'],
  ['pi_1\0', 'pi_1\0'],
  [' \n\u200b', ''],
  ['', ''],
])('trims %j to %j', (text, id) => expect(trimId(text)).toBe(id))

it('trims long runs of spaces in linear time', () => {
  const blanks = ' '.repeat(1_000_000)
  expect(trimId(`${blanks}a${blanks}b${blanks}`)).toBe(`a${blanks}b`)
})
