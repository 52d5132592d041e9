import type { Queries } from '../platform/database.ts'

export async function listSessionIds(queries: Queries, userId: string): Promise<string[]> {
  const rows = await queries.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()
  return rows.map(({ id }) => id)
}

export async function deleteSessions(queries: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await queries
      .deleteFrom('sessions')
      .where('id', 'in', [...ids])
      .execute()
}
