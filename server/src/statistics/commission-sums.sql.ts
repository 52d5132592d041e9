import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Schema } from '../core/database/schema.ts'

/*
 * Running totals of commissions and numbers of customers, so that a balance costs as many rows as there are partners,
 * not commissions.
 *
 * - Statement triggers of `commissions` and row triggers of `customers` write `commission_sum_entries` and
 *   `customer_sum_entries` in the transaction of the change, whichever code made it. They only insert, so concurrent
 *   writers of a program or a partner don't wait for each other and can't deadlock.
 * - ROLL_UP_SUMS adds the entries to `commission_sums` (by partner), `commission_day_sums` (by local day of creation),
 *   `customer_sums` (by partner) and `customer_program_sums`, and deletes them. A total is its row plus its entries, so it never depends on when the job runs.
 * - The totals only contain what is stored. What depends on the time, such as a hold that has ended, is read from the
 *   commissions by an index.
 * - `affiliate stats verify` compares the totals with commissions and customers, `affiliate stats rebuild` replaces them.
 *   A rebuild locks the program, for which writers wait because of the entries' foreign key: their changes are either
 *   committed and included, or come as entries afterwards.
 *
 * Commissions exist only for live events, so no total contains test events.
 */

export const COMMISSION_SUMS = [
  'commissions',
  'amount_cents',
  'reversed_cents',
  'paid_cents',
  'payable',
  'payable_cents',
] as const
export const COMMISSION_DAY_SUMS = ['commissions', 'amount_cents', 'reversed_cents'] as const

const PARTNER_KEY = ['partner_id', 'currency', 'kind', 'status'] as const
const DAY_KEY = ['day', 'currency', 'kind', 'status'] as const
const CUSTOMER_KEY = ['partner_id', 'status'] as const
const CUSTOMER_PROGRAM_KEY = ['status'] as const

/**
 * Returns the SQL of the totals per partner, currency, kind and status. A key may have several rows, whose sum is the
 * total.
 * @param where condition on `program_id`, `partner_id`, `currency`, `kind` and `status`
 */
export function commissionSums(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return selectRowsAndEntries('commission_sums', 'commission_sum_entries', {
    columns: [...PARTNER_KEY, ...COMMISSION_SUMS],
    where,
  })
}

/**
 * Returns the SQL of the totals per local day of creation, currency, kind and status. A key may have several rows.
 * Commissions whose day isn't assigned yet have the day -infinity.
 */
export function commissionDaySums(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return selectRowsAndEntries('commission_day_sums', 'commission_sum_entries', {
    columns: [...DAY_KEY, ...COMMISSION_DAY_SUMS],
    where,
  })
}

/** Returns the SQL of the numbers of customers per partner and status. A key may have several rows. */
export function customerSums(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return selectRowsAndEntries('customer_sums', 'customer_sum_entries', {
    columns: [...CUSTOMER_KEY, 'customers'],
    where,
  })
}

/** Returns the SQL of a program's numbers of customers per status. A status may have several rows. */
export function customerProgramSums(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return selectRowsAndEntries('customer_program_sums', 'customer_sum_entries', {
    columns: [...CUSTOMER_PROGRAM_KEY, 'customers'],
    where,
  })
}

function selectRowsAndEntries(
  table: keyof Schema,
  entries: keyof Schema,
  { columns, where }: { columns: readonly string[]; where: RawBuilder<unknown> },
) {
  const names = sql.raw(['program_id', ...columns].join(', '))
  return sql`(
    select ${names} from ${sql.table(table)} where ${where}
    union all
    select ${names} from ${sql.table(entries)} where ${where})`
}

/** SQL condition: whether the next payout includes a commission `c`, like in the index `commissions_payable`. */
export const PAYABLE = sql<boolean>`(c.payout_id is null and (c.status = 'approved'
  or (c.status in ('paid', 'reversed') and c.amount_cents - c.reversed_cents <> c.paid_cents)))`

/** Returns the SQL that computes the totals per partner from the commissions. */
export function commissionSumsFromEvents(programId: number): RawBuilder<unknown> {
  return sql`
    select c.partner_id, c.currency, c.kind, c.status, count(*) as commissions, sum(c.amount_cents) as amount_cents,
      sum(c.reversed_cents) as reversed_cents, sum(c.paid_cents) as paid_cents,
      count(*) filter (where ${PAYABLE}) as payable,
      coalesce(sum(c.amount_cents - c.reversed_cents - c.paid_cents) filter (where ${PAYABLE}), 0) as payable_cents
    from commissions c where c.program_id = ${programId} group by 1, 2, 3, 4`
}

/** Returns the SQL that computes the totals per local day from the commissions. */
export function commissionDaySumsFromEvents(programId: number): RawBuilder<unknown> {
  return sql`
    select coalesce(c.created_day, '-infinity') as day, c.currency, c.kind, c.status, count(*) as commissions,
      sum(c.amount_cents) as amount_cents, sum(c.reversed_cents) as reversed_cents
    from commissions c where c.program_id = ${programId} group by 1, 2, 3, 4`
}

/** Returns the SQL that counts the customers per partner and status. */
export function customerSumsFromEvents(programId: number): RawBuilder<unknown> {
  return sql`
    select u.partner_id, u.status, count(*) as customers from customers u where u.program_id = ${programId} group by 1, 2`
}

/** Returns the SQL that counts a program's customers per status. */
export function customerProgramSumsFromEvents(programId: number): RawBuilder<unknown> {
  return sql`
    select u.status, count(*) as customers from customers u where u.program_id = ${programId} group by 1`
}

/**
 * Replaces the totals of a program locked by `lockStatsProgram` with totals computed from its commissions and
 * customers.
 */
export async function rebuildSums(transaction: Transaction<Schema>, programId: number): Promise<void> {
  const tables = [
    'commission_sum_entries',
    'commission_sums',
    'commission_day_sums',
    'customer_sum_entries',
    'customer_sums',
    'customer_program_sums',
  ] as const
  for (const table of tables)
    await transaction.deleteFrom(table).where('program_id', '=', programId).execute()
  const rebuilt = [
    ['commission_sums', [...PARTNER_KEY, ...COMMISSION_SUMS], commissionSumsFromEvents(programId)],
    ['commission_day_sums', [...DAY_KEY, ...COMMISSION_DAY_SUMS], commissionDaySumsFromEvents(programId)],
    ['customer_sums', [...CUSTOMER_KEY, 'customers'], customerSumsFromEvents(programId)],
    [
      'customer_program_sums',
      [...CUSTOMER_PROGRAM_KEY, 'customers'],
      customerProgramSumsFromEvents(programId),
    ],
  ] as const
  for (const [table, columns, events] of rebuilt) {
    const names = sql.raw(columns.join(', '))
    await sql`
      insert into ${sql.table(table)} (program_id, ${names})
      select ${programId}::bigint, ${names} from (${events}) e`.execute(transaction)
  }
}

/**
 * Adds up to `rows` of a program's entries to its totals. No other roll-up of the program may run.
 * @returns the number of entries
 */
export async function rollUpCommissionSums(
  transaction: Transaction<Schema>,
  programId: number,
  rows: number,
): Promise<number> {
  const columns = [...PARTNER_KEY, ...COMMISSION_SUMS, 'day']
  return rollUp(
    transaction,
    sql`
    with gone as (${deleteEntries('commission_sum_entries', columns, { programId, rows })}),
    by_partner as (${addTo('commission_sums', PARTNER_KEY, COMMISSION_SUMS)}),
    by_day as (${addTo('commission_day_sums', DAY_KEY, COMMISSION_DAY_SUMS)})
    select count(*) as entries from gone`,
  )
}

/** Adds up to `rows` customer entries to their totals, like `rollUpCommissionSums`. */
export async function rollUpCustomerSums(
  transaction: Transaction<Schema>,
  programId: number,
  rows: number,
): Promise<number> {
  const columns = [...CUSTOMER_KEY, 'customers']
  return rollUp(
    transaction,
    sql`
    with gone as (${deleteEntries('customer_sum_entries', columns, { programId, rows })}),
    by_partner as (${addTo('customer_sums', CUSTOMER_KEY, ['customers'])}),
    by_program as (${addTo('customer_program_sums', CUSTOMER_PROGRAM_KEY, ['customers'])})
    select count(*) as entries from gone`,
  )
}

async function rollUp(transaction: Transaction<Schema>, statement: RawBuilder<unknown>): Promise<number> {
  // safe because both statements return one row with the number of entries
  const { rows } = await (statement as RawBuilder<{ entries: number }>).execute(transaction)
  return rows[0]?.entries ?? 0
}

function deleteEntries(
  table: 'commission_sum_entries' | 'customer_sum_entries',
  columns: readonly string[],
  { programId, rows }: { programId: number; rows: number },
) {
  return sql`
    delete from ${sql.table(table)} as e
    using (
      select partner_id, id from ${sql.table(table)} where program_id = ${programId} order by partner_id, id limit ${rows}
    ) as o
    where e.program_id = ${programId} and e.partner_id = o.partner_id and e.id = o.id
    returning e.program_id, ${sql.raw(columns.map((column) => `e.${column}`).join(', '))}`
}

function addTo(
  table: 'commission_sums' | 'commission_day_sums' | 'customer_sums' | 'customer_program_sums',
  key: readonly string[],
  sums: readonly string[],
) {
  const names = sql.raw(['program_id', ...key].join(', '))
  return sql`
    insert into ${sql.table(table)} as s (${names}, ${sql.raw(sums.join(', '))})
    select ${names}, ${sql.raw(sums.map((column) => `sum(${column})`).join(', '))} from gone group by ${names}
    on conflict (${names}) do update set
      ${sql.raw(sums.map((column) => `${column} = s.${column} + excluded.${column}`).join(', '))}`
}
