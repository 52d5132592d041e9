import { type Insertable, type Selectable, sql, type Transaction } from 'kysely'
import type { Queries } from './database.ts'
import { isAfter, type PageRequest } from './page.ts'
import type { MemberRole, Schema } from './schema.ts'

export type ProgramRow = Selectable<Schema['programs']>

/** A program and the user's role in its workspace; null for who is not an active member of it. */
export async function findProgramForUser(
  queries: Queries,
  programId: number,
  userId: string,
): Promise<{ program: ProgramRow; role: MemberRole | null } | undefined> {
  const row = await queries
    .selectFrom('programs as p')
    .leftJoin('workspace_members as m', (join) =>
      join
        .onRef('m.workspace_id', '=', 'p.workspace_id')
        .on('m.user_id', '=', userId)
        .on('m.status', '=', 'active'),
    )
    .selectAll('p')
    .select('m.role')
    .where('p.id', '=', programId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { role, ...program } = row
  return { program, role }
}

/** Writers of what belongs to the program and must be counted first queue here; events go on. */
export async function lockProgram(
  queries: Transaction<Schema>,
  programId: number,
): Promise<ProgramRow | undefined> {
  return queries
    .selectFrom('programs')
    .selectAll()
    .where('id', '=', programId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function findProgram(queries: Queries, programId: number): Promise<ProgramRow | undefined> {
  return queries.selectFrom('programs').selectAll().where('id', '=', programId).executeTakeFirst()
}

/** The programs of all workspaces the user is an active member of. */
export async function listProgramsOfUser(
  queries: Queries,
  userId: string,
  { rows, after }: PageRequest,
): Promise<ProgramRow[]> {
  let query = queries
    .selectFrom('programs as p')
    .innerJoin('workspace_members as m', 'm.workspace_id', 'p.workspace_id')
    .selectAll('p')
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'active')
  if (after !== undefined) query = query.where(isAfter('p.created_at', 'p.id', after))
  return query
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(rows + 1)
    .execute()
}

export async function insertProgram(
  queries: Queries,
  program: Insertable<Schema['programs']>,
): Promise<ProgramRow> {
  return queries.insertInto('programs').values(program).returningAll().executeTakeFirstOrThrow()
}

export type ProgramChanges = Partial<
  Pick<
    ProgramRow,
    | 'name'
    | 'status'
    | 'time_zone'
    | 'lead_auth_policy'
    | 'payment_tracking_mode'
    | 'attribution_window_days'
    | 'cookie_window_days'
    | 'hold_period_days'
    | 'platform_fee_bps'
    | 'commission_approval'
    | 'per_lead_amount_cents'
    | 'per_lead_currency'
  >
>

export async function updateProgramRow(
  queries: Queries,
  programId: number,
  changes: ProgramChanges,
  now: Date,
): Promise<ProgramRow> {
  return queries
    .updateTable('programs')
    .set({ ...changes, updated_at: now })
    .where('id', '=', programId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Whether the database knows the zone too: it computes local days when statistics are rebuilt. */
export async function isTimeZoneKnown(queries: Queries, name: string): Promise<boolean> {
  const found = await sql`select 1 from pg_timezone_names where name = ${name}`.execute(queries)
  return found.rows.length > 0
}
