import type { Insertable, Selectable, Transaction } from 'kysely'
import type { Queries, Run } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import { statement } from '../../core/database/statement.ts'
import type { MemberRole } from '../../core/enums.ts'
import { MEMBERSHIP_COLUMNS, type Membership, membershipJoin } from './members.sql.ts'

/** A key found by its hash, working or not, with its creator's current membership. */
export interface FoundManagementKey extends Membership {
  key_id: number
  key_workspace_id: string
  /** Null for a key for all programs in the workspace. */
  key_program_id: number | null
  key_permissions: string[]
  key_expires_at: Date | null
  key_revoked_at: Date | null
  key_created_by: string
}

/** Columns for statements that find `management_keys k` by hash, together with `KEY_CREATOR`. */
export const MANAGEMENT_KEY_COLUMNS = `
  k.id as key_id, k.workspace_id as key_workspace_id, k.program_id as key_program_id, k.permissions as key_permissions,
  k.expires_at as key_expires_at, k.revoked_at as key_revoked_at, k.created_by as key_created_by, ${MEMBERSHIP_COLUMNS}`

export const KEY_CREATOR = membershipJoin('k.created_by', 'k.workspace_id')

export async function findManagementKey(run: Run, keyHash: Buffer) {
  const [key] = await run<FoundManagementKey>(FIND_KEY({ key_hash: keyHash }))
  return key
}

const FIND_KEY = statement(
  'find-management-key',
  { key_hash: 'bytea' },
  `select ${MANAGEMENT_KEY_COLUMNS} from management_keys k ${KEY_CREATOR} where k.key_hash = :key_hash`,
)

/** Finds a management key like the lookup by hash, but by its number. */
export async function findManagementKeyById(run: Run, keyId: number) {
  const [key] = await run<FoundManagementKey>(FIND_KEY_OF_ID({ key_id: keyId }))
  return key
}

const FIND_KEY_OF_ID = statement(
  'find-management-key-of-id',
  { key_id: 'bigint' },
  `select ${MANAGEMENT_KEY_COLUMNS} from management_keys k ${KEY_CREATOR} where k.id = :key_id`,
)

/** A key as shown in lists, without its hash. */
export type ManagementKeyRow = Omit<Selectable<Schema['management_keys']>, 'key_hash'> & {
  maker_name: string
  maker_role: MemberRole | null
}

export async function insertManagementKey(
  transaction: Transaction<Schema>,
  key: Insertable<Schema['management_keys']>,
): Promise<number> {
  const { id } = await transaction
    .insertInto('management_keys')
    .values(key)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Counts the keys of the workspace that are neither revoked nor expired. */
export async function countManagementKeys(queries: Queries, workspaceId: string, now: Date): Promise<number> {
  const row = await queries
    .selectFrom('management_keys')
    .select(({ fn }) => fn.countAll<number>().as('keys'))
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return row.keys
}

export function listManagementKeys(queries: Queries, workspaceId: string, page: PageRequest) {
  return selectPage(selectKeys(queries, workspaceId), 'k.created_at', 'k.id', page)
}

export function readManagementKey(queries: Queries, workspaceId: string, keyId: number) {
  return selectKeys(queries, workspaceId).where('k.id', '=', keyId).executeTakeFirst()
}

function selectKeys(queries: Queries, workspaceId: string) {
  return queries
    .selectFrom('management_keys as k')
    .innerJoin('users as u', 'u.id', 'k.created_by')
    .leftJoin('workspace_members as m', (join) =>
      join
        .onRef('m.workspace_id', '=', 'k.workspace_id')
        .onRef('m.user_id', '=', 'k.created_by')
        .on('m.status', '=', 'active'),
    )
    .select(['k.id', 'k.workspace_id', 'k.program_id', 'k.name', 'k.permissions', 'k.masked', 'k.created_by'])
    .select(['k.created_at', 'k.expires_at', 'k.revoked_at', 'k.last_used_at'])
    .select(['u.name as maker_name', 'm.role as maker_role'])
    .where('k.workspace_id', '=', workspaceId)
}

/** Selects one key, all keys that a user created, or a program's keys. */
export type RevokedKeys = { id: number } | { createdBy: string } | { programId: number }

/** Revokes keys. Keys that are already revoked stay unchanged. */
export async function revokeManagementKeys(
  transaction: Transaction<Schema>,
  workspaceId: string,
  keys: RevokedKeys,
  now: Date,
): Promise<void> {
  let query = transaction
    .updateTable('management_keys')
    .set({ revoked_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
  if ('id' in keys) query = query.where('id', '=', keys.id)
  else if ('createdBy' in keys) query = query.where('created_by', '=', keys.createdBy)
  else query = query.where('program_id', '=', keys.programId)
  await query.execute()
}

/** Returns whether the workspace has this program and it is not archived. Locks the program against archiving. */
export async function lockProgramForKey(
  queries: Queries,
  workspaceId: string,
  programId: number,
): Promise<'open' | 'archived' | undefined> {
  const program = await queries
    .selectFrom('programs')
    .select('status')
    .where('id', '=', programId)
    .where('workspace_id', '=', workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (program === undefined) return undefined
  return program.status === 'archived' ? 'archived' : 'open'
}

/** Updates the last use of these keys, unless a later one is stored. */
export async function saveManagementKeyUses(
  run: Run,
  uses: readonly { id: number; last_used_at: Date }[],
): Promise<void> {
  await run(SAVE_USES({ uses }))
}

const SAVE_USES = statement(
  'save-management-key-uses',
  { uses: 'rows' },
  `
    update management_keys as k
    set last_used_at = greatest(k.last_used_at, u.last_used_at)
    from jsonb_to_recordset(:uses) as u (id bigint, last_used_at timestamptz)
    where k.id = u.id`,
)
