import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/cache-size.ts'
import type { Config } from '../../core/config/config.ts'
import { type Database, runIn, sqlState } from '../../core/database/database.ts'
import { isDatabaseUnavailable, isWorkerUnavailable } from '../../core/database/database-unavailable.ts'
import { readReachable } from '../../core/database/reachable-programs.ts'
import type { RequestOutcome, RequestType } from '../../core/enums.ts'
import { idPseudonymizer, requestTracer } from '../../core/privacy/pseudonym.rule.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { requestLimits } from './limits.ts'
import { rejectedRequestShares } from './rejection-shares.rule.ts'
import type {
  BufferedRejection,
  DailyRequestCount,
  RejectedRequest,
  RequestRecord,
} from './request-outcome.ts'
import {
  addRequestCounts,
  findErasedAmong,
  listZones,
  lockNames,
  type ProgramZone,
  saveRejectedRequests,
  trimRejectedRequests,
} from './save-outcomes.sql.ts'

/**
 * Buffers tracking outcomes in this process. Adding is fast and never fails; excess outcomes are counted and dropped.
 * Saves in groups, once a second, on one connection.
 */
export interface RequestCounters {
  add(record: RequestRecord): void
  /**
   * Saves the buffer. Outcomes that were certainly not saved are kept for the next save. Outcomes that may have been
   * saved are dropped, so none is counted twice.
   * @throws if not everything could be saved
   */
  save(): Promise<void>
  /** Number of unsaved rejected requests and counts, including those being saved. */
  readonly waiting: number
}

/** Called with the kind and count of lost entries. */
export type OnLost = (kind: 'count' | 'rejectedRequest', count: number) => void

type RequestCounterDeps = {
  database: Pick<Database, 'run' | 'kysely'>
  config: Pick<Config, 'appSecret' | 'rejectedRequestsKept'>
}

export function createRequestCounters(deps: RequestCounterDeps, onLost: OnLost): RequestCounters {
  // Unauthenticated requests share a separate small buffer.
  const allowances = {
    own: createAllowance(KNOWN_PROGRAM_LIMITS),
    others: createAllowance(OTHER_PROGRAM_LIMITS),
  }
  const createBuffers = () => ({
    own: createBuffer(KNOWN_PROGRAM_LIMITS, allowances.own, onLost),
    others: createBuffer(OTHER_PROGRAM_LIMITS, allowances.others, onLost),
  })
  let buffers = createBuffers()
  let saving: Promise<void> | undefined
  let inProgress: OutcomeBuffer[] = []
  const cache: KnownPrograms = {
    programs: new LRUCache(atMost(requestLimits.bufferedPrograms)),
    sinceTrim: new LRUCache(atMost(requestLimits.bufferedPrograms)),
  }

  async function saveAll() {
    const { own, others } = buffers
    allowances.own.subtractEntries(own)
    allowances.others.subtractEntries(others)
    buffers = createBuffers()
    inProgress = [own, others]
    try {
      await saveBuffer(deps, own, { cache, onLost })
      await saveBuffer(deps, others, { cache, onLost })
    } finally {
      inProgress = []
      buffers.own.restoreUnsaved(own)
      buffers.others.restoreUnsaved(others)
    }
  }

  return {
    add({ programId, isProven, receivedAt, type, outcome, rejectedRequest }) {
      if (outcome !== undefined) {
        const slot = Math.floor(receivedAt.getTime() / QUARTER_MS) * QUARTER_MS
        const exists = isProven || cache.programs.get(String(programId)) !== undefined
        buffers[exists ? 'own' : 'others'].count(programId, { slot, type, outcome, requests: 1 })
      }
      if (rejectedRequest === undefined || deps.config.rejectedRequestsKept === 0) return
      buffers[rejectedRequest.isAuthenticated ? 'own' : 'others'].addRejection(programId, rejectedRequest)
    },
    save() {
      saving ??= saveAll().finally(() => {
        saving = undefined
      })
      return saving
    },
    get waiting() {
      return [buffers.own, buffers.others, ...inProgress].reduce((sum, buffer) => sum + buffer.size, 0)
    },
  }
}

/** Cache of known programs, with the number of rows saved since each one was last trimmed. */
interface KnownPrograms {
  programs: LRUCache<string, true>
  sinceTrim: LRUCache<string, number>
}

interface BufferLimits {
  programs: number
  counts: number
  rejectedRequests: number
  /** The limit per program, and the part of it that becomes available again with each save. */
  rejectedRequestsEach: number
  rejectedRequestsPerSave: number
}

const KNOWN_PROGRAM_LIMITS: BufferLimits = {
  programs: requestLimits.bufferedPrograms,
  counts: requestLimits.callCountsNoted,
  rejectedRequests: requestLimits.rejectedRequestsNoted,
  rejectedRequestsEach: requestLimits.rejectedRequestsNotedEach,
  rejectedRequestsPerSave: requestLimits.rejectedRequestsNotedPerSave,
}
const OTHER_PROGRAM_LIMITS: BufferLimits = {
  programs: requestLimits.bufferedOtherPrograms,
  counts: requestLimits.otherCountsNoted,
  rejectedRequests: requestLimits.otherRejectedRequestsNoted,
  rejectedRequestsEach: requestLimits.otherRejectedRequestsNotedEach,
  rejectedRequestsPerSave: requestLimits.otherRejectedRequestsNotedPerSave,
}

interface Count {
  /** Start of a quarter hour. Every local day starts on one. */
  slot: number
  type: RequestType
  outcome: RequestOutcome
  requests: number
}

interface ProgramOutcomes {
  counts: Map<string, Count>
  rejectedRequests: Map<string, RejectedRequest>
  /** Maximum number of rejected requests. */
  maxRejectedRequests: number
}

/**
 * Limits the rejected requests stored per program: bursts are stored completely, a sustained flood at a steady rate.
 * Storing thousands per second would slow down responses.
 */
function createAllowance({ rejectedRequestsEach, rejectedRequestsPerSave }: BufferLimits) {
  const allowanceByProgram = new LRUCache<string, { remaining: number; save: number }>(
    atMost(requestLimits.bufferedPrograms),
  )
  let saveCount = 0
  return {
    getAllowance(programId: number): number {
      const last = allowanceByProgram.get(String(programId))
      if (last === undefined) return rejectedRequestsEach
      return Math.min(
        rejectedRequestsEach,
        last.remaining + (saveCount - last.save) * rejectedRequestsPerSave,
      )
    },
    /** Subtracts a buffer's entries from the allowance. Called before the buffer is saved. */
    subtractEntries({ programs }: { programs: ReadonlyMap<number, ProgramOutcomes> }) {
      for (const [programId, { rejectedRequests, maxRejectedRequests }] of programs)
        if (rejectedRequests.size > 0)
          allowanceByProgram.set(String(programId), {
            remaining: maxRejectedRequests - rejectedRequests.size,
            save: saveCount,
          })
      saveCount++
    },
  }
}

type OutcomeBuffer = ReturnType<typeof createBuffer>

/**
 * Creates a bounded buffer with entries grouped by program. Equal counts and equal rejected requests share an entry.
 */
function createBuffer(buffer: BufferLimits, allowance: ReturnType<typeof createAllowance>, onLost: OnLost) {
  const programs = new Map<number, ProgramOutcomes>()
  let [counts, rejectedRequests] = [0, 0]

  function getOutcomes(programId: number): ProgramOutcomes | undefined {
    const existing = programs.get(programId)
    if (existing !== undefined || programs.size >= buffer.programs) return existing
    const maxRejectedRequests = allowance.getAllowance(programId)
    const outcomes: ProgramOutcomes = {
      counts: new Map(),
      rejectedRequests: new Map(),
      maxRejectedRequests,
    }
    programs.set(programId, outcomes)
    return outcomes
  }

  function count(programId: number, entry: Count) {
    const outcomes = getOutcomes(programId)
    const key = `${entry.slot} ${entry.type} ${entry.outcome}`
    const existing = outcomes?.counts.get(key)
    if (existing !== undefined) existing.requests += entry.requests
    else if (outcomes === undefined || counts >= buffer.counts) onLost('count', entry.requests)
    else {
      outcomes.counts.set(key, entry)
      counts++
    }
  }

  const hasCapacity = (outcomes: ProgramOutcomes | undefined): outcomes is ProgramOutcomes =>
    outcomes !== undefined &&
    rejectedRequests < buffer.rejectedRequests &&
    outcomes.rejectedRequests.size < outcomes.maxRejectedRequests

  function addRejectedRequest(programId: number, rejectedRequest: RejectedRequest) {
    const outcomes = getOutcomes(programId)
    const key = deduplicationKey(rejectedRequest)
    const existing = outcomes?.rejectedRequests.get(key)
    if (existing !== undefined) outcomes?.rejectedRequests.set(key, mergeRequests(existing, rejectedRequest))
    else if (!hasCapacity(outcomes)) onLost('rejectedRequest', rejectedRequest.count)
    else {
      outcomes.rejectedRequests.set(key, rejectedRequest)
      rejectedRequests++
    }
  }

  return {
    programs,
    get size() {
      return [...programs.values()].reduce(
        (sum, outcomes) => sum + outcomes.counts.size + outcomes.rejectedRequests.size,
        0,
      )
    },
    count,
    keep: addRejectedRequest,
    addRejection(programId: number, rejection: BufferedRejection) {
      if (mayHaveDuplicate(rejection) || hasCapacity(getOutcomes(programId)))
        addRejectedRequest(programId, rejection.read())
      else onLost('rejectedRequest', 1)
    },
    /** Puts the unsaved entries of another buffer before the newer ones. */
    restoreUnsaved(other: { programs: ReadonlyMap<number, ProgramOutcomes> }) {
      for (const [programId, outcomes] of other.programs) {
        for (const entry of outcomes.counts.values()) count(programId, entry)
        const own = getOutcomes(programId)
        if (own !== undefined)
          own.maxRejectedRequests = Math.min(
            buffer.rejectedRequestsEach,
            own.maxRejectedRequests + outcomes.rejectedRequests.size,
          )
        for (const rejectedRequest of outcomes.rejectedRequests.values())
          addRejectedRequest(programId, rejectedRequest)
      }
    },
  }
}

const DUPLICATE = 'duplicate_transaction'

const QUARTER_MS = 15 * 60 * 1000

/**
 * Returns an entry's key. Authenticated requests are separate entries, except for duplicates. Equal unauthenticated
 * requests share an entry.
 */
function deduplicationKey(rejectedRequest: RejectedRequest): string {
  const { type, is_test, code, transaction_id } = rejectedRequest
  if (isCountedDuplicate(rejectedRequest)) return `${type} ${is_test} ${code} ${transaction_id}`
  if (rejectedRequest.is_authenticated) return rejectedRequest.request_id
  const { message, field, customer_key, click_id, link_code, amount, currency } = rejectedRequest
  return JSON.stringify([
    [type, is_test, code, message, field, link_code, amount, currency],
    [transaction_id, customer_key, click_id],
  ])
}

/** Returns whether another entry may have the same key, without reading its text. */
function mayHaveDuplicate({ code, isAuthenticated }: BufferedRejection): boolean {
  return !isAuthenticated || code === DUPLICATE
}

function isCountedDuplicate({ code, transaction_id }: RejectedRequest): boolean {
  return code === DUPLICATE && transaction_id !== null
}

function mergeRequests(entry: RejectedRequest, other: RejectedRequest): RejectedRequest {
  const [earlier, later] = entry.last_at <= other.last_at ? [entry, other] : [other, entry]
  return { ...later, count: entry.count + other.count, first_at: earlier.first_at }
}

type SaveContext = { cache: KnownPrograms; onLost: OnLost }

/**
 * Saves a buffer program by program, and removes saved and lost entries. Programs with locked rows wait for the next
 * save.
 * @throws the first failure
 */
async function saveBuffer(
  deps: RequestCounterDeps,
  buffer: OutcomeBuffer,
  context: SaveContext,
): Promise<void> {
  const { kysely } = deps.database
  const failures: unknown[] = []
  let unreachablePrograms = 0
  const ids = [...buffer.programs.keys()].sort((entry, other) => entry - other)
  for (let at = 0; at < ids.length; at += requestLimits.callProgramsEach) {
    const batchIds = ids.slice(at, at + requestLimits.callProgramsEach)
    const { rows: zones, missing } = await readReachable(kysely, batchIds, (ids) => listZones(kysely, ids))
    failures.push(...missing.values())
    unreachablePrograms += missing.size
    const existingIds = new Set(zones.map(({ id }) => id))
    for (const id of batchIds) if (!existingIds.has(id) && !missing.has(id)) buffer.programs.delete(id)
    for (const zone of zones) {
      context.cache.programs.set(String(zone.id), true)
      const outcomes = buffer.programs.get(zone.id)
      if (outcomes === undefined) continue
      try {
        await saveCounts(deps, zone, outcomes, context)
        await saveProgramRejectedRequests(deps, zone.id, outcomes, context)
        buffer.programs.delete(zone.id)
      } catch (error) {
        failures.push(error)
        const isProgramFault = isProgramConflict(error) || isWorkerUnavailable(error)
        if (!isProgramFault || failures.length - unreachablePrograms >= requestLimits.saveFailures)
          throw failures[0]
      }
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Returns whether one program's locked or changed rows caused the error, in which case other programs may succeed. */
function isProgramConflict(error: unknown): boolean {
  const state = sqlState(error)
  return state !== undefined && (RETRYABLE_STATES.has(state) || state.startsWith('40'))
}

const RETRYABLE_STATES: ReadonlySet<string> = new Set(['55P03', '57014'])

async function saveCounts(
  { database: { run } }: RequestCounterDeps,
  { id, time_zone }: ProgramZone,
  outcomes: ProgramOutcomes,
  { onLost }: SaveContext,
): Promise<void> {
  if (outcomes.counts.size === 0) return
  const counts = [...outcomes.counts.values()]
  try {
    await addRequestCounts(run, id, groupByDay(counts, time_zone))
  } catch (error) {
    if (isKnownFailure(error)) throw error
    outcomes.counts.clear()
    onLost('count', sumRequestCounts(counts))
    throw error
  }
  outcomes.counts.clear()
}

async function saveProgramRejectedRequests(
  deps: RequestCounterDeps,
  programId: number,
  outcomes: ProgramOutcomes,
  { cache: { sinceTrim }, onLost }: SaveContext,
): Promise<void> {
  const { rejectedRequestsKept } = deps.config
  if (outcomes.rejectedRequests.size === 0) return
  const pendingRequests = [...outcomes.rejectedRequests]
  const since = (sinceTrim.get(String(programId)) ?? 0) + pendingRequests.length
  for (let at = 0; at < pendingRequests.length; at += requestLimits.rejectedRequestRows) {
    const batchIds = pendingRequests.slice(at, at + requestLimits.rejectedRequestRows)
    try {
      await saveBatch(deps, programId, batchIds)
    } catch (error) {
      if (isKnownFailure(error)) throw error
      for (const [key] of batchIds) outcomes.rejectedRequests.delete(key)
      onLost('rejectedRequest', batchIds.length)
      throw error
    }
    for (const [key] of batchIds) outcomes.rejectedRequests.delete(key)
  }
  sinceTrim.set(String(programId), since)
  if (since < requestLimits.rejectedRequestsBetweenTrims) return
  // Keeps a program's number of rows close to its limit between two purges.
  for (const share of rejectedRequestShares(rejectedRequestsKept)) {
    const trim = { ...share, rows: requestLimits.rejectedRequestTrimRows }
    while ((await trimRejectedRequests(deps.database.run, programId, trim)) === trim.rows);
  }
  sinceTrim.set(String(programId), 0)
}

async function saveBatch(
  { database: { kysely }, config: { appSecret } }: RequestCounterDeps,
  programId: number,
  batchIds: readonly [string, RejectedRequest][],
): Promise<void> {
  const rejectedRequests = batchIds.map(([, rejectedRequest]) => rejectedRequest)
  const erase = idPseudonymizer(programId, appSecret)
  const trace = requestTracer(programId, appSecret)
  const names = rejectedRequests.map(({ is_test, transaction_id, customer_key, click_id }) => ({
    is_test,
    erased_transaction: transaction_id && erase(transaction_id),
    customer_key,
    key_trace: customer_key && trace('key', customer_key).toString('hex'),
    click_trace: click_id && trace('click', click_id.trim().slice(-UUID_CHARS)).toString('hex'),
  }))
  await kysely.transaction().execute(async (transaction) => {
    const run = runIn(transaction)
    // Waits for concurrent erasures, so each is either visible to this lookup or erases these rows.
    await lockNames(run, programId)
    const erased = await findErasedAmong(run, programId, names)
    const keptRequests = rejectedRequests.map((rejectedRequest, index) =>
      erased.has(index)
        ? { ...rejectedRequest, ...NO_VALUES, transaction_id: names[index]?.erased_transaction ?? null }
        : rejectedRequest,
    )
    await saveRejectedRequests(run, programId, mergeDuplicates(keptRequests))
  })
}

/** A click ID ends with the click's UUID. */
const UUID_CHARS = 36

const NO_VALUES = {
  customer_key: null,
  click_id: null,
  amount: null,
  currency: null,
  coupon_code: null,
  decision_facts: null,
  landing_page: null,
}

/**
 * Merges duplicates, because a statement may update a row only once. An erased sale's transaction_id and its
 * pseudonym share an entry.
 */
function mergeDuplicates(rejectedRequests: readonly RejectedRequest[]): RejectedRequest[] {
  const rows = new Map<string, RejectedRequest>()
  for (const rejectedRequest of rejectedRequests) {
    const key = isCountedDuplicate(rejectedRequest) ? deduplicationKey(rejectedRequest) : String(rows.size)
    const existing = rows.get(key)
    rows.set(key, existing === undefined ? rejectedRequest : mergeRequests(existing, rejectedRequest))
  }
  return [...rows.values()]
}

function groupByDay(counts: readonly Count[], timeZone: string): DailyRequestCount[] {
  const days = new Map<string, DailyRequestCount>()
  for (const { slot, type, outcome, requests } of counts) {
    const day = reportDay(new Date(slot), timeZone)
    const key = `${day} ${type} ${outcome}`
    days.set(key, { day, type, outcome, requests: requests + (days.get(key)?.requests ?? 0) })
  }
  return [...days.values()]
}

function sumRequestCounts(counts: readonly Count[]): number {
  return counts.reduce((sum, { requests }) => sum + requests, 0)
}

/**
 * Returns whether the server reported that it canceled the statement for a temporary reason. A broken connection proves
 * nothing, and invalid rows would fail again.
 */
function isKnownFailure(error: unknown): boolean {
  const state = sqlState(error)
  if (state === undefined) return false
  return isProgramConflict(error) || (isDatabaseUnavailable(error) && !/^(57P|08)/.test(state))
}
