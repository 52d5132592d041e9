import type { Queries } from '../../core/database/database.ts'

export function findCommission(queries: Queries, programId: number, commissionId: number) {
  return queries
    .selectFrom('commissions')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', commissionId)
    .executeTakeFirst()
}
