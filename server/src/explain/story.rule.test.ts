import { expect, it } from 'vitest'
import type {
  ChangeEntry,
  CommissionEntry,
  CustomerEntry,
  Dossier,
  PayoutEntry,
  SaleEntry,
} from './explain.ts'
import { tellStory } from './story.rule.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 10, 12, minute))

const PARTNER = { partner_id: 1, partner_name: 'Pat' }
const customer: CustomerEntry = {
  ...PARTNER,
  id: 7,
  customer_key: 'ann',
  status: 'conversion',
  link_id: 1,
  click_uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
  clicked_at: at(0),
  first_sale_at: at(10),
  sale_count: 1,
  partner_status: 'approved',
  payout_hold_reason: null,
}
const sale: SaleEntry = {
  ...PARTNER,
  id: 3,
  is_test: false,
  transaction_id: 'order-1',
  amount_cents: 4900,
  currency: 'USD',
  customer_id: 7,
  attributed_by: 'customer_key',
  status: 'paid',
  refunded_cents: 0,
  received_at: at(10),
}
const commission: CommissionEntry = {
  ...PARTNER,
  id: 9,
  sale_id: 3,
  lead_id: null,
  customer_id: 7,
  amount_cents: 980,
  reversed_cents: 0,
  paid_cents: 0,
  currency: 'USD',
  status: 'pending',
  hold_until: at(50),
  created_at: at(10),
  hold_reason: null,
  rejected_at: null,
  payout_id: null,
}
const change = (over: Partial<ChangeEntry>): ChangeEntry => ({
  id: 1,
  commission_id: 9,
  from_status: 'pending',
  to_status: 'approved',
  from_amount_cents: 980,
  to_amount_cents: 980,
  restated_cents: 0,
  reason: 'hold ended',
  changed_at: at(20),
  ...over,
})
const payout: PayoutEntry = {
  payout_id: 4,
  commission_id: 9,
  amount_cents: 980,
  currency: 'USD',
  status: 'paid',
  created_at: at(20),
  closed_at: at(20),
}

const dossier = (over: Partial<Dossier> = {}): Dossier => ({
  program: {
    id: 1,
    name: 'Acme',
    workspace_id: 'w',
    status: 'active',
    time_zone: 'UTC',
    closed_to_new_referrals: false,
    attribution_window_days: 60,
    commission_approval: 'automatic',
    sandbox: false,
    clock_ahead_ms: 0,
  },
  customers: [customer],
  clicks: [],
  leads: [],
  sales: [sale],
  refunds: [],
  commissions: [commission],
  changes: [],
  payouts: [],
  claims: [],
  payments: [],
  refusals: [],
  ...over,
})

const types = (told: Dossier) => tellStory(told).map(({ type, toStatus }) => toStatus ?? type)

it('a click that is no longer kept is told of by its customer', () => {
  expect(tellStory(dossier())[0]).toMatchObject({
    type: 'click',
    at: at(0).toISOString(),
    partner: { name: 'Pat' },
  })
})

it('a cause comes before what it led to, whatever two clocks say', () => {
  const early = dossier({
    sales: [{ ...sale, received_at: at(-5) }],
    commissions: [{ ...commission, created_at: at(-5) }],
  })
  expect(types(early)).toEqual(['click', 'sale', 'commission'])
  expect(tellStory(early)[1]?.at).toBe(at(-5).toISOString())
})

it('changes stay in the order in which they were applied, whatever their clocks say', () => {
  const changes = [
    change({ id: 1, changed_at: at(21) }),
    change({ id: 2, from_status: 'approved', to_status: 'reversed', changed_at: at(20) }),
  ]
  expect(types(dossier({ changes }))).toEqual(['click', 'sale', 'commission', 'approved', 'reversed'])
})

it('of one instant, a payout takes up what was approved, and pays it', () => {
  const changes = [change({ id: 1 }), change({ id: 2, from_status: 'approved', to_status: 'paid' })]
  expect(types(dossier({ changes, payouts: [payout] }))).toEqual([
    'click',
    'sale',
    'commission',
    'approved',
    'payout_made',
    'paid',
    'payout_paid',
  ])
})

it('of a sale that was corrected, the commission is told as it was made, and the sale as corrected', () => {
  const refunded = change({ id: 1, to_status: 'pending', from_amount_cents: 1225, to_amount_cents: 1125 })
  const restated = change({ ...refunded, id: 2, from_amount_cents: 1125, to_amount_cents: 880 })
  const corrected = { ...restated, restated_cents: -245 }
  const story = tellStory(dossier({ changes: [refunded, corrected] }))
  expect(story.map(({ type, amountCents, isRestated }) => [type, amountCents, isRestated])).toEqual([
    ['click', undefined, undefined],
    ['sale', 4900, true],
    ['commission', 1225, undefined],
    ['commission_change', 1125, undefined],
    ['commission_change', 880, true],
  ])
})

it.each([
  ['another sum', { restated_cents: 1, reason: 'whatever it was' }, true],
  ['the same sum, as of a flat one', { reason: 'the amount that the customer paid became known' }, true],
  ['what a refund left', { to_amount_cents: 500, reason: 'refund' }, undefined],
])('a commission that became %s', (_label, over, isRestated) => {
  const [, sold] = tellStory(dossier({ changes: [change({ to_status: 'pending', ...over })] }))
  expect(sold?.isRestated).toBe(isRestated)
})
