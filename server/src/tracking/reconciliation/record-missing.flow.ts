import { createHash } from 'node:crypto'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { atProgramTime } from '../../workspace/programs/program-clock.flow.ts'
import { findProgram, type ProgramRow } from '../../workspace/programs/programs.sql.ts'
import type { Json } from '../processors/event-values.rule.ts'
import type { ProcessorEvent, Processors } from '../processors/processor.ts'
import { findProgramAccount } from '../processors/processor-accounts.sql.ts'
import { receiveProcessorEvent } from '../processors/receive-processor-event.flow.ts'
import { type ReplacedAmount, replaceAmount } from '../processors/replace-amount.flow.ts'
import { authorizeList, callList, type ListedAccount } from './call-list.adapter.ts'
import { compareEntries } from './compare-entries.flow.ts'
import { parseCursor, readListedObject } from './read-page.rule.ts'
import type { ListedEntry, ReconciliationFailure, ReconciliationItemRow } from './reconciliation.ts'
import { findItem, updateItem } from './reconciliation-items.sql.ts'
import { getComparisonEnd } from './reconciliation-month.rule.ts'
import { findReconciliation, lockReconciliation, queueRun } from './reconciliations.sql.ts'
import { openAccount } from './run-reconciliation.flow.ts'

/** The type that events recorded by reconciliation have in the list of received events. */
const EVENT_TYPE = 'reconciliation'

export type RecordedDifference =
  | { kind: 'recorded'; state: 'matched' | 'unattributed' | 'different_amount' }
  | { kind: 'not_found' | 'closed' }
  /** The item is recorded with a different amount that can't be replaced. */
  | { kind: 'not_replaceable'; reason: 'reported_sale' | 'recorded_refund' | 'settled' }
  /** The processor no longer reports the item, or it was recorded for another program. */
  | { kind: 'not_recorded' }
  | { kind: 'failed'; failure: ReconciliationFailure }

interface Recording {
  programId: number
  reconciliationId: number
  itemId: number
  actorId: string
}

/**
 * Resolves a difference: records a missing payment, refund or dispute like its webhook event, or replaces a payment's
 * amount with the processor's. Reads the item again from the processor, outside of any transaction, and applies it
 * through the event flow. The payment's references and the refund's ID ensure that it counts once, even if its event
 * arrives at the same time.
 */
export async function recordMissing(
  deps: Deps,
  processors: Processors,
  { programId, reconciliationId, itemId, actorId }: Recording,
): Promise<RecordedDifference> {
  const { kysely } = deps.database
  const month = await findReconciliation(kysely, programId, reconciliationId)
  const item = await findItem(kysely, programId, reconciliationId, itemId)
  const program = await findProgram(kysely, programId)
  if (month === undefined || item === undefined || program === undefined) return { kind: 'not_found' }
  if (month.closed_at !== null) return { kind: 'closed' }
  if (item.state !== 'missing' && (item.kind !== 'payment' || item.payment_id === null))
    return { kind: 'not_replaceable', reason: item.kind === 'payment' ? 'reported_sale' : 'recorded_refund' }
  const opened = await openAccount(deps, processors, program, month.processor)
  if (typeof opened === 'string') return { kind: 'failed', failure: opened }
  const authorized = await authorizeList(opened)
  if ('kind' in authorized) {
    return { kind: 'failed', failure: authorized.kind === 'not_found' ? 'wrong_site' : authorized.kind }
  }
  const entries = await readMissingEntries(authorized, item)
  if (typeof entries === 'string') return { kind: 'failed', failure: entries }
  const account = await findProgramAccount(kysely, programId)
  if (account?.processor !== month.processor) return { kind: 'failed', failure: 'not_connected' }
  const now = deps.clock.now()
  if (item.state !== 'missing') {
    const replaced = await replaceByEntries(deps, { program, item, entries })
    if (replaced !== 'replaced') return { kind: 'not_replaceable', reason: replaced }
  } else {
    for (const entry of entries) {
      await receiveProcessorEvent(
        deps,
        account,
        toProcessorEvent(entry, { isLive: account.is_live, now }),
        now,
      )
    }
  }
  const compared = await compareEntries(deps, kysely, programId, entries)
  const states = compared.map(({ state }) => state)
  const state = (['different_amount', 'unattributed', 'matched'] as const).find((one) => states.includes(one))
  if (state === undefined || states.includes('missing')) return { kind: 'not_recorded' }
  await withTransaction(deps, async (transaction) => {
    const locked = await lockReconciliation(transaction, programId, reconciliationId)
    // The month was closed in the meantime: the payment stays recorded, and the month's result doesn't change.
    if (locked?.closed_at !== null) return
    await updateItem(transaction, item, { state: 'recorded', recorded_by: actorId })
    // Its refunds can now be compared, and the counts change.
    const before = getComparisonEnd(month.month, program.time_zone, now, opened.list.delayMs) ?? month.before
    const { processor, month: name } = month
    await queueRun(transaction, { programId, month: name, processor, before, now, restarts: true })
  })
  return { kind: 'recorded', state }
}

/** Replaces a payment's recorded amount with the one in the processor's list. */
async function replaceByEntries(
  deps: Deps,
  { program, item, entries }: { program: ProgramRow; item: ReconciliationItemRow; entries: ListedEntry[] },
): Promise<ReplacedAmount> {
  const { payment_id: paymentId } = item
  if (paymentId === null) return 'reported_sale'
  return withTransaction(deps, async (transaction) => {
    const context = { deps, transaction, programId: program.id, at: atProgramTime(deps, program).clock.now() }
    const compared = await compareEntries(deps, transaction, program.id, entries)
    const different = compared.find(({ state }) => state === 'different_amount')
    const change = different?.entry.change
    // Its amount now matches.
    if (change?.kind !== 'payment') return 'replaced'
    const { amount_cents, amount_from, tax_amount_cents = null, currency } = change
    return replaceAmount(context, paymentId, { amount_cents, amount_from, tax_amount_cents, currency })
  })
}

/** Reads the item's objects again and returns its facts, best first. */
async function readMissingEntries(
  opened: ListedAccount,
  item: ReconciliationItemRow,
): Promise<ListedEntry[] | ReconciliationFailure> {
  const entries: ListedEntry[] = []
  for (const key of item.keys) {
    const cursor = parseCursor(opened.list, key)
    if (cursor?.place === undefined) return 'unreadable'
    const { collection, place } = cursor
    const response = await callList(opened, collection.objectPath(place))
    if (response.kind === 'not_found') continue
    if (response.kind !== 'read') return response.kind
    const object = collection.object(response.body)
    if (object === undefined) return 'unreadable'
    if (collection.isLive(object, opened.account) !== opened.account.isLive) return 'wrong_mode'
    const related = await readRelated(opened, collection.relatedPaths?.(object) ?? [])
    if (typeof related === 'string') return related
    const readObject = readListedObject(collection, { ...related, ...object })
    entries.push(...(readObject?.entries ?? []).filter(({ change }) => change.kind === item.kind))
  }
  return entries
}

/** Reads objects and merges their values. Those that no longer exist are skipped. */
async function readRelated(
  opened: ListedAccount,
  paths: readonly string[],
): Promise<Json | ReconciliationFailure> {
  const related: Json = {}
  for (const path of paths) {
    const response = await callList(opened, path)
    if (response.kind === 'read') Object.assign(related, response.body)
    else if (response.kind !== 'not_found') return response.kind
  }
  return related
}

/**
 * Returns a fact's event. The event's ID depends on the content, so a later state of the object is another event. A
 * total or a failure applies as of now, because the object doesn't say when it changed.
 */
function toProcessorEvent(
  { key, occurredAt, change }: ListedEntry,
  { isLive, now }: { isLive: boolean; now: Date },
): ProcessorEvent {
  const content = createHash('sha256').update(JSON.stringify(change)).digest('base64url')
  const isDated = change.kind === 'payment' || change.made_at !== undefined
  return {
    id: `${EVENT_TYPE} ${key} ${content}`,
    type: EVENT_TYPE,
    isLive,
    occurredAt: isDated ? occurredAt : now,
    change,
    placeholders: {},
  }
}
