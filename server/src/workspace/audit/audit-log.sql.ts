import { type Selectable, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { AuditAction } from '../../core/enums.ts'

type LoggedRow = Omit<Selectable<Schema['audit_log']>, 'workspace_id'>

export type AuditRow = LoggedRow & {
  user_name: string | null
  user_email: string | null
  /** Name of the management key that made the change. */
  key_name: string | null
  /** Email of the changed member, name of the partner, or order ID of the refunded sale. */
  target_name: string | null
  /** Terms of the commission policy that was set or ended. */
  policy: PolicyTerms | null
}

export type PolicyTerms = Pick<
  Selectable<Schema['commission_policies']>,
  'product_id' | 'group_id' | 'type' | 'rate_bps' | 'amount_cents' | 'currency'
>

export interface AuditFilter {
  userId: string | undefined
  keyId: number | undefined
  action: AuditAction | undefined
  from: Date | undefined
  to: Date | undefined
}

/**
 * Lists a page of a workspace's audit log, newest first by database time: changes to the workspace and its programs.
 * Contains the names of current and former members only, because other actors may belong to other workspaces.
 */
export async function listAuditRows(
  queries: Queries,
  workspaceId: string,
  filter: AuditFilter,
  page: PageRequest,
): Promise<AuditRow[]> {
  const workspaceRows = await selectRows(queries, 'audit_log', workspaceId, { filter, page })
  const programRows = await selectRows(queries, 'program_audit_log', workspaceId, { filter, page })
  const rows = [...workspaceRows, ...programRows]
    .sort((a, b) => b.written_at.getTime() - a.written_at.getTime() || b.id - a.id)
    .slice(0, page.rows + 1)
  const people = await addUserNames(queries, workspaceId, rows)
  const keys = await addKeyNames(queries, workspaceId, rows)
  const partners = await addPartnerNames(queries, workspaceId, rows)
  const policies = await readPolicies(queries, rows)
  const orders = await readRefundedOrders(queries, rows)
  return rows.map((row) => {
    const user = row.user_id === null ? undefined : people.get(row.user_id)
    const member = row.target_type === 'member' ? people.get(row.target_id) : undefined
    return {
      ...row,
      user_name: user?.is_of_workspace === true ? user.name : null,
      user_email: user?.is_of_workspace === true ? user.email : null,
      target_name:
        member?.email ??
        (namesPartner(row)
          ? partners.get(row.target_id)
          : orders.get(`${row.program_id}:${row.target_id}`)) ??
        null,
      policy:
        row.target_type === 'commission_policy'
          ? (policies.get(`${row.program_id}:${row.target_id}`) ?? null)
          : null,
      key_name: row.key_id === null ? null : (keys.get(row.key_id) ?? null),
    }
  })
}

function selectRows(
  queries: Queries,
  log: 'audit_log' | 'program_audit_log',
  workspaceId: string,
  { filter: { userId, keyId, action, from, to }, page }: { filter: AuditFilter; page: PageRequest },
) {
  let query = queries
    .selectFrom(sql<Selectable<Schema['audit_log']>>`${sql.table(log)}`.as('a'))
    .select([
      'a.id',
      'a.at',
      'a.written_at',
      'a.program_id',
      'a.user_id',
      'a.key_id',
      'a.action',
      'a.target_type',
      'a.target_id',
      'a.before',
      'a.after',
      'a.request_id',
    ])
    .where('a.workspace_id', '=', workspaceId)
  if (userId !== undefined) query = query.where('a.user_id', '=', userId)
  if (keyId !== undefined) query = query.where('a.key_id', '=', keyId)
  if (action !== undefined) query = query.where('a.action', '=', action)
  if (from !== undefined) query = query.where('a.at', '>=', from)
  if (to !== undefined) query = query.where('a.at', '<=', to)
  return selectPage(query, 'a.written_at', 'a.id', page)
}

/** Loads the names of actors and changed members. */
async function addUserNames(queries: Queries, workspaceId: string, rows: readonly LoggedRow[]) {
  const ids = rows.flatMap(({ user_id, target_type, target_id }) => [
    ...(user_id === null ? [] : [user_id]),
    ...(target_type === 'member' ? [target_id] : []),
  ])
  const result = await sql<{ id: string; name: string; email: string; is_of_workspace: boolean }>`
    select u.id, u.name, u.email,
      exists (select from workspace_members m where m.workspace_id = ${workspaceId} and m.user_id = u.id)
      or exists (
        select from audit_log once where once.workspace_id = ${workspaceId}
          and once.target_type = 'member' and once.target_id = u.id) as is_of_workspace
    from users u where u.id = any (${[...new Set(ids)]}::text[])`.execute(queries)
  return new Map(result.rows.map((row) => [row.id, row]))
}

/** Loads the names of management keys. Revoked keys keep their name. */
async function addKeyNames(queries: Queries, workspaceId: string, rows: readonly LoggedRow[]) {
  const ids = rows.flatMap(({ key_id }) => (key_id === null ? [] : [key_id]))
  if (ids.length === 0) return new Map<number, string>()
  const keys = await queries
    .selectFrom('management_keys')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(keys.map(({ id, name }) => [id, name]))
}

/** Payout details are logged with the ID of their partner. */
function namesPartner({ target_type }: LoggedRow): boolean {
  return target_type === 'partner' || target_type === 'payout_details'
}

/** Loads the names of changed partners. */
async function addPartnerNames(queries: Queries, workspaceId: string, rows: readonly LoggedRow[]) {
  const ids = rows.filter(namesPartner).map(({ target_id }) => Number(target_id))
  if (ids.length === 0) return new Map<string, string>()
  const partners = await queries
    .selectFrom('partners')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(partners.map(({ id, name }) => [String(id), name]))
}

/** Loads the order IDs of refunded sales by `program:refund`, one query for each program like `readPolicies`. */
async function readRefundedOrders(queries: Queries, rows: readonly LoggedRow[]) {
  const orders = new Map<string, string>()
  for (const [programId, ids] of targetIds(rows, 'refund')) {
    const refunds = await queries
      .selectFrom('refund_events as r')
      .innerJoin('sale_events as s', (join) =>
        join.on('s.program_id', '=', programId).onRef('s.id', '=', 'r.sale_id'),
      )
      .select(['r.id', 's.transaction_id'])
      .where('r.program_id', '=', programId)
      .where('r.id', 'in', ids)
      .execute()
    for (const { id, transaction_id } of refunds) orders.set(`${programId}:${id}`, transaction_id)
  }
  return orders
}

/** Loads the terms of policies, one query for each program, because programs may be on different servers. */
async function readPolicies(queries: Queries, rows: readonly LoggedRow[]) {
  const terms = new Map<string, PolicyTerms>()
  for (const [programId, ids] of targetIds(rows, 'commission_policy')) {
    const policies = await queries
      .selectFrom('commission_policies')
      .select(['id', 'product_id', 'group_id', 'type', 'rate_bps', 'amount_cents', 'currency'])
      .where('program_id', '=', programId)
      .where('id', 'in', ids)
      .execute()
    for (const { id, ...policy } of policies) terms.set(`${programId}:${id}`, policy)
  }
  return terms
}

/** Returns the distinct IDs of changed records of one type, by program. */
function targetIds(rows: readonly LoggedRow[], type: LoggedRow['target_type']): Map<number, number[]> {
  const idsByProgram = new Map<number, Set<number>>()
  for (const { target_type, target_id, program_id } of rows) {
    if (target_type !== type || program_id === null) continue
    idsByProgram.set(program_id, (idsByProgram.get(program_id) ?? new Set()).add(Number(target_id)))
  }
  return new Map([...idsByProgram].map(([programId, ids]) => [programId, [...ids]]))
}
