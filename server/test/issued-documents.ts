import { type RawBuilder, sql } from 'kysely'
import type { Database, Queries } from '../src/core/database/database.ts'

/** Allows a transaction to change issued documents, as a broken disk or a superuser could. */
export async function allowIssuedChanges(transaction: Queries): Promise<void> {
  await sql`set local session_replication_role = 'replica'`.execute(transaction)
}

/** Changes issued documents with one statement. */
export async function changeIssuedDocuments(
  { kysely }: Pick<Database, 'kysely'>,
  statement: RawBuilder<unknown>,
): Promise<void> {
  await kysely.transaction().execute(async (transaction) => {
    await allowIssuedChanges(transaction)
    await statement.execute(transaction)
  })
}
