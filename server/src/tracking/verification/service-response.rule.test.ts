import { expect, test } from 'vitest'
import { parseGates, parseTestClick } from './service-response.rule.ts'
import { testLinkOn } from './test-link.rule.ts'

const AT = '2026-03-10T12:00:00.000Z'
const click = (change: object) => ({
  data: { clickId: 'c-1', testLink: 'https://shop.example/?x=1', readiness: { checkedAt: AT }, ...change },
})

test('reads a test click', () => {
  expect(parseTestClick(click({}))).toEqual({
    clickId: 'c-1',
    testLink: 'https://shop.example/?x=1',
    checkedAt: new Date(AT),
  })
  expect(parseTestClick(click({ testLink: null }))?.testLink).toBeNull()
})

test.each<unknown>([null, {}, click({ clickId: 'a b' }), click({ testLink: 'x' }), click({ readiness: {} })])(
  'rejects %j',
  (body) => {
    expect(parseTestClick(body)).toBeUndefined()
  },
)

test('reads known gates, with a rejected request’s reason', () => {
  const evidence = { eventId: null, text: 'amount_cents must be an integer.' }
  const gates = [
    { gate: 'sale', status: 'failed', cause: 'sale_rejected', message: 'Rejected.', evidence },
    { gate: 'from_a_newer_version', status: 'passed' },
  ]
  expect(parseGates({ data: { gates } })).toEqual([
    {
      gate: 'sale',
      status: 'failed',
      cause: 'sale_rejected',
      message: 'Rejected.',
      rejection: 'amount_cents must be an integer.',
    },
  ])
  expect(parseGates({ data: {} })).toBeUndefined()
})

test('puts the test link’s query on the given page and keeps its own', () => {
  const link = { clickId: 'c-1', testLink: 'https://shop.example/?aff=anna&service_click_id=c-1' }
  expect(testLinkOn('http://localhost:5173/en?plan=pro#top', link)).toBe(
    'http://localhost:5173/en?plan=pro&aff=anna&service_click_id=c-1#top',
  )
  expect(testLinkOn('https://shop.example', { clickId: 'c-1', testLink: null })).toBe(
    'https://shop.example/?service_click_id=c-1',
  )
})
