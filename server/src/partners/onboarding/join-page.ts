import type { QuestionKind } from '../../core/enums.ts'

/** What a program asks who applies. Its id stays the same for as long as it is there, whatever its words become. */
export interface Question {
  id: string
  kind: QuestionKind
  text: string
  required: boolean
  /** Of a choice. */
  choices: string[]
}

/** What a program shows of itself to who would join it. */
export interface JoinHead {
  programName: string
  color: string
  logoPath: string | undefined
  /** Made of Markdown. */
  wordsHtml: string
  /** What partners earn. */
  sentences: readonly string[]
  termsHtml: string | undefined
  termsVersion: number | null
  questions: readonly Question[]
}
