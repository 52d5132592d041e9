import { type Selectable, sql, type Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { type PageRequest, selectPage } from '../../core/database/page.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { CommissionBase } from '../../core/enums.ts'

export type PolicyRow = Selectable<Schema['commission_policies']>

export type PolicyTerms = Pick<
  PolicyRow,
  'type' | 'rate_bps' | 'amount_cents' | 'currency' | 'duration' | 'duration_months' | 'hold_days'
>

/**
 * What a policy applies to: a group or the whole program (null), and a product or all products without their own policy
 * (null).
 */
export interface PolicyScope {
  group_id: number | null
  product_id: string | null
}

/** Finds the newest version for a group and product, whether in force or ended. */
export function findNewestPolicy(queries: Queries, programId: number, { group_id, product_id }: PolicyScope) {
  return queries
    .selectFrom('commission_policies')
    .selectAll()
    .where('program_id', '=', programId)
    .where('group_id', 'is not distinct from', group_id)
    .where('product_id', 'is not distinct from', product_id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findPolicy(queries: Queries, programId: number, policyId: number) {
  return queries
    .selectFrom('commission_policies')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', policyId)
    .executeTakeFirst()
}

export function insertPolicy(
  transaction: Transaction<Schema>,
  policy: PolicyTerms &
    Partial<PolicyScope> & {
      commission_base: CommissionBase
      program_id: number
      version: number
      created_at: Date
    },
) {
  return transaction.insertInto('commission_policies').values(policy).returningAll().executeTakeFirstOrThrow()
}

/**
 * Ends a policy.
 * @returns undefined if it is not in force
 */
export function supersedePolicy(
  transaction: Transaction<Schema>,
  programId: number,
  policyId: number,
  now: Date,
) {
  return transaction
    .updateTable('commission_policies')
    .set({ superseded_at: now })
    .where('program_id', '=', programId)
    .where('id', '=', policyId)
    .where('superseded_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** Replaces every policy in force with a version that uses another commission base. */
export async function rebasePolicies(
  transaction: Transaction<Schema>,
  programId: number,
  { commission_base, now }: { commission_base: CommissionBase; now: Date },
): Promise<void> {
  const oldPolicies = await transaction
    .updateTable('commission_policies')
    .set({ superseded_at: now })
    .where('program_id', '=', programId)
    .where('superseded_at', 'is', null)
    .returningAll()
    .execute()
  if (oldPolicies.length === 0) return
  const newPolicies = oldPolicies.map(({ id: _, superseded_at: __, ...policy }) => ({
    ...policy,
    version: policy.version + 1,
    commission_base,
    created_at: now,
  }))
  await transaction.insertInto('commission_policies').values(newPolicies).execute()
}

/** Ends all of a group's policies that are in force. */
export async function supersedeGroupPolicies(
  transaction: Transaction<Schema>,
  programId: number,
  groupId: number,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('commission_policies')
    .set({ superseded_at: now })
    .where('program_id', '=', programId)
    .where('group_id', '=', groupId)
    .where('superseded_at', 'is', null)
    .execute()
}

/** Counts the policies in force, excluding the program's default. */
export async function countOwnPolicies(queries: Queries, programId: number): Promise<number> {
  const row = await queries
    .selectFrom('commission_policies')
    .select(({ fn }) => fn.countAll<number>().as('policies'))
    .where('program_id', '=', programId)
    .where((where) => where.or([where('product_id', 'is not', null), where('group_id', 'is not', null)]))
    .where('superseded_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.policies
}

/**
 * Lists the policies in force for the whole program and for a group, the defaults first. Group policies are only
 * visible to the group's partners.
 */
export function listGroupPolicies(
  queries: Queries,
  { programId, groupId }: { programId: number; groupId: number | null },
  rows: number,
) {
  return queries
    .selectFrom('commission_policies')
    .selectAll()
    .where('program_id', '=', programId)
    .where((where) =>
      where.or([
        where('group_id', 'is', null),
        ...(groupId === null ? [] : [where('group_id', '=', groupId)]),
      ]),
    )
    .where('superseded_at', 'is', null)
    .orderBy(sql`product_id nulls first`)
    .limit(rows)
    .execute()
}

export function listPolicies(
  queries: Queries,
  programId: number,
  filter: { withHistory: boolean; productId: string | undefined; groupId?: number | undefined },
  page: PageRequest,
) {
  let query = queries.selectFrom('commission_policies').selectAll().where('program_id', '=', programId)
  if (!filter.withHistory) query = query.where('superseded_at', 'is', null)
  if (filter.productId !== undefined) query = query.where('product_id', '=', filter.productId)
  if (filter.groupId !== undefined) query = query.where('group_id', '=', filter.groupId)
  return selectPage(query, 'created_at', 'id', page)
}
