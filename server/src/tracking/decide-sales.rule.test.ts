import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../platform/time.ts'
import type { CommissionPolicy } from '../programs/commission-policy.ts'
import { decideSales, type LoadedSaleCall } from './decide-sales.rule.ts'
import type { AttributableCustomer, LiveSaleRequest, SaleFacts } from './sale.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const FIRST_SALE: CommissionPolicy = {
  id: 11,
  group_id: null,
  product_id: null,
  type: 'percent',
  rate_bps: 2000,
  amount_cents: null,
  currency: null,
  duration: 'first_sale',
  duration_months: null,
  hold_days: null,
}
const LEAD: AttributableCustomer = {
  id: 1,
  status: 'lead',
  partner_id: 2,
  link_id: 3,
  partner_status: 'approved',
  group_id: null,
  click_uuid: 'c',
  clicked_at: new Date(NOW.getTime() - DAY_MS),
  first_sale_at: null,
  first_purchase_at: null,
  sale_count: 0,
}
const OTHER = { ...LEAD, id: 2 }
/** Their window is over until they have bought. */
const LATE = { ...LEAD, clicked_at: new Date(NOW.getTime() - 61 * DAY_MS) }

function call(transaction_id: string, over: Partial<SaleFacts> = {}, sent: Partial<LiveSaleRequest> = {}) {
  const program = {
    id: 9,
    time_zone: 'UTC',
    attribution_window_days: 60,
    hold_period_days: 30,
    platform_fee_bps: 350,
  }
  return {
    facts: { program, recorded_sale_id: undefined, customer: LEAD, policies: [FIRST_SALE], ...over },
    // safe because the rule looks at nothing else of a request
    request: {
      transaction_id,
      amount_cents: 100,
      currency: 'USD',
      customer_key: 'ann',
      click_id: undefined,
      ...sent,
    } as LiveSaleRequest,
    receivedAt: NOW,
  } satisfies LoadedSaleCall
}

/** What tells the decisions apart. */
const outline = (calls: LoadedSaleCall[]) =>
  decideSales(calls).map((decision) =>
    decision.kind === 'save'
      ? [decision.customer.id, decision.customer.sale_count, decision.commission?.amount_cents]
      : decision.kind === 'repeats'
        ? ['repeats', decision.place]
        : decision.kind,
  )

describe('sales that are decided together', () => {
  it.each<[string, LoadedSaleCall[], unknown[]]>([
    ['none', [], []],
    [
      'of two customers: each is the first of its own',
      [call('a'), call('b', { customer: OTHER })],
      [
        [1, 0, 20],
        [2, 0, 20],
      ],
    ],
    [
      'of one customer: the second is decided on the customer after the first',
      [call('a'), call('b'), call('c')],
      [
        [1, 0, 20],
        [1, 1, undefined],
        [1, 2, undefined],
      ],
    ],
    [
      'with one transaction_id: the second repeats the first, whoever its customer is',
      [call('z', { customer: OTHER }), call('a'), call('a'), call('a', { customer: OTHER })],
      [
        [2, 0, 20],
        [1, 0, 20],
        ['repeats', 1],
        ['repeats', 1],
      ],
    ],
    [
      'with one transaction_id, of which the first is not attributed: the second takes it',
      [call('a', { customer: undefined }), call('a')],
      ['no_attribution', [1, 0, 20]],
    ],
    [
      'of a customer whose window is over: none of them opens it for the next',
      [call('a', { customer: LATE }), call('b', { customer: LATE })],
      ['window_expired', 'window_expired'],
    ],
    ['one that is recorded already stays a duplicate', [call('a', { recorded_sale_id: 5 })], ['duplicate']],
    [
      'one with a payment of the processor changes nothing for its neighbours',
      [call('a', { payment_id: 7 }), call('b')],
      ['has_payment', [1, 0, 20]],
    ],
  ])('%s', (_, calls, expected) => {
    expect(outline(calls)).toEqual(expected)
  })

  it('count the first purchase once, and on the day of the first', () => {
    const yesterday = new Date(NOW.getTime() - DAY_MS)
    const [first, second] = decideSales([call('a', {}, { occurred_at: yesterday }), call('b')])
    expect(first).toMatchObject({ kind: 'save', stats: [{ sales: 1 }, { conversions: 1 }, {}] })
    expect(second).toMatchObject({
      kind: 'save',
      stats: [{ sales: 1 }],
      customer: { status: 'conversion', sale_count: 1, first_sale_at: NOW, first_purchase_at: yesterday },
    })
  })
})
