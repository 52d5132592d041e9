import type { Insertable, Selectable, Transaction } from 'kysely'
import type { Queries, Run } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import { readReachable } from '../../core/database/reachable-programs.ts'
import type { Schema } from '../../core/database/schema.ts'
import { statement } from '../../core/database/statement.ts'
import {
  type FoundManagementKey,
  KEY_CREATOR,
  MANAGEMENT_KEY_COLUMNS,
} from '../accounts/management-keys.sql.ts'
import {
  lacksTwoFactor,
  MEMBERSHIP_COLUMNS,
  type Membership,
  membershipJoin,
} from '../accounts/members.sql.ts'

export type ProgramRow = Selectable<Schema['programs']>

/** A program and the requester's membership in its workspace. */
export type ProgramAccessRow = ProgramRow & Membership

/**
 * Finds a management key by its hash, with its program from any workspace. The program columns are null if there is
 * none.
 */
export async function findKeyProgram(
  run: Run,
  programId: number,
  keyHash: Buffer,
): Promise<(FoundManagementKey & (ProgramRow | { id: null })) | undefined> {
  const [row] = await run<FoundManagementKey & (ProgramRow | { id: null })>(
    FIND_KEY_PROGRAM({ program_id: programId, key_hash: keyHash }),
  )
  return row
}

/** Finds the program and the user's membership in its workspace. */
export async function findProgramForUser(run: Run, programId: number, userId: string) {
  const [found] = await run<ProgramAccessRow>(
    FIND_PROGRAM_FOR_USER({ program_id: programId, user_id: userId }),
  )
  return found
}

/** Listed explicitly, because a prepared `select *` fails once a migration has added a column. */
const PROGRAM_COLUMNS = Object.keys({
  id: true,
  workspace_id: true,
  name: true,
  status: true,
  closed_to_new_referrals: true,
  site_url: true,
  redirect_domain: true,
  time_zone: true,
  lead_auth_policy: true,
  payment_tracking_mode: true,
  attribution_window_days: true,
  click_retention_months: true,
  cookie_window_days: true,
  hold_period_days: true,
  platform_fee_bps: true,
  commission_approval: true,
  commission_base: true,
  coupon_precedence: true,
  per_lead_amount_cents: true,
  per_lead_currency: true,
  processor_connection_status: true,
  processor_account_id: true,
  processor_charges_enabled: true,
  processor_payouts_enabled: true,
  processor_details_submitted: true,
  processor_connected_at: true,
  legal_name: true,
  legal_address: true,
  tax_id: true,
  sandbox: true,
  clock_ahead_ms: true,
  days_due_from: true,
  setup_dismissed: true,
  created_at: true,
  updated_at: true,
} satisfies Record<keyof ProgramRow, true>)
  .map((column) => `p.${column}`)
  .join(', ')

const FIND_KEY_PROGRAM = statement(
  'find-key-program',
  { program_id: 'bigint', key_hash: 'bytea' },
  `
    select ${MANAGEMENT_KEY_COLUMNS}, ${PROGRAM_COLUMNS}
    from management_keys k
    left join programs p on p.id = :program_id ${KEY_CREATOR}
    where k.key_hash = :key_hash`,
)

const FIND_PROGRAM_FOR_USER = statement(
  'find-program-for-user',
  { program_id: 'bigint', user_id: 'text' },
  `
    select ${MEMBERSHIP_COLUMNS}, ${PROGRAM_COLUMNS}
    from programs p ${membershipJoin(':user_id', 'p.workspace_id')}
    where p.id = :program_id`,
)

/** Serializes writers that count records of the program. Tracking requests are not blocked. */
export function lockProgram(queries: Transaction<Schema>, programId: number) {
  return queries
    .selectFrom('programs')
    .selectAll()
    .where('id', '=', programId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export function findProgram(queries: Queries, programId: number) {
  return queries.selectFrom('programs').selectAll().where('id', '=', programId).executeTakeFirst()
}

/**
 * Lists the programs of all workspaces in which the user is an active member, except those that require a second factor
 * the user lacks.
 */
export async function listProgramsByUser(
  queries: Queries,
  userId: string,
  page: PageRequest,
): Promise<ListedProgram[]> {
  const query = queries
    .selectFrom('workspace_programs as p')
    .innerJoin('workspace_members as m', 'm.workspace_id', 'p.workspace_id')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['p.program_id', 'p.created_at'])
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'active')
    .where((where) => where.not(lacksTwoFactor('w', 'u')))
  return readPrograms(queries, await selectPage(query, 'p.created_at', 'p.program_id', page))
}

/** A listed program. Its row is missing if its worker is unreachable. */
export interface ListedProgram {
  id: number
  created_at: Date
  program: ProgramRow | undefined
}

/** Reads the programs in the order of the IDs. */
async function readPrograms(
  queries: Queries,
  programs: readonly { program_id: number; created_at: Date }[],
): Promise<ListedProgram[]> {
  if (programs.length === 0) return []
  // Filters by ID, so that Citus only queries the nodes that store them.
  const { rows, missing: missingIds } = await readReachable(
    queries,
    programs.map(({ program_id }) => program_id),
    (ids) => queries.selectFrom('programs').selectAll().where('id', 'in', ids).execute(),
  )
  const byId = new Map(rows.map((program) => [program.id, program]))
  return programs
    .map(({ program_id: id, created_at }) => ({ id, created_at, program: byId.get(id) }))
    .filter(({ id, program }) => program !== undefined || missingIds.has(id))
}

/** Lists a management key's program, or all programs of its workspace. */
export async function listProgramsByKey(
  queries: Queries,
  { key_workspace_id, key_program_id }: Pick<FoundManagementKey, 'key_workspace_id' | 'key_program_id'>,
  page: PageRequest,
): Promise<ListedProgram[]> {
  let query = queries
    .selectFrom('workspace_programs as p')
    .select(['p.program_id', 'p.created_at'])
    .where('p.workspace_id', '=', key_workspace_id)
  if (key_program_id !== null) query = query.where('p.program_id', '=', key_program_id)
  return readPrograms(queries, await selectPage(query, 'p.created_at', 'p.program_id', page))
}

/** Inserts a program, including into the separate table that lists read from. */
export async function insertProgram(
  transaction: Transaction<Schema>,
  program: Insertable<Schema['programs']>,
): Promise<ProgramRow> {
  const inserted = await transaction
    .insertInto('programs')
    .values({ days_due_from: null, ...program })
    .returningAll()
    .executeTakeFirstOrThrow()
  const { id: program_id, workspace_id, created_at } = inserted
  await transaction
    .insertInto('workspace_programs')
    .values({ program_id, workspace_id, created_at })
    .execute()
  return inserted
}

export type ProgramChanges = Partial<
  Pick<
    ProgramRow,
    | 'name'
    | 'status'
    | 'closed_to_new_referrals'
    | 'site_url'
    | 'redirect_domain'
    | 'time_zone'
    | 'lead_auth_policy'
    | 'payment_tracking_mode'
    | 'attribution_window_days'
    | 'click_retention_months'
    | 'cookie_window_days'
    | 'hold_period_days'
    | 'platform_fee_bps'
    | 'commission_approval'
    | 'commission_base'
    | 'legal_name'
    | 'legal_address'
    | 'tax_id'
    | 'per_lead_amount_cents'
    | 'per_lead_currency'
    | 'setup_dismissed'
  >
>

export function updateProgramRow(
  transaction: Transaction<Schema>,
  programId: number,
  changes: ProgramChanges,
  now: Date,
) {
  return transaction
    .updateTable('programs')
    .set({ ...changes, updated_at: now })
    .where('id', '=', programId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
