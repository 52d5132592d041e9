import type { Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { createCommitGroups } from '../platform/commit-groups.ts'
import { limits } from '../platform/config.ts'
import { isWriteConflict, LOCK_NOT_AVAILABLE, runIn, sqlState } from '../platform/database.ts'
import { isDatabaseUnavailable } from '../platform/database-unavailable.ts'
import type { Deps } from '../platform/deps.ts'
import { nameEraser } from '../platform/erased-name.rule.ts'
import type { Schema } from '../platform/schema.ts'
import { retryConflicts } from '../platform/transaction.ts'
import type { SaleDecisionCode } from '../platform/words.ts'
import type { FoundKey } from '../programs/api-key-lookup.sql.ts'
import { programInstant } from '../programs/program-clock.rule.ts'
import { anyShard } from '../statistics/any-shard.flow.ts'
import { parseClickId } from './click-id.rule.ts'
import {
  type BatchDecision,
  decideSale,
  decideSales,
  type LoadedSaleCall,
  type SaleDecision,
} from './decide-sale.rule.ts'
import {
  type LoadedSale,
  loadSale,
  loadSales,
  lockCustomer,
  type SaleLookup,
  type SavedSale,
  saveSales,
  saveTestSale,
} from './sale.sql.ts'
import type { LiveSaleRequest, SaleFacts, SaleRequest, SaleToSave } from './sale.ts'

export type SaleOutcome = RecordedSale | Exclude<SaleDecision, { kind: 'save' }>

interface RecordedSale {
  kind: 'recorded'
  sale_id: number
  commission_id: number | null
  decision_code: SaleDecisionCode
  message: string
  /** When it was received, by the clock of the program. */
  at: Date
}

/**
 * What must happen in the transaction of a sale that names a payment of the connected processor account, by its
 * transaction_id or provider_payment_id. The domain of the processor supplies it: recording a sale knows nothing of
 * processors.
 */
export interface SalePayments {
  /** Queues the transaction behind every other writer of the payments. */
  lock(transaction: Transaction<Schema>, programId: number, paymentIds: readonly number[]): Promise<void>
  /**
   * The sale was recorded: it takes its payment over.
   * @throws {LostRace} roll back and decide again
   */
  afterSale(
    transaction: Transaction<Schema>,
    sale: {
      programId: number
      paymentId: number
      saleId: number
      request: Pick<LiveSaleRequest, 'transaction_id' | 'provider' | 'provider_payment_id'>
      receivedAt: Date
    },
  ): Promise<void>
  /** The sale was recorded, and the payment that it names has a sale already: its commission waits for a person. */
  holdDuplicate(
    transaction: Transaction<Schema>,
    sale: { programId: number; saleId: number; duplicateOf: number; receivedAt: Date },
  ): Promise<void>
}

/** What recording a sale reaches for. */
export type SaleFlowDeps = Deps & { payments: SalePayments }

/** A live sale call of one program, with what its caller must pass before it is decided. */
export interface SaleCall {
  keyHash: Buffer
  request: LiveSaleRequest
  /** By the real clock. */
  receivedAt: Date
  /** Checks the key that was found, and counts the call against its limits. What it throws is this caller's alone. */
  admit(key: FoundKey | undefined): Promise<void>
}

/** Records live sales: those of one program that arrive together share a commit. */
export interface Sales {
  /**
   * @throws what `admit` throws
   * @throws {QueueFullError} nothing was done with the sale
   * @throws {CommitTimeoutError} it may have been recorded or not: sent again it is, exactly once
   */
  record(programId: number, call: SaleCall): Promise<SaleOutcome>
  /** How many wait for the next commit of their program. */
  readonly queued: number
}

/**
 * Records each live sale exactly once (D33). What arrives while a batch of its program is under way forms the next
 * one: one statement loads, one saves. When another writer was first, nothing of the batch was written, and each of
 * its sales queues on its customer's row and is decided again by itself, so that fifty sales at once end in fifty
 * clear answers. A sale whose payment the processor told of already, with refunds that wait for it perhaps, takes
 * them along in a transaction of its own.
 */
export function createSales(deps: SaleFlowDeps): Sales {
  const { saleQueueRows: maxQueued, saleWaitMs: maxWaitMs } = limits
  const together = () =>
    createCommitGroups<number, SaleCall, BatchAnswer>({
      maxBatch: limits.saleBatchRows,
      maxQueued,
      maxWaitMs,
      commit: (programId, calls) => recordTogether(deps, programId, calls),
    })
  // Whoever guesses keys waits for the limits with others whose keys are new, and not with the program's sales.
  const [known, unknown] = [together(), together()]
  const knownKeys = new LRUCache<string, true>({ max: limits.rememberedKeys })
  // Where many wait for rows that somebody holds, the connections that are left serve everybody else.
  const withConnection = pLimit(limits.salesAlone)
  const alone = createCommitGroups<string, LoneSale, SaleOutcome>({
    maxBatch: 1,
    maxQueued,
    maxWaitMs,
    commit: (_row, sales) => Promise.all(sales.map((sale) => withConnection(() => recordAlone(deps, sale)))),
  })
  return {
    async record(programId, call) {
      const key = `${programId} ${call.keyHash.toString('base64')}`
      const isKnown = knownKeys.get(key) !== undefined
      const answer = await (isKnown ? known : unknown).add(programId, call)
      if (answer.kind === 'refused') throw answer.error
      if (!isKnown) knownKeys.set(key, true)
      if (answer.kind === 'decided') return answer.outcome
      const { facts } = answer
      return alone.add(rowOf(facts), { request: call.request, receivedAt: call.receivedAt, stale: facts })
    },
    get queued() {
      return known.queued + unknown.queued + alone.queued
    },
  }
}

/** A sale that is decided by itself, with what was found of it before. */
interface LoneSale extends Pick<SaleCall, 'request' | 'receivedAt'> {
  stale: SaleFacts
}

/** What a sale that goes by itself waits for: of those that wait for the same, one has a connection. */
function rowOf(facts: SaleFacts): string {
  const { program, customer } = facts
  return `${program.id} ${customer === undefined ? `payment ${paymentIdsOf(facts)[0]}` : `customer ${customer.id}`}`
}

/** The payments that its ids name. */
function paymentIdsOf({ payment_id, named_payment, namesake_payment_id }: SaleFacts): number[] {
  return [payment_id, named_payment?.id, namesake_payment_id].filter((id) => id !== undefined)
}

/** Records a test sale: no attribution, no money, no statistics (D13). */
export async function recordTestSale(
  deps: Deps,
  programId: number,
  {
    recordedSaleId,
    request,
    receivedAt,
  }: { recordedSaleId: number | undefined; request: SaleRequest; receivedAt: Date },
): Promise<{ kind: 'recorded'; event_id: number } | { kind: 'duplicate'; sale_id: number }> {
  if (recordedSaleId !== undefined) return { kind: 'duplicate', sale_id: recordedSaleId }
  const transactionId = request.transaction_id ?? `test-${deps.ids.uuid()}`
  const { run } = deps.database
  const eventId = await saveTestSale(run, programId, { transactionId, request, receivedAt })
  if (eventId !== undefined) return { kind: 'recorded', event_id: eventId }
  const again = await loadSale(run, programId, { isTest: true, request })
  if (again?.facts.recorded_sale_id === undefined) throw new Error('a taken transaction_id has no test sale')
  return { kind: 'duplicate', sale_id: again.facts.recorded_sale_id }
}

/** The UUID of a click id of this program; another program's click resolves nobody here. */
export function clickUuidOf(programId: number, clickId: string | undefined): string | undefined {
  const click = clickId === undefined ? undefined : parseClickId(clickId)
  return click?.programId === programId ? click.uuid : undefined
}

/** What a batch comes to for one of its callers. */
type BatchAnswer =
  | { kind: 'decided'; outcome: SaleOutcome }
  | { kind: 'refused'; error: unknown }
  /** Nothing was written: it is to be decided again by itself. */
  | { kind: 'alone'; facts: SaleFacts }

/** Load, let each caller be checked, decide, save. One answer per call, in their order. */
async function recordTogether(
  deps: SaleFlowDeps,
  programId: number,
  calls: readonly SaleCall[],
): Promise<BatchAnswer[]> {
  const { run } = deps.database
  const loaded = await loadSales(
    run,
    programId,
    calls.map(({ keyHash, request }) => lookupOf(deps, programId, request, keyHash)),
  )
  const admitted = await Promise.all(calls.map((call, place) => admit(call, loaded[place])))
  const passed = admitted.filter((one) => one.kind === 'passed').map(({ call }) => call)
  const answers = await decideAndSave(deps, programId, passed)
  return admitted.map((one) => {
    if (one.kind === 'refused') return one
    const answer = answers.shift()
    if (answer === undefined) throw new Error('a sale that passed was not decided')
    return answer
  })
}

async function admit(
  { request, receivedAt, admit }: SaleCall,
  loaded: LoadedSale | undefined,
): Promise<{ kind: 'refused'; error: unknown } | { kind: 'passed'; call: LoadedSaleCall }> {
  try {
    await admit(loaded?.key)
  } catch (error) {
    return { kind: 'refused', error }
  }
  if (loaded === undefined) throw new Error('a sale call passed without its program')
  const { facts } = loaded
  return { kind: 'passed', call: { facts, request, receivedAt: atSaleTime(facts, receivedAt) } }
}

/** By the clock of the program as the facts have it: saving compares. */
function atSaleTime({ program: { clock_ahead_ms = 0 } }: SaleFacts, real: Date): Date {
  return programInstant(real, { clock_ahead_ms })
}

async function decideAndSave(
  { database, ids, config }: Pick<Deps, 'database' | 'ids' | 'config'>,
  programId: number,
  calls: readonly LoadedSaleCall[],
): Promise<BatchAnswer[]> {
  const decisions = decideSales(calls)
  const places = decisions.flatMap((decision, place) => (decision.kind === 'save' ? [place] : []))
  const sales = decisions.filter((decision) => decision.kind === 'save')
  const saved = new Map<number, SavedSale>()
  try {
    const shard = anyShard(ids)
    const erase = nameEraser(programId, config.appSecret)
    const rows = await saveSales(database.run, sales, { shard, erase, lockWaitMs: limits.saleLockWaitMs })
    for (const [index, row] of rows.entries()) saved.set(places[index] ?? -1, row)
  } catch (error) {
    if (!isUndone(error)) throw error
  }
  return calls.map(({ facts }, place) => answerOf(decisions, place, saved) ?? { kind: 'alone', facts })
}

/**
 * The database refused the batch for what is in it, such as a row that another writer changed or holds for too long:
 * nothing was written, and each of its sales may do better by itself. An outage is everybody's.
 */
function isUndone(error: unknown): boolean {
  const state = sqlState(error)
  if (state === undefined) return false
  return state === LOCK_NOT_AVAILABLE || isWriteConflict(error) || !isDatabaseUnavailable(error)
}

/** Undefined: the decision was to save something, and it was not saved. */
function answerOf(
  decisions: readonly BatchDecision[],
  place: number,
  saved: ReadonlyMap<number, SavedSale>,
): BatchAnswer | undefined {
  const decision = decisions[place]
  if (decision === undefined || decision.kind === 'has_payment') return undefined
  if (decision.kind === 'save') {
    const sale = saved.get(place)
    return sale && { kind: 'decided', outcome: recorded(decision, sale) }
  }
  if (decision.kind === 'repeats') {
    const sale = saved.get(decision.place)
    return sale && { kind: 'decided', outcome: { kind: 'duplicate', sale_id: sale.sale_id } }
  }
  return { kind: 'decided', outcome: decision }
}

function recorded({ verdict, message, receivedAt: at }: SaleToSave, sale: SavedSale): RecordedSale {
  return { kind: 'recorded', ...sale, decision_code: verdict.code, message, at }
}

/**
 * Queues, decides and saves until nobody is in the way. A cluster may say of a commit that it was undone for a deadlock
 * when the node of the program has made it: the next attempt then finds the sale recorded, with the id that this one was
 * told, and answers as this one would have.
 */
function recordAlone(deps: SaleFlowDeps, sale: LoneSale): Promise<SaleOutcome> {
  const told: RecordedSale[] = []
  return retryConflicts(async () => {
    const outcome = await queueAndDecide(deps, sale, (saved) => told.push(saved))
    if (outcome.kind !== 'duplicate') return outcome
    return told.find(({ sale_id }) => sale_id === outcome.sale_id) ?? outcome
  })
}

/**
 * @param onSaved is told what was saved before it is committed
 * @throws {LostRace} or a write conflict: roll back and decide again
 */
function queueAndDecide(
  deps: SaleFlowDeps,
  { stale, request, receivedAt }: LoneSale,
  onSaved: (saved: RecordedSale) => void,
): Promise<SaleOutcome> {
  const programId = stale.program.id
  return deps.database.kysely.transaction().execute(async (transaction) => {
    const run = runIn(transaction)
    const facts = await loadLocked(deps, transaction, { stale, request })
    const at = atSaleTime(facts, receivedAt)
    const decision = decideSale(facts, request, at)
    if (decision.kind !== 'save') return decision
    const erase = nameEraser(programId, deps.config.appSecret)
    const [saved] = await saveSales(run, [decision], { shard: anyShard(deps.ids), erase })
    if (saved === undefined) throw new Error('a sale was saved without an id')
    const { paymentId } = decision
    const { sale_id: saleId } = saved
    if (paymentId !== undefined) {
      await deps.payments.afterSale(transaction, { programId, paymentId, saleId, request, receivedAt: at })
    }
    const duplicateOf = duplicateOfNamed(facts)
    if (duplicateOf !== undefined) {
      await deps.payments.holdDuplicate(transaction, { programId, saleId, duplicateOf, receivedAt: at })
    }
    const outcome = recorded(decision, saved)
    onSaved(outcome)
    return outcome
  })
}

/**
 * Locks what the sale is decided on, in the order the events of the processor take: first its payments, then its customer.
 * A payment that it names only by then is locked too.
 */
async function loadLocked(
  deps: SaleFlowDeps,
  transaction: Transaction<Schema>,
  { stale, request }: Pick<LoneSale, 'stale' | 'request'>,
): Promise<SaleFacts> {
  const run = runIn(transaction)
  const { program, customer } = stale
  const locked = new Set(paymentIdsOf(stale))
  if (locked.size > 0) await deps.payments.lock(transaction, program.id, [...locked])
  if (customer !== undefined) await lockCustomer(run, program.id, customer.id)
  for (;;) {
    const loaded = await loadSale(run, program.id, lookupOf(deps, program.id, request))
    if (loaded === undefined) throw new Error(`program ${program.id} is gone`)
    const missing = paymentIdsOf(loaded.facts).filter((id) => !locked.has(id))
    if (missing.length === 0) return loaded.facts
    await deps.payments.lock(transaction, program.id, missing)
    for (const id of missing) locked.add(id)
  }
}

/** The sale of the payment that a sale names by its provider_payment_id, where it is no payment of its own. */
function duplicateOfNamed({ payment_id, named_payment: named }: SaleFacts): number | undefined {
  if (payment_id !== undefined || named === undefined || !named.is_reported) return undefined
  return named.sale_id ?? undefined
}

function lookupOf(
  { config }: Pick<Deps, 'config'>,
  programId: number,
  request: LiveSaleRequest,
  keyHash?: Buffer,
): SaleLookup {
  const clickUuid = clickUuidOf(programId, request.click_id)
  const erase = nameEraser(programId, config.appSecret)
  const { transaction_id, provider_payment_id: name } = request
  return {
    isTest: false,
    request,
    erasedTransaction: erase(transaction_id),
    erasedPayment: name === undefined ? undefined : erase(name),
    clickUuid,
    ...(keyHash === undefined ? {} : { keyHash }),
  }
}
