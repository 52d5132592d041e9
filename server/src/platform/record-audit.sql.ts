import { sql } from 'kysely'
import { readActing } from './acting.ts'
import type { Queries } from './database.ts'
import type { AuditTarget } from './words.ts'

/**
 * A row of the audit log for what its triggers do not see, in the transaction of the change; none when nobody acts.
 * @param after never a secret: nothing hides it here
 */
export async function recordAudit(
  queries: Queries,
  programId: number,
  target: { type: AuditTarget; id: string; after: Record<string, unknown> },
): Promise<void> {
  const acting = readActing()
  if (acting === undefined) return
  const { at, user_id, key_id, action, request_id } = acting
  await sql`
    insert into program_audit_log as a
      (program_id, at, workspace_id, user_id, key_id, action, target_type, target_id, after, request_id)
    select p.id, ${at}, p.workspace_id, ${user_id}, ${key_id}::bigint, ${action}, ${target.type}, ${target.id},
      ${JSON.stringify(target.after)}::jsonb, ${request_id}
    from programs p where p.id = ${programId}
    returning a.id`.execute(queries)
}
