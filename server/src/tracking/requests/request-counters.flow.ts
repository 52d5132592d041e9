import { LRUCache } from 'lru-cache'
import type { Config } from '../../core/config/config.ts'
import { type Database, runIn, sqlState } from '../../core/database/database.ts'
import { isDatabaseUnavailable, isWorkerAway } from '../../core/database/database-unavailable.ts'
import { readReachable } from '../../core/database/reachable-programs.ts'
import type { RequestOutcome, RequestType } from '../../core/enums.ts'
import { callTracer, nameEraser } from '../../core/privacy/pseudonym.rule.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { requestLimits } from './limits.ts'
import { rejectedRequestShares } from './rejection-shares.rule.ts'
import type { NotedRejectedRequest, RejectedRequest, RequestFact, RequestsOfDay } from './request-outcome.ts'
import {
  addRequestCounts,
  findErasedAmong,
  holdNames,
  listZones,
  type ProgramZone,
  saveRejectedRequests,
  trimRejectedRequests,
} from './save-outcomes.sql.ts'

/**
 * What this process has seen of track calls and not saved yet. Adding to it takes no time that a caller would notice and
 * never fails; what there is no room for is dropped, and counted. Saved in groups, once a second, by one connection.
 */
export interface CallLedger {
  add(fact: RequestFact): void
  /**
   * Saves what there is. What the database surely did not take is kept for the next time; what it may have taken is
   * dropped, so that no call is ever counted twice.
   * @throws when not all of it could be saved
   */
  save(): Promise<void>
  /** How many rejectedRequests and counts are not saved yet, those that are being saved included. */
  readonly waiting: number
}

/** What became of a note that is not in the database: `count` of a call, or a `rejectedRequest`. */
export type NoteLost = (what: 'count' | 'rejectedRequest', howMany: number) => void

type LedgerDeps = {
  database: Pick<Database, 'run' | 'kysely'>
  config: Pick<Config, 'appSecret' | 'rejectedRequestsKept'>
}

export function createCallLedger(deps: LedgerDeps, noteLost: NoteLost): CallLedger {
  // What anybody may send has a small room of its own, which all of it shares.
  const allowances = { own: startAllowance(ROOM), others: startAllowance(ROOM_OF_OTHERS) }
  const openRooms = () => ({
    own: openRoom(ROOM, allowances.own, noteLost),
    others: openRoom(ROOM_OF_OTHERS, allowances.others, noteLost),
  })
  let rooms = openRooms()
  let saving: Promise<void> | undefined
  let underWay: NotesRoom[] = []
  const memory: SavedBefore = {
    programs: new LRUCache({ max: requestLimits.callProgramsNoted }),
    sinceTrim: new LRUCache({ max: requestLimits.callProgramsNoted }),
  }

  async function saveAll() {
    const { own, others } = rooms
    allowances.own.spend(own)
    allowances.others.spend(others)
    rooms = openRooms()
    underWay = [own, others]
    try {
      await saveRoom(deps, own, { memory, noteLost })
      await saveRoom(deps, others, { memory, noteLost })
    } finally {
      underWay = []
      rooms.own.takeBack(own)
      rooms.others.takeBack(others)
    }
  }

  return {
    add({ programId, isProven, receivedAt, type, outcome, rejectedRequest }) {
      if (outcome !== undefined) {
        const slot = Math.floor(receivedAt.getTime() / QUARTER_MS) * QUARTER_MS
        const isThere = isProven || memory.programs.get(String(programId)) !== undefined
        rooms[isThere ? 'own' : 'others'].count(programId, { slot, type, outcome, requests: 1 })
      }
      if (rejectedRequest === undefined || deps.config.rejectedRequestsKept === 0) return
      rooms[rejectedRequest.isAuthenticated ? 'own' : 'others'].note(programId, rejectedRequest)
    },
    save() {
      saving ??= saveAll().finally(() => {
        saving = undefined
      })
      return saving
    },
    get waiting() {
      return [rooms.own, rooms.others, ...underWay].reduce((sum, room) => sum + room.size, 0)
    },
  }
}

/** What a process remembers of what it saved: which programs there are, and how much of each came since its last trim. */
interface SavedBefore {
  programs: LRUCache<string, true>
  sinceTrim: LRUCache<string, number>
}

interface Room {
  programs: number
  counts: number
  rejectedRequests: number
  /** Of one program, so that none takes the room of the others, and what it may have again with each save. */
  rejectedRequestsEach: number
  rejectedRequestsPerSave: number
}

const ROOM: Room = {
  programs: requestLimits.callProgramsNoted,
  counts: requestLimits.callCountsNoted,
  rejectedRequests: requestLimits.rejectedRequestsNoted,
  rejectedRequestsEach: requestLimits.rejectedRequestsNotedEach,
  rejectedRequestsPerSave: requestLimits.rejectedRequestsNotedPerSave,
}
const ROOM_OF_OTHERS: Room = {
  programs: requestLimits.otherProgramsNoted,
  counts: requestLimits.otherCountsNoted,
  rejectedRequests: requestLimits.otherRejectedRequestsNoted,
  rejectedRequestsEach: requestLimits.otherRejectedRequestsNotedEach,
  rejectedRequestsPerSave: requestLimits.otherRejectedRequestsNotedPerSave,
}

interface Count {
  /** The first instant of a quarter of an hour: every local day begins with one. */
  slot: number
  type: RequestType
  outcome: RequestOutcome
  requests: number
}

interface NotesOfProgram {
  counts: Map<string, Count>
  rejectedRequests: Map<string, RejectedRequest>
  /** How many rejectedRequests there may be. */
  most: number
}

/**
 * How many rejectedRequests of a program are kept: of a burst all, and of a flood that goes on a steady part. Keeping each of
 * thousands in a second would take the time of those that are answered, and nobody could read them.
 */
function startAllowance({ rejectedRequestsEach, rejectedRequestsPerSave }: Room) {
  const spent = new LRUCache<string, { left: number; save: number }>({ max: requestLimits.callProgramsNoted })
  let saves = 0
  return {
    of(programId: number): number {
      const last = spent.get(String(programId))
      if (last === undefined) return rejectedRequestsEach
      return Math.min(rejectedRequestsEach, last.left + (saves - last.save) * rejectedRequestsPerSave)
    },
    /** Before a save: what waits in the room was allowed. */
    spend({ programs }: { programs: ReadonlyMap<number, NotesOfProgram> }) {
      for (const [programId, { rejectedRequests, most }] of programs)
        if (rejectedRequests.size > 0)
          spent.set(String(programId), { left: most - rejectedRequests.size, save: saves })
      saves++
    },
  }
}

type NotesRoom = ReturnType<typeof openRoom>

/** What waits, by program, within bounds: a count costs none while its like is there, nor does a rejectedRequest like another. */
function openRoom(room: Room, allowance: ReturnType<typeof startAllowance>, noteLost: NoteLost) {
  const programs = new Map<number, NotesOfProgram>()
  let [counts, rejectedRequests] = [0, 0]

  function notesOf(programId: number): NotesOfProgram | undefined {
    const known = programs.get(programId)
    if (known !== undefined || programs.size >= room.programs) return known
    const most = allowance.of(programId)
    const notes: NotesOfProgram = { counts: new Map(), rejectedRequests: new Map(), most }
    programs.set(programId, notes)
    return notes
  }

  function count(programId: number, one: Count) {
    const notes = notesOf(programId)
    const key = `${one.slot} ${one.type} ${one.outcome}`
    const like = notes?.counts.get(key)
    if (like !== undefined) like.requests += one.requests
    else if (notes === undefined || counts >= room.counts) noteLost('count', one.requests)
    else {
      notes.counts.set(key, one)
      counts++
    }
  }

  const hasRoom = (notes: NotesOfProgram | undefined): notes is NotesOfProgram =>
    notes !== undefined &&
    rejectedRequests < room.rejectedRequests &&
    notes.rejectedRequests.size < notes.most

  function keep(programId: number, rejectedRequest: RejectedRequest) {
    const notes = notesOf(programId)
    const key = keyOf(rejectedRequest)
    const like = notes?.rejectedRequests.get(key)
    if (like !== undefined) notes?.rejectedRequests.set(key, joined(like, rejectedRequest))
    else if (!hasRoom(notes)) noteLost('rejectedRequest', rejectedRequest.count)
    else {
      notes.rejectedRequests.set(key, rejectedRequest)
      rejectedRequests++
    }
  }

  return {
    programs,
    get size() {
      return [...programs.values()].reduce(
        (sum, notes) => sum + notes.counts.size + notes.rejectedRequests.size,
        0,
      )
    },
    count,
    keep,
    note(programId: number, noted: NotedRejectedRequest) {
      if (mayHaveLike(noted) || hasRoom(notesOf(programId))) keep(programId, noted.read())
      else noteLost('rejectedRequest', 1)
    },
    /** What another room still holds goes in front of what came meanwhile. */
    takeBack(other: { programs: ReadonlyMap<number, NotesOfProgram> }) {
      for (const [programId, notes] of other.programs) {
        for (const one of notes.counts.values()) count(programId, one)
        const own = notesOf(programId)
        if (own !== undefined)
          own.most = Math.min(room.rejectedRequestsEach, own.most + notes.rejectedRequests.size)
        for (const rejectedRequest of notes.rejectedRequests.values()) keep(programId, rejectedRequest)
      }
    },
  }
}

const DUPLICATE = 'duplicate_transaction'

const QUARTER_MS = 15 * 60 * 1000

/** Each call with a good key is a rejectedRequest by itself, but for a duplicate; calls of others that are alike are one. */
function keyOf(rejectedRequest: RejectedRequest): string {
  const { type, is_test, code, transaction_id } = rejectedRequest
  if (isCountedDuplicate(rejectedRequest)) return `${type} ${is_test} ${code} ${transaction_id}`
  if (rejectedRequest.is_authenticated) return rejectedRequest.request_id
  const { message, field, customer_key, click_id, link_code, amount, currency } = rejectedRequest
  return JSON.stringify([
    [type, is_test, code, message, field, link_code, amount, currency],
    [transaction_id, customer_key, click_id],
  ])
}

/** Said without its texts: whether another rejectedRequest may have the same key. */
function mayHaveLike({ code, isAuthenticated }: NotedRejectedRequest): boolean {
  return !isAuthenticated || code === DUPLICATE
}

function isCountedDuplicate({ code, transaction_id }: RejectedRequest): boolean {
  return code === DUPLICATE && transaction_id !== null
}

function joined(one: RejectedRequest, other: RejectedRequest): RejectedRequest {
  const [earlier, later] = one.last_at <= other.last_at ? [one, other] : [other, one]
  return { ...later, count: one.count + other.count, first_at: earlier.first_at }
}

type SaveContext = { memory: SavedBefore; noteLost: NoteLost }

/**
 * Saves a room program by program, and takes out of it what is settled: saved, or lost. A program whose rows somebody
 * holds waits for the next time, and the others go on.
 * @throws the first of what failed
 */
async function saveRoom(deps: LedgerDeps, room: NotesRoom, context: SaveContext): Promise<void> {
  const { kysely } = deps.database
  const failures: unknown[] = []
  let away = 0
  const ids = [...room.programs.keys()].sort((one, other) => one - other)
  for (let at = 0; at < ids.length; at += requestLimits.callProgramsEach) {
    const some = ids.slice(at, at + requestLimits.callProgramsEach)
    const { rows: zones, missing } = await readReachable(kysely, some, (ids) => listZones(kysely, ids))
    failures.push(...missing.values())
    away += missing.size
    const there = new Set(zones.map(({ id }) => id))
    for (const id of some) if (!there.has(id) && !missing.has(id)) room.programs.delete(id)
    for (const zone of zones) {
      context.memory.programs.set(String(zone.id), true)
      const notes = room.programs.get(zone.id)
      if (notes === undefined) continue
      try {
        await saveCounts(deps, zone, notes, context)
        await saveRejectedRequestsOf(deps, zone.id, notes, context)
        room.programs.delete(zone.id)
      } catch (error) {
        failures.push(error)
        const isOfOne = isOfThisProgram(error) || isWorkerAway(error)
        if (!isOfOne || failures.length - away >= requestLimits.callSaveFailures) throw failures[0]
      }
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Somebody holds what it needs, or got it first: another program may do better. */
function isOfThisProgram(error: unknown): boolean {
  const state = sqlState(error)
  return state !== undefined && (STATEMENT_GIVEN_UP.has(state) || state.startsWith('40'))
}

const STATEMENT_GIVEN_UP: ReadonlySet<string> = new Set(['55P03', '57014'])

async function saveCounts(
  { database: { run } }: LedgerDeps,
  { id, time_zone }: ProgramZone,
  notes: NotesOfProgram,
  { noteLost }: SaveContext,
): Promise<void> {
  if (notes.counts.size === 0) return
  const counts = [...notes.counts.values()]
  try {
    await addRequestCounts(run, id, daysOf(counts, time_zone))
  } catch (error) {
    if (isSurelyUndone(error)) throw error
    notes.counts.clear()
    noteLost('count', sumOf(counts))
    throw error
  }
  notes.counts.clear()
}

async function saveRejectedRequestsOf(
  deps: LedgerDeps,
  programId: number,
  notes: NotesOfProgram,
  { memory: { sinceTrim }, noteLost }: SaveContext,
): Promise<void> {
  const { rejectedRequestsKept } = deps.config
  if (notes.rejectedRequests.size === 0) return
  const waiting = [...notes.rejectedRequests]
  const since = (sinceTrim.get(String(programId)) ?? 0) + waiting.length
  for (let at = 0; at < waiting.length; at += requestLimits.rejectedRequestRows) {
    const some = waiting.slice(at, at + requestLimits.rejectedRequestRows)
    try {
      await saveSome(deps, programId, some)
    } catch (error) {
      if (isSurelyUndone(error)) throw error
      for (const [key] of some) notes.rejectedRequests.delete(key)
      noteLost('rejectedRequest', some.length)
      throw error
    }
    for (const [key] of some) notes.rejectedRequests.delete(key)
  }
  sinceTrim.set(String(programId), since)
  if (since < requestLimits.rejectedRequestsBetweenTrims) return
  // Between two purges too a program has no more than its limit and a little.
  for (const share of rejectedRequestShares(rejectedRequestsKept)) {
    const trim = { ...share, rows: requestLimits.rejectedRequestTrimRows }
    while ((await trimRejectedRequests(deps.database.run, programId, trim)) === trim.rows);
  }
  sinceTrim.set(String(programId), 0)
}

async function saveSome(
  { database: { kysely }, config: { appSecret } }: LedgerDeps,
  programId: number,
  some: readonly [string, RejectedRequest][],
): Promise<void> {
  const rejectedRequests = some.map(([, rejectedRequest]) => rejectedRequest)
  const erase = nameEraser(programId, appSecret)
  const trace = callTracer(programId, appSecret)
  const names = rejectedRequests.map(({ is_test, transaction_id, customer_key, click_id }) => ({
    is_test,
    erased_transaction: transaction_id && erase(transaction_id),
    customer_key,
    key_trace: customer_key && trace('key', customer_key).toString('hex'),
    click_trace: click_id && trace('click', click_id.trim().slice(-UUID_CHARS)).toString('hex'),
  }))
  await kysely.transaction().execute(async (transaction) => {
    const run = runIn(transaction)
    // Somebody may be erased at this moment: her names are looked for when that is over, or it finds these rows.
    await holdNames(run, programId)
    const erased = await findErasedAmong(run, programId, names)
    const kept = rejectedRequests.map((rejectedRequest, place) =>
      erased.has(place)
        ? { ...rejectedRequest, ...NOTHING_SENT, transaction_id: names[place]?.erased_transaction ?? null }
        : rejectedRequest,
    )
    await saveRejectedRequests(run, programId, joinDuplicates(kept))
  })
}

/** A click id ends in the click's UUID. */
const UUID_CHARS = 36

const NOTHING_SENT = {
  customer_key: null,
  click_id: null,
  amount: null,
  currency: null,
  decision_facts: null,
}

/** A statement may meet a row once: two names of one transaction are one, when its sale was erased. */
function joinDuplicates(rejectedRequests: readonly RejectedRequest[]): RejectedRequest[] {
  const rows = new Map<string, RejectedRequest>()
  for (const rejectedRequest of rejectedRequests) {
    const key = isCountedDuplicate(rejectedRequest) ? keyOf(rejectedRequest) : String(rows.size)
    const like = rows.get(key)
    rows.set(key, like === undefined ? rejectedRequest : joined(like, rejectedRequest))
  }
  return [...rows.values()]
}

function daysOf(counts: readonly Count[], timeZone: string): RequestsOfDay[] {
  const days = new Map<string, RequestsOfDay>()
  for (const { slot, type, outcome, requests } of counts) {
    const day = reportDay(new Date(slot), timeZone)
    const key = `${day} ${type} ${outcome}`
    days.set(key, { day, type, outcome, requests: requests + (days.get(key)?.requests ?? 0) })
  }
  return [...days.values()]
}

function sumOf(counts: readonly Count[]): number {
  return counts.reduce((sum, { requests }) => sum + requests, 0)
}

/**
 * The server itself said that it gave the statement up, and for a reason that may be gone the next time. A connection that
 * broke says nothing about it, and what is wrong with the rows would come again.
 */
function isSurelyUndone(error: unknown): boolean {
  const state = sqlState(error)
  if (state === undefined) return false
  return isOfThisProgram(error) || (isDatabaseUnavailable(error) && !/^(57P|08)/.test(state))
}
