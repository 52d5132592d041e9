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
  it('lists every step, with adding a partner before the click on their link', () => {
    expect(checklistItems(PENDING, 's2s').map(({ step, isDone }) => [step, isDone])).toEqual([
      ['site', false],
      ['commission', false],
      ['partner', false],
      ['click', false],
      ['sale', false],
    ])
  })

  it('marks completed steps without moving them', () => {
    const items = checklistItems({ ...PENDING, partner: 'complete' }, 's2s')
    expect(items.map(({ isDone }) => isDone)).toEqual([false, false, true, false, false])
  })

  it('explains how the first sale arrives, depending on who reports sales', () => {
    const getHint = (mode: 's2s' | 'processor_connect') => checklistItems(PENDING, mode).at(-1)?.hint
    expect([getHint('s2s'), getHint('processor_connect')]).toEqual([
      'Send it from your server.',
      'Connect the payment processor that reports it.',
    ])
  })
})
