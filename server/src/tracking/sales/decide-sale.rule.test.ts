import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../core/time/time.ts'
import type { CommissionPolicy } from '../../workspace/programs/commission-policy.ts'
import {
  type AttributableCustomer,
  attribute,
  decideSale,
  decideSales,
  isAttributionExpired,
  type LoadedSale,
  type NoAttributionReason,
  type SaleData,
} from './decide-sale.rule.ts'
import type { LiveSaleRequest } from './sale-request.rule.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')

const POLICY: CommissionPolicy = {
  id: 11,
  group_id: null,
  product_id: null,
  type: 'percent',
  rate_bps: 2000,
  amount_cents: null,
  currency: null,
  duration: 'lifetime',
  duration_months: null,
  hold_days: null,
  commission_base: 'amount',
}
const CUSTOMER: AttributableCustomer = {
  id: 1,
  status: 'lead',
  partner_id: 2,
  link_id: 3,
  partner_status: 'approved',
  group_id: null,
  click_uuid: 'c',
  clicked_at: new Date('2026-03-01T12:00:00.000Z'),
  first_sale_at: null,
  first_purchase_at: null,
  sale_count: 0,
  attribution_source: 'click',
  continued_by: null,
}
const createCustomer = (overrides: Partial<AttributableCustomer>): AttributableCustomer => ({
  ...CUSTOMER,
  ...overrides,
})
const CONVERTED = {
  ...CUSTOMER,
  status: 'conversion',
  sale_count: 1,
  first_sale_at: new Date('2026-03-02T00:00:00Z'),
  first_purchase_at: new Date('2026-03-02T00:00:00Z'),
} as const

const createSaleData = (overrides: Partial<SaleData> = {}): SaleData => ({
  program: {
    id: 9,
    time_zone: 'UTC',
    attribution_window_days: 60,
    hold_period_days: 30,
    platform_fee_bps: 350,
  },
  recorded_sale_id: undefined,
  customer: CUSTOMER,
  policies: [POLICY],
  ...overrides,
})
const request = (overrides: Partial<LiveSaleRequest> = {}): LiveSaleRequest => ({
  transaction_id: 'order-1',
  amount_cents: 4900,
  tax_amount_cents: undefined,
  customer_key: 'cus-1',
  click_id: undefined,
  currency: 'USD',
  sale_type: 'payment',
  additional_data: undefined,
  is_recurring: false,
  subscription_id: undefined,
  subscription_interval: undefined,
  product_id: undefined,
  occurred_at: undefined,
  provider: undefined,
  provider_payment_id: undefined,
  ...overrides,
})

describe('decideSale checks in the order of D6', () => {
  const expired = { ...CUSTOMER, clicked_at: new Date(NOW.getTime() - 61 * DAY_MS) }

  it.each<[string, Partial<SaleData>, string]>([
    [
      'a recorded sale is a duplicate, even if its customer no longer exists',
      { recorded_sale_id: 5, customer: undefined },
      'duplicate',
    ],
    [
      'a recorded sale is a duplicate, even past the window',
      { recorded_sale_id: 5, customer: expired },
      'duplicate',
    ],
    [
      'attribution is checked before the window',
      { customer: { ...expired, partner_status: 'rejected' } },
      'no_attribution',
    ],
    ['the window is checked next', { customer: expired }, 'window_expired'],
    ['a valid sale is saved', {}, 'save'],
  ])('%s', (_label, overrides, kind) => {
    expect(decideSale(createSaleData(overrides), request(), NOW).kind).toBe(kind)
  })

  it('and returns the recorded sale for a duplicate', () => {
    expect(decideSale(createSaleData({ recorded_sale_id: 5 }), request(), NOW)).toEqual({
      kind: 'duplicate',
      sale_id: 5,
    })
  })
})

describe('decideSale determines everything that one sale writes (D33)', () => {
  const save = (overrides: Partial<SaleData> = {}, body: Partial<LiveSaleRequest> = {}) => {
    const decision = decideSale(createSaleData(overrides), request(body), NOW)
    if (decision.kind !== 'save') throw new Error(`expected a sale to save, got ${decision.kind}`)
    return decision
  }

  it('including the commission with its hold, the fee and the day in the statistics', () => {
    expect(save()).toMatchObject({
      by: 'customer_key',
      receivedAt: NOW,
      reportedAt: NOW,
      conclusion: { code: 'with_commission', policy_id: 11 },
      commission: { amount_cents: 980, hold_until: new Date(NOW.getTime() + 30 * DAY_MS) },
      fee: { rate_bps: 350, amount_cents: 172 },
      stats: [
        { day: '2026-03-10', currency: 'USD', customer_id: 1, sales: 1, revenue_cents: 4900n },
        { day: '2026-03-10', currency: 'XXX', customer_id: 1, conversions: 1 },
        { day: '2026-03-10', currency: 'USD', customer_id: 1, commission_cents: 980n },
      ],
      message: 'Sale recorded.',
    })
  })

  it('without a conversion for a later sale', () => {
    expect(save({ customer: CONVERTED }).stats.map((delta) => delta.conversions)).toEqual([
      undefined,
      undefined,
    ])
  })

  it('using occurred_at only for the sale’s report day (D10)', () => {
    const sale = save({}, { occurred_at: new Date('2026-03-08T23:59:59.999Z') })
    expect(sale.reportedAt).toEqual(new Date('2026-03-08T23:59:59.999Z'))
    expect(sale.commission?.hold_until).toEqual(new Date(NOW.getTime() + 30 * DAY_MS))
    expect(sale.stats).toEqual([
      { day: '2026-03-08', currency: 'USD', customer_id: 1, sales: 1, revenue_cents: 4900n },
      { day: '2026-03-08', currency: 'XXX', customer_id: 1, conversions: 1 },
      { day: '2026-03-10', currency: 'USD', customer_id: 1, commission_cents: 980n },
    ])
  })

  it('with days in the program’s time zone (D38)', () => {
    const { program } = createSaleData()
    const sale = save({ program: { ...program, time_zone: 'Pacific/Kiritimati' } })
    expect(new Set(sale.stats.map(({ day }) => day))).toEqual(new Set(['2026-03-11']))
  })

  it('with the policy’s hold period instead of the program’s, even if it is 0 (D28)', () => {
    expect(save({ policies: [{ ...POLICY, hold_days: 0 }] }).commission?.hold_until).toEqual(NOW)
    expect(save({ policies: [{ ...POLICY, hold_days: 90 }] }).commission?.hold_until).toEqual(
      new Date(NOW.getTime() + 90 * DAY_MS),
    )
  })

  it.each<[string, Partial<SaleData>, RegExp]>([
    [
      'past its duration',
      { customer: CONVERTED, policies: [{ ...POLICY, duration: 'first_sale' }] },
      /duration/,
    ],
    ['without a matching policy', { policies: [] }, /no commission policy matches/],
  ])('with the fee but without a commission for a sale %s (D28)', (_label, overrides, message) => {
    const sale = save(overrides)
    expect(sale.commission).toBeUndefined()
    expect(sale.fee.amount_cents).toBe(172)
    expect(sale.stats.some((delta) => 'commission_cents' in delta)).toBe(false)
    expect(sale.message).toMatch(message)
  })

  it('including a commission of zero', () => {
    expect(save({ policies: [{ ...POLICY, rate_bps: 0 }] }).commission).toMatchObject({ amount_cents: 0 })
  })
})

describe('decideSales decides several sales together', () => {
  const OTHER = { ...CUSTOMER, id: 2 }
  /** A customer whose window has ended, unless they have already made a purchase. */
  const LATE = { ...CUSTOMER, clicked_at: new Date(NOW.getTime() - 61 * DAY_MS) }
  const receivedSale = (
    transaction_id: string,
    overrides: Partial<SaleData> = {},
    requestFields: Partial<LiveSaleRequest> = {},
  ): LoadedSale => ({
    data: createSaleData({ policies: [{ ...POLICY, duration: 'first_sale' }], ...overrides }),
    request: request({ transaction_id, amount_cents: 100, ...requestFields }),
    receivedAt: NOW,
  })

  /** The inputs that the decisions depend on. */
  const summarize = (receivedSales: LoadedSale[]) =>
    decideSales(receivedSales).map((decision) =>
      decision.kind === 'save'
        ? [decision.customer.id, decision.customer.sale_count, decision.commission?.amount_cents]
        : decision.kind === 'repeats'
          ? ['repeats', decision.index]
          : decision.kind,
    )

  it.each<[string, LoadedSale[], unknown[]]>([
    ['none', [], []],
    [
      'each of two customers’ sales is their customer’s first',
      [receivedSale('a'), receivedSale('b', { customer: OTHER })],
      [
        [1, 0, 20],
        [2, 0, 20],
      ],
    ],
    [
      'a customer’s second sale sees the customer after the first one',
      [receivedSale('a'), receivedSale('b'), receivedSale('c')],
      [
        [1, 0, 20],
        [1, 1, undefined],
        [1, 2, undefined],
      ],
    ],
    [
      'with the same transaction_id, the second is a duplicate of the first, even for another customer',
      [
        receivedSale('z', { customer: OTHER }),
        receivedSale('a'),
        receivedSale('a'),
        receivedSale('a', { customer: OTHER }),
      ],
      [
        [2, 0, 20],
        [1, 0, 20],
        ['repeats', 1],
        ['repeats', 1],
      ],
    ],
    [
      'with the same transaction_id and no attribution for the first, the second gets the transaction_id',
      [receivedSale('a', { customer: undefined }), receivedSale('a')],
      ['no_attribution', [1, 0, 20]],
    ],
    [
      'a sale past the window doesn’t reopen the window for the customer’s next one',
      [receivedSale('a', { customer: LATE }), receivedSale('b', { customer: LATE })],
      ['window_expired', 'window_expired'],
    ],
    [
      'an already recorded sale stays a duplicate',
      [receivedSale('a', { recorded_sale_id: 5 })],
      ['duplicate'],
    ],
    [
      'a sale with a processor payment does not affect the others',
      [receivedSale('a', { payment_id: 7 }), receivedSale('b')],
      ['has_payment', [1, 0, 20]],
    ],
    [
      'a sale whose transaction_id is another sale’s payment ID',
      [receivedSale('a', { namesake_payment_id: 7 })],
      ['has_payment'],
    ],
    [
      'a sale whose transaction_id is the payment ID of an earlier one in the batch',
      [receivedSale('a', {}, { provider_payment_id: 'b' }), receivedSale('b')],
      [[1, 0, 20], 'has_payment'],
    ],
    [
      'a sale whose payment ID is the transaction_id of an earlier one in the batch',
      [receivedSale('b'), receivedSale('a', {}, { provider_payment_id: 'b' })],
      [[1, 0, 20], 'has_payment'],
    ],
  ])('%s', (_, receivedSales, expected) => {
    expect(summarize(receivedSales)).toEqual(expected)
  })

  it('and counts the first purchase once, on the day of the first sale', () => {
    const yesterday = new Date(NOW.getTime() - DAY_MS)
    const [first, second] = decideSales([
      receivedSale('a', {}, { occurred_at: yesterday }),
      receivedSale('b'),
    ])
    expect(first).toMatchObject({ kind: 'save', stats: [{ sales: 1 }, { conversions: 1 }, {}] })
    expect(second).toMatchObject({
      kind: 'save',
      stats: [{ sales: 1 }],
      customer: { status: 'conversion', sale_count: 1, first_sale_at: NOW, first_purchase_at: yesterday },
    })
  })
})

describe('attribute finds a sale’s customer (D26, D34)', () => {
  it.each([
    ['the customer with the customer_key', { customer_key: 'k', click_id: undefined }, 'customer_key'],
    [
      'the customer with the customer_key, even if click_id was sent',
      { customer_key: 'k', click_id: 'c' },
      'customer_key',
    ],
    [
      'the click_id’s customer if customer_key was not sent',
      { customer_key: undefined, click_id: 'c' },
      'click_id',
    ],
  ])('%s', (_label, request, by) => {
    expect(attribute(request, CUSTOMER)).toEqual({ kind: 'attributed', customer: CUSTOMER, by })
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
      CUSTOMER,
      'nothing_sent',
    ],
    ['customer_key matches no customer', { customer_key: 'k', click_id: 'c' }, undefined, 'unknown_customer'],
    [
      'click_id matches no customer',
      { customer_key: undefined, click_id: 'c' },
      undefined,
      'unknown_customer',
    ],
    [
      'the partner has no record in the program',
      { customer_key: 'k', click_id: undefined },
      createCustomer({ partner_status: null }),
      'partner_not_approved',
    ],
    [
      'the partner is pending',
      { customer_key: 'k', click_id: undefined },
      createCustomer({ partner_status: 'pending' }),
      'partner_not_approved',
    ],
    [
      'the partner was rejected',
      { customer_key: 'k', click_id: undefined },
      createCustomer({ partner_status: 'rejected' }),
      'partner_not_approved',
    ],
  ])('but not if %s', (_label, request, found, reason) => {
    const rejected = { kind: 'no_attribution', reason, message: expect.any(String) }
    expect(attribute(request, found)).toEqual(rejected)
  })
})

describe('the attribution window (D27)', () => {
  it.each([
    ['a first sale within the window', 0, 60 * DAY_MS, false],
    ['a first sale past the window', 0, 60 * DAY_MS + 1, true],
    ['a renewal, which is never too late', 1, 4000 * DAY_MS, false],
  ])('ends with the first sale: %s', (_label, sale_count, ageMs, isExpired) => {
    const receivedAt = new Date(CUSTOMER.clicked_at.getTime() + ageMs)
    expect(isAttributionExpired(createCustomer({ sale_count }), receivedAt, 60)).toBe(isExpired)
  })
})
