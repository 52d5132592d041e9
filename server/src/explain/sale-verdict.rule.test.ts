import { describe, expect, it } from 'vitest'
import type { CommissionEntry, PayoutEntry, ProgramEntry, SaleEntry } from './explain.ts'
import { saleVerdict } from './sale-verdict.rule.ts'

const day = (date: string) => new Date(`${date}T12:00:00.000Z`)
const PARTNER = { partner_id: 1, partner_name: 'Pat' }

const program: ProgramEntry = {
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
}
const sale: SaleEntry = {
  ...PARTNER,
  id: 3,
  is_test: false,
  transaction_id: 'order-1',
  amount_cents: 10_000,
  currency: 'USD',
  customer_id: 7,
  attributed_by: 'customer_key',
  status: 'paid',
  refunded_cents: 0,
  received_at: day('2026-01-14'),
}
const made: CommissionEntry = {
  ...PARTNER,
  id: 9,
  sale_id: 3,
  lead_id: null,
  customer_id: 7,
  amount_cents: 2000,
  reversed_cents: 0,
  paid_cents: 0,
  currency: 'USD',
  status: 'paid',
  hold_until: day('2026-02-13'),
  created_at: day('2026-01-14'),
  hold_reason: null,
  rejected_at: null,
  payout_id: null,
}
const DAYS = ['2026-02-14', '2026-03-17', '2026-04-17']

/** The nth payout, with what it took of the commission. */
const payout = (payout_id: number, amount_cents: number, status: PayoutEntry['status']): PayoutEntry => ({
  payout_id,
  commission_id: 9,
  amount_cents,
  currency: 'USD',
  status,
  created_at: day(DAYS[payout_id - 1] ?? ''),
  closed_at: status === 'open' ? null : day(DAYS[payout_id - 1] ?? ''),
})

const verdict = (commission: Partial<CommissionEntry>, payouts: PayoutEntry[]) =>
  saleVerdict(
    {
      sale,
      customer: undefined,
      commission: { ...made, ...commission },
      commissionReason: 'policy',
      policy: undefined,
      refunds: [],
      payouts,
      rejectedReason: undefined,
      currencies: [],
    },
    program,
  )

describe('what paid a sale is a payout that gave money for it', () => {
  it.each<[string, Partial<CommissionEntry>, PayoutEntry[], [string, number, string | undefined]]>([
    ['the only one', { paid_cents: 2000 }, [payout(1, 2000, 'paid')], ['paid', 1, DAYS[0]]],
    [
      'not the one that took back what was refunded',
      { reversed_cents: 1200, paid_cents: 800 },
      [payout(1, 2000, 'paid'), payout(2, -1200, 'paid')],
      ['paid', 1, DAYS[0]],
    ],
    [
      'the last that gave some, after a dispute was won',
      { paid_cents: 2000 },
      [payout(1, 2000, 'paid'), payout(2, -1000, 'paid'), payout(3, 1000, 'paid')],
      ['paid', 3, DAYS[2]],
    ],
    [
      'not one that will take back, while it is open',
      { reversed_cents: 1000, paid_cents: 2000, payout_id: 2 },
      [payout(1, 2000, 'paid'), payout(2, -1000, 'open')],
      ['refunded_after_payment', 1, DAYS[0]],
    ],
    [
      'not one that is open, of what is paid',
      { reversed_cents: 1000, paid_cents: 1000, payout_id: 3 },
      [payout(1, 2000, 'paid'), payout(2, -1000, 'paid'), payout(3, 1000, 'open')],
      ['paid', 1, DAYS[0]],
    ],
    [
      'the open one that gives the rest, of what is not paid',
      { paid_cents: 1000, payout_id: 3 },
      [payout(1, 2000, 'paid'), payout(2, -1000, 'paid'), payout(3, 1000, 'open')],
      ['in_payout', 3, DAYS[0]],
    ],
    [
      'none that is open and takes back, of what is not paid',
      { paid_cents: 1000, payout_id: 3 },
      [payout(1, 2000, 'paid'), payout(2, -1000, 'paid'), payout(3, -500, 'open')],
      ['waits_for_payout', 1, DAYS[0]],
    ],
    [
      'none that was cancelled',
      { status: 'approved' },
      [payout(1, 2000, 'cancelled')],
      ['waits_for_payout', 0, undefined],
    ],
  ])('%s', (_label, commission, payouts, [reason, payoutId, paidOn]) => {
    const { reason: said, facts } = verdict(commission, payouts)
    expect([said, facts.payoutId ?? 0, facts.paidAt?.slice(0, 10)]).toEqual([reason, payoutId, paidOn])
  })
})
