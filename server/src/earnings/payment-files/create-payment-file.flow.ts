import { runInSlices } from '../../core/async/time-slices.ts'
import { recordAudit } from '../../core/database/record-audit.sql.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { Currency } from '../../core/money/currency.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { payoutBlocker } from '../../partners/enrollments/payout-blocker.rule.ts'
import { hasExternalEffects } from '../../workspace/programs/external-effects.rule.ts'
import { decryptDebtor, decryptDetails } from '../payout-details/encrypted-details.rule.ts'
import { findPayoutSettings } from '../payouts/payout-settings.sql.ts'
import { lockOpenPayouts, recordDetailsVersions, recordPaymentFile } from '../payouts/payouts.sql.ts'
import { defaultExecutionDay, type ExecutionDayError, executionDayError } from './execution-day.rule.ts'
import { paymentFileLimits } from './limits.ts'
import { paypalFile, wiseFile } from './payment-csv.rule.ts'
import { type BatchPayout, type ChosenPayouts, choosePayouts, sumAmounts } from './payment-file.rule.ts'
import {
  type EncryptedPayout,
  findPayoutBatch,
  listBatchPayouts,
  type PayoutBatchRow,
} from './payment-file.sql.ts'
import type { PaymentFile } from './payment-file.ts'
import { sepaFile, sepaMessageId } from './sepa-file.rule.ts'
import { type ExecutionDay, nextTargetDay } from './target-day.rule.ts'

export interface RequestedFile {
  batchId: number
  format: PaymentFile
  currency: Currency
  /** Number of the part, starting at 1. */
  part: number
  /**
   * SEPA only: the requested execution date, such as `2026-03-31`. Defaults to the batch's date, or today if that date
   * is in the past.
   */
  executionDate: string | undefined
}

interface FileProgram {
  id: number
  name: string
  time_zone: string
  sandbox: boolean
}

/** A payout with its partner's name. */
export interface NamedPayout extends BatchPayout {
  partner_id: number
  partner_name: string
  /** Refunds since the payout was created, as a string. */
  refunded_cents: string
  /** The version of `details`; null if there are no details. */
  details_version: number | null
  /** When the payout was last included in a payment file. */
  filed_at: Date | null
}

export type PaymentFileSelection = ChosenPayouts<NamedPayout> & {
  kind: 'chosen'
  sum: bigint
  batch: PayoutBatchRow
  /** A SEPA file's execution date; null for other formats. */
  execution: ExecutionDay | null
}

interface WrongDay {
  kind: 'wrong_day'
  fault: ExecutionDayError
  today: string
}

export type CreatedFile =
  | { kind: 'made'; content: string; payouts: number; execution: ExecutionDay | null }
  | { kind: 'no_batch' | 'is_sandbox' | 'no_debtor' | 'debtor_unreadable' }
  /** A payout in the file was paid or canceled in the meantime. */
  | { kind: 'changed' }
  | WrongDay
  | { kind: 'nothing_fits'; parts: number }

/**
 * Lists the payouts that one part of a file would include, and the reasons others are skipped. Doesn't reveal any
 * accounts.
 */
export async function choosePaymentFile(
  { database, config, clock }: Pick<Deps, 'database' | 'config' | 'clock'>,
  program: FileProgram,
  requested: RequestedFile,
): Promise<PaymentFileSelection | WrongDay | { kind: 'no_batch' }> {
  const today = reportDay(clock.now(), program.time_zone)
  if (requested.executionDate !== undefined) {
    const fault = executionDayError(requested.executionDate, today, paymentFileLimits.executionDaysAhead)
    if (fault !== null) return { kind: 'wrong_day', fault, today }
  }
  const batch = await findPayoutBatch(database.kysely, program.id, requested.batchId)
  if (batch === undefined) return { kind: 'no_batch' }
  const sealed = await listBatchPayouts(database.kysely, program.id, batch.id, clock.now())
  const payouts = await runInSlices(decryptPayouts(sealed, program.id, config.appSecret))
  const selection = await runInSlices(choosePayouts(payouts, requested))
  const batchDay = reportDay(batch.created_at, program.time_zone)
  const execution =
    requested.format === 'sepa'
      ? nextTargetDay(requested.executionDate ?? defaultExecutionDay(batchDay, today))
      : null
  return { kind: 'chosen', ...selection, sum: sumAmounts(selection.payable), batch, execution }
}

/**
 * Creates the file with the payout details that apply now, and records their versions. The same payouts and details
 * produce the same bytes on the same day. The creation is recorded in the audit log.
 */
export async function createPaymentFile(
  deps: Deps,
  program: FileProgram,
  requested: RequestedFile,
): Promise<CreatedFile> {
  if (!hasExternalEffects(program)) return { kind: 'is_sandbox' }
  const selection = await choosePaymentFile(deps, program, requested)
  if (selection.kind !== 'chosen') return selection
  const { payable, parts, execution } = selection
  if (payable.length === 0) return { kind: 'nothing_fits', parts }
  const content = await renderFile(deps, program, requested.format, selection)
  if (typeof content !== 'string') return content
  const isUnchanged = await withTransaction(deps, async (transaction) => {
    if (!(await lockOpenPayouts(transaction, program.id, payable))) return false
    await recordDetailsVersions(transaction, program.id, payable)
    await recordPaymentFile(transaction, program.id, payable, deps.clock.now())
    await recordAudit(transaction, program.id, {
      type: 'payout_batch',
      id: String(requested.batchId),
      after: {
        format: requested.format,
        currency: requested.currency,
        part: requested.part,
        payouts: payable.length,
        ...(execution !== null && { executionDate: execution.day }),
      },
    })
    return true
  })
  if (!isUnchanged) return { kind: 'changed' }
  return { kind: 'made', content, payouts: payable.length, execution }
}

async function renderFile(
  { database, config }: Pick<Deps, 'database' | 'config'>,
  program: FileProgram,
  format: PaymentFile,
  { payable, batch, execution }: PaymentFileSelection,
): Promise<string | { kind: 'no_debtor' | 'debtor_unreadable' }> {
  switch (format) {
    case 'paypal':
      return runInSlices(paypalFile(payable))
    case 'wise':
      return runInSlices(wiseFile(payable))
    case 'sepa': {
      const settings = await findPayoutSettings(database.kysely, program.id)
      const debtor = decryptDebtor(settings?.debtor ?? null, program.id, config.appSecret)
      if (debtor === null) return { kind: 'no_debtor' }
      if (debtor === 'unreadable') return { kind: 'debtor_unreadable' }
      if (execution === null) throw new Error('a SEPA file requires an execution day')
      const order = {
        message_id: sepaMessageId(program.id, batch.id),
        created_at: batch.created_at,
        execution_date: execution.day,
        debtor,
        program_name: program.name,
      }
      return runInSlices(sepaFile(order, payable))
    }
  }
}

/** Decrypts payout details. Yields between payouts, because decrypting thousands takes a while. */
function* decryptPayouts(
  sealed: readonly EncryptedPayout[],
  programId: number,
  appSecret: string,
): Generator<void, NamedPayout[]> {
  const decryptedPayouts: NamedPayout[] = []
  for (const {
    sealed: ciphertext,
    details_version,
    payout_status,
    status,
    payout_hold_reason,
    ...payout
  } of sealed) {
    yield
    const location = { programId, partnerId: payout.partner_id, version: details_version ?? 0 }
    decryptedPayouts.push({
      ...payout,
      details_version,
      status: payout_status,
      is_blocked: payoutBlocker({ status, payout_hold_reason }) !== null,
      details: ciphertext === null ? null : decryptDetails(ciphertext, location, appSecret),
    })
  }
  return decryptedPayouts
}
