import type { Insertable, Selectable } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

type ProcessorCustomer = Insertable<Schema['processor_customers']>

const IDENTIFIER_COLUMNS = ['click_id', 'customer_key', 'reference_key', 'coupon_code', 'email_hash'] as const
type IdentifierColumn = (typeof IDENTIFIER_COLUMNS)[number]

/**
 * Saves the customers for processor subscriptions and customer IDs. The first click or customer key wins, and replaces
 * a generic reference or email that was saved earlier (D60).
 */
export async function saveProcessorCustomers(queries: Queries, rows: ProcessorCustomer[]): Promise<void> {
  if (rows.length === 0) return
  await queries
    .insertInto('processor_customers')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['program_id', 'reference'])
        .doUpdateSet((set) => ({
          click_id: set.ref('excluded.click_id'),
          customer_key: set.ref('excluded.customer_key'),
          reference_key: set.ref('excluded.reference_key'),
          coupon_code: set.fn.coalesce('processor_customers.coupon_code', 'excluded.coupon_code'),
          email_hash: set.fn.coalesce('excluded.email_hash', 'processor_customers.email_hash'),
        }))
        .where('processor_customers.click_id', 'is', null)
        .where('processor_customers.customer_key', 'is', null)
        .where((where) =>
          where.or([
            where('excluded.click_id', 'is not', null),
            where('excluded.customer_key', 'is not', null),
          ]),
        ),
    )
    .execute()
}

/** Returns the first known reference's customer. */
export async function findProcessorCustomer(
  queries: Queries,
  programId: number,
  references: readonly string[],
): Promise<Pick<Selectable<Schema['processor_customers']>, IdentifierColumn> | undefined> {
  const rows = await queries
    .selectFrom('processor_customers')
    .select(['reference', ...IDENTIFIER_COLUMNS])
    .where('program_id', '=', programId)
    .where('reference', 'in', references)
    .execute()
  const mapping = references.map((name) => rows.find((row) => row.reference === name)).find(Boolean)
  if (mapping === undefined) return undefined
  const { reference: _, email_hash, ...mappingColumns } = mapping
  return { ...mappingColumns, email_hash: email_hash === null ? null : Buffer.from(email_hash) }
}

/** Returns unattributed payments with these references. */
export async function listUnattributedPayments(
  queries: Queries,
  programId: number,
  names: { subscription_id: string | undefined; processor_customer_id: string | undefined },
  limit: number,
): Promise<number[]> {
  const rows = await queries
    .selectFrom('processor_payments')
    .select('id')
    .where('program_id', '=', programId)
    .where('was_unattributed', '=', true)
    .where('state', '=', 'unattributed')
    .where((where) =>
      where.or([
        where('subscription_id', '=', names.subscription_id ?? null),
        where('processor_customer_id', '=', names.processor_customer_id ?? null),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
