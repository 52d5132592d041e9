import type { Run } from '../platform/database.ts'
import { statement } from '../platform/statement.ts'
import { addExcluded } from '../statistics/daily-stats.sql.ts'
import type { EarlierClick, LinkFacts } from './click.ts'

/** What a click call tells about the visit; all of it is optional. */
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
}

export interface ClickToSave {
  link: LinkFacts
  click_uuid: string
  received_at: Date
  /** The program's local day of `received_at`. */
  day: string
  details: ClickDetails
}

/** The links of these codes, with the standing of their partner and program. */
export async function loadLinks(run: Run, codes: readonly string[]): Promise<Map<string, LinkFacts>> {
  const rows = await run<LinkFacts & { code: string }>(LOAD_LINKS({ codes }))
  return new Map(rows.map(({ code, ...link }) => [code, link]))
}

/** The clicks of these ids that are live ones of ours, by UUID. */
export async function loadEarlierClicks(
  run: Run,
  clicks: readonly { programId: number; receivedAt: Date; uuid: string }[],
): Promise<Map<string, EarlierClick>> {
  if (clicks.length === 0) return new Map()
  const wanted = clicks.map(({ programId, receivedAt, uuid }) => ({
    program_id: programId,
    received_at: receivedAt,
    click_uuid: uuid,
  }))
  const rows = await run<EarlierClick & { click_uuid: string }>(LOAD_EARLIER_CLICKS({ wanted }))
  return new Map(rows.map(({ click_uuid, ...click }) => [click_uuid, click]))
}

/**
 * Saves a batch of clicks and counts them, in one statement.
 * @returns the UUIDs that were saved; one is missing when its program's time zone changed since it was loaded
 */
export async function saveClicks(
  run: Run,
  clicks: readonly ClickToSave[],
  shard: number,
): Promise<Set<string>> {
  if (clicks.length === 0) return new Set()
  const batch = clicks.map(({ link, click_uuid, received_at, day, details }) => ({
    ...columnsOf(details),
    program_id: link.program_id,
    time_zone: link.time_zone,
    link_id: link.link_id,
    partner_id: link.partner_id,
    day,
    received_at,
    click_uuid,
  }))
  const rows = await run<{ click_uuid: string }>(SAVE_CLICKS({ batch, shard }))
  return new Set(rows.map((row) => row.click_uuid))
}

/** Records a test click, which nothing counts (D17). Undefined: there is no such program. */
export async function saveTestClick(
  run: Run,
  click: { program_id: number; click_uuid: string; received_at: Date; details: ClickDetails },
): Promise<number | undefined> {
  const { details, ...place } = click
  const [saved] = await run<{ id: number }>(SAVE_TEST_CLICK({ click: [{ ...columnsOf(details), ...place }] }))
  return saved?.id
}

/** The columns that a click's details fill, with their types. */
const DETAILS = [
  ['affiliate_url', 'text'],
  ['page_url', 'text'],
  ['page_title', 'text'],
  ['referrer_url', 'text'],
  ['session_id', 'text'],
  ['user_agent', 'text'],
  ['screen_resolution', 'text'],
  ['viewport_size', 'text'],
  ['language', 'text'],
  ['timezone', 'text'],
  ['additional_data', 'jsonb'],
] as const
const DETAIL_TYPES = DETAILS.map((column) => column.join(' ')).join(', ')

/** What of the details their columns hold, and nothing else. */
function columnsOf(details: ClickDetails): Record<string, unknown> {
  return Object.fromEntries(DETAILS.map(([name]) => [name, details[name]]))
}

const LOAD_LINKS = statement(
  'load-links',
  { codes: 'text[]' },
  `
    select c.code, c.program_id, p.status as program_status, p.closed_to_new_referrals, p.time_zone,
      p.cookie_window_days, l.id as link_id, l.status as link_status, l.partner_id, pp.status as partner_status
    from link_codes c
    join programs p on p.id = c.program_id
    join links l on l.program_id = c.program_id and l.id = c.link_id
    join partner_programs pp on pp.program_id = l.program_id and pp.partner_id = l.partner_id
    where c.code = any(:codes)`,
)

const LOAD_EARLIER_CLICKS = statement(
  'load-earlier-clicks',
  { wanted: 'rows' },
  `
    select e.program_id, e.click_uuid, e.link_id, e.received_at
    from jsonb_to_recordset(:wanted) as w (program_id bigint, received_at timestamptz, click_uuid uuid)
    join click_events e
      on e.program_id = w.program_id and e.received_at = w.received_at and e.click_uuid = w.click_uuid
    where not e.is_test`,
)

// The days were computed in the time zone that was loaded: the join drops a click whose program has another
// one by now, and the caller loads again. Statistics rows are taken in one order, so batches never deadlock.
const SAVE_CLICKS = statement(
  'save-clicks',
  { batch: 'rows', shard: 'smallint' },
  `
    with batch as (
      select b.* from jsonb_to_recordset(:batch)
        as b (program_id bigint, time_zone text, day date, received_at timestamptz, click_uuid uuid, link_id bigint,
          partner_id bigint, ${DETAIL_TYPES})
      join programs p on p.id = b.program_id and p.time_zone = b.time_zone
    ), saved as (
      insert into click_events as e (program_id, received_at, click_uuid, is_test, link_id, partner_id,
        affiliate_url, page_url, page_title, referrer_url, session_id, user_agent, screen_resolution,
        viewport_size, language, timezone, additional_data)
      select b.program_id, b.received_at, b.click_uuid, false, b.link_id, b.partner_id,
        b.affiliate_url, b.page_url, b.page_title, b.referrer_url, b.session_id, b.user_agent,
        b.screen_resolution, b.viewport_size, b.language, b.timezone, b.additional_data
      from batch b
      returning e.click_uuid
    ), stats as (
      insert into daily_stats as s (program_id, day, currency, shard,
        clicks, leads, conversions, partners, sales, revenue_cents, commission_cents)
      select b.program_id, b.day, 'XXX', :shard, count(*), 0, 0, 0, 0, 0, 0
      from batch b
      group by b.program_id, b.day
      order by b.program_id, b.day
      on conflict (program_id, day, currency, shard) do update set ${addExcluded('s')}
      returning s.day
    )
    select click_uuid from saved`,
)

const SAVE_TEST_CLICK = statement(
  'save-test-click',
  { click: 'rows' },
  `
    insert into click_events as e (program_id, received_at, click_uuid, is_test, affiliate_url, page_url,
      page_title, referrer_url, session_id, user_agent, screen_resolution, viewport_size, language, timezone,
      additional_data)
    select p.id, c.received_at, c.click_uuid, true, c.affiliate_url, c.page_url, c.page_title, c.referrer_url,
      c.session_id, c.user_agent, c.screen_resolution, c.viewport_size, c.language, c.timezone, c.additional_data
    from jsonb_to_recordset(:click) as c (program_id bigint, received_at timestamptz, click_uuid uuid, ${DETAIL_TYPES})
    join programs p on p.id = c.program_id
    returning e.id`,
)
