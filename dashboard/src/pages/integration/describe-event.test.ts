import { describe, expect, it } from 'vitest'
import type { TrackedEvent } from '../../api/types.ts'
import { completedSteps } from './completed-steps.ts'
import { describeEvent } from './describe-event.ts'

const NOW = Date.parse('2026-03-10T12:02:00.000Z')
const SHARED = {
  id: 1,
  isTest: false,
  timestamp: '2026-03-10T12:00:00.000Z',
  partner: { id: 1, name: 'Maya' },
}
// safe because only these fields are read
const event = (fields: object) => ({ ...SHARED, ...fields }) as TrackedEvent

describe('describes the latest event', () => {
  it.each<[string, object, string]>([
    [
      'a click with its site',
      { type: 'click', affiliateUrl: 'https://www.acme.com/?aff=maya', pageUrl: null },
      'Last click 2 minutes ago from acme.com, referred by Maya',
    ],
    [
      'a click without an address',
      { type: 'click', affiliateUrl: null, pageUrl: null },
      'Last click 2 minutes ago, referred by Maya',
    ],
    ['a signup', { type: 'lead', state: 'settled' }, 'Last signup 2 minutes ago, referred by Maya'],
    [
      'a sale',
      { type: 'sale', amountCents: 4900, currency: 'USD' },
      'Last sale 2 minutes ago: $49.00, referred by Maya',
    ],
  ])('%s', (_label, fields, text) => {
    expect(describeEvent(event(fields), NOW)).toBe(text)
  })

  it('a provisional signup shows what it is waiting for', () => {
    const text = describeEvent(event({ type: 'lead', state: 'provisional' }), NOW)
    expect(text).toContain('Provisional until your server sends it')
  })
})

describe('completed steps', () => {
  const pending = { pageview: 'pending', referrals: 'pending', payments: 'pending' } as const
  const none = { click: null, lead: null, sale: null }

  it('counts test events by the status endpoint, and real events besides', () => {
    expect(completedSteps(pending, none)).toEqual({ pageview: false, referrals: false, payments: false })
    expect(completedSteps({ ...pending, pageview: 'complete' }, none)).toMatchObject({ pageview: true })
    expect(completedSteps(pending, { click: event({}), lead: event({}), sale: event({}) })).toEqual({
      pageview: true,
      referrals: true,
      payments: true,
    })
  })

  it('a provisional signup completes nothing: it does not count yet', () => {
    const lead = event({ type: 'lead', state: 'provisional' })
    expect(completedSteps(pending, { ...none, lead })).toMatchObject({ referrals: false })
  })
})
