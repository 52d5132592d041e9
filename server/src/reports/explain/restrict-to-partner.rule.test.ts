import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ExplainQuery, type Facts, TIMELINE_ITEM_TYPES, type TimelineItem } from './explain.ts'
import { type Explanation, REASONS } from './explanation-text.rule.ts'
import { presentExplanation } from './present-explanation.rule.ts'
import { restrictToPartner } from './restrict-to-partner.rule.ts'

const PAT = { id: 1, name: 'Pat' }
const QUINN = { id: 2, name: 'Quinn-of-secret' }
const at = '2026-03-10T12:00:00.000Z'

const item = (over: Partial<TimelineItem>): TimelineItem => ({ type: 'sale', at, isTest: false, ...over })

const TIMELINE: TimelineItem[] = [
  item({ type: 'click', clickId: 'c-1', partner: PAT, linkCode: 'pat' }),
  item({ type: 'click', clickId: 'c-2', partner: QUINN, linkCode: 'quinn', isOtherClick: true }),
  item({ type: 'lead', leadId: 1, customerId: 7, customerKey: 'ann@secret.test', partner: PAT }),
  item({
    type: 'rejected_request',
    customerKey: 'ann@secret.test',
    rejectedRequest: {
      id: 1,
      type: 'sale',
      code: 'c',
      message: 'secret text',
      field: null,
      count: 1,
      firstAt: at,
      lastAt: at,
    },
  }),
  item({
    saleId: 3,
    transactionId: 'order-1',
    customerId: 7,
    partner: PAT,
    amountCents: 4900,
    currency: 'USD',
  }),
  item({
    type: 'refund',
    saleId: 3,
    transactionId: 'order-1',
    amountCents: 100,
    currency: 'USD',
    because: 'secret text',
  }),
  item({
    type: 'commission',
    commissionId: 9,
    saleId: 3,
    customerId: 7,
    partner: PAT,
    amountCents: 980,
    currency: 'USD',
    holdUntil: at,
  }),
]

const FACTS: Facts = {
  transactionId: 'order-1',
  saleId: 3,
  customerId: 7,
  customerKey: 'ann@secret.test',
  partner: PAT,
  otherPartner: QUINN,
  otherProgram: { id: 5, name: 'secret program' },
  payoutHoldReason: 'secret text',
  rejectedReason: 'secret text',
  similar: 'secret-order',
  currency: 'USD',
  amountCents: 4900,
  commissionCents: 980,
  initialCents: 980,
  holdUntil: at,
}

const explained = (over: Partial<Explanation> = {}): Explanation => ({
  query: { by: 'transactionId', value: 'order-1' },
  timeline: TIMELINE,
  testEvents: [item({ isTest: true, saleId: 4, transactionId: 'order-1' })],
  isCut: true,
  conclusion: { reason: 'on_hold', facts: FACTS },
  ...over,
})

describe('a partner’s own order', () => {
  it('shows their clicks, sales and money, and no customer names', () => {
    const own = restrictToPartner(explained(), PAT.id)
    expect(own.timeline.map(({ type }) => type)).toEqual(['click', 'lead', 'sale', 'refund', 'commission'])
    expect(own.conclusion).toEqual({
      reason: 'on_hold',
      facts: {
        transactionId: 'order-1',
        saleId: 3,
        partner: PAT,
        currency: 'USD',
        amountCents: 4900,
        commissionCents: 980,
        initialCents: 980,
        holdUntil: at,
      },
    })
    expect(presentExplanation(own, 'UTC').conclusion.message).toBe(
      'Sale 3 (order-1) earns Pat $9.80. It is on hold until Mar 10, 2026, 12:00 PM (UTC) in case of a refund, then due with the next payout.',
    )
  })

  it('shows that a click lost, but not to which partner', () => {
    const conclusion = {
      reason: 'later_click_won',
      facts: { ...FACTS, clickedAt: at, otherClickedAt: at },
    } as const
    const own = restrictToPartner(explained({ query: { by: 'clickId', value: 'c-1' }, conclusion }), PAT.id)
    expect(presentExplanation(own, 'UTC').conclusion.message).toContain(
      'The customer belongs to another partner.',
    )
  })
})

describe('another partner’s order', () => {
  const unknown = explained({
    timeline: [],
    testEvents: [],
    isCut: false,
    conclusion: { reason: 'nothing_received', facts: { query: 'order-1' } },
  })

  it('looks exactly like an unknown order, whatever happened to it', () => {
    for (const reason of REASONS) {
      const theirs = explained({ conclusion: { reason, facts: { ...FACTS, partner: QUINN } } })
      expect(restrictToPartner(theirs, PAT.id), reason).toEqual(restrictToPartner(unknown, PAT.id))
      expect(presentExplanation(restrictToPartner(theirs, PAT.id), 'UTC')).toEqual(
        presentExplanation(unknown, 'UTC'),
      )
    }
  })

  it('looks unknown for rejected requests and queries by customer too', () => {
    const rejected = explained({ conclusion: { reason: 'no_signup', facts: FACTS } })
    expect(restrictToPartner(rejected, PAT.id).conclusion.reason).toBe('nothing_received')
    for (const query of [
      { by: 'customerKey', value: 'ann@secret.test' },
      { by: 'emailHash', value: 'ab'.repeat(32) },
    ] satisfies ExplainQuery[]) {
      const { timeline, conclusion } = restrictToPartner(explained({ query }), PAT.id)
      expect([timeline, conclusion.reason]).toEqual([[], 'nothing_received'])
    }
  })

  it('never leaks, whatever the timeline and the conclusion', () => {
    const partner = fc.constantFrom(PAT, QUINN, undefined)
    const anyItem = fc
      .record({
        type: fc.constantFrom(...TIMELINE_ITEM_TYPES),
        partner,
        saleId: fc.integer({ min: 1, max: 3 }),
      })
      .map(
        ({ partner: of, ...rest }): TimelineItem => ({
          at,
          isTest: false,
          ...rest,
          customerKey: 'ann@secret.test',
          because: 'secret text',
          transactionId: 'order-1',
          ...(of === undefined ? {} : { partner: of }),
          ...(of === QUINN ? { linkCode: 'quinn-code', amountCents: 777_777, currency: 'USD' as const } : {}),
        }),
      )
    fc.assert(
      fc.property(fc.array(anyItem), fc.constantFrom(...REASONS), partner, (timeline, reason, of) => {
        const facts = { ...FACTS, ...(of === undefined ? {} : { partner: of }) }
        const shown = JSON.stringify(
          presentExplanation(
            restrictToPartner(explained({ timeline, conclusion: { reason, facts } }), PAT.id),
            'UTC',
          ),
        )
        for (const hidden of ['secret', 'Quinn', 'quinn-code', '777']) expect(shown).not.toContain(hidden)
      }),
    )
  })
})
