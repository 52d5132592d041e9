import type { Deps } from '../../core/deps.ts'
import type { Currency } from '../../core/money/currency.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { nextPayoutBlockers } from './next-payout.rule.ts'
import type { NextPayoutBlocker, PayoutTerms } from './next-payout.ts'
import { findPayoutTerms, listPayees, type PayeeRow } from './next-payouts.sql.ts'
import { nextPayDay } from './payout-schedule.rule.ts'
import { excludesPartnersWithoutDetails } from './payouts.sql.ts'

/** The amount of the next payout in a currency, and what the payout is waiting for. */
export interface NextPayout {
  currency: Currency
  amountCents: bigint
  blockers: NextPayoutBlocker[]
}

/** Returns some partners' next payouts by partner ID, at the program's time. */
export async function readNextPayouts(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  programId: number,
  partnerIds: readonly number[],
): Promise<ReadonlyMap<number, NextPayout[]>> {
  const now = clock.now()
  const row = await findPayoutTerms(database.kysely, programId)
  if (row === undefined || partnerIds.length === 0) return new Map()
  const { pay_day, paid_month } = row
  const terms: PayoutTerms = {
    detailsRequired:
      row.details_required ||
      (pay_day === null && (await excludesPartnersWithoutDetails(database.kysely, programId, now))),
    minimums: row.minimums,
    payDay:
      pay_day === null || paid_month === null
        ? null
        : nextPayDay(pay_day, paid_month, reportDay(now, row.time_zone)),
    isReviewed: row.commission_approval === 'review',
  }
  const payouts = new Map<number, NextPayout[]>()
  for (const payee of await listPayees(database.kysely, programId, partnerIds, now)) {
    const payout = nextPayout(terms, payee, now)
    if (payout !== undefined)
      payouts.set(payee.partner_id, [...(payouts.get(payee.partner_id) ?? []), payout])
  }
  return payouts
}

function nextPayout(terms: PayoutTerms, payee: PayeeRow, now: Date): NextPayout | undefined {
  const { currency } = payee
  if (currency === null) return undefined
  const payableCents = BigInt(payee.payable_cents)
  const blockers = nextPayoutBlockers(
    terms,
    payee,
    {
      currency,
      payableCents,
      openCents: BigInt(payee.open_cents),
      onHoldCents: BigInt(payee.on_hold_cents),
      nextDueAt: payee.next_due_at,
    },
    now,
  )
  return { currency, amountCents: payableCents, blockers }
}
