import type { Selectable } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

export async function findCommission(
  queries: Queries,
  programId: number,
  commissionId: number,
): Promise<Selectable<Schema['commissions']> | undefined> {
  return queries
    .selectFrom('commissions')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', commissionId)
    .executeTakeFirst()
}
