import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { NONCE_BYTES } from '../../core/privacy/secret-box.rule.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { lockProgram } from '../../workspace/programs/programs.sql.ts'
import { encryptDebtor } from '../payout-details/encrypted-details.rule.ts'
import type { DebtorAccount } from '../payout-details/payout-details.ts'
import { lastDueMonth } from './payout-schedule.rule.ts'
import { findPayoutSettings, savePayoutSettings } from './payout-settings.sql.ts'

/** Fields to change. Undefined keeps the current value. */
export interface SettingsChange {
  debtor: DebtorAccount | undefined
  minimums: Record<string, string> | undefined
  /** Null stops the schedule. */
  payDay: number | null | undefined
  detailsRequired: boolean | undefined
}

/**
 * Updates payout settings under the program's lock, which batches also take, so that concurrent changes of different
 * fields are both kept.
 */
export async function updatePayoutSettings(
  deps: Deps,
  program: { id: number; time_zone: string },
  change: SettingsChange,
): Promise<void> {
  const { config, ids } = deps
  const sealing = { appSecret: config.appSecret, nonce: ids.bytes(NONCE_BYTES) }
  await withTransaction(deps, async (transaction) => {
    await lockProgram(transaction, program.id)
    const at = deps.clock.now()
    const was = await findPayoutSettings(transaction, program.id)
    const { debtor, minimums, payDay, detailsRequired } = change
    const pay_day = payDay === undefined ? (was?.pay_day ?? null) : payDay
    const begins = pay_day !== null && pay_day !== (was?.pay_day ?? null)
    const paid = was?.paid_month ?? ''
    const reached = begins ? lastDueMonth(pay_day, reportDay(at, program.time_zone)) : ''
    // A month must not be paid twice if the pay day moves.
    const paid_month = reached > paid ? reached : paid
    await savePayoutSettings(transaction, program.id, {
      debtor: debtor === undefined ? (was?.debtor ?? null) : encryptDebtor(debtor, program.id, sealing),
      minimums: minimums ?? was?.minimums ?? {},
      pay_day,
      paid_month: paid_month === '' ? null : paid_month,
      details_required: detailsRequired ?? was?.details_required ?? false,
      at,
    })
  })
}
