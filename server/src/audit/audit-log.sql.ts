import { type Selectable, sql } from 'kysely'
import type { Queries } from '../platform/database.ts'
import type { PageRequest } from '../platform/page.sql.ts'
import type { Schema } from '../platform/schema.ts'
import type { AuditAction } from '../platform/words.ts'

export type AuditRow = Omit<Selectable<Schema['audit_log']>, 'workspace_id'> & {
  user_name: string | null
  user_email: string | null
  /** Of a member that was changed. */
  member_email: string | null
}

export interface AuditFilter {
  userId: string | undefined
  action: AuditAction | undefined
  from: Date | undefined
  to: Date | undefined
}

/**
 * A page of a workspace's log, newest first by id. People are named who are or were its members: the log of another
 * workspace may hold what one of ours did there, and the other way round.
 */
export function listAuditRows(
  queries: Queries,
  workspaceId: string,
  { userId, action, from, to }: AuditFilter,
  { rows, after }: PageRequest,
): Promise<AuditRow[]> {
  let query = queries
    .selectFrom('audit_log as a')
    .leftJoin('users as u', (join) =>
      join.onRef('u.id', '=', 'a.user_id').on(sql<boolean>`(
          exists (select from workspace_members m where m.workspace_id = a.workspace_id and m.user_id = u.id)
          or exists (
            select from audit_log once where once.workspace_id = a.workspace_id
              and once.target_type = 'member' and once.target_id = u.id))`),
    )
    .leftJoin('users as member', (join) =>
      join.onRef('member.id', '=', 'a.target_id').on('a.target_type', '=', 'member'),
    )
    .select([
      'a.id',
      'a.at',
      'a.program_id',
      'a.user_id',
      'a.action',
      'a.target_type',
      'a.target_id',
      'a.before',
      'a.after',
      'a.request_id',
      'u.name as user_name',
      'u.email as user_email',
      'member.email as member_email',
    ])
    .where('a.workspace_id', '=', workspaceId)
  if (userId !== undefined) query = query.where('a.user_id', '=', userId)
  if (action !== undefined) query = query.where('a.action', '=', action)
  if (from !== undefined) query = query.where('a.at', '>=', from)
  if (to !== undefined) query = query.where('a.at', '<=', to)
  if (after !== undefined) query = query.where('a.id', '<', after.id)
  return query
    .orderBy('a.id', 'desc')
    .limit(rows + 1)
    .execute()
}
