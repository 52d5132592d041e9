import { addUncountedClicks, type UncountedClicks } from '../partners/uncounted-clicks.sql.ts'
import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { anyShard } from '../statistics/any-shard.flow.ts'
import { reportDay } from '../statistics/report-day.rule.ts'
import {
  type ClickDetails,
  type ClickToSave,
  loadEarlierClicks,
  loadLinks,
  saveClicks,
  saveTestClick,
} from './click.sql.ts'
import { formatClickId, parseClickId, uuidV7 } from './click-id.rule.ts'
import { type ClickDecision, type ClickReason, decideClick, isRecent } from './decide-click.rule.ts'

export interface ClickRequest {
  code: string
  program_id: number | undefined
  existing_click_id: string | undefined
  is_bot: boolean
  received_at: Date
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
  const lost = new Map<string, UncountedClicks>()
  for (const { index, request, decision } of decisions) {
    if (decision.kind === 'record') clicks.set(index, clickOf(deps, request, decision.link))
    else outcomes[index] = outcomeOf(request, decision)
    if (decision.kind === 'awaits_approval') addLost(lost, request, decision.link)
  }
  const { run } = deps.database
  // A batch that fails after this is sent again and adds them again: a notice for people, no statistic.
  await addUncountedClicks(run, [...lost.values()])
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
      limits.repeatClickMs,
    )
    return { index, request, decision }
  })
}

/** The click the cookie names, unless its own time says that this one is no repeat of it. */
function recentClickOf(request: ClickRequest) {
  const click = request.existing_click_id === undefined ? undefined : parseClickId(request.existing_click_id)
  if (click === undefined) return undefined
  return isRecent(click.receivedAt, request.received_at, limits.repeatClickMs) ? click : undefined
}

function addLost(
  lost: Map<string, UncountedClicks>,
  { received_at }: ClickRequest,
  { program_id, partner_id }: ClickToSave['link'],
) {
  const key = `${program_id} ${partner_id}`
  const before = lost.get(key)
  const last_at = before === undefined || received_at > before.last_at ? received_at : before.last_at
  lost.set(key, { program_id, partner_id, clicks: (before?.clicks ?? 0) + 1, last_at })
}

function clickOf(deps: Deps, request: ClickRequest, link: ClickToSave['link']): ClickToSave {
  const { received_at, details } = request
  const click_uuid = uuidV7(received_at, deps.ids.bytes(10))
  return { link, click_uuid, received_at: received_at, day: reportDay(received_at, link.time_zone), details }
}

function outcomeOf(
  request: ClickRequest,
  decision: Exclude<ClickDecision, { kind: 'record' }>,
): ClickOutcome {
  if (decision.kind === 'not_counted') return decision
  if (decision.kind === 'awaits_approval') return { kind: 'not_counted', reason: 'inactive_link' }
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
