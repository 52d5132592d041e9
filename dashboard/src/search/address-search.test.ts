import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAuditLogSearch } from '../pages/audit-log/search.ts'
import { readBreakdownSearch } from '../pages/breakdown/search.ts'
import { readCommissionsSearch } from '../pages/commissions/search.ts'
import { readCustomersSearch } from '../pages/customers/search.ts'
import { readEventsSearch } from '../pages/events/search.ts'
import { readExplainSearch } from '../pages/explain/search.ts'
import { readRejectedRequestsSearch } from '../pages/health/search.ts'
import { readOverviewSearch } from '../pages/overview/search.ts'
import { readPartnersSearch } from '../pages/partners/search.ts'
import { readPaymentsSearch } from '../pages/payments/search.ts'
import { readPayoutsSearch } from '../pages/payouts/search.ts'
import { readSettingsSearch } from '../pages/settings/search.ts'
import { readWebhooksSearch } from '../pages/webhooks/search.ts'
import { parseSearch, stringifySearch } from './address-search.ts'

type Reader = (search: Record<string, unknown>) => object

const TEXTS: [page: string, parameter: string, read: Reader][] = [
  ['explain', 'q', readExplainSearch],
  ['commissions', 'search', readCommissionsSearch],
  ['customers', 'search', readCustomersSearch],
  ['events', 'search', readEventsSearch],
  ['partners', 'search', readPartnersSearch],
  ['rejected requests', 'text', readRejectedRequestsSearch],
  ['audit log', 'action', readAuditLogSearch],
  ['audit log', 'person', readAuditLogSearch],
]
const HARD = [
  '1.10',
  '1e5',
  '123456789012345678901',
  '-0',
  '007',
  '0x10',
  'true',
  'null',
  '[1]',
  '{"a":1}',
  ' 1 ',
  '1+1=2&a',
  '"',
  '"x"',
  '"\\"x\\""',
  '%31',
]

describe.each(TEXTS)('%s: %s keeps text as typed', (_page, parameter, read) => {
  it.each(HARD)('%s', (text) => {
    expect(read(parseSearch(stringifySearch({ [parameter]: text })))).toEqual({ [parameter]: text })
    // As typed manually, and as sent by a form.
    const typed = `?${new URLSearchParams({ [parameter]: text })}`
    if (!/^".+"$/.test(text)) expect(read(parseSearch(typed))).toEqual({ [parameter]: text })
    // As written in old addresses.
    const before = `?${parameter}=${encodeURIComponent(JSON.stringify(text))}`
    expect(read(parseSearch(before))).toEqual({ [parameter]: text })
  })
})

it.each([
  [readCommissionsSearch, { status: 'approved', partner: 7, from: '2026-03-01', to: '2026-03-02', open: 12 }],
  [readCustomersSearch, { partner: 7, from: '2026-03-01', to: '2026-03-02', search: '12' }],
  [readEventsSearch, { type: 'sale', mode: 'test', sales: 'refunded', open: 'sale-12' }],
  [readPartnersSearch, { tag: '2026', group: 'none' }],
  [readPartnersSearch, { period: '7d', sort: 'revenue', direction: 'asc', currency: 'USD', open: 3 }],
  [readOverviewSearch, { from: '2026-03-01', to: '2026-03-02', show: 'leads', view: 'table' }],
  [readBreakdownSearch, { by: 'device', sort: 'name', direction: 'desc' }],
  [readPayoutsSearch, { partner: 7, open: 3 }],
  [readPaymentsSearch, { processor: 'connected', review: 'resolved', open: 3 }],
  [readSettingsSearch, { section: 'keys' }],
  [readWebhooksSearch, { open: 3 }],
  [readAuditLogSearch, { key: 4 }],
] satisfies [Reader, object][])('%o survives a round trip through the URL', (read: Reader, search) => {
  expect(read(parseSearch(stringifySearch({ ...search })))).toEqual(search)
})

it('any text survives a round trip through the URL', () => {
  const texts = fc.dictionary(
    fc.string({ minLength: 1 }),
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.json()),
  )
  fc.assert(
    fc.property(texts, (search) => {
      expect(parseSearch(stringifySearch(search))).toEqual({ ...search })
    }),
  )
})

it('an empty query string has no question mark', () => {
  expect(stringifySearch({ search: undefined })).toBe('')
})
