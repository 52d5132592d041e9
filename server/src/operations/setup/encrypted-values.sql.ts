import { sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'

/** A column with values that are encrypted with `APP_SECRET` and kept for more than a day. */
export interface EncryptedColumn {
  table: 'webhook_endpoints' | 'processor_accounts' | 'payout_details' | 'payout_settings'
  column: 'secret' | 'previous_secret' | 'webhook_secret' | 'api_key' | 'sealed' | 'debtor'
  /** Columns that identify a row, in addition to its program. */
  keys: readonly string[]
}

export type EncryptedRow = Record<string, string | number> & { sealed: string }

export async function listEncrypted(
  queries: Queries,
  programId: number,
  { table, column, keys }: EncryptedColumn,
) {
  const keyColumns = keys.map((key) => sql`${sql.ref(key)},`)
  const { rows } = await sql<EncryptedRow>`
    select ${sql.join(keyColumns, sql``)} ${sql.ref(column)} as sealed from ${sql.table(table)}
    where program_id = ${programId} and ${sql.ref(column)} is not null`.execute(queries)
  return rows
}

export async function saveEncrypted(
  queries: Queries,
  programId: number,
  { table, column, keys }: EncryptedColumn,
  row: EncryptedRow,
): Promise<void> {
  const keyConditions = keys.map((key) => sql`and ${sql.ref(key)} = ${row[key]}`)
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${row.sealed}
    where program_id = ${programId} ${sql.join(keyConditions, sql` `)}`.execute(queries)
}
