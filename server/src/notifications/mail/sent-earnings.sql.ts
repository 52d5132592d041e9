import type { Queries } from '../../core/database/database.ts'
import type { SentEarning } from './mail.ts'

/** Loads the states of commissions for an email about them, by ID. */
export async function findSentEarnings(
  queries: Queries,
  programId: number,
  { commissionIds, now }: { commissionIds: readonly number[]; now: Date },
): Promise<Map<number, SentEarning>> {
  if (commissionIds.length === 0) return new Map()
  const rows = await queries
    .selectFrom('commissions')
    .select(['id', 'status', 'hold_until', 'hold_reason'])
    .where('program_id', '=', programId)
    .where('id', 'in', commissionIds)
    .execute()
  return new Map(
    rows.map(({ id, status, hold_until, hold_reason }) => {
      const isInHoldPeriod = status === 'pending' && hold_reason === null && hold_until > now
      return [id, { status, heldUntil: isInHoldPeriod ? hold_until.toISOString() : null }]
    }),
  )
}
