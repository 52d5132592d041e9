import { type Insertable, type Selectable, sql, type Transaction } from 'kysely'
import { lacksTwoFactor } from '../accounts/members.sql.ts'
import type { Queries } from '../platform/database.ts'
import { type PageRequest, selectPage } from '../platform/page.sql.ts'
import type { Schema } from '../platform/schema.ts'
import type { MemberRole } from '../platform/words.ts'

export type ProgramRow = Selectable<Schema['programs']>

/** A program and the user's role in its workspace; null for who is not an active member of it. */
export async function findProgramForUser(
  queries: Queries,
  programId: number,
  userId: string,
): Promise<{ program: ProgramRow; role: MemberRole | null; lacksTwoFactor: boolean } | undefined> {
  const row = await queries
    .selectFrom('programs as p')
    .leftJoin('workspace_members as m', (join) =>
      join
        .onRef('m.workspace_id', '=', 'p.workspace_id')
        .on('m.user_id', '=', userId)
        .on('m.status', '=', 'active'),
    )
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .selectAll('p')
    .select(['m.role', lacksTwoFactor('w', 'u').as('lacks_two_factor')])
    .where('p.id', '=', programId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { role, lacks_two_factor, ...program } = row
  return { program, role, lacksTwoFactor: lacks_two_factor === true }
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

/** The programs of all workspaces the user is an active member of, but for those that demand a second factor he lacks. */
export async function listProgramsOfUser(
  queries: Queries,
  userId: string,
  page: PageRequest,
): Promise<ProgramRow[]> {
  const query = queries
    .selectFrom('programs as p')
    .innerJoin('workspace_members as m', 'm.workspace_id', 'p.workspace_id')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .selectAll('p')
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'active')
    .where((where) => where.not(lacksTwoFactor('w', 'u')))
  return selectPage(query, 'p.created_at', 'p.id', page)
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
    | 'closed_to_new_referrals'
    | 'site_url'
    | 'time_zone'
    | 'lead_auth_policy'
    | 'payment_tracking_mode'
    | 'attribution_window_days'
    | 'cookie_window_days'
    | 'hold_period_days'
    | 'platform_fee_bps'
    | 'commission_approval'
    | 'legal_name'
    | 'legal_address'
    | 'tax_id'
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
