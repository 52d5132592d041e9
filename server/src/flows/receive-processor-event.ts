import type { Transaction } from 'kysely'
import type { Deps } from '../deps.ts'
import type { ChangedAccount, ProcessorEvent, ReportedRefund } from '../processor/processor.ts'
import { insertProcessorRefund } from '../store/payments.ts'
import {
  deleteProcessorAccount,
  insertProcessorEvent,
  moveAccountReport,
  type ProcessorAccountRow,
  setConnection,
  setEventOutcome,
} from '../store/processor-accounts.ts'
import { lockProgram } from '../store/programs.ts'
import type { Schema } from '../store/schema.ts'
import { inTransaction } from './in-transaction.ts'
import { openPayment } from './open-payment.ts'
import { recordPayment, recordTestPayment, settleUp } from './record-payment.ts'

/** What came of an event; kept with it. */
export type EventOutcome =
  | 'seen'
  | 'ignored'
  | 'attributed'
  | 'unattributed'
  | 'known'
  | 'test_sale'
  | 'applied'
  | 'waiting'
  | 'linked'
  | 'account_changed'
  | 'disconnected'

/**
 * Takes one verified event of a connected account in, exactly once: its id and all that it does are one transaction.
 * Whoever brings the same event again waits for that transaction, then changes nothing.
 */
export function receiveProcessorEvent(
  deps: Deps,
  account: ProcessorAccountRow,
  event: ProcessorEvent,
  receivedAt: Date,
): Promise<EventOutcome> {
  return inTransaction(deps, (transaction) => takeIn(deps, transaction, account, event, receivedAt))
}

async function takeIn(
  deps: Deps,
  transaction: Transaction<Schema>,
  account: ProcessorAccountRow,
  event: ProcessorEvent,
  receivedAt: Date,
): Promise<EventOutcome> {
  const key = { program_id: account.program_id, processor: account.processor, event_id: event.id }
  const isNew = await insertProcessorEvent(transaction, {
    ...key,
    type: event.type,
    is_live: event.isLive,
    outcome: 'ignored',
    occurred_at: event.occurredAt,
    received_at: receivedAt,
  })
  if (!isNew) return 'seen'
  const outcome = await apply(deps, transaction, account, event, receivedAt)
  if (outcome !== 'ignored') await setEventOutcome(transaction, key, outcome)
  return outcome
}

async function apply(
  deps: Deps,
  transaction: Transaction<Schema>,
  account: ProcessorAccountRow,
  event: ProcessorEvent,
  at: Date,
): Promise<EventOutcome> {
  const { change, occurredAt } = event
  const place = { programId: account.program_id, processor: account.processor }
  switch (change?.kind) {
    case undefined:
      return 'ignored'
    case 'account_changed':
      return isOfConnection(account, event)
        ? changeAccount(transaction, account, change, occurredAt)
        : 'ignored'
    case 'disconnected':
      return isOfConnection(account, event) ? disconnect(transaction, account, occurredAt) : 'ignored'
    case 'payment': {
      // What happens in the processor's test mode never touches production data.
      if (!event.isLive) return recordTestPayment(transaction, place, change, occurredAt, at)
      return (await recordPayment(deps, transaction, place, change, occurredAt, at)).kind
    }
    case 'refund':
    case 'failed_refund':
    case 'dispute': {
      if (!event.isLive) return 'ignored'
      return recordRefund(deps, transaction, place, change, occurredAt, at)
    }
    case 'linked': {
      if (!event.isLive) return 'ignored'
      const { payment, isFirstTold } = await openPayment(deps, transaction, place, change.references, at)
      await settleUp(deps, transaction, payment, at, isFirstTold)
      return 'linked'
    }
  }
}

/** An account connected in test mode reports in test mode, a live one live. */
function isOfConnection(account: ProcessorAccountRow, event: ProcessorEvent): boolean {
  return account.is_live === event.isLive
}

async function changeAccount(
  transaction: Transaction<Schema>,
  account: ProcessorAccountRow,
  change: ChangedAccount,
  occurredAt: Date,
): Promise<EventOutcome> {
  if (change.accountId !== account.account_id) return 'ignored'
  // In the order of whoever connects an account: first the program, then the account.
  await lockProgram(transaction, account.program_id)
  if (!(await moveAccountReport(transaction, account, occurredAt))) return 'ignored'
  await setConnection(transaction, account.program_id, {
    processor_charges_enabled: change.chargesEnabled,
    processor_payouts_enabled: change.payoutsEnabled,
    processor_details_submitted: change.detailsSubmitted,
  })
  return 'account_changed'
}

/**
 * The merchant took the platform's access back at the processor. What was recorded stays. The platform has no access
 * to an account that was connected by hand, and one that was connected anew since then stays.
 */
async function disconnect(
  transaction: Transaction<Schema>,
  account: ProcessorAccountRow,
  occurredAt: Date,
): Promise<EventOutcome> {
  if (account.connected_by !== 'oauth') return 'ignored'
  await lockProgram(transaction, account.program_id)
  if (!(await moveAccountReport(transaction, account, occurredAt))) return 'ignored'
  if (!(await deleteProcessorAccount(transaction, account.program_id))) return 'ignored'
  await setConnection(transaction, account.program_id, {
    processor_connection_status: 'disconnected',
    processor_charges_enabled: false,
    processor_payouts_enabled: false,
  })
  return 'disconnected'
}

/** A refund or dispute whose sale is not known yet waits for it. */
async function recordRefund(
  deps: Deps,
  transaction: Transaction<Schema>,
  place: { programId: number; processor: string },
  refund: ReportedRefund,
  occurredAt: Date,
  at: Date,
): Promise<EventOutcome> {
  const { payment, isFirstTold } = await openPayment(deps, transaction, place, refund.references, at)
  await insertProcessorRefund(transaction, {
    program_id: place.programId,
    payment_id: payment.id,
    kind: refund.kind,
    refund_id: refund.refund_id ?? null,
    charge_id: refund.charge_id ?? null,
    amount_cents: refund.amount_cents,
    is_withdrawn: refund.isWithdrawn,
    reason: refund.reason ?? null,
    occurred_at: occurredAt,
    received_at: at,
  })
  const outcome = await settleUp(deps, transaction, payment, at, isFirstTold)
  return payment.sale_id !== null || outcome.kind === 'attributed' ? 'applied' : 'waiting'
}
