import type { ColumnType, JSONColumnType } from 'kysely'
import type { AuditAction, AuditTarget, CommissionStatus, QuestionKind } from '../enums.ts'
import type { Currency } from '../money/currency.ts'
import type { Tables } from './schema.generated.ts'
import type { RollUpDays } from './stat-delta.ts'

/**
 * The tables for Kysely: `schema.generated.ts` (written by `npm run schema`), with columns narrowed here that a check
 * can't describe. `bigint` columns are numbers: IDs and amounts stay within 2^53 - 1 (D8), and the drivers reject
 * larger ones. `numeric` is a string of digits, `date` is `YYYY-MM-DD`, `timestamptz` a `Date`.
 */
export interface Schema extends Omit<Tables, keyof NarrowedTables>, NarrowedTables {}

export interface NarrowedTables {
  application_steps: With<Tables['application_steps'], { answers: JSONColumnType<Answer[]> | null }>
  applications: With<Tables['applications'], { answers: JSONColumnType<Answer[]> }>
  audit_log: With<Tables['audit_log'], AuditColumns>
  commission_changes: With<
    Tables['commission_changes'],
    { from_status: CommissionStatus; to_status: CommissionStatus }
  >
  invoices: With<Tables['invoices'], { exchange_rates: JSONColumnType<Partial<Record<Currency, string>>> }>
  join_pages: With<Tables['join_pages'], { questions: JSONColumnType<Question[]> }>
  link_stat_rollups: With<Tables['link_stat_rollups'], { days: RollUpDays }>
  payout_settings: With<
    Tables['payout_settings'],
    { minimums: ColumnType<Record<string, string>, string | undefined, string> }
  >
  processor_events: With<Tables['processor_events'], { placeholders: Record<string, string> | null }>
  program_audit_log: With<Tables['program_audit_log'], AuditColumns>
}

type With<Table, Columns> = Omit<Table, keyof Columns> & Columns

interface AuditColumns {
  action: AuditAction
  target_type: AuditTarget
}

/** A question for applicants. Its id stays the same when its text changes. */
export interface Question {
  id: string
  kind: QuestionKind
  text: string
  required: boolean
  /** The options; empty if the question isn't multiple choice. */
  choices: string[]
}

/** An applicant's answer to a question, with its text at that time. */
export interface Answer {
  id: string
  question: string
  answer: string
}
