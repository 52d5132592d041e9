import { describe, expect, it } from 'vitest'
import type { SetupSteps } from '../../api/types.ts'
import { checklistItems } from './checklist-items.ts'

const PENDING: SetupSteps = {
  site: 'pending',
  commission: 'pending',
  click: 'pending',
  partner: 'pending',
  sale: 'pending',
}
describe('the setup checklist', () => {
  it('has every step, the partner before the click on their link', () => {
    expect(checklistItems(PENDING).map(({ step, isDone }) => [step, isDone])).toEqual([
      ['site', false],
      ['commission', false],
      ['partner', false],
      ['click', false],
      ['sale', false],
    ])
  })

  it('marks completed steps and keeps them in place', () => {
    const items = checklistItems({ ...PENDING, partner: 'complete' })
    expect(items.map(({ isDone }) => isDone)).toEqual([false, false, true, false, false])
  })
})
