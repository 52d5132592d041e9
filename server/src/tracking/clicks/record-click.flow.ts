import { limits } from '../../core/config/limits.ts'
import {
  DatabaseUnavailableError,
  isCommitUnknown,
  isWorkerUnavailable,
} from '../../core/database/database-unavailable.ts'
import type { Deps } from '../../core/deps.ts'
import { groupBy } from '../../core/text/group-by.rule.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { randomShard } from '../../statistics/random-shard.flow.ts'
import { programInstant } from '../../workspace/programs/program-clock.rule.ts'
import { findClock } from '../../workspace/programs/program-clock.sql.ts'
import { captureMethodNumber } from './capture-method.rule.ts'
import {
  type ClickColumns,
  type ClickDetails,
  type EventClick,
  findTakenDimensions,
  type LinkClicks,
  type LostClicks,
  type ProgramClicks,
  type SentColumns,
  saveClicks,
  saveDimensions,
  saveTestClick,
  saveTestClickSeen,
} from './click.sql.ts'
import type { EarlierClick } from './click.ts'
import {
  collectDimensions,
  createRenamedDimensions,
  createUserAgentParser,
  type Dimensions,
  type ParseUserAgent,
  type RenamedDimensions,
} from './click-dimensions.flow.ts'
import { parseUserAgent } from './click-dimensions.rule.ts'
import { hashClickEvent } from './click-event.rule.ts'
import { type ClickId, formatClickId, uuidV7 } from './click-id.rule.ts'
import { type ClickDecision, type ClickLoss, type ClickReason, decideClick } from './decide-click.rule.ts'
import { findEarlierClicks, findRecentClick, findRetriedClickIds } from './earlier-clicks.flow.ts'
import { createLinkFinder, type FoundLink, type LinkFinder, type SearchedLink } from './find-links.flow.ts'
import { clickLimits } from './limits.ts'

export interface ClickRequest extends SearchedLink {
  existing_click_id: string | undefined
  event_id?: string | undefined
  is_bot: boolean
  received_at: Date
  details: ClickDetails
}

/** A click's outcome. `at` is when it was received by the program's clock, and `code` is the code as stored. */
export type ClickOutcome =
  | {
      kind: 'counted'
      click_id: string
      code: string
      cookie_window_days: number
      program_id: number
      is_repeat: boolean
      at: Date
    }
  /** The link's program, unless the request names another program. */
  | {
      kind: 'not_counted'
      reason: ClickReason
      loss: ClickLoss
      code: string | undefined
      program_id: number | undefined
      at: Date
    }
  /**
   * It is unknown whether the click was saved, while other clicks in its batch were saved. The client gets the error.
   */
  | { kind: 'unknown'; error: unknown }
  /** The program's days are being recalculated. Nothing was written. */
  | { kind: 'busy' }
  /** A program's worker is unavailable. Each program's clicks are retried separately, without counting twice. */
  | { kind: 'apart'; error: unknown }

/** Dependencies, and this process's caches of links and user agents. */
interface Recorder extends Deps {
  links: LinkFinder
  parseUserAgent: ParseUserAgent
  renamed: RenamedDimensions
}

/**
 * Creates a function that records batches of clicks. It decides with cached facts, then saves everything in one
 * statement that compares them with the current facts. If a link, partner or program has changed, none of that
 * program's clicks are saved and they are decided again. Returns one result per request, in order.
 */
export function createClickRecorder(
  deps: Deps,
  links: LinkFinder = createLinkFinder(deps.database.run),
): (requests: ClickRequest[]) => Promise<ClickOutcome[]> {
  const recorder = {
    ...deps,
    links,
    parseUserAgent: createUserAgentParser(),
    renamed: createRenamedDimensions(),
  }
  return async (requests) => {
    const outcomes: Outcomes = new Array(requests.length).fill(undefined)
    let openRequests = requests.map((request, index) => ({ request, index }))
    try {
      for (let attempt = 1; openRequests.length > 0; attempt++) {
        if (attempt > limits.writeAttempts) {
          throw new Error(`clicks hit ${limits.writeAttempts} write conflicts in a row`)
        }
        openRequests = await recordOnce(recorder, { open: openRequests, isFirst: attempt === 1 }, outcomes)
      }
    } catch (error) {
      const hasSeveralClicks = new Set(openRequests.map(({ request }) => clickCodesKey(request))).size > 1
      if (hasSeveralClicks && (isWorkerUnavailable(error) || isCommitUnknown(error))) {
        for (const { request, index } of openRequests) {
          // A batch is rolled back if its worker is unavailable. If the commit's result is unknown, an event_id makes a
          // retry safe.
          const isRepeatable = isWorkerUnavailable(error) || request.event_id !== undefined
          outcomes[index] = isRepeatable ? { kind: 'apart', error } : { kind: 'unknown', error }
        }
        return requireDecided(outcomes)
      }
      if (openRequests.length === requests.length) throw error
      // Earlier attempts have saved some of the clicks. An error for all of them would make clients send these
      // again.
      for (const { index } of openRequests) outcomes[index] = { kind: 'unknown', error }
    }
    return requireDecided(outcomes)
  }
}

/** Identifies a click's program before its link is known: clicks with the same codes belong to the same program. */
export function clickCodesKey({ codes, program_id }: SearchedLink): string {
  return JSON.stringify([program_id, ...codes])
}

function requireDecided(outcomes: Outcomes): ClickOutcome[] {
  return outcomes.map((outcome) => {
    if (outcome === undefined) throw new Error('a click in a batch was not decided')
    return outcome
  })
}

/** One entry per click in a batch, in order; undefined until decided. */
type Outcomes = (ClickOutcome | undefined)[]

/** Records a test click for a program (D17). Returns undefined if the program doesn't exist. */
export async function recordTestClick(
  deps: Deps,
  program_id: number,
  details: ClickDetails,
  receivedAt: Date,
): Promise<{ event_id: number; click: ClickId } | undefined> {
  const received_at = await testInstant(deps, program_id, receivedAt)
  const click_uuid = uuidV7(received_at, deps.ids.bytes(10))
  const columns = await saveSentColumns(deps, program_id, details, received_at)
  const event_id = await saveTestClick(deps.database.run, program_id, { ...columns, click_uuid, received_at })
  if (event_id === undefined) return undefined
  return { event_id, click: { programId: program_id, uuid: click_uuid, receivedAt: received_at } }
}

/**
 * Stores the page and browser that a test link was opened with, once, as evidence that the tracker is installed.
 * @param at by the program's clock
 */
export async function markTestClickSeen(
  deps: Deps,
  click: ClickId,
  details: ClickDetails,
  at: Date,
): Promise<void> {
  const columns = await saveSentColumns(deps, click.programId, details, click.receivedAt)
  await saveTestClickSeen(deps.database.run, click, { ...columns, seen_at: at })
}

async function saveSentColumns(
  { database }: Deps,
  programId: number,
  details: ClickDetails,
  receivedAt: Date,
): Promise<SentColumns> {
  const dimensions = collectDimensions(programId, parseUserAgent)
  const columns = sentColumns(details, receivedAt, dimensions)
  await saveDimensions(database.run, programId, dimensions.rows)
  return columns
}

/** Returns when a test event was received by the program's clock. */
export async function testInstant(
  { database: { kysely } }: Pick<Deps, 'database'>,
  programId: number,
  realTime: Date,
): Promise<Date> {
  return programInstant(realTime, { clock_ahead_ms: await findClock(kysely, programId) })
}

interface OpenClick {
  request: ClickRequest
  index: number
}

/**
 * Makes one attempt.
 * @returns the clicks that remain open because the facts behind their decision have changed
 */
async function recordOnce(
  recorder: Recorder,
  { open, isFirst }: { open: OpenClick[]; isFirst: boolean },
  outcomes: Outcomes,
): Promise<OpenClick[]> {
  const { database, ids } = recorder
  const links = await recorder.links.find(open.map(({ request }) => request))
  const clicks: LinkedClick[] = []
  for (const openClick of open) {
    const foundLink = links.get(openClick.request)
    if (foundLink !== undefined) clicks.push(linkClick(openClick, foundLink))
    else
      outcomes[openClick.index] = toClickOutcome(
        openClick.request,
        decideClick(undefined, {}, openClick.request, clickLimits.repeatClickMs),
      )
  }
  const earlier = await findEarlierClicks(database.run, clicks)
  // Retried clicks are rare, so the first attempt assumes that there are none. Saving the clicks verifies this.
  const retried = isFirst
    ? new Map<string, string>()
    : await findRetriedClickIds(database.run, clicks.flatMap(toEventRows))
  const programs = groupBy(
    clicks.map((click) => decide(recorder, click, { earlier, retried })),
    ({ found }) => found.link.program_id,
  )
  const dimensionsByProgram = new Map(
    [...programs.keys()].map((id) => [id, collectDimensions(id, recorder.parseUserAgent, recorder.renamed)]),
  )
  const batches = [...programs].map(([programId, decisions]) =>
    toProgramClicks(programId, decisions, requireValue(dimensionsByProgram, programId)),
  )
  const saved = await saveClicks(database.run, batches, randomShard(ids)).catch((error: unknown) => {
    // One program's clicks are saved by one statement on its worker, which may have been committed. Clicks of several
    // programs are rolled back.
    throw batches.length === 1 && isWorkerUnavailable(error) ? new DatabaseUnavailableError(error) : error
  })
  for (const [programId, result] of saved) {
    if (result !== 'collided') continue
    const dimensions = requireValue(dimensionsByProgram, programId)
    dimensions.rename(await findTakenDimensions(database.run, programId, dimensions.rows))
  }
  return [...programs].flatMap(([programId, decisions]) => {
    const result = saved.get(programId)
    if (result === 'changed') for (const { found } of decisions) recorder.links.forget(found)
    if (result === 'changed' || result === 'repeated' || result === 'collided')
      return decisions.map(({ sent }) => sent)
    for (const one of decisions) {
      outcomes[one.sent.index] =
        result === 'saved' ? toClickOutcome(one.request, one.decision, one) : { kind: 'busy' }
    }
    return []
  })
}

function requireValue<Value>(values: ReadonlyMap<number, Value>, programId: number): Value {
  const value = values.get(programId)
  if (value === undefined) throw new Error(`no dimensions were collected for program ${programId}`)
  return value
}

/** A click whose link is known. */
interface LinkedClick {
  /** The click as received, by the real clock. */
  sent: OpenClick
  found: FoundLink
  /**
   * The click with the time it was received on the program's clock. The clock is cached, and verified when the click is saved.
   */
  request: ClickRequest
  event_hash: string | undefined
}

function linkClick(openClick: OpenClick, found: FoundLink): LinkedClick {
  const { clock_ahead_ms } = found.link
  const { event_id } = openClick.request
  const request =
    clock_ahead_ms === null
      ? openClick.request
      : {
          ...openClick.request,
          received_at: programInstant(openClick.request.received_at, { clock_ahead_ms }),
        }
  const event_hash = event_id === undefined ? undefined : hashClickEvent(found.link, event_id)
  return { sent: openClick, found, request, event_hash }
}

function toEventRows({ found, request, event_hash }: LinkedClick) {
  if (event_hash === undefined) return []
  return [{ program_id: found.link.program_id, event_hash, received_at: request.received_at }]
}

/** A decided click, with the values to save. */
interface DecidedClick extends LinkedClick {
  decision: ClickDecision
  event: EventClick | undefined
  /** UUID of the click to save. */
  new_uuid: string | undefined
}

/**
 * Decides a click and stores the click for its `event_id` in `retried`, because an `event_id` may occur twice in a
 * batch.
 */
function decide(
  recorder: Recorder,
  { sent, found, request, event_hash }: LinkedClick,
  { earlier, retried }: { earlier: ReadonlyMap<string, EarlierClick>; retried: Map<string, string> },
): DecidedClick {
  const before = {
    earlier: earlier.get(findRecentClick({ found, request })?.uuid ?? ''),
    retriedClickId: event_hash === undefined ? undefined : retried.get(event_hash),
  }
  const decision = decideClick(found.link, before, request, clickLimits.repeatClickMs)
  const new_uuid =
    decision.kind === 'record' ? uuidV7(request.received_at, recorder.ids.bytes(10)) : undefined
  const click_uuid = decision.kind === 'repeat' ? decision.click_uuid : new_uuid
  let event: EventClick | undefined
  if (event_hash !== undefined && click_uuid !== undefined && before.retriedClickId === undefined) {
    event = { event_hash, received_at: request.received_at, click_uuid, is_new: decision.kind === 'record' }
    retried.set(event_hash, click_uuid)
  }
  return { sent, found, request, event_hash, decision, event, new_uuid }
}

function toProgramClicks(
  programId: number,
  decisions: readonly DecidedClick[],
  dimensions: Dimensions,
): ProgramClicks {
  const links = new Map(decisions.map(({ found: { link } }) => [link.link_id, link]))
  const days = new Map<string, LinkClicks>()
  const clicks: ClickColumns[] = []
  for (const { found, request, new_uuid: click_uuid } of decisions) {
    if (click_uuid === undefined) continue
    const { partner_id, link_id, time_zone } = found.link
    const { received_at, details } = request
    const day = reportDay(received_at, time_zone)
    const key = `${day} ${link_id}`
    days.set(key, { day, partner_id, link_id, clicks: (days.get(key)?.clicks ?? 0) + 1 })
    const columns = sentColumns(details, received_at, dimensions)
    // Named fields before the spread: the other order takes 20 times as long.
    clicks.push({ click_uuid, received_at, link_id, partner_id, day, ...columns })
  }
  return {
    program_id: programId,
    clock_ahead_ms: findClockAhead(decisions),
    links: [...links.values()],
    absent_codes: [...new Set(decisions.flatMap(({ found }) => found.missingCodes))],
    events: decisions.flatMap(({ event }) => event ?? []),
    dimensions: dimensions.rows,
    clicks,
    days: [...days.values()],
    lost_clicks: countUncountedClicks(decisions),
  }
}

/**
 * Returns the clock offset that all links share. Cached links may be older than a clock change. In that case, no offset
 * matches and the clicks aren't saved.
 */
function findClockAhead(decisions: readonly DecidedClick[]): number | null {
  const [first, ...others] = decisions.map(({ found }) => found.link.clock_ahead_ms)
  return others.every((clockAhead) => clockAhead === first) ? (first ?? null) : NO_MATCHING_OFFSET
}

/** An offset that no clock has. */
const NO_MATCHING_OFFSET = -1

function countUncountedClicks(decisions: readonly DecidedClick[]): LostClicks[] {
  const uncountedByLink = new Map<number, LostClicks>()
  for (const { decision, found, request } of decisions) {
    if (decision.kind !== 'awaits_approval') continue
    const { partner_id } = found.link
    const before = uncountedByLink.get(partner_id)
    const last_at =
      before === undefined || request.received_at > before.last_at ? request.received_at : before.last_at
    uncountedByLink.set(partner_id, { partner_id, clicks: (before?.clicks ?? 0) + 1, last_at })
  }
  return [...uncountedByLink.values()]
}

/** Converts the sent values to columns of the click row. */
function sentColumns(details: ClickDetails, receivedAt: Date, dimensions: Dimensions): SentColumns {
  const { session_id, consent, additional_data } = details
  const isUuid = session_id !== undefined && UUID.test(session_id)
  return {
    capture_method: captureMethodNumber(details.capture_method ?? 'script'),
    session_uuid: isUuid ? session_id : undefined,
    session_id: isUuid ? undefined : session_id,
    consent,
    additional_data,
    ...dimensions.add(details, receivedAt),
  }
}

/** The form in which the database returns UUIDs. Only a UUID sent in this form is returned unchanged. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

function toClickOutcome(
  request: ClickRequest,
  decision: ClickDecision,
  { new_uuid, found }: { new_uuid?: string | undefined; found?: FoundLink } = {},
): ClickOutcome {
  const code = found?.code
  const program_id = request.program_id ?? found?.link.program_id
  const at = request.received_at
  switch (decision.kind) {
    case 'not_counted':
      return { code, program_id, at, ...decision }
    case 'awaits_approval': {
      const loss = 'partner_not_approved'
      return { kind: 'not_counted', reason: 'inactive_link', loss, code, program_id, at }
    }
    case 'repeat':
    case 'record': {
      const click_uuid = decision.kind === 'repeat' ? decision.click_uuid : new_uuid
      if (click_uuid === undefined || code === undefined) throw new Error('a click that was not saved')
      const { program_id, cookie_window_days } = decision.link
      const click_id = formatClickId(program_id, click_uuid)
      const is_repeat = decision.kind === 'repeat'
      return { kind: 'counted', click_id, code, cookie_window_days, program_id, is_repeat, at }
    }
  }
}
