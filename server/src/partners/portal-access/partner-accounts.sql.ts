import type { Queries } from '../../core/database/database.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { Language } from '../../core/enums.ts'

/**
 * Loads or creates the account for an email, and locks it against being closed.
 * @throws {WriteConflictError} if it was closed in the meantime
 */
export async function findOrInsertPartnerAccount(
  queries: Queries,
  account: { email: string; created_at: Date },
): Promise<number> {
  const insertedAccount = await queries
    .insertInto('partner_accounts')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (insertedAccount !== undefined) return insertedAccount.id
  const row = await queries
    .selectFrom('partner_accounts')
    .select('id')
    .where('email', '=', account.email)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new WriteConflictError('the account with this email was closed')
  return row.id
}

/** Saves the language of the browser that signed in. The account is locked. */
export async function saveBrowserLanguage(
  queries: Queries,
  accountId: number,
  language: Language,
): Promise<void> {
  await queries
    .updateTable('partner_accounts')
    .set({ browser_language: language })
    .where('id', '=', accountId)
    .where('browser_language', 'is distinct from', language)
    .returning('id')
    .execute()
}

/**
 * Updates the defined fields. At least one must be defined.
 * @returns false if the account is closed
 */
export async function updatePartnerAccount(
  queries: Queries,
  accountId: number,
  { timeZone, language }: { timeZone: string | null | undefined; language: Language | null | undefined },
): Promise<boolean> {
  const updatedRow = await queries
    .updateTable('partner_accounts')
    .set({
      ...(timeZone === undefined ? {} : { time_zone: timeZone }),
      ...(language === undefined ? {} : { language }),
    })
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updatedRow !== undefined
}
