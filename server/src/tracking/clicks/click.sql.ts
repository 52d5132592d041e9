import type { Run } from '../../core/database/database.ts'
import { statement } from '../../core/database/statement.ts'
import type { CaptureMethod } from '../../core/enums.ts'
import type { EarlierClick, LinkData } from './click.ts'
import type { DimensionHash } from './click-dimensions.rule.ts'
import type { ClickId } from './click-id.rule.ts'

/** Details of the visit, all optional. */
export interface ClickDetails {
  affiliate_url: string | undefined
  page_url: string | undefined
  page_title: string | undefined
  referrer_url: string | undefined
  session_id: string | undefined
  user_agent: string | undefined
  screen_resolution: string | undefined
  viewport_size: string | undefined
  language: string | undefined
  timezone: string | undefined
  additional_data: Record<string, unknown> | undefined
  /** The visitor's consent, as reported by the page. */
  consent?: string | undefined
  /** Defaults to `script`. */
  capture_method?: CaptureMethod
}

/** Columns of a click row. */
export interface ClickColumns extends SentColumns {
  click_uuid: string
  received_at: Date
  link_id: number
  partner_id: number
  /** The local day on which the click is counted. */
  day: string
}

/** Values stored in the click's own row. The IDs refer to its dimensions. */
export interface SentColumns {
  page_id: number | undefined
  referrer_id: number | undefined
  device_id: number | undefined
  screen_width: number | undefined
  screen_height: number | undefined
  viewport_width: number | undefined
  viewport_height: number | undefined
  /** See `capture-method.rule.ts`. */
  capture_method: number | undefined
  session_uuid: string | undefined
  session_id: string | undefined
  consent: string | undefined
  additional_data: Record<string, unknown> | undefined
}

/** A dimension: values shared by many clicks in a month. */
export interface ClickDimension extends DimensionHash {
  /** First day of the month, `YYYY-MM-DD`. */
  month: string
}

/** Clicks that don't count because their partner is not approved yet. */
export interface LostClicks {
  partner_id: number
  clicks: number
  last_at: Date
}

/** A link's clicks on one local day. */
export interface LinkClicks {
  day: string
  partner_id: number
  link_id: number
  clicks: number
}

/** A click's hashed `event_id`. */
export interface ClickEvent {
  event_hash: string
  received_at: Date
}

/** The click recorded for an `event_id`: a new click, or the one it repeats. */
export interface EventClick extends ClickEvent {
  click_uuid: string
  is_new: boolean
}

/** One program's clicks in a batch, with the facts on which they were decided. */
export interface ProgramClicks {
  program_id: number
  /** A sandbox's clock offset when the clicks were decided; null for other programs. */
  clock_ahead_ms: number | null
  links: readonly LinkData[]
  /** Codes that had no link when they were looked up. */
  absent_codes: readonly string[]
  events: readonly EventClick[]
  dimensions: readonly ClickDimension[]
  clicks: readonly ClickColumns[]
  /** Clicks per local day and link. */
  days: readonly LinkClicks[]
  lost_clicks: readonly LostClicks[]
}

/** Returns the codes that match these lowercase codes, and their links. */
export function findLinkCodes(
  run: Run,
  names: readonly string[],
): Promise<{ code: string; program_id: number; link_id: number }[]> {
  return run(FIND_LINK_CODES({ names: JSON.stringify(names) }))
}

/** Returns these links of a program, with their partner's and program's status. */
export function loadLinks(run: Run, programId: number, linkIds: readonly number[]): Promise<LinkData[]> {
  return run(LOAD_LINKS({ program_id: programId, link_ids: JSON.stringify(linkIds) }))
}

/** Returns those of a program's clicks with these IDs that are live. */
export function loadEarlierClicks(
  run: Run,
  programId: number,
  clicks: readonly { receivedAt: Date; uuid: string }[],
): Promise<EarlierClick[]> {
  return run(LOAD_EARLIER_CLICKS({ program_id: programId, clicks: JSON.stringify(clicks) }))
}

/** Returns clicks from the last 24 hours with one of these `event_id` values. */
export function findRetriedClicks(
  run: Run,
  programId: number,
  events: readonly ClickEvent[],
): Promise<{ event_hash: string; click_uuid: string }[]> {
  return run(FIND_RETRIED_CLICKS({ program_id: programId, events: JSON.stringify(events) }))
}

/**
 * The result of saving a program's clicks. Nothing is saved if a link has changed since the decision, an `event_id`
 * belongs to another click, a dimension's ID belongs to other content, or the program's days are being
 * recalculated.
 */
export type SaveClicksResult = 'saved' | 'changed' | 'repeated' | 'collided' | 'busy'

/** Saves and counts a batch in one transaction. For each program, saves all clicks or none. */
export async function saveClicks(
  run: Run,
  programs: readonly ProgramClicks[],
  shard: number,
): Promise<Map<number, SaveClicksResult>> {
  const [first, ...others] = programs
  if (first === undefined) return new Map()
  if (others.length === 0) {
    const { program_id, clock_ahead_ms, links, absent_codes, events, days, lost_clicks, dimensions, clicks } =
      first
    const [row] = await run<{ outcome: SaveClicksResult }>(
      SAVE_CLICKS({
        program_id,
        clock_ahead_ms,
        links: json(links),
        absent: json(absent_codes),
        events: json(events),
        days: json(days),
        lost: json(lost_clicks),
        dimensions: json(dimensions),
        clicks: json(clicks),
        shard,
      }),
    )
    if (row === undefined) throw new Error('save-clicks returned no row')
    return new Map([[program_id, row.outcome]])
  }
  // Sorts the statistics rows, to prevent deadlocks between batches.
  const batches = programs
    .toSorted((a, b) => a.program_id - b.program_id)
    .map((batch) => ({
      program_id: batch.program_id,
      clock_ahead_ms: batch.clock_ahead_ms,
      links: batch.links,
      absent: orNull(batch.absent_codes),
      events: orNull(batch.events),
      days: orNull(batch.days),
      lost: orNull(batch.lost_clicks),
      dimensions: orNull(batch.dimensions),
      clicks: batch.clicks,
    }))
  const rows = await run<{ program_id: number; outcome: SaveClicksResult }>(
    SAVE_CLICKS_OF_PROGRAMS({ programs: JSON.stringify(batches), shard }),
  )
  return new Map(rows.map(({ program_id, outcome }) => [program_id, outcome]))
}

function orNull<Item>(list: readonly Item[]): readonly Item[] | null {
  return list.length === 0 ? null : list
}

function json(list: readonly unknown[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list)
}

/** Saves missing dimensions in addition to `saveClicks`. Saves nothing if the program doesn't exist. */
export async function saveDimensions(
  run: Run,
  programId: number,
  dimensions: readonly ClickDimension[],
): Promise<void> {
  if (dimensions.length > 0) await run(SAVE_DIMENSIONS({ program_id: programId, dimensions }))
}

/** Returns the dimensions whose ID belongs to other content in the program and month. */
export function findTakenDimensions(
  run: Run,
  programId: number,
  dimensions: readonly ClickDimension[],
): Promise<DimensionHash[]> {
  const hashes = dimensions.map(({ month, id, rest }) => ({ month, id, rest }))
  return run(FIND_TAKEN_DIMENSIONS({ program_id: programId, hashes }))
}

/** Records a test click, which is not counted (D17). Returns undefined if the program doesn't exist. */
export async function saveTestClick(
  run: Run,
  programId: number,
  click: SentColumns & { click_uuid: string; received_at: Date },
): Promise<number | undefined> {
  const [saved] = await run<{ id: number }>(SAVE_TEST_CLICK({ program_id: programId, click: [click] }))
  return saved?.id
}

/** Adds the page and browser to a test link's click, unless an earlier visit has already done so. */
export async function saveTestClickSeen(
  run: Run,
  { programId, uuid, receivedAt }: ClickId,
  { seen_at, ...sent }: SentColumns & { seen_at: Date },
): Promise<void> {
  const facts = { program_id: programId, click_uuid: uuid, received_at: receivedAt }
  await run(SAVE_TEST_CLICK_SEEN({ ...facts, seen_at, click: [sent] }))
}

const DIMENSION_COLUMNS = [
  ['month', 'date'],
  ['id', 'integer'],
  ['rest', 'bigint'],
  ['affiliate_url', 'text'],
  ['page_url', 'text'],
  ['page_title', 'text'],
  ['landing_page', 'text'],
  ['sub_id', 'text'],
  ['referrer_url', 'text'],
  ['referrer_site', 'text'],
  ['user_agent', 'text'],
  ['browser', 'text'],
  ['os', 'text'],
  ['device', 'text'],
  ['language', 'text'],
  ['language_code', 'text'],
  ['country', 'text'],
  ['timezone', 'text'],
  ['screen_resolution', 'text'],
  ['viewport_size', 'text'],
] as const
const DIMENSION_TYPES = DIMENSION_COLUMNS.map((column) => column.join(' ')).join(', ')
const DIMENSION_NAMES = DIMENSION_COLUMNS.map(([name]) => name)

const SENT_COLUMNS = [
  ['page_id', 'integer'],
  ['referrer_id', 'integer'],
  ['device_id', 'integer'],
  ['screen_width', 'smallint'],
  ['screen_height', 'smallint'],
  ['viewport_width', 'smallint'],
  ['viewport_height', 'smallint'],
  ['capture_method', 'smallint'],
  ['session_uuid', 'uuid'],
  ['session_id', 'text'],
  ['consent', 'text'],
  ['additional_data', 'jsonb'],
] as const satisfies [keyof SentColumns, string][]
const SENT_TYPES = SENT_COLUMNS.map((column) => column.join(' ')).join(', ')
const SENT_NAMES = SENT_COLUMNS.map(([name]) => name)

const FIND_LINK_CODES = statement(
  'find-link-codes',
  { names: 'json' },
  `
    select code, program_id, link_id from link_codes
    where lower(code collate "C") in (select json_array_elements_text(:names))`,
)

const LOAD_LINKS = statement(
  'load-links',
  { program_id: 'bigint', link_ids: 'json' },
  `
    select l.program_id, p.status as program_status, p.closed_to_new_referrals, p.time_zone, p.cookie_window_days,
      l.id as link_id, l.status as link_status, l.partner_id, pp.status as partner_status,
      case when p.sandbox then p.clock_ahead_ms end as clock_ahead_ms
    from links l
    join programs p on p.id = :program_id
    join program_enrollments pp on pp.program_id = :program_id and pp.partner_id = l.partner_id
    where l.program_id = :program_id and l.id in (select json_array_elements_text(:link_ids)::bigint)`,
)

const LOAD_EARLIER_CLICKS = statement(
  'load-earlier-clicks',
  { program_id: 'bigint', clicks: 'json' },
  `
    select e.program_id, e.click_uuid, e.link_id, e.received_at
    from json_to_recordset(:clicks) as w ("receivedAt" timestamptz, uuid uuid)
    join click_events e on e.program_id = :program_id and e.received_at = w."receivedAt" and e.click_uuid = w.uuid
    where not e.is_test`,
)

const FIND_RETRIED_CLICKS = statement(
  'find-retried-clicks',
  { program_id: 'bigint', events: 'json' },
  `
    select replace(k.event_hash::text, '-', '') as event_hash, k.click_uuid
    from json_to_recordset(:events) as e (event_hash uuid, received_at timestamptz)
    join click_event_ids k on k.program_id = :program_id and k.event_hash = e.event_hash
    where k.received_at > e.received_at - interval '24 hours'`,
)

const SAVE_CLICKS = statement(
  'save-clicks',
  {
    program_id: 'bigint',
    clock_ahead_ms: 'bigint?',
    links: 'json?',
    absent: 'json?',
    events: 'json?',
    days: 'json?',
    lost: 'json?',
    dimensions: 'json?',
    clicks: 'json?',
    shard: 'smallint',
  },
  `
    select save_clicks(:program_id, :clock_ahead_ms, :links, :absent, :events, :days, :lost, :dimensions, :clicks,
      :shard) as outcome`,
)

/** Uses one commit for all programs, because a commit per program would take many times as long. */
const SAVE_CLICKS_OF_PROGRAMS = statement(
  'save-clicks-of-programs',
  { programs: 'json', shard: 'smallint' },
  `
    select b.program_id, save_clicks(b.program_id, b.clock_ahead_ms, b.links, b.absent, b.events, b.days, b.lost,
      b.dimensions, b.clicks, :shard) as outcome
    from json_to_recordset(:programs) as b (program_id bigint, clock_ahead_ms bigint, links json, absent json, events json,
      days json, lost json, dimensions json, clicks json)`,
)

const SAVE_DIMENSIONS = statement(
  'save-dimensions',
  { program_id: 'bigint', dimensions: 'rows' },
  `
    insert into click_dimensions (program_id, ${DIMENSION_NAMES.join(', ')})
    select p.id, ${DIMENSION_NAMES.map((name) => `d.${name}`).join(', ')}
    from jsonb_to_recordset(:dimensions) as d (${DIMENSION_TYPES})
    join programs p on p.id = :program_id
    on conflict (program_id, month, id) do nothing`,
)

const FIND_TAKEN_DIMENSIONS = statement(
  'find-taken-dimensions',
  { program_id: 'bigint', hashes: 'rows' },
  `
    select d.id, d.rest
    from jsonb_to_recordset(:hashes) as d (month date, id integer, rest bigint)
    join click_dimensions k on k.program_id = :program_id and k.month = d.month and k.id = d.id
    where k.rest <> d.rest`,
)

const SAVE_TEST_CLICK = statement(
  'save-test-click',
  { program_id: 'bigint', click: 'rows' },
  `
    insert into click_events as e (program_id, received_at, click_uuid, is_test, ${SENT_NAMES.join(', ')})
    select p.id, c.received_at, c.click_uuid, true, ${SENT_NAMES.map((name) => `c.${name}`).join(', ')}
    from jsonb_to_recordset(:click) as c (received_at timestamptz, click_uuid uuid, ${SENT_TYPES})
    join programs p on p.id = :program_id
    returning e.id`,
)

const SAVE_TEST_CLICK_SEEN = statement(
  'save-test-click-seen',
  {
    program_id: 'bigint',
    click_uuid: 'uuid',
    received_at: 'timestamptz',
    seen_at: 'timestamptz',
    click: 'rows',
  },
  `
    update click_events e set page_id = c.page_id, referrer_id = c.referrer_id, device_id = c.device_id,
      consent = c.consent, seen_at = :seen_at
    from jsonb_to_recordset(:click) as c (${SENT_TYPES})
    where e.program_id = :program_id and e.received_at = :received_at and e.click_uuid = :click_uuid
      and e.is_test and e.seen_at is null`,
)
