import type { Static } from 'typebox'
import { CurrencyCode, Instant, isoOrNull, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { cents } from '../../core/money/cents.http.ts'
import type { PartnerBalanceRow } from './partner-balances.sql.ts'

export const PortalBalance = namedObject('PortalBalance', {
  currency: CurrencyCode,
  onHoldCents: cents({
    description: 'Earned but not approved yet. `nextDueAt` is when the next part is due.',
  }),
  nextDueAt: nullable(Instant),
  approvedCents: cents({ description: 'Approved but not paid yet.' }),
  paidCents: cents({ description: 'Paid out, less deductions in later payouts.' }),
  reversedCents: cents({ description: 'Earned and then reversed, for example by refunds.' }),
  owedCents: cents({
    description: 'Amount of the next payout. Negative if more was reversed than is due.',
  }),
})

export function showOwnBalance(row: PartnerBalanceRow): Static<typeof PortalBalance> {
  return {
    currency: row.currency,
    onHoldCents: BigInt(row.on_hold_cents),
    nextDueAt: isoOrNull(row.next_due_at),
    approvedCents: BigInt(row.approved_cents),
    paidCents: BigInt(row.paid_cents),
    reversedCents: BigInt(row.reversed_cents),
    owedCents: BigInt(row.owed_cents),
  }
}
