import type { Transaction } from 'kysely'
import type { Schema } from '../../core/database/schema.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { ReviewReason } from '../../core/enums.ts'
import { hashEmail } from '../../core/privacy/email-hash.rule.ts'
import { idPseudonymizer } from '../../core/privacy/pseudonym.rule.ts'
import { lockedProgramInstant } from '../../workspace/programs/program-clock.flow.ts'
import { findProgram, lockProgram } from '../../workspace/programs/programs.sql.ts'
import { listUnattributedPayments, saveProcessorCustomers } from './customer-mapping.sql.ts'
import { queueEventForReview } from './events-for-review.sql.ts'
import { findEventProgram } from './find-program-of-event.flow.ts'
import { processorLimits } from './limits.ts'
import { openPayment } from './open-payment.flow.ts'
import { findReferences, lockPayments, updatePayment } from './payments.sql.ts'
import type {
  ChangedAccount,
  FailedPayment,
  ProcessorCustomer,
  ProcessorEvent,
  ReportedRefund,
} from './processor.ts'
import {
  deleteProcessorAccount,
  insertProcessorEvent,
  moveAccountReport,
  type ProcessorAccountRow,
  setConnection,
  setEventOutcome,
} from './processor-accounts.sql.ts'
import { endConnections } from './processor-connections.sql.ts'
import { insertProcessorRefund } from './processor-refunds.sql.ts'
import { namesInPayment, recordCharge } from './record-charge.flow.ts'
import {
  type PaymentOutcome,
  type ReportContext,
  recordPayment,
  recordTestPayment,
  settlePayment,
} from './record-payment.flow.ts'

/** The outcome of an event; stored with it. */
export type EventOutcome =
  | 'seen'
  | 'ignored'
  | 'attributed'
  | 'unattributed'
  | 'known'
  | 'test_sale'
  | 'applied'
  | 'waiting'
  | 'announced'
  | 'linked'
  | 'introduced'
  | 'kept'
  | 'account_changed'
  | 'disconnected'

/** The outcome of an event, and of each payment it contained. */
export interface ReceivedEvent {
  outcome: EventOutcome
  payments: PaymentOutcome[]
  /** The outcome of a refund that was reported together with its payment. */
  refundOutcome: EventOutcome | undefined
}

interface EventContext extends ReportContext, Pick<ReceivedEvent, 'refundOutcome'> {}

/**
 * Processes a verified event of a connected account exactly once: its ID and all effects are written in one
 * transaction, and a concurrent redelivery waits and then changes nothing. A sandbox only accepts test-mode events, by
 * its own clock (D52).
 */
export function receiveProcessorEvent(
  deps: Deps,
  account: ProcessorAccountRow,
  event: ProcessorEvent,
  receivedAt: Date,
): Promise<ReceivedEvent> {
  return withTransaction(deps, async (transaction) => {
    const { processor } = account
    const { programId, isForeign } = await findEventProgram(deps, transaction, account, event)
    const program = await findProgram(transaction, programId)
    if (program === undefined) throw new Error(`program ${programId} no longer exists`)
    const at = await lockedProgramInstant(transaction, program, receivedAt)
    const context: EventContext & { settled: PaymentOutcome[] } = {
      deps,
      transaction,
      programId,
      at,
      event: { processor, ...event },
      settled: [],
      refundOutcome: undefined,
    }
    const owned: OwnedEvent = {
      ...event,
      ...(isForeign ? { change: { kind: 'foreign' } } : {}),
      counts: event.isLive !== program.sandbox,
      happenedAt: new Date(event.occurredAt.getTime() + at.getTime() - receivedAt.getTime()),
    }
    const outcome = await ingest(context, account, owned)
    return { outcome, payments: context.settled, refundOutcome: context.refundOutcome }
  })
}

/** An event to process. An event for a program without proof of ownership is only queued for review. */
type OwnedEvent = Omit<ProcessorEvent, 'change'> & {
  change: ProcessorEvent['change'] | { kind: 'foreign' }
  /** Whether the event counts: live events, or test-mode events in a sandbox. */
  counts: boolean
  /** When it occurred, by the program's clock. */
  happenedAt: Date
}

async function ingest(
  context: EventContext,
  account: ProcessorAccountRow,
  event: OwnedEvent,
): Promise<EventOutcome> {
  const { transaction, programId, at } = context
  const key = { program_id: programId, processor: account.processor, event_id: event.id }
  const isNew = await insertProcessorEvent(transaction, {
    ...key,
    type: event.type,
    is_live: event.isLive,
    outcome: 'ignored',
    occurred_at: event.occurredAt,
    received_at: at,
    placeholders: Object.keys(event.placeholders).length === 0 ? null : event.placeholders,
    reference: null,
  })
  if (!isNew) return 'seen'
  const outcome = await apply(context, account, event)
  if (outcome !== 'ignored') {
    const reference = await findReference(context, event, outcome)
    await setEventOutcome(transaction, key, { outcome, reference })
  }
  return outcome
}

/** Returns an ID of the event's payment as recorded: the pseudonym, if its buyer was erased. */
async function findReference(
  { deps, transaction, programId }: ReportContext,
  { change }: OwnedEvent,
  outcome: EventOutcome,
): Promise<string | null> {
  if (change === undefined || !('references' in change)) return null
  if (outcome === 'test_sale' && change.kind === 'payment') return change.transaction_id
  const erase = idPseudonymizer(programId, deps.config.appSecret)
  const names = change.references.flatMap((name) => [name, erase(name)])
  const [found] = await findReferences(transaction, programId, names)
  return found?.reference ?? null
}

async function apply(
  context: EventContext,
  account: ProcessorAccountRow,
  event: OwnedEvent,
): Promise<EventOutcome> {
  const { transaction } = context
  const { processor } = account
  const { change, occurredAt, happenedAt, counts } = event
  switch (change?.kind) {
    case undefined:
      return 'ignored'
    case 'unreadable':
      return queueForReview(context, account, event, {
        reason: 'unreadable',
        object_id: change.object_id ?? null,
      })
    case 'foreign':
      return queueForReview(context, account, event, { reason: 'another_program', object_id: null })
    case 'introduced':
      return counts ? recordProcessorCustomer(context, change) : 'ignored'
    case 'account_changed':
      return matchesConnection(account, event)
        ? changeAccount(transaction, account, change, occurredAt)
        : 'ignored'
    case 'disconnected':
      return matchesConnection(account, event) ? disconnect(transaction, account, occurredAt) : 'ignored'
    case 'payment': {
      // Test-mode events never touch production data.
      const report = { processor, reported: change, occurredAt: happenedAt }
      if (counts) {
        const { kind } = await recordPayment(context, report)
        if (!change.is_paid) return 'announced'
        const { refunded: refund } = change
        if (refund === undefined) return kind
        const refundOutcome =
          refund.kind === 'unreadable'
            ? await queueForReview(context, account, event, {
                reason: 'unreadable',
                object_id: refund.object_id ?? null,
              })
            : await recordRefund(context, { processor, refund, eventId: event.id, occurredAt: happenedAt })
        context.refundOutcome = refundOutcome
        return kind === 'known' ? refundOutcome : kind
      }
      return event.isLive || !change.is_paid ? 'ignored' : recordTestPayment(context, report)
    }
    case 'payment_failed':
      return counts ? failPayment(context, processor, change) : 'ignored'
    case 'refund':
    case 'failed_refund':
    case 'dispute': {
      if (!counts) return 'ignored'
      const { made_at } = change
      const refund =
        made_at === undefined
          ? change
          : { ...change, made_at: toProgramTime(made_at, { occurredAt, happenedAt }) }
      return recordRefund(context, { processor, refund, eventId: event.id, occurredAt: happenedAt })
    }
    case 'linked': {
      if (!counts) return 'ignored'
      const opened = await openPayment(context, { processor, ...change })
      if (change.charge !== undefined) await recordCharge(context, opened, change.charge)
      await settlePayment(context, opened)
      return 'linked'
    }
  }
}

/** The checkout's money won't arrive, so its payment becomes just an ID again. */
async function failPayment(
  context: ReportContext,
  processor: string,
  failedPayment: FailedPayment,
): Promise<EventOutcome> {
  const { transaction, programId } = context
  const existing = await findReferences(transaction, programId, failedPayment.references)
  if (existing.length === 0) return 'ignored'
  const { payment } = await openPayment(context, { processor, ...failedPayment, is_linked: false })
  if (payment.unpaid_since === null) return 'known'
  const noAmounts = { amount_cents: null, amount_from: null, tax_amount_cents: null, currency: null }
  const columns = { ...noAmounts, unpaid_since: null }
  await updatePayment(transaction, programId, payment.id, columns)
  return 'linked'
}

/** Converts an event's time to the program's clock. */
function toProgramTime(
  instant: Date,
  { occurredAt, happenedAt }: { occurredAt: Date; happenedAt: Date },
): Date {
  return new Date(instant.getTime() + happenedAt.getTime() - occurredAt.getTime())
}

/** Queues an event for review that changes nothing but must not be lost. */
async function queueForReview(
  { transaction, programId, at }: ReportContext,
  { processor }: ProcessorAccountRow,
  event: OwnedEvent,
  reviewEvent: { reason: ReviewReason; object_id: string | null },
): Promise<EventOutcome> {
  if (!event.counts) return 'ignored'
  await queueEventForReview(transaction, {
    program_id: programId,
    processor,
    event_id: event.id,
    type: event.type,
    ...reviewEvent,
    occurred_at: event.occurredAt,
    created_at: at,
  })
  return 'kept'
}

/** Saves the customer for later payments, and decides earlier unattributed payments again. */
async function recordProcessorCustomer(
  context: ReportContext,
  reported: ProcessorCustomer,
): Promise<EventOutcome> {
  const { deps, transaction, programId, at } = context
  const { subscription_id, processor_customer_id, email } = reported
  const { click_id = null, customer_key = null, reference_key = null, coupon_code = null } = reported
  const email_hash = email === undefined ? null : hashEmail(email, deps.config.appSecret)
  const names = [subscription_id, processor_customer_id].filter((name) => name !== undefined)
  const mapping = { click_id, customer_key, reference_key, coupon_code, email_hash, created_at: at }
  await saveProcessorCustomers(
    transaction,
    names.sort().map((reference) => ({ program_id: programId, reference, ...mapping })),
  )
  const of = { subscription_id, processor_customer_id }
  const ids = await listUnattributedPayments(transaction, programId, of, processorLimits.waitingRefundRows)
  const payments = ids.length === 0 ? [] : await lockPayments(transaction, programId, ids)
  for (const payment of payments) {
    if (payment.click_id !== null || payment.customer_key !== null) continue
    const identified = {
      ...payment,
      click_id,
      customer_key,
      reference_key: payment.reference_key ?? reference_key,
      coupon_code: payment.coupon_code ?? coupon_code,
      email_hash: payment.email_hash ?? email_hash,
    }
    await settlePayment(context, { payment: identified, isFirstReport: false })
  }
  return 'introduced'
}

/** Returns whether the event's mode matches the account's. */
function matchesConnection(account: ProcessorAccountRow, event: Pick<ProcessorEvent, 'isLive'>): boolean {
  return account.is_live === event.isLive
}

async function changeAccount(
  transaction: Transaction<Schema>,
  account: ProcessorAccountRow,
  change: ChangedAccount,
  occurredAt: Date,
): Promise<EventOutcome> {
  if (change.accountId !== account.account_id) return 'ignored'
  // The locks are taken in the same order as when connecting an account: first the program, then the account.
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
 * Disconnects an account after the merchant revoked access at the processor. Recorded events are kept. Doesn't apply to
 * manual connections or to accounts that have since been reconnected.
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
  await endConnections(transaction, account.program_id, occurredAt)
  await setConnection(transaction, account.program_id, {
    processor_connection_status: 'disconnected',
    processor_charges_enabled: false,
    processor_payouts_enabled: false,
  })
  return 'disconnected'
}

interface RefundReport {
  processor: string
  refund: ReportedRefund
  eventId: string
  occurredAt: Date
}

/** Records a refund or dispute, which waits until its sale is known. */
async function recordRefund(
  context: ReportContext,
  { processor, refund, eventId, occurredAt }: RefundReport,
): Promise<EventOutcome> {
  const { transaction, programId, at } = context
  const { references, bill_id, is_linked, charge } = refund
  const opened = await openPayment(context, { processor, references, bill_id, is_linked })
  const payment_id = opened.payment.id
  if (charge !== undefined) await recordCharge(context, opened, charge)
  await insertProcessorRefund(transaction, {
    program_id: programId,
    payment_id,
    kind: refund.kind,
    ...namesInPayment(context, opened, {
      refund_id: refund.refund_id ?? null,
      charge_id: refund.charge_id ?? null,
    }),
    amount_cents: refund.amount_cents,
    currency: refund.currency ?? null,
    is_withdrawn: refund.is_withdrawn,
    reason: opened.payment.erased_at === null ? (refund.reason ?? null) : null,
    event_id: eventId,
    occurred_at: refund.made_at ?? occurredAt,
    received_at: at,
  })
  const outcome = await settlePayment(context, opened)
  return opened.payment.sale_id !== null || outcome.kind === 'attributed' ? 'applied' : 'waiting'
}
