import type { Queries } from '../../core/database/database.ts'
import type { DecidedClaim } from './mail.ts'

/** Loads the data for an email about a decided claim. */
export function findDecidedClaim(
  queries: Queries,
  programId: number,
  claimId: number,
): Promise<DecidedClaim | undefined> {
  return queries
    .selectFrom('claims')
    .select(['transaction_id', 'day', 'message'])
    .where('program_id', '=', programId)
    .where('id', '=', claimId)
    .executeTakeFirst()
}
