import { sql } from 'kysely'
import type { Database, Queries } from '../database/database.ts'
import { isDatabaseUnavailable } from '../database/database-unavailable.ts'
import { allowLongStatements } from '../database/long-statements.sql.ts'
import type { Currency } from './currency.ts'

/** Lists all currencies that the installation was ever started with. */
export async function listStoredCurrencies(queries: Queries): Promise<Currency[]> {
  const { rows } = await sql<{ code: Currency }>`select code from currencies order by code`.execute(queries)
  return rows.map(({ code }) => code)
}

export async function addStoredCurrencies(queries: Queries, codes: readonly Currency[]): Promise<void> {
  await sql`
    insert into currencies (code) select code from unnest(${codes}::text[]) as new (code)
    on conflict (code) do nothing`.execute(queries)
}

/** Number of the advisory lock: only one starting process at a time adds currencies. */
const CURRENCIES_LOCK = 7_046_029_256

export async function lockStoredCurrencies(transaction: Queries): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(CURRENCIES_LOCK)})`.execute(transaction)
}

/** Tables that may use a currency, smallest first. */
const PLACES = [
  { name: 'commissions per lead', table: 'programs', column: 'per_lead_currency' },
  { name: 'commission policies', table: 'commission_policies', column: 'currency' },
  { name: 'payouts', table: 'payouts', column: 'currency' },
  { name: 'invoices', table: 'invoice_lines', column: 'currency' },
  { name: 'commissions', table: 'commissions', column: 'currency' },
  { name: 'sales', table: 'sale_events', column: 'currency' },
] as const

/**
 * Lists where a currency is used. Scans whole tables without an index, which is acceptable because the start fails
 * anyway. A table that takes too long is reported as such.
 */
export async function findCurrencyUses(
  { kysely }: Pick<Database, 'kysely'>,
  code: Currency,
  timeoutMs: number,
): Promise<string[]> {
  const uses: string[] = []
  for (const { name, table, column } of PLACES) {
    const isUsed = await kysely.transaction().execute(async (transaction) => {
      await allowLongStatements(transaction, timeoutMs)
      const { rows } = await sql`
        select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${code} limit 1`
        .execute(transaction)
        .catch((error: unknown) => {
          if (isDatabaseUnavailable(error)) return { rows: undefined }
          throw error
        })
      return rows === undefined ? 'unknown' : rows.length > 0
    })
    if (isUsed === 'unknown') uses.push(`perhaps ${name} (too many to check)`)
    else if (isUsed) uses.push(name)
  }
  return uses
}
