import type { Queries } from '../../core/database/database.ts'
import type { DecidedClaim } from './mail.ts'

/** Loads what an email about a decided claim shows. */
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
