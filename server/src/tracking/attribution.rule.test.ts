import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../platform/time.ts'
import { attribute, isAttributionExpired, isWithinWindow } from './attribution.rule.ts'
import type { AttributableCustomer, NoAttributionReason } from './sale.ts'

const CLICKED_AT = new Date('2026-01-01T00:00:00.000Z')

const customer = (over: Partial<AttributableCustomer> = {}): AttributableCustomer => ({
  id: 1,
  status: 'lead',
  partner_id: 2,
  link_id: 3,
  partner_status: 'approved',
  group_id: null,
  click_uuid: 'c',
  clicked_at: CLICKED_AT,
  first_sale_at: null,
  first_purchase_at: null,
  sale_count: 0,
  ...over,
})

describe('attribute: who a sale belongs to (D26, D34)', () => {
  it.each([
    ['customer_key resolves', { customer_key: 'k', click_id: undefined }, 'customer_key'],
    ['customer_key decides although click_id is there', { customer_key: 'k', click_id: 'c' }, 'customer_key'],
    ['click_id when customer_key is not sent', { customer_key: undefined, click_id: 'c' }, 'click_id'],
  ])('%s', (_label, request, by) => {
    expect(attribute(request, customer())).toEqual({ kind: 'attributed', customer: customer(), by })
  })

  it.each<
    [
      string,
      { customer_key: string | undefined; click_id: string | undefined },
      AttributableCustomer | undefined,
      NoAttributionReason,
    ]
  >([
    ['neither was sent', { customer_key: undefined, click_id: undefined }, undefined, 'nothing_sent'],
    [
      'neither was sent, whatever was found',
      { customer_key: undefined, click_id: undefined },
      customer(),
      'nothing_sent',
    ],
    ['customer_key resolves nobody', { customer_key: 'k', click_id: 'c' }, undefined, 'unknown_customer'],
    ['click_id resolves nobody', { customer_key: undefined, click_id: 'c' }, undefined, 'unknown_customer'],
    [
      'the partner has no record in the program',
      { customer_key: 'k', click_id: undefined },
      customer({ partner_status: null }),
      'partner_not_approved',
    ],
    [
      'the partner is pending',
      { customer_key: 'k', click_id: undefined },
      customer({ partner_status: 'pending' }),
      'partner_not_approved',
    ],
    [
      'the partner was rejected',
      { customer_key: 'k', click_id: undefined },
      customer({ partner_status: 'rejected' }),
      'partner_not_approved',
    ],
  ])('no attribution: %s', (_label, request, found, reason) => {
    const refused = { kind: 'no_attribution', reason, message: expect.any(String) }
    expect(attribute(request, found)).toEqual(refused)
  })
})

describe('the attribution window (D27)', () => {
  it.each([
    ['the click itself', 0, true],
    ['the last millisecond', 60 * DAY_MS, true],
    ['a millisecond later', 60 * DAY_MS + 1, false],
  ])('%s', (_label, ageMs, isWithin) => {
    expect(isWithinWindow(CLICKED_AT, new Date(CLICKED_AT.getTime() + ageMs), 60)).toBe(isWithin)
  })

  it('holds for every length: its last millisecond counts, the next does not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 365 }), (days) => {
        const end = CLICKED_AT.getTime() + days * DAY_MS
        expect(isWithinWindow(CLICKED_AT, new Date(end), days)).toBe(true)
        expect(isWithinWindow(CLICKED_AT, new Date(end + 1), days)).toBe(false)
      }),
    )
  })

  it.each([
    ['a first sale in time', 0, 60 * DAY_MS, false],
    ['a first sale too late', 0, 60 * DAY_MS + 1, true],
    ['a renewal is never too late', 1, 4000 * DAY_MS, false],
  ])('ends with the first sale: %s', (_label, sale_count, ageMs, isExpired) => {
    const receivedAt = new Date(CLICKED_AT.getTime() + ageMs)
    expect(isAttributionExpired(customer({ sale_count }), receivedAt, 60)).toBe(isExpired)
  })
})
