import type { Deps } from '../../core/deps.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { findPayoutTerms, listPayees } from '../../earnings/payouts/next-payouts.sql.ts'
import { nextPayDay } from '../../earnings/payouts/payout-schedule.rule.ts'
import { payoutBlocker } from '../../partners/enrollments/payout-blocker.rule.ts'
import type { EnrollmentRow } from '../../partners/portal-access/enrollments-of-account.sql.ts'
import type { PayoutRules } from './earning-reason.rule.ts'

/** Returns the settings that decide when a partner's commissions are approved and paid, at the program's time. */
export async function readPayoutRules(
  { database: { kysely }, clock }: Pick<Deps, 'database' | 'clock'>,
  program: EnrollmentRow,
): Promise<PayoutRules> {
  const now = clock.now()
  const terms = await findPayoutTerms(kysely, program.id)
  const [payee] = await listPayees(kysely, program.id, [program.partner_id], now)
  const { pay_day = null, paid_month = null } = terms ?? {}
  return {
    isReviewed: terms?.commission_approval === 'review',
    payDay: pay_day,
    nextPayDay:
      pay_day === null || paid_month === null
        ? null
        : nextPayDay(pay_day, paid_month, reportDay(now, program.time_zone)),
    minimums: terms?.minimums ?? {},
    detailsRequired: terms?.details_required ?? false,
    hasDetails: payee?.has_details ?? false,
    blocker: payoutBlocker({
      status: program.partner_status,
      payout_hold_reason: program.payout_hold_reason,
    }),
  }
}
