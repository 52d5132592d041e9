import type { Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

export interface PayoutSettingsRow {
  /** Sealed; null: the program has named none. */
  debtor: string | null
  /** The least that is paid out, in digits, by currency. */
  minimums: Record<string, string>
  /** Null: payouts are made by hand. */
  pay_day: number | null
  /** The last month whose payouts were made by the schedule. */
  paid_month: string | null
  /** Payouts are made only to partners whose payout details are there. */
  details_required: boolean
}

const COLUMNS = ['debtor', 'minimums', 'pay_day', 'paid_month', 'details_required'] as const

export async function findPayoutSettings(
  queries: Queries,
  programId: number,
): Promise<PayoutSettingsRow | undefined> {
  return queries
    .selectFrom('payout_settings')
    .select(COLUMNS)
    .where('program_id', '=', programId)
    .executeTakeFirst()
}

export async function savePayoutSettings(
  transaction: Transaction<Schema>,
  programId: number,
  { minimums, at, ...settings }: PayoutSettingsRow & { at: Date },
): Promise<void> {
  const row = { ...settings, minimums: JSON.stringify(minimums), updated_at: at }
  await transaction
    .insertInto('payout_settings')
    .values({ program_id: programId, ...row })
    .onConflict((conflict) => conflict.column('program_id').doUpdateSet(row))
    .execute()
}

/** The programs whose payouts are made by the month. */
export async function listScheduledPrograms(queries: Queries): Promise<number[]> {
  const rows = await queries
    .selectFrom('payout_settings')
    .select('program_id')
    .where('pay_day', 'is not', null)
    .orderBy('program_id')
    .execute()
  return rows.map(({ program_id }) => program_id)
}

/** Notes that the payouts of a month were made. */
export async function notePaidMonth(
  transaction: Transaction<Schema>,
  programId: number,
  month: string,
): Promise<void> {
  await transaction
    .updateTable('payout_settings')
    .set({ paid_month: month })
    .where('program_id', '=', programId)
    .execute()
}
