import { expect, test } from 'vitest'
import { SECTIONS } from './search.ts'
import { SETTINGS_GROUPS } from './settings-frame.tsx'

test('every settings section is in exactly one group of the list', () => {
  const places = SETTINGS_GROUPS.flatMap((group) => group.places)
  expect(new Set(places).size).toBe(places.length)
  expect(places).toEqual(expect.arrayContaining([...SECTIONS]))
})
