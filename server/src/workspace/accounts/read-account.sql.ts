import type { Queries, RowOf } from '../../core/database/database.ts'

export type AccountRow = RowOf<typeof findAccount>

export function findAccount(queries: Queries, userId: string) {
  return queries
    .selectFrom('users')
    .select(['id', 'name', 'email', 'two_factor_enabled'])
    .where('id', '=', userId)
    .executeTakeFirst()
}
