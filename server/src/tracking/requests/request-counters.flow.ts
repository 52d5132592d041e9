import { LRUCache } from 'lru-cache'
import type { Config } from '../../core/config/config.ts'
import { limits } from '../../core/config/config.ts'
import { type Database, runIn, sqlState } from '../../core/database/database.ts'
import { isDatabaseUnavailable, isWorkerAway } from '../../core/database/database-unavailable.ts'
import { readReachable } from '../../core/database/reachable-programs.ts'
import type { CallBucket, TrackCall } from '../../core/enums.ts'
import { callTracer, nameEraser } from '../../core/privacy/pseudonym.rule.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { refusalShares } from './rejection-shares.rule.ts'
import type { CallFact, CallsOfDay, NotedRefusal, Refusal } from './request-outcome.ts'
import {
  addDailyCalls,
  findErasedAmong,
  holdNames,
  listZones,
  type ProgramZone,
  saveRefusals,
  trimRefusals,
} from './save-outcomes.sql.ts'

/**
 * What this process has seen of track calls and not saved yet. Adding to it takes no time that a caller would notice and
 * never fails; what there is no room for is dropped, and counted. Saved in groups, once a second, by one connection.
 */
export interface CallLedger {
  add(fact: CallFact): void
  /**
   * Saves what there is. What the database surely did not take is kept for the next time; what it may have taken is
   * dropped, so that no call is ever counted twice.
   * @throws when not all of it could be saved
   */
  save(): Promise<void>
  /** How many refusals and counts are not saved yet, those that are being saved included. */
  readonly waiting: number
}

/** What became of a note that is not in the database: `count` of a call, or a `refusal`. */
export type NoteLost = (what: 'count' | 'refusal', howMany: number) => void

type LedgerDeps = {
  database: Pick<Database, 'run' | 'kysely'>
  config: Pick<Config, 'appSecret' | 'refusalsKept'>
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
    programs: new LRUCache({ max: limits.callProgramsNoted }),
    sinceTrim: new LRUCache({ max: limits.callProgramsNoted }),
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
    add({ programId, isProven, receivedAt, call, bucket, refusal }) {
      if (bucket !== undefined) {
        const slot = Math.floor(receivedAt.getTime() / QUARTER_MS) * QUARTER_MS
        const isThere = isProven || memory.programs.get(String(programId)) !== undefined
        rooms[isThere ? 'own' : 'others'].count(programId, { slot, call, bucket, calls: 1 })
      }
      if (refusal === undefined || deps.config.refusalsKept === 0) return
      rooms[refusal.isAuthenticated ? 'own' : 'others'].note(programId, refusal)
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
  refusals: number
  /** Of one program, so that none takes the room of the others, and what it may have again with each save. */
  refusalsEach: number
  refusalsPerSave: number
}

const ROOM: Room = {
  programs: limits.callProgramsNoted,
  counts: limits.callCountsNoted,
  refusals: limits.refusalsNoted,
  refusalsEach: limits.refusalsNotedEach,
  refusalsPerSave: limits.refusalsNotedPerSave,
}
const ROOM_OF_OTHERS: Room = {
  programs: limits.otherProgramsNoted,
  counts: limits.otherCountsNoted,
  refusals: limits.otherRefusalsNoted,
  refusalsEach: limits.otherRefusalsNotedEach,
  refusalsPerSave: limits.otherRefusalsNotedPerSave,
}

interface Count {
  /** The first instant of a quarter of an hour: every local day begins with one. */
  slot: number
  call: TrackCall
  bucket: CallBucket
  calls: number
}

interface NotesOfProgram {
  counts: Map<string, Count>
  refusals: Map<string, Refusal>
  /** How many refusals there may be. */
  most: number
}

/**
 * How many refusals of a program are kept: of a burst all, and of a flood that goes on a steady part. Keeping each of
 * thousands in a second would take the time of those that are answered, and nobody could read them.
 */
function startAllowance({ refusalsEach, refusalsPerSave }: Room) {
  const spent = new LRUCache<string, { left: number; save: number }>({ max: limits.callProgramsNoted })
  let saves = 0
  return {
    of(programId: number): number {
      const last = spent.get(String(programId))
      if (last === undefined) return refusalsEach
      return Math.min(refusalsEach, last.left + (saves - last.save) * refusalsPerSave)
    },
    /** Before a save: what waits in the room was allowed. */
    spend({ programs }: { programs: ReadonlyMap<number, NotesOfProgram> }) {
      for (const [programId, { refusals, most }] of programs)
        if (refusals.size > 0) spent.set(String(programId), { left: most - refusals.size, save: saves })
      saves++
    },
  }
}

type NotesRoom = ReturnType<typeof openRoom>

/** What waits, by program, within bounds: a count costs none while its like is there, nor does a refusal like another. */
function openRoom(room: Room, allowance: ReturnType<typeof startAllowance>, noteLost: NoteLost) {
  const programs = new Map<number, NotesOfProgram>()
  let [counts, refusals] = [0, 0]

  function notesOf(programId: number): NotesOfProgram | undefined {
    const known = programs.get(programId)
    if (known !== undefined || programs.size >= room.programs) return known
    const most = allowance.of(programId)
    const notes: NotesOfProgram = { counts: new Map(), refusals: new Map(), most }
    programs.set(programId, notes)
    return notes
  }

  function count(programId: number, one: Count) {
    const notes = notesOf(programId)
    const key = `${one.slot} ${one.call} ${one.bucket}`
    const like = notes?.counts.get(key)
    if (like !== undefined) like.calls += one.calls
    else if (notes === undefined || counts >= room.counts) noteLost('count', one.calls)
    else {
      notes.counts.set(key, one)
      counts++
    }
  }

  const hasRoom = (notes: NotesOfProgram | undefined): notes is NotesOfProgram =>
    notes !== undefined && refusals < room.refusals && notes.refusals.size < notes.most

  function keep(programId: number, refusal: Refusal) {
    const notes = notesOf(programId)
    const key = keyOf(refusal)
    const like = notes?.refusals.get(key)
    if (like !== undefined) notes?.refusals.set(key, joined(like, refusal))
    else if (!hasRoom(notes)) noteLost('refusal', refusal.count)
    else {
      notes.refusals.set(key, refusal)
      refusals++
    }
  }

  return {
    programs,
    get size() {
      return [...programs.values()].reduce((sum, notes) => sum + notes.counts.size + notes.refusals.size, 0)
    },
    count,
    keep,
    note(programId: number, noted: NotedRefusal) {
      if (mayHaveLike(noted) || hasRoom(notesOf(programId))) keep(programId, noted.read())
      else noteLost('refusal', 1)
    },
    /** What another room still holds goes in front of what came meanwhile. */
    takeBack(other: { programs: ReadonlyMap<number, NotesOfProgram> }) {
      for (const [programId, notes] of other.programs) {
        for (const one of notes.counts.values()) count(programId, one)
        const own = notesOf(programId)
        if (own !== undefined) own.most = Math.min(room.refusalsEach, own.most + notes.refusals.size)
        for (const refusal of notes.refusals.values()) keep(programId, refusal)
      }
    },
  }
}

const DUPLICATE = 'duplicate_transaction'

const QUARTER_MS = 15 * 60 * 1000

/** Each call with a good key is a refusal by itself, but for a duplicate; calls of others that are alike are one. */
function keyOf(refusal: Refusal): string {
  const { call, is_test, code, transaction_id } = refusal
  if (isCountedDuplicate(refusal)) return `${call} ${is_test} ${code} ${transaction_id}`
  if (refusal.is_authenticated) return refusal.request_id
  const { message, field, customer_key, click_id, link_code, amount, currency } = refusal
  return JSON.stringify([
    [call, is_test, code, message, field, link_code, amount, currency],
    [transaction_id, customer_key, click_id],
  ])
}

/** Said without its texts: whether another refusal may have the same key. */
function mayHaveLike({ code, isAuthenticated }: NotedRefusal): boolean {
  return !isAuthenticated || code === DUPLICATE
}

function isCountedDuplicate({ code, transaction_id }: Refusal): boolean {
  return code === DUPLICATE && transaction_id !== null
}

function joined(one: Refusal, other: Refusal): Refusal {
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
  for (let at = 0; at < ids.length; at += limits.callProgramsEach) {
    const some = ids.slice(at, at + limits.callProgramsEach)
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
        await saveRefusalsOf(deps, zone.id, notes, context)
        room.programs.delete(zone.id)
      } catch (error) {
        failures.push(error)
        const isOfOne = isOfThisProgram(error) || isWorkerAway(error)
        if (!isOfOne || failures.length - away >= limits.callSaveFailures) throw failures[0]
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
    await addDailyCalls(run, id, daysOf(counts, time_zone))
  } catch (error) {
    if (isSurelyUndone(error)) throw error
    notes.counts.clear()
    noteLost('count', sumOf(counts))
    throw error
  }
  notes.counts.clear()
}

async function saveRefusalsOf(
  deps: LedgerDeps,
  programId: number,
  notes: NotesOfProgram,
  { memory: { sinceTrim }, noteLost }: SaveContext,
): Promise<void> {
  const { refusalsKept } = deps.config
  if (notes.refusals.size === 0) return
  const waiting = [...notes.refusals]
  const since = (sinceTrim.get(String(programId)) ?? 0) + waiting.length
  for (let at = 0; at < waiting.length; at += limits.refusalRows) {
    const some = waiting.slice(at, at + limits.refusalRows)
    try {
      await saveSome(deps, programId, some)
    } catch (error) {
      if (isSurelyUndone(error)) throw error
      for (const [key] of some) notes.refusals.delete(key)
      noteLost('refusal', some.length)
      throw error
    }
    for (const [key] of some) notes.refusals.delete(key)
  }
  sinceTrim.set(String(programId), since)
  if (since < limits.refusalsBetweenTrims) return
  // Between two purges too a program has no more than its limit and a little.
  for (const share of refusalShares(refusalsKept)) {
    const trim = { ...share, rows: limits.refusalTrimRows }
    while ((await trimRefusals(deps.database.run, programId, trim)) === trim.rows);
  }
  sinceTrim.set(String(programId), 0)
}

async function saveSome(
  { database: { kysely }, config: { appSecret } }: LedgerDeps,
  programId: number,
  some: readonly [string, Refusal][],
): Promise<void> {
  const refusals = some.map(([, refusal]) => refusal)
  const erase = nameEraser(programId, appSecret)
  const trace = callTracer(programId, appSecret)
  const names = refusals.map(({ is_test, transaction_id, customer_key, click_id }) => ({
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
    const kept = refusals.map((refusal, place) =>
      erased.has(place)
        ? { ...refusal, ...NOTHING_SENT, transaction_id: names[place]?.erased_transaction ?? null }
        : refusal,
    )
    await saveRefusals(run, programId, joinDuplicates(kept))
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
function joinDuplicates(refusals: readonly Refusal[]): Refusal[] {
  const rows = new Map<string, Refusal>()
  for (const refusal of refusals) {
    const key = isCountedDuplicate(refusal) ? keyOf(refusal) : String(rows.size)
    const like = rows.get(key)
    rows.set(key, like === undefined ? refusal : joined(like, refusal))
  }
  return [...rows.values()]
}

function daysOf(counts: readonly Count[], timeZone: string): CallsOfDay[] {
  const days = new Map<string, CallsOfDay>()
  for (const { slot, call, bucket, calls } of counts) {
    const day = reportDay(new Date(slot), timeZone)
    const key = `${day} ${call} ${bucket}`
    days.set(key, { day, call, bucket, calls: calls + (days.get(key)?.calls ?? 0) })
  }
  return [...days.values()]
}

function sumOf(counts: readonly Count[]): number {
  return counts.reduce((sum, { calls }) => sum + calls, 0)
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
