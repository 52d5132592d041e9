import { expect, test } from 'vitest'
import { readSetupSearch, stepAfter, stepBefore } from './search.ts'

test('a URL without a valid step opens the first one', () => {
  expect(readSetupSearch({})).toEqual({ step: 'program' })
  expect(readSetupSearch({ step: 'payments' })).toEqual({ step: 'program' })
  expect(readSetupSearch({ step: 'partner' })).toEqual({ step: 'partner' })
})

test('each step leads to the next and back, until the last', () => {
  expect([stepAfter('program'), stepAfter('commission'), stepAfter('tracker')]).toEqual([
    'commission',
    'tracker',
    'partner',
  ])
  expect(stepAfter('partner')).toBeUndefined()
  expect(stepBefore('commission')).toBe('program')
  expect(stepBefore('program')).toBeUndefined()
})
