import { expect, test } from 'vitest'
import { nextStep, previousStep, readSetupSearch } from './search.ts'

test('a URL without a valid step opens the first one', () => {
  expect(readSetupSearch({})).toEqual({ step: 'program' })
  expect(readSetupSearch({ step: 'payments' })).toEqual({ step: 'program' })
  expect(readSetupSearch({ step: 'partner' })).toEqual({ step: 'partner' })
})

test('each step leads to the next and back, until the last', () => {
  expect([nextStep('program'), nextStep('commission'), nextStep('tracker')]).toEqual([
    'commission',
    'tracker',
    'partner',
  ])
  expect(nextStep('partner')).toBeUndefined()
  expect(previousStep('commission')).toBe('program')
  expect(previousStep('program')).toBeUndefined()
})
