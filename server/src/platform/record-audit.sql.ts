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
  const { at, user_id, action, request_id } = acting
  await sql`
    insert into audit_log
      (at, workspace_id, program_id, user_id, action, target_type, target_id, after, request_id)
    values (
      ${at}, (select workspace_id from programs where id = ${programId}), ${programId}, ${user_id}, ${action},
      ${target.type}, ${target.id}, ${JSON.stringify(target.after)}::jsonb, ${request_id})`.execute(queries)
}
