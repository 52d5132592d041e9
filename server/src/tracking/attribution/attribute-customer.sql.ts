import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { PartnerStatus } from '../../core/enums.ts'

export interface PartnerToReceive {
  name: string
  status: PartnerStatus
}

/** Returns one of the program's partners. */
export async function findPartnerToReceive(
  queries: Queries,
  programId: number,
  { partnerId, lock }: { partnerId: number; lock: boolean },
) {
  const { rows } = await sql<PartnerToReceive>`
    select p.name, pp.status
    from program_enrollments pp
    join partners p on p.workspace_id = pp.workspace_id and p.id = pp.partner_id
    where pp.program_id = ${programId} and pp.partner_id = ${partnerId}
    ${lock ? sql`for share of pp` : sql``}`.execute(queries)
  return rows[0]
}
