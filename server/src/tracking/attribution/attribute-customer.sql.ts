import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { PartnerStatus } from '../../core/enums.ts'

export interface PartnerToReceive {
  name: string
  status: PartnerStatus
  /** The partner's oldest active link, otherwise the oldest link; null if the partner has no link. */
  link_id: number | null
  link_code: string | null
}

/** Returns a partner of the program, and the link for which manual attributions count. */
export async function findPartnerToReceive(
  queries: Queries,
  programId: number,
  { partnerId, lock }: { partnerId: number; lock: boolean },
) {
  const { rows } = await sql<PartnerToReceive>`
    select p.name, pp.status, l.id as link_id, l.code as link_code
    from program_enrollments pp
    join partners p on p.workspace_id = pp.workspace_id and p.id = pp.partner_id
    left join lateral (
      select k.id, k.code from links k where k.program_id = ${programId} and k.partner_id = pp.partner_id
      order by k.status = 'active' desc, k.id limit 1
    ) l on true
    where pp.program_id = ${programId} and pp.partner_id = ${partnerId}
    ${lock ? sql`for share of pp` : sql``}`.execute(queries)
  return rows[0]
}
