import { sql } from 'kysely'
import type { Queries, Run } from '../../core/database/database.ts'
import { statement } from '../../core/database/statement.ts'
import type { CommissionStatus } from '../../core/enums.ts'
import { commissionDaySums } from '../../statistics/commission-sums.sql.ts'
import type { DailyRequestCount } from './request-outcome.ts'

/** Returns the outcomes for these local days, inclusive. */
export function readRequestCounts(
  run: Run,
  programId: number,
  { first, last }: { first: string; last: string },
): Promise<DailyRequestCount[]> {
  return run(READ_REQUEST_COUNTS({ program_id: programId, first_day: first, last_day: last }))
}

const READ_REQUEST_COUNTS = statement(
  'read-request-counts',
  { program_id: 'bigint', first_day: 'date', last_day: 'date' },
  `
    select d.day, d.type, d.outcome, d.requests
    from request_counts d
    where d.program_id = :program_id and d.day between :first_day and :last_day
    order by d.day, d.type, d.outcome`,
)

/**
 * Numbers of events recorded on these days, from any source, and of commissions for sales and leads by their
 * current status.
 */
export interface StepNumbers {
  clicks: number
  leads: number
  sales: number
  commissions: Record<CommissionStatus, number>
}

export async function readSteps(
  queries: Queries,
  programId: number,
  { first, last }: { first: string; last: string },
): Promise<StepNumbers> {
  const stats = await sql<Omit<StepNumbers, 'commissions'>>`
    select coalesce(sum(s.clicks), 0)::bigint as clicks, coalesce(sum(s.leads), 0)::bigint as leads,
      coalesce(sum(s.sales), 0)::bigint as sales
    from daily_stats s
    where s.program_id = ${programId} and s.day between ${first}::date and ${last}::date`.execute(queries)
  const commissions = await sql<{ status: CommissionStatus; commissions: number }>`
    select m.status, sum(m.commissions)::bigint as commissions
    from ${commissionDaySums(sql`program_id = ${programId} and day between ${first}::date and ${last}::date`)} m
    group by m.status`.execute(queries)
  const [sums] = stats.rows
  if (sums === undefined) throw new Error('the query for sums returned no row')
  const by: Record<CommissionStatus, number> = { pending: 0, approved: 0, paid: 0, reversed: 0 }
  for (const { status, commissions: number } of commissions.rows) by[status] = number
  return { ...sums, commissions: by }
}

/** Returns the first local day with counts; undefined if there is none. */
export async function findFirstCountedDay(queries: Queries, programId: number): Promise<string | undefined> {
  const first = await queries
    .selectFrom('request_counts')
    .select('day')
    .where('program_id', '=', programId)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()
  return first?.day
}
