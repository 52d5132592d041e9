import { limits } from '../config.ts'
import type { Deps } from '../deps.ts'
import { formatClickId, parseClickId, uuidV7 } from '../rules/click-id.ts'
import { type ClickDecision, type ClickReason, decideClick } from '../rules/decide-click.ts'
import { reportDay } from '../rules/report-day.ts'
import {
  type ClickDetails,
  type ClickToSave,
  loadEarlierClicks,
  loadLinks,
  saveClicks,
  saveTestClick,
} from '../store/click.ts'
import { anyShard } from './any-shard.ts'

export interface ClickRequest {
  code: string
  program_id: number | undefined
  existing_click_id: string | undefined
  isBot: boolean
  receivedAt: Date
  details: ClickDetails
}

export type ClickOutcome =
  | { kind: 'counted'; click_id: string; cookie_window_days: number }
  | { kind: 'not_counted'; reason: ClickReason }

/**
 * Records a batch of clicks: load, decide each, save all in one statement. One result per request, in order.
 * A click whose program changed its time zone in between is decided again.
 */
export async function recordClicks(deps: Deps, requests: ClickRequest[]): Promise<ClickOutcome[]> {
  const outcomes = new Array<ClickOutcome>(requests.length)
  let open = [...requests.entries()]
  for (let attempt = 1; open.length > 0; attempt++) {
    if (attempt > limits.writeAttempts) throw new Error(`clicks lost ${limits.writeAttempts} races in a row`)
    open = await recordOnce(deps, open, outcomes)
  }
  return outcomes
}

/** Records a test click of a program (D17). Undefined: there is no such program. */
export async function recordTestClick(
  deps: Deps,
  program_id: number,
  details: ClickDetails,
  receivedAt: Date,
): Promise<number | undefined> {
  const click_uuid = uuidV7(receivedAt, deps.ids.bytes(10))
  return saveTestClick(deps.database.run, { program_id, click_uuid, received_at: receivedAt, details })
}

async function recordOnce(
  deps: Deps,
  open: [number, ClickRequest][],
  outcomes: ClickOutcome[],
): Promise<[number, ClickRequest][]> {
  const decisions = await decideAll(deps, open)
  const clicks = new Map<number, ClickToSave>()
  for (const { index, request, decision } of decisions) {
    if (decision.kind === 'record') clicks.set(index, clickOf(deps, request, decision.link))
    else outcomes[index] = outcomeOf(request, decision)
  }
  const { run } = deps.database
  const saved = await saveClicks(run, [...clicks.values()], anyShard(deps.ids))
  return open.filter(([index]) => {
    const click = clicks.get(index)
    if (click === undefined) return false
    if (!saved.has(click.click_uuid)) return true
    outcomes[index] = countedAs(click.link, click.click_uuid)
    return false
  })
}

async function decideAll(deps: Deps, open: [number, ClickRequest][]) {
  const { run } = deps.database
  const earlierIds = open.map(([, request]) => recentClickOf(request)).filter((click) => click !== undefined)
  const links = await loadLinks(run, [...new Set(open.map(([, request]) => request.code))])
  const earlier = await loadEarlierClicks(run, earlierIds)
  return open.map(([index, request]) => {
    const click = recentClickOf(request)
    const decision = decideClick(
      links.get(request.code),
      click === undefined ? undefined : earlier.get(click.uuid),
      request,
      request.receivedAt,
      limits.repeatClickMs,
    )
    return { index, request, decision }
  })
}

/** The click the cookie names, unless its own time says that it is too old to make this one a repeat. */
function recentClickOf(request: ClickRequest) {
  const click = request.existing_click_id === undefined ? undefined : parseClickId(request.existing_click_id)
  if (click === undefined) return undefined
  const ageMs = request.receivedAt.getTime() - click.receivedAt.getTime()
  return ageMs < limits.repeatClickMs ? click : undefined
}

function clickOf(deps: Deps, request: ClickRequest, link: ClickToSave['link']): ClickToSave {
  const { receivedAt, details } = request
  const click_uuid = uuidV7(receivedAt, deps.ids.bytes(10))
  return { link, click_uuid, received_at: receivedAt, day: reportDay(receivedAt, link.time_zone), details }
}

function outcomeOf(
  request: ClickRequest,
  decision: Exclude<ClickDecision, { kind: 'record' }>,
): ClickOutcome {
  if (decision.kind === 'not_counted') return decision
  const click_id = request.existing_click_id
  if (click_id === undefined) throw new Error('a repeat without an existing click id')
  return { kind: 'counted', click_id, cookie_window_days: decision.link.cookie_window_days }
}

function countedAs(link: ClickToSave['link'], uuid: string): ClickOutcome {
  return {
    kind: 'counted',
    click_id: formatClickId(link.program_id, uuid),
    cookie_window_days: link.cookie_window_days,
  }
}
