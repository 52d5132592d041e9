import type { Question } from '../../core/database/schema.ts'
import type { Language } from '../../core/enums.ts'

/** What a join page shows about a program. */
export interface JoinHead {
  programName: string
  slug: string | null
  language: Language
  color: string
  logoPath: string | undefined
  /** Rendered from Markdown. */
  contentHtml: string
  /** The commissions partners earn. */
  sentences: readonly string[]
  termsHtml: string | undefined
  termsVersion: number | null
  questions: readonly Question[]
}
