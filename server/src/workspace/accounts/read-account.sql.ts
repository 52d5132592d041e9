import type { Queries } from '../../core/database/database.ts'

export interface AccountRow {
  id: string
  name: string
  email: string
  two_factor_enabled: boolean
}

export async function findAccount(queries: Queries, userId: string): Promise<AccountRow | undefined> {
  return queries
    .selectFrom('users')
    .select(['id', 'name', 'email', 'two_factor_enabled'])
    .where('id', '=', userId)
    .executeTakeFirst()
}
