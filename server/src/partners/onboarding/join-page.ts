import type { Language, QuestionKind } from '../../core/enums.ts'

/** A question for applicants. Its id stays the same when its text changes. */
export interface Question {
  id: string
  kind: QuestionKind
  text: string
  required: boolean
  /** The choices of a question with options. */
  choices: string[]
}

/** What a join page shows about a program. */
export interface JoinHead {
  programName: string
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
