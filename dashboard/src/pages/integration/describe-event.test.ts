import { describe, expect, it } from 'vitest'
import type { RejectedRequest, TrackedEvent } from '../../api/types.ts'
import { describeClicks, describeEvent, describeRejected } from './describe-event.ts'
import { newestFirst } from './live-traffic.ts'

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

describe('a rejected request', () => {
  it.each([
    ['with its order', { message: 'No sale has this ID.' }, 'No sale has this ID. Order: order-1'],
    ['as a sentence', { message: 'the order is too old.' }, 'The order is too old. Order: order-1'],
    [
      'with the field as it is',
      { message: 'currency is unknown.', field: 'currency', transactionId: null },
      'currency is unknown.',
    ],
    [
      'with the code of a click',
      { type: 'click' as const, message: 'No partner link has this code.', linkCode: 'nope' },
      'No partner link has this code. Code: nope',
    ],
  ])('is described %s', (_label, fields, text) => {
    const sent = { type: 'sale', field: null, linkCode: null, transactionId: 'order-1', ...fields } as const
    expect(describeRejected(sent)).toBe(text)
  })
})

describe('the tracker check', () => {
  const rejected = (code: string, minutesAgo: number) =>
    // safe because only these fields are read
    ({
      type: 'click',
      code,
      field: null,
      transactionId: null,
      linkCode: 'tracker-check',
      message: `The reason is ${code}.`,
      lastAt: new Date(NOW - minutesAgo * 60_000).toISOString(),
    }) as RejectedRequest
  const [check, bot] = [rejected('unknown_link', 5), rejected('bot', 1)]
  const works = 'The tracker works: a click with the code tracker-check arrived.'

  it.each<[string, Parameters<typeof describeClicks>[0], string | undefined, string | undefined]>([
    ['waits', { latest: null, rejected: [], hasArrived: false }, undefined, undefined],
    [
      'succeeds with a code that no partner has',
      { latest: null, rejected: [check], hasArrived: true },
      works,
      undefined,
    ],
    [
      'still shows success after a later click by a bot',
      { latest: null, rejected: [bot, check], hasArrived: true },
      works,
      'The last click, 1 minute ago, wasn’t counted: The reason is bot.',
    ],
    [
      'still shows success when newer rejections have pushed it out of the list',
      { latest: null, rejected: [bot, bot, bot], hasArrived: true },
      'The tracker works: clicks arrive from your site.',
      'The last click, 1 minute ago, wasn’t counted',
    ],
    [
      'shows a counted click, and not an older rejection',
      {
        latest: event({ type: 'click', affiliateUrl: null, pageUrl: null }),
        rejected: [check],
        hasArrived: true,
      },
      'Last click 2 minutes ago, referred by Maya',
      undefined,
    ],
  ])('%s', (_label, clicks, success, note) => {
    const found = describeClicks(clicks, NOW)
    expect(found).toEqual({
      works: success && expect.stringContaining(success),
      note: note && expect.stringContaining(note),
    })
  })

  it('lists rejected requests of all kinds, newest first', () => {
    const [first, second, third] = [rejected('a', 1), rejected('b', 2), rejected('c', 3)]
    expect(newestFirst([second, first, third]).map(({ code }) => code)).toEqual(['a', 'b', 'c'])
  })
})
