import type { Queries } from '../../core/database/database.ts'
import type { Language } from '../../core/enums.ts'

/** Returns the language that the partner with an address has selected; null if they haven't selected one. */
export async function findAccountLanguage(queries: Queries, email: string): Promise<Language | null> {
  const account = await queries
    .selectFrom('partner_accounts')
    .select('language')
    .where('email', '=', email)
    .executeTakeFirst()
  return account?.language ?? null
}

/** Returns the language in which an address applied to a program; null if it didn't apply. */
export async function findApplicationLanguage(
  queries: Queries,
  programId: number,
  email: string,
): Promise<Language | null> {
  const application = await queries
    .selectFrom('applications')
    .select('language')
    .where('program_id', '=', programId)
    .where('email', '=', email)
    .executeTakeFirst()
  return application?.language ?? null
}

export async function findProgramLanguage(queries: Queries, programId: number): Promise<Language> {
  const settings = await queries
    .selectFrom('portal_settings')
    .select('language')
    .where('program_id', '=', programId)
    .executeTakeFirst()
  return settings?.language ?? 'en'
}
