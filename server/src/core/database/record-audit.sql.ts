import { sql, type Transaction } from 'kysely'
import type { AuditTarget } from '../enums.ts'
import type { Schema } from './schema.ts'

/**
 * Adds an audit log row for a change that triggers don't see, in the change's transaction. Adds none if the transaction
 * has no actor.
 * @param after must not contain secrets, because nothing redacts it here
 */
export async function recordAudit(
  transaction: Transaction<Schema>,
  programId: number,
  target: { type: AuditTarget; id: string; after: Record<string, unknown> },
): Promise<void> {
  await sql`
    insert into program_audit_log as a
      (program_id, at, workspace_id, user_id, key_id, action, target_type, target_id, after, request_id)
    select p.id, (acting ->> 'at')::timestamptz, p.workspace_id, acting ->> 'user_id', (acting ->> 'key_id')::bigint,
      acting ->> 'action', ${target.type}, ${target.id}, ${JSON.stringify(target.after)}::jsonb, acting ->> 'request_id'
    from programs p
    cross join (select nullif(current_setting('affiliate.acting', true), '')::jsonb as acting) as setting
    where p.id = ${programId} and acting is not null
    returning a.id`.execute(transaction)
}
