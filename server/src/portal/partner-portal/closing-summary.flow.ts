import type { Queries } from '../../core/database/database.ts'
import type { PayoutBlocker } from '../../core/enums.ts'
import { payoutBlocker } from '../../partners/enrollments/payout-blocker.rule.ts'
import type { EnrollmentRow } from '../../partners/portal-access/enrollments-of-account.sql.ts'
import { listProgramsWithDetails } from './close-account.sql.ts'
import { type PartnerBalanceRow, readPartnerBalances } from './partner-balances.sql.ts'

/** A balance that a closing partner leaves in a program. */
export interface RemainingBalances {
  program: EnrollmentRow
  balances: PartnerBalanceRow[]
  /** Why the balance would not be paid automatically; null if it would. */
  obstacle: PayoutBlocker | 'no_details' | null
}

/** Returns the remaining balances in each program in which the partner has earnings. */
export async function readRemainingBalances(
  queries: Queries,
  programs: readonly EnrollmentRow[],
): Promise<RemainingBalances[]> {
  const balances = await readPartnerBalances(queries, programs)
  const programsWithDetails = await listProgramsWithDetails(queries, programs)
  return programs
    .map((program) => ({
      program,
      balances: balances.filter(({ program_id }) => program_id === program.id),
      obstacle: findObstacle(program, programsWithDetails),
    }))
    .filter((summary) => summary.balances.length > 0)
}

/** Returns whether anything is due. A negative balance doesn't prevent closing. */
export function hasBalanceDue({ balances }: RemainingBalances): boolean {
  return balances.some(
    ({ on_hold_cents, owed_cents }) => BigInt(on_hold_cents) > 0n || BigInt(owed_cents) > 0n,
  )
}

function findObstacle(
  program: EnrollmentRow,
  withDetails: ReadonlySet<number>,
): RemainingBalances['obstacle'] {
  const { partner_status, payout_hold_reason } = program
  const blocker = payoutBlocker({ status: partner_status, payout_hold_reason })
  if (blocker !== null) return blocker
  return withDetails.has(program.id) ? null : 'no_details'
}
