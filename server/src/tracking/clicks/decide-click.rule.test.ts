import { describe, expect, it } from 'vitest'
import type { EarlierClick, LinkData } from './click.ts'
import { decideClick, type EarlierClicks } from './decide-click.rule.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const REPEAT_MS = 30 * 60 * 1000

const link = (overrides: Partial<LinkData> = {}): LinkData => ({
  program_id: 7,
  program_status: 'active',
  time_zone: 'UTC',
  cookie_window_days: 60,
  closed_to_new_referrals: false,
  link_id: 3,
  link_status: 'active',
  partner_id: 5,
  partner_status: 'approved',
  clock_ahead_ms: null,
  ...overrides,
})
const earlier = (ageMs: number, overrides: Partial<EarlierClick> = {}): EarlierClick => ({
  program_id: 7,
  link_id: 3,
  click_uuid: 'earlier',
  received_at: new Date(NOW.getTime() - ageMs),
  ...overrides,
})
const decide = (data: LinkData | undefined, request: { is_bot?: boolean } = {}, clicks: EarlierClicks = {}) =>
  decideClick(data, clicks, { is_bot: request.is_bot ?? false, received_at: NOW }, REPEAT_MS)

const PENDING = link({ partner_status: 'pending' })
const REJECTED = link({ partner_status: 'rejected' })
const PENDING_INACTIVE = link({ partner_status: 'pending', link_status: 'inactive' })

describe('decideClick rejects clicks that must not count (D14, D15)', () => {
  it.each<[string, LinkData | undefined, { is_bot?: boolean }, string, string?]>([
    ['an unknown code', undefined, {}, 'unknown_link'],
    ['the program is paused', link({ program_status: 'paused' }), {}, 'program_paused'],
    ['the program is archived', link({ program_status: 'archived' }), {}, 'program_paused'],
    ['the program is closed to new referrals', link({ closed_to_new_referrals: true }), {}, 'program_paused'],
    ['the link is inactive', link({ link_status: 'inactive' }), {}, 'inactive_link'],
    ['the partner is pending and the link is inactive', PENDING_INACTIVE, {}, 'inactive_link'],
    [
      'a bot with a pending partner’s link',
      PENDING,
      { is_bot: true },
      'inactive_link',
      'partner_not_approved',
    ],
    ['the partner was rejected', REJECTED, {}, 'inactive_link', 'partner_not_approved'],
    ['a bot', link(), { is_bot: true }, 'bot'],
    [
      'a bot on a paused program, where the program’s status takes precedence',
      link({ program_status: 'paused' }),
      { is_bot: true },
      'program_paused',
    ],
  ])('%s', (_label, data, request, reason, loss = reason) => {
    expect(decide(data, request)).toEqual({ kind: 'not_counted', reason, loss })
  })

  it('and reports a click as lost if its partner is awaiting approval', () => {
    const data = link({ partner_status: 'pending' })
    expect(decide(data)).toEqual({ kind: 'awaits_approval', link: data })
  })

  it('and counts any other click', () => {
    expect(decide(link())).toEqual({ kind: 'record', link: link() })
  })
})

describe('decideClick does not count a reload (D16)', () => {
  it.each<[string, EarlierClick | undefined, string]>([
    ['no earlier click', undefined, 'record'],
    ['the same millisecond', earlier(0), 'repeat'],
    ['a millisecond less than 30 minutes', earlier(-1), 'record'],
    ['a millisecond under 30 minutes', earlier(REPEAT_MS - 1), 'repeat'],
    ['exactly 30 minutes', earlier(REPEAT_MS), 'record'],
    ['another link', earlier(1, { link_id: 4 }), 'record'],
    ['a link with the same ID in another program', earlier(1, { program_id: 8 }), 'record'],
  ])('%s', (_label, click, kind) => {
    const repeatFields = kind === 'repeat' ? { click_uuid: 'earlier' } : {}
    expect(decide(link(), {}, { earlier: click })).toEqual({ kind, link: link(), ...repeatFields })
  })

  it('and still treats a bot that reloads as a bot', () => {
    const decision = { kind: 'not_counted', reason: 'bot', loss: 'bot' }
    expect(decide(link(), { is_bot: true }, { earlier: earlier(1) })).toEqual(decision)
  })
})

describe('decideClick keeps the click ID of a retried click (D65)', () => {
  it.each<[string, EarlierClicks]>([
    ['without a cookie', {}],
    ['with another click’s cookie', { earlier: earlier(1) }],
  ])('%s', (_label, clicks) => {
    const decision = { kind: 'repeat', link: link(), click_uuid: 'retried' }
    expect(decide(link(), {}, { ...clicks, retriedClickId: 'retried' })).toEqual(decision)
  })

  it('except for a reload on a link that was deactivated in the meantime', () => {
    const decision = { kind: 'not_counted', reason: 'inactive_link', loss: 'inactive_link' }
    expect(decide(link({ link_status: 'inactive' }), {}, { retriedClickId: 'retried' })).toEqual(decision)
  })
})
