import type { Queries } from '../../core/database/database.ts'
import type { Language, MailKind } from '../../core/enums.ts'
import { isForPartner } from './mail-audience.rule.ts'
import {
  findAccountLanguages,
  findApplicationLanguage,
  findProgramLanguage,
} from './recipient-language.sql.ts'

/**
 * Returns an email's language: the recipient's choice, otherwise the language of the request that caused the email, of
 * their latest sign-in or of their application, or the program's default. Workspace members get English.
 */
export async function recipientLanguage(
  queries: Queries,
  mail: { kind: MailKind; recipient: string; program_id: number | null; language?: Language | null },
): Promise<Language> {
  const { kind, recipient, program_id } = mail
  if (!isForPartner(kind)) return 'en'
  const account = await findAccountLanguages(queries, recipient)
  const ownLanguage = account?.language ?? mail.language ?? account?.browser_language ?? null
  if (ownLanguage !== null) return ownLanguage
  if (program_id === null) return 'en'
  return (
    (await findApplicationLanguage(queries, program_id, recipient)) ??
    (await findProgramLanguage(queries, program_id))
  )
}
