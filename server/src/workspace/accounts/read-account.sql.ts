import type { Queries } from '../../core/database/database.ts'

export function findAccount(queries: Queries, userId: string) {
  return queries
    .selectFrom('users')
    .select(['id', 'name', 'email', 'two_factor_enabled'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

/** @returns false if the account was deleted */
export async function renameAccount(
  queries: Queries,
  userId: string,
  { name, now }: { name: string; now: Date },
): Promise<boolean> {
  const renamed = await queries
    .updateTable('users')
    .set({ name, updated_at: now })
    .where('id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return renamed !== undefined
}
