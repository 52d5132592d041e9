import type { Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

export async function insertWorkspace(
  transaction: Transaction<Schema>,
  workspace: { id: string; name: string; slug: string; created_at: Date },
): Promise<void> {
  await transaction
    .insertInto('workspaces')
    .values({ ...workspace, logo: null, metadata: null })
    .execute()
}

/** Returns whether the database has no account, workspace or program yet. */
export async function isDatabaseEmpty(queries: Queries): Promise<boolean> {
  for (const table of ['users', 'workspaces', 'programs'] as const) {
    if ((await queries.selectFrom(table).select('id').limit(1).execute()).length > 0) return false
  }
  return true
}

export async function findWorkspaceName(queries: Queries, workspaceId: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom('workspaces')
    .select('name')
    .where('id', '=', workspaceId)
    .executeTakeFirst()
  return row?.name
}

/**
 * Changes a workspace.
 * @returns the workspace, or undefined if it doesn't exist
 */
export function updateWorkspace(
  transaction: Transaction<Schema>,
  workspaceId: string,
  changes: { name?: string; requires_two_factor?: boolean },
) {
  return transaction
    .updateTable('workspaces')
    .set(changes)
    .where('id', '=', workspaceId)
    .returning(['id', 'name', 'requires_two_factor'])
    .executeTakeFirst()
}
