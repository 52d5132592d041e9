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
 * Updates payout settings under the program's lock, which batches also take, so concurrent changes to different fields
 * are both kept.
 */
export async function updatePayoutSettings(
  deps: Deps,
  program: { id: number; time_zone: string },
  change: SettingsChange,
): Promise<void> {
  const { config, ids } = deps
  const encryption = { appSecret: config.appSecret, nonce: ids.bytes(NONCE_BYTES) }
  await withTransaction(deps, async (transaction) => {
    await lockProgram(transaction, program.id)
    const at = deps.clock.now()
    const previousSettings = await findPayoutSettings(transaction, program.id)
    const { debtor, minimums, payDay, detailsRequired } = change
    const pay_day = payDay === undefined ? (previousSettings?.pay_day ?? null) : payDay
    const isNewPayDay = pay_day !== null && pay_day !== (previousSettings?.pay_day ?? null)
    const paid = previousSettings?.paid_month ?? ''
    const reachedMonth = isNewPayDay ? lastDueMonth(pay_day, reportDay(at, program.time_zone)) : ''
    // A month must not be paid twice if the pay day changes.
    const paid_month = reachedMonth > paid ? reachedMonth : paid
    await savePayoutSettings(transaction, program.id, {
      debtor:
        debtor === undefined
          ? (previousSettings?.debtor ?? null)
          : encryptDebtor(debtor, program.id, encryption),
      minimums: minimums ?? previousSettings?.minimums ?? {},
      pay_day,
      paid_month: paid_month === '' ? null : paid_month,
      details_required: detailsRequired ?? previousSettings?.details_required ?? false,
      at,
    })
  })
}
