import type { Queries } from '../../core/database/database.ts'

export function findAccount(queries: Queries, userId: string) {
  return queries
    .selectFrom('users')
    .select(['id', 'name', 'email', 'two_factor_enabled'])
    .where('id', '=', userId)
    .executeTakeFirst()
}
