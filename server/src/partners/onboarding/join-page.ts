import type { Question } from '../../core/database/schema.ts'
import type { Language } from '../../core/enums.ts'

/** The part of a join page above the form. */
export interface JoinHead {
  programName: string
  slug: string | null
  language: Language
  color: string
  logoPath: string | undefined
  /** HTML rendered from Markdown. */
  contentHtml: string
  /** Sentences about the commissions that partners earn. */
  sentences: readonly string[]
  /** Sentences about when these are paid. */
  paymentSentences: readonly string[]
  termsHtml: string | undefined
  termsVersion: number | null
  questions: readonly Question[]
}
