import type { Queries } from '../../core/database/database.ts'
import type { Language } from '../../core/enums.ts'

/** Returns the language that the partner with an address has selected, and the one in which they last signed in. */
export function findAccountLanguages(
  queries: Queries,
  email: string,
): Promise<{ language: Language | null; browser_language: Language | null } | undefined> {
  return queries
    .selectFrom('partner_accounts')
    .select(['language', 'browser_language'])
    .where('email', '=', email)
    .executeTakeFirst()
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
