import { describe, expect, test } from 'vitest'
import { type EventCheckData, judgeEvent, judgeSignup } from './judge-events.rule.ts'
import type { Gate, GateName, TrackerRequest } from './verification.ts'

const PROGRAM = { id: 7, service: 'https://track.example.com', clickId: 'click' }

const gate = (name: GateName, status: Gate['status'], cause: string | null = null): Gate => ({
  gate: name,
  status,
  cause,
  message: `${name} ${status}`,
  rejection: null,
})
const facts = (gates: Gate[], change: Partial<EventCheckData> = {}): EventCheckData => ({
  gates,
  browserLeads: [],
  note: undefined,
  incomplete: undefined,
  ...change,
})
const WITH_CLICK = gate('click_id_at_signup', 'passed')
const UNATTRIBUTED: TrackerRequest = {
  kind: 'lead',
  url: '',
  sent: {},
  status: undefined,
  contentType: undefined,
  received: { error: { code: 'no_attribution' } },
  failure: undefined,
}

describe('a signup', () => {
  test.each<[string, EventCheckData, (string | null)[], string]>([
    ['confirmed by the server', facts([WITH_CLICK, gate('server_lead', 'passed')]), [null, null], 'none'],
    ['not reported', facts([]), ['signup_not_reported', null], 'timeout'],
    [
      'without a click ID',
      facts([gate('click_id_at_signup', 'failed', 'click_id_missing')]),
      ['signup_without_click_id', null],
      'grace',
    ],
    [
      'whose server lead counts but has no click ID',
      facts([gate('click_id_at_signup', 'failed', 'click_id_missing'), gate('server_lead', 'passed')]),
      ['signup_without_click_id', null],
      'grace',
    ],
    [
      'without attribution in the browser',
      facts([], { browserLeads: [UNATTRIBUTED] }),
      ['signup_without_click_id', null],
      'grace',
    ],
    [
      'only from the browser',
      facts([WITH_CLICK, gate('server_lead', 'failed', 'browser_only')]),
      [null, 'signup_browser_only'],
      'timeout',
    ],
    [
      'with the click ID only from the browser',
      facts([WITH_CLICK, gate('server_lead', 'failed', 'click_id_missing')]),
      [null, 'signup_without_click_id'],
      'grace',
    ],
    [
      'with the live key',
      facts([
        gate('click_id_at_signup', 'waiting'),
        gate('server_lead', 'failed', 'test_click_with_live_key'),
      ]),
      [null, 'live_key_used'],
      'grace',
    ],
    [
      'that is rejected',
      facts([gate('server_lead', 'failed', 'lead_rejected')]),
      [null, 'lead_rejected'],
      'grace',
    ],
    ['from an incomplete form', facts([], { incomplete: 'vat' }), ['form_incomplete', null], 'grace'],
  ])('%s', (_, given, causes, wait) => {
    const judgment = judgeSignup(given, PROGRAM)
    expect(judgment.checks.map(({ cause }) => cause)).toEqual(causes)
    expect(judgment.wait).toBe(wait)
  })
})

test('quotes the reason for a rejected request', () => {
  const rejected = {
    ...gate('sale', 'failed', 'sale_rejected'),
    rejection: 'amount_cents must be an integer.',
  }
  const [check] = judgeEvent('sale', facts([rejected]), PROGRAM).checks
  expect(check?.text).toBe('rejected: amount_cents must be an integer.')
})

describe('a sale or refund', () => {
  test.each<[string, 'sale' | 'refund', EventCheckData, string | null, string]>([
    ['recorded sale', 'sale', facts([gate('sale', 'passed')]), null, 'none'],
    ['no sale', 'sale', facts([gate('sale', 'waiting')]), 'sale_not_reported', 'timeout'],
    ['rejected sale', 'sale', facts([gate('sale', 'failed', 'sale_rejected')]), 'sale_rejected', 'grace'],
    [
      'another customer',
      'sale',
      facts([gate('sale', 'failed', 'customer_key_differs')]),
      'customer_key_differs',
      'grace',
    ],
    ['no refund', 'refund', facts([]), 'refund_not_reported', 'timeout'],
    [
      'rejected refund',
      'refund',
      facts([gate('refund', 'failed', 'refund_rejected')]),
      'refund_rejected',
      'grace',
    ],
  ])('%s', (_, name, given, cause, wait) => {
    const judgment = judgeEvent(name, given, PROGRAM)
    expect(judgment.checks).toMatchObject([{ name, cause }])
    expect(judgment.wait).toBe(wait)
  })

  test('quotes the page’s failed response', () => {
    const [check] = judgeEvent('sale', facts([], { note: 'POST /pay returned 500' }), PROGRAM).checks
    expect(check?.text).toBe('the service received no sale from this visitor: POST /pay returned 500')
  })
})
