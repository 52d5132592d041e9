import type { Selectable } from 'kysely'
import type { Queries } from '../platform/database.ts'
import { type PageRequest, selectPage } from '../platform/page.sql.ts'
import type { Schema } from '../platform/schema.ts'

export type PolicyRow = Selectable<Schema['commission_policies']>

export type PolicyTerms = Pick<
  PolicyRow,
  'type' | 'rate_bps' | 'amount_cents' | 'currency' | 'duration' | 'duration_months' | 'hold_days'
>

/** The newest version for a product, in force or ended; `null` is the program's default. */
export async function findNewestPolicy(
  queries: Queries,
  programId: number,
  productId: string | null,
): Promise<PolicyRow | undefined> {
  return queries
    .selectFrom('commission_policies')
    .selectAll()
    .where('program_id', '=', programId)
    .where('product_id', 'is not distinct from', productId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findPolicy(
  queries: Queries,
  programId: number,
  policyId: number,
): Promise<PolicyRow | undefined> {
  return queries
    .selectFrom('commission_policies')
    .selectAll()
    .where('program_id', '=', programId)
    .where('id', '=', policyId)
    .executeTakeFirst()
}

export async function insertPolicy(
  queries: Queries,
  policy: PolicyTerms & {
    program_id: number
    product_id: string | null
    version: number
    created_at: Date
  },
): Promise<PolicyRow> {
  return queries.insertInto('commission_policies').values(policy).returningAll().executeTakeFirstOrThrow()
}

/** Ends a policy that is in force; undefined when it is not. */
export async function supersedePolicy(
  queries: Queries,
  programId: number,
  policyId: number,
  now: Date,
): Promise<PolicyRow | undefined> {
  return queries
    .updateTable('commission_policies')
    .set({ superseded_at: now })
    .where('program_id', '=', programId)
    .where('id', '=', policyId)
    .where('superseded_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

/** How many products have a policy of their own in force. */
export async function countProductPolicies(queries: Queries, programId: number): Promise<number> {
  const row = await queries
    .selectFrom('commission_policies')
    .select(({ fn }) => fn.countAll<number>().as('policies'))
    .where('program_id', '=', programId)
    .where('product_id', 'is not', null)
    .where('superseded_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.policies
}

export async function listPolicies(
  queries: Queries,
  programId: number,
  filter: { withHistory: boolean; productId: string | undefined },
  page: PageRequest,
): Promise<PolicyRow[]> {
  let query = queries.selectFrom('commission_policies').selectAll().where('program_id', '=', programId)
  if (!filter.withHistory) query = query.where('superseded_at', 'is', null)
  if (filter.productId !== undefined) query = query.where('product_id', '=', filter.productId)
  return selectPage(query, 'created_at', 'id', page)
}
