import type { EarlierClick, LinkFacts } from '../rules/decide-click.ts'
import { ADD_EXCLUDED } from './daily-stats.ts'
import type { Run } from './database.ts'

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
  const rows = await run<LinkFacts & { code: string }>(LOAD_LINKS, [codes])
  return new Map(rows.map(({ code, ...link }) => [code, link]))
}

/** The clicks of these ids that are live ones of ours, by UUID. */
export async function loadEarlierClicks(
  run: Run,
  clicks: readonly { programId: number; receivedAt: Date; uuid: string }[],
): Promise<Map<string, EarlierClick>> {
  if (clicks.length === 0) return new Map()
  const rows = await run<EarlierClick & { click_uuid: string }>(LOAD_EARLIER_CLICKS, [
    clicks.map((click) => click.programId),
    clicks.map((click) => click.receivedAt),
    clicks.map((click) => click.uuid),
  ])
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
  const column = (name: Exclude<keyof ClickDetails, 'additional_data'>) =>
    clicks.map(({ details }) => details[name] ?? null)
  const rows = await run<{ click_uuid: string }>(SAVE_CLICKS, [
    clicks.map((click) => click.link.program_id),
    clicks.map((click) => click.link.time_zone),
    clicks.map((click) => click.day),
    clicks.map((click) => click.received_at),
    clicks.map((click) => click.click_uuid),
    clicks.map((click) => click.link.link_id),
    clicks.map((click) => click.link.partner_id),
    column('affiliate_url'),
    column('page_url'),
    column('page_title'),
    column('referrer_url'),
    column('session_id'),
    column('user_agent'),
    column('screen_resolution'),
    column('viewport_size'),
    column('language'),
    column('timezone'),
    clicks.map(({ details }) => toJson(details.additional_data)),
    shard,
  ])
  return new Set(rows.map((row) => row.click_uuid))
}

/** Records a test click, which nothing counts (D17). Undefined: there is no such program. */
export async function saveTestClick(
  run: Run,
  click: { program_id: number; click_uuid: string; received_at: Date; details: ClickDetails },
): Promise<number | undefined> {
  const { details } = click
  const [saved] = await run<{ id: number }>(SAVE_TEST_CLICK, [
    click.program_id,
    click.received_at,
    click.click_uuid,
    details.affiliate_url ?? null,
    details.page_url ?? null,
    details.page_title ?? null,
    details.referrer_url ?? null,
    details.session_id ?? null,
    details.user_agent ?? null,
    details.screen_resolution ?? null,
    details.viewport_size ?? null,
    details.language ?? null,
    details.timezone ?? null,
    toJson(details.additional_data),
  ])
  return saved?.id
}

function toJson(data: Record<string, unknown> | undefined): string | null {
  return data === undefined ? null : JSON.stringify(data)
}

const LOAD_LINKS = {
  name: 'load-links',
  text: `
    select c.code, c.program_id, p.status as program_status, p.time_zone, p.cookie_window_days,
      l.id as link_id, l.status as link_status, l.partner_id, pp.status as partner_status
    from link_codes c
    join programs p on p.id = c.program_id
    join links l on l.program_id = c.program_id and l.id = c.link_id
    join partner_programs pp on pp.program_id = l.program_id and pp.partner_id = l.partner_id
    where c.code = any($1::text[])`,
}

const LOAD_EARLIER_CLICKS = {
  name: 'load-earlier-clicks',
  text: `
    select e.program_id, e.click_uuid, e.link_id, e.received_at
    from unnest($1::bigint[], $2::timestamptz[], $3::uuid[]) as w (program_id, received_at, click_uuid)
    join click_events e
      on e.program_id = w.program_id and e.received_at = w.received_at and e.click_uuid = w.click_uuid
    where not e.is_test`,
}

// The days were computed in the time zone that was loaded: the join drops a click whose program has another
// one by now, and the caller loads again. Statistics rows are taken in one order, so batches never deadlock.
const SAVE_CLICKS = {
  name: 'save-clicks',
  text: `
    with batch as (
      select b.* from unnest($1::bigint[], $2::text[], $3::date[], $4::timestamptz[], $5::uuid[], $6::bigint[],
        $7::bigint[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[],
        $15::text[], $16::text[], $17::text[], $18::jsonb[])
        as b (program_id, time_zone, day, received_at, click_uuid, link_id, partner_id, affiliate_url, page_url,
          page_title, referrer_url, session_id, user_agent, screen_resolution, viewport_size, language, timezone,
          additional_data)
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
      select b.program_id, b.day, 'XXX', $19::smallint, count(*), 0, 0, 0, 0, 0, 0
      from batch b
      group by b.program_id, b.day
      order by b.program_id, b.day
      on conflict (program_id, day, currency, shard) do update set ${ADD_EXCLUDED}
      returning s.day
    )
    select click_uuid from saved`,
}

const SAVE_TEST_CLICK = {
  name: 'save-test-click',
  text: `
    insert into click_events as e (program_id, received_at, click_uuid, is_test, affiliate_url, page_url,
      page_title, referrer_url, session_id, user_agent, screen_resolution, viewport_size, language, timezone,
      additional_data)
    select p.id, $2::timestamptz, $3::uuid, true, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text,
      $10::text, $11::text, $12::text, $13::text, $14::jsonb
    from programs p where p.id = $1::bigint
    returning e.id`,
}
