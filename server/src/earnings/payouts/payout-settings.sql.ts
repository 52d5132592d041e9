import type { Transaction } from 'kysely'
import type { Queries, QueryRow } from '../../core/database/database.ts'
import type { Schema } from '../../core/database/schema.ts'

/**
 * A program's payout settings. `debtor` is encrypted. `paid_month` is the last month with scheduled payouts. Without
 * `pay_day`, payouts are created manually.
 */
export type PayoutSettingsRow = QueryRow<typeof findPayoutSettings>

const COLUMNS = ['debtor', 'minimums', 'pay_day', 'paid_month', 'details_required'] as const

export function findPayoutSettings(queries: Queries, programId: number) {
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

/** Lists programs with a monthly payout schedule. */
export async function listScheduledPrograms(queries: Queries): Promise<number[]> {
  const rows = await queries
    .selectFrom('payout_settings')
    .select('program_id')
    .where('pay_day', 'is not', null)
    .orderBy('program_id')
    .execute()
  return rows.map(({ program_id }) => program_id)
}

/** Records that a month's payouts were created. */
export async function recordPaidMonth(
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
