import type { Queries } from '../../core/database/database.ts'
import type { PayoutBlocker } from '../../core/enums.ts'
import { payoutBlocker } from '../../partners/enrollments/payout-blocker.rule.ts'
import type { PartnerProgramRow } from '../../partners/portal-access/enrollments-of-account.sql.ts'
import { listProgramsWithDetails } from './close-account.sql.ts'
import { type PartnerBalanceRow, readPartnerBalances } from './partner-balances.sql.ts'

/** What a partner would leave behind in a program. */
export interface LeftBehind {
  program: PartnerProgramRow
  balances: PartnerBalanceRow[]
  /** Why it would not be paid by itself; null when it would. */
  obstacle: PayoutBlocker | 'no_details' | null
}

/** What is still to come to a partner in each of his programs where he ever earned anything. */
export async function readLeftBehind(
  queries: Queries,
  programs: readonly PartnerProgramRow[],
): Promise<LeftBehind[]> {
  const balances = await readPartnerBalances(queries, programs)
  const withDetails = await listProgramsWithDetails(queries, programs)
  return programs
    .map((program) => ({
      program,
      balances: balances.filter(({ program_id }) => program_id === program.id),
      obstacle: obstacleOf(program, withDetails),
    }))
    .filter((left) => left.balances.length > 0)
}

/** Whether anything of it is positive: what was taken back after it was paid keeps nobody. */
export function isLeftBehind({ balances }: LeftBehind): boolean {
  return balances.some(
    ({ on_hold_cents, owed_cents }) => BigInt(on_hold_cents) > 0n || BigInt(owed_cents) > 0n,
  )
}

function obstacleOf(program: PartnerProgramRow, withDetails: ReadonlySet<number>): LeftBehind['obstacle'] {
  const { partner_status, payout_hold_reason } = program
  const wait = payoutBlocker({ status: partner_status, payout_hold_reason })
  if (wait !== null) return wait
  return withDetails.has(program.id) ? null : 'no_details'
}
