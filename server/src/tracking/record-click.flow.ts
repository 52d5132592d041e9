import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { Memory } from '../platform/memory.ts'
import { programInstant } from '../programs/program-clock.rule.ts'
import { findClock } from '../programs/program-clock.sql.ts'
import { anyShard } from '../statistics/any-shard.flow.ts'
import { reportDay } from '../statistics/report-day.rule.ts'
import {
  type ClickColumns,
  type ClickDetails,
  type ClickToSave,
  findLinkCodes,
  type LinkClicks,
  type LostClicks,
  loadEarlierClicks,
  loadLinks,
  type ProgramClicks,
  saveClicks,
  saveTestClick,
} from './click.sql.ts'
import type { EarlierClick, LinkFacts } from './click.ts'
import { type ClickId, formatClickId, parseClickId, uuidV7 } from './click-id.rule.ts'
import { type ClickTexts, createClickTexts } from './click-texts.flow.ts'
import {
  type ClickDecision,
  type ClickLoss,
  type ClickReason,
  decideClick,
  isRecent,
} from './decide-click.rule.ts'

export interface ClickRequest {
  code: string
  program_id: number | undefined
  existing_click_id: string | undefined
  is_bot: boolean
  received_at: Date
  details: ClickDetails
}

/** `at`: when it was received, by the clock of the link's program. */
export type ClickOutcome =
  | {
      kind: 'counted'
      click_id: string
      cookie_window_days: number
      program_id: number
      is_repeat: boolean
      at: Date
    }
  /** The program is the link's, unless the call names another one: then it is no link of theirs. */
  | { kind: 'not_counted'; reason: ClickReason; loss: ClickLoss; program_id: number | undefined; at: Date }
  /** It was saved or not, while others of its batch were: its caller is told the error. */
  | { kind: 'unknown'; error: unknown }
  /** Somebody counts the program's days anew: nothing was done with it. */
  | { kind: 'busy' }

/** What records clicks: the deps, and what this process knows of links and texts. */
interface Recorder extends Deps {
  links: Memory<LinkFacts>
  texts: ClickTexts
}

/**
 * Records batches of clicks: decide each on what is known of its link, save all in one call, which compares. One result
 * per request, in order. Where something has changed since it became known (a link, its partner, the program), nothing
 * of that program was saved, and its clicks are decided again on what is true now.
 */
export function createClickRecorder(deps: Deps): (requests: ClickRequest[]) => Promise<ClickOutcome[]> {
  const links = new Memory<LinkFacts>(limits.clickLinksKept)
  const recorder = {
    ...deps,
    links,
    texts: createClickTexts(deps.database.run, () => deps.database.totals().breaks),
  }
  return async (requests) => {
    const outcomes: Outcomes = new Array(requests.length).fill(undefined)
    let open = requests.map((request, index) => ({ request, index }))
    try {
      for (let attempt = 1; open.length > 0; attempt++) {
        if (attempt > limits.writeAttempts) {
          throw new Error(`clicks lost ${limits.writeAttempts} races in a row`)
        }
        open = await recordOnce(recorder, open, outcomes)
      }
    } catch (error) {
      // Another database may answer next, which has not all that this one had (a standby that took over).
      recorder.texts.forget()
      if (open.length === requests.length) throw error
      // What an earlier attempt saved is there: a caller who was told otherwise would send it again.
      for (const { index } of open) outcomes[index] = { kind: 'unknown', error }
    }
    return outcomes.map((outcome) => {
      if (outcome === undefined) throw new Error('a click of a batch was not decided')
      return outcome
    })
  }
}

/** One per click of a batch, in their order; undefined: not decided yet. */
type Outcomes = (ClickOutcome | undefined)[]

/** Records a test click of a program (D17). Undefined: there is no such program. */
export async function recordTestClick(
  deps: Deps,
  program_id: number,
  details: ClickDetails,
  receivedAt: Date,
): Promise<number | undefined> {
  const received_at = await testInstant(deps, program_id, receivedAt)
  const click_uuid = uuidV7(received_at, deps.ids.bytes(10))
  return saveTestClick(deps.database.run, { program_id, click_uuid, received_at, details })
}

/** When a test event of a program is received, which may be a sandbox too. Nothing is counted by it. */
export async function testInstant(
  { database: { kysely } }: Pick<Deps, 'database'>,
  programId: number,
  real: Date,
): Promise<Date> {
  return programInstant(real, { clock_ahead_ms: await findClock(kysely, programId) })
}

interface Open {
  request: ClickRequest
  index: number
}

/** @returns those that are still open, because what was known of their program was no longer true */
async function recordOnce(recorder: Recorder, open: Open[], outcomes: Outcomes): Promise<Open[]> {
  const links = await findLinks(recorder, open)
  const earlier = await findEarlierClicks(recorder, open, links)
  const programs = new Map<number, Decided[]>()
  for (const sent of open) {
    const { index } = sent
    const link = links.get(sent.request.code)
    const request = atLinkTime(sent.request, link)
    const before = earlier.get(recentClickOf(request)?.uuid ?? '')
    const decision = decideClick(link, before, request, limits.repeatClickMs)
    if (link === undefined) outcomes[index] = outcomeOf(request, decision, {})
    else
      addTo(programs, link.program_id, {
        request,
        index,
        sent,
        decision,
        link,
        ...clickOf(recorder, request, decision),
      })
  }
  await recorder.texts.addTo([...programs.values()].flat().filter(isToSave))
  const batches = [...programs].map(([programId, decided]) => batchOf(programId, decided))
  const saved = await saveClicks(recorder.database.run, batches, anyShard(recorder.ids))
  return [...programs].flatMap(([programId, decided]) => {
    const cameOfIt = saved.get(programId)
    if (cameOfIt === 'changed') {
      for (const { request } of decided) recorder.links.forget(request.code)
      return decided.map(({ sent }) => sent)
    }
    for (const { request, index, decision, click, link } of decided) {
      outcomes[index] =
        cameOfIt === 'saved' ? outcomeOf(request, decision, { click, link }) : { kind: 'busy' }
    }
    return []
  })
}

/** A click on a link that is known, and its row when it is to be recorded. */
interface Decided extends Open {
  /** As it came, by the real clock. */
  sent: Open
  decision: ClickDecision
  link: LinkFacts
  click?: ClickToSave
  columns?: ClickColumns
}

/** A click of a sandbox is received by the clock of its program, as far as this process knows it: saving compares. */
function atLinkTime(request: ClickRequest, link: LinkFacts | undefined): ClickRequest {
  if (link === undefined || link.clock_ahead_ms === null) return request
  const { clock_ahead_ms } = link
  return { ...request, received_at: programInstant(request.received_at, { clock_ahead_ms }) }
}

function isToSave(decided: Decided): decided is Decided & { click: ClickToSave; columns: ClickColumns } {
  return decided.click !== undefined && decided.columns !== undefined
}

function addTo<Item>(groups: Map<number, Item[]>, group: number, item: Item) {
  const items = groups.get(group)
  if (items === undefined) groups.set(group, [item])
  else items.push(item)
}

/** The links of these codes, as this process knows them; what it does not know is loaded. */
async function findLinks(
  { database: { run }, links }: Recorder,
  open: Open[],
): Promise<Map<string, LinkFacts>> {
  const found = new Map<string, LinkFacts>()
  const unknown = new Set<string>()
  for (const { code } of open.map(({ request }) => request)) {
    const link = links.get(code)
    if (link === undefined) unknown.add(code)
    else found.set(code, link)
  }
  if (unknown.size === 0) return found
  const places = await findLinkCodes(run, [...unknown])
  const linksOf = new Map<number, number[]>()
  for (const { program_id, link_id } of places) addTo(linksOf, program_id, link_id)
  for (const [programId, linkIds] of linksOf) {
    const loaded = new Map((await loadLinks(run, programId, linkIds)).map((link) => [link.link_id, link]))
    for (const { code, program_id, link_id } of places) {
      const link = program_id === programId ? loaded.get(link_id) : undefined
      if (link === undefined) continue
      links.set(code, link)
      found.set(code, link)
    }
  }
  return found
}

/** Those of the clicks that the visitors' cookies name that are live ones of ours, by UUID. */
async function findEarlierClicks(
  { database: { run } }: Recorder,
  open: Open[],
  links: ReadonlyMap<string, LinkFacts>,
): Promise<Map<string, EarlierClick>> {
  const wanted = new Map<number, ClickId[]>()
  for (const { request } of open) {
    const click = recentClickOf(atLinkTime(request, links.get(request.code)))
    if (click !== undefined) addTo(wanted, click.programId, click)
  }
  const found = await Promise.all(
    [...wanted].map(([programId, clicks]) => loadEarlierClicks(run, programId, clicks)),
  )
  return new Map(found.flat().map(({ click_uuid, ...click }) => [click_uuid, click]))
}

function batchOf(programId: number, decided: readonly Decided[]): ProgramClicks {
  const links = new Map(decided.map(({ link }) => [link.link_id, link]))
  const days = new Map<string, LinkClicks>()
  const clicks: ClickColumns[] = []
  for (const { link, request, columns } of decided) {
    if (columns === undefined) continue
    const day = reportDay(request.received_at, link.time_zone)
    const { partner_id, link_id } = link
    const key = `${day} ${link_id}`
    days.set(key, { day, partner_id, link_id, clicks: (days.get(key)?.clicks ?? 0) + 1 })
    clicks.push(columns)
  }
  return {
    program_id: programId,
    clock_ahead_ms: aheadOf(decided),
    links: [...links.values()],
    clicks,
    days: [...days.values()],
    lost: lostOf(decided),
  }
}

/** What this process knew of one link before it knew of another may be of before the clock moved: that is no time. */
function aheadOf(decided: readonly Decided[]): number | null {
  const [first, ...others] = decided.map(({ link }) => link.clock_ahead_ms)
  return others.every((ahead) => ahead === first) ? (first ?? null) : NO_TIME
}

/** Equals the time of no clock. */
const NO_TIME = -1

function lostOf(decided: readonly Decided[]): LostClicks[] {
  const lost = new Map<number, LostClicks>()
  for (const { decision, link, request } of decided) {
    if (decision.kind !== 'awaits_approval') continue
    const { partner_id } = link
    const before = lost.get(partner_id)
    const last_at =
      before === undefined || request.received_at > before.last_at ? request.received_at : before.last_at
    lost.set(partner_id, { partner_id, clicks: (before?.clicks ?? 0) + 1, last_at })
  }
  return [...lost.values()]
}
/** The click the cookie names, unless its own time says that this one is no repeat of it. */
function recentClickOf(request: ClickRequest) {
  const click = request.existing_click_id === undefined ? undefined : parseClickId(request.existing_click_id)
  if (click === undefined) return undefined
  return isRecent(click.receivedAt, request.received_at, limits.repeatClickMs) ? click : undefined
}

function clickOf(
  { ids }: Recorder,
  { received_at, details }: ClickRequest,
  decision: ClickDecision,
): { click: ClickToSave; columns: ClickColumns } | undefined {
  if (decision.kind !== 'record') return undefined
  const { link } = decision
  const click = { link, click_uuid: uuidV7(received_at, ids.bytes(10)), received_at, details }
  const { session_id, additional_data, consent } = details
  const { link_id, partner_id } = link
  const isUuid = session_id !== undefined && UUID.test(session_id)
  const columns = {
    received_at,
    click_uuid: click.click_uuid,
    link_id,
    partner_id,
    session_id: isUuid ? undefined : session_id,
    session_uuid: isUuid ? session_id : undefined,
    additional_data,
    consent,
  }
  return { click, columns }
}

/** Just as the database writes one, so that it is read as it was told. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

function outcomeOf(
  request: ClickRequest,
  decision: ClickDecision,
  { click, link }: { click?: ClickToSave | undefined; link?: LinkFacts },
): ClickOutcome {
  const program_id = request.program_id ?? link?.program_id
  const at = request.received_at
  switch (decision.kind) {
    case 'not_counted':
      return { ...decision, program_id, at }
    case 'awaits_approval':
      return { kind: 'not_counted', reason: 'inactive_link', loss: 'partner_not_approved', program_id, at }
    case 'repeat':
      if (request.existing_click_id === undefined) throw new Error('a repeat without an existing click id')
      return { ...counted(decision.link, request.existing_click_id), is_repeat: true, at }
    case 'record':
      if (click === undefined) throw new Error('a click that was not saved')
      return {
        ...counted(decision.link, formatClickId(decision.link.program_id, click.click_uuid)),
        is_repeat: false,
        at,
      }
  }
}

function counted({ cookie_window_days, program_id }: LinkFacts, click_id: string) {
  return { kind: 'counted', click_id, cookie_window_days, program_id } as const
}
