import { sql } from 'kysely'
import type { Queries, Run } from '../../core/database/database.ts'
import { statement } from '../../core/database/statement.ts'
import { CAPTURE_METHODS } from '../../core/enums.ts'
import { joinDimensions } from '../clicks/click-dimensions.sql.ts'
import type { ClickId } from '../clicks/click-id.rule.ts'
import type { SeenClick, SeenLead, SeenRefund, SeenRejection, SeenSale } from './readiness.ts'

/** The capture method's stored number. */
const REDIRECT = CAPTURE_METHODS.indexOf('redirect')

/** A program's newest events. */
export interface Span {
  programId: number
  /** Only events received from this time on, by the program's clock. */
  since: Date
  /** Number of rows to read. */
  limit: number
}

/** Returns the newest live click reported by a page, not by a redirect link. */
export async function findPageClick(
  queries: Queries,
  { programId, since, limit }: Span,
): Promise<SeenClick | undefined> {
  const { rows } = await sql<SeenClick>`
    select 'live' as mode, e.id, e.received_at as at, page.landing_page as page
    from (
      select * from click_events
      where program_id = ${programId} and not is_test and received_at >= ${since}
      order by received_at desc limit ${limit}
    ) e
    ${joinDimensions('e', programId)}
    where e.capture_method is distinct from ${REDIRECT}
    order by e.received_at desc limit 1`.execute(queries)
  return rows[0]
}

/**
 * Returns the test link that a page reported last.
 * @param clickUuid only this click's link
 */
export async function findSeenTestLink(
  queries: Queries,
  { programId, since, limit }: Span,
  clickUuid: string | undefined,
): Promise<SeenClick | undefined> {
  const { rows } = await sql<SeenClick>`
    select 'test' as mode, e.id, e.seen_at as at, page.landing_page as page
    from (
      select * from click_events
      where program_id = ${programId} and is_test and received_at >= ${since}::timestamptz - interval '1 day'
      order by received_at desc limit ${limit}
    ) e
    ${joinDimensions('e', programId)}
    where e.seen_at >= ${since} and (${clickUuid ?? null}::uuid is null or e.click_uuid = ${clickUuid ?? null}::uuid)
    order by at desc limit 1`.execute(queries)
  return rows[0]
}

/** Returns live leads or test leads, newest first. */
export async function listLeads(
  queries: Queries,
  { programId, since, limit }: Span,
  isTest: boolean,
): Promise<SeenLead[]> {
  const { rows } = await sql<SeenLead>`
    select case when l.is_test then 'test' else 'live' end as mode, l.id, l.received_at as at, l.source,
      l.state = 'settled' as is_settled, coalesce(c.attribution_source = 'click', false) as has_click,
      l.test_facts as facts
    from lead_events l
    left join customers c on c.program_id = ${programId} and c.id = l.customer_id
    where l.program_id = ${programId} and l.is_test = ${isTest} and l.received_at >= ${since}
      and (not l.is_test or ${isOwn('l')})
    order by l.received_at desc, l.id desc limit ${limit}`.execute(queries)
  return rows
}

/** Returns live sales or test sales, newest first. */
export async function listSales(
  queries: Queries,
  { programId, since, limit }: Span,
  isTest: boolean,
): Promise<SeenSale[]> {
  const { rows } = await sql<SeenSale>`
    select case when s.is_test then 'test' else 'live' end as mode, s.id, s.received_at as at, s.transaction_id,
      s.test_facts as facts
    from sale_events s
    where s.program_id = ${programId} and s.is_test = ${isTest} and s.received_at >= ${since}
      and (not s.is_test or ${isOwn('s')})
    order by s.received_at desc, s.id desc limit ${limit}`.execute(queries)
  return rows
}

/** Returns refunds, newest first. */
export async function listRefunds(
  queries: Queries,
  { programId, since, limit }: Span,
  isTestOnly: boolean,
): Promise<SeenRefund[]> {
  const { rows } = await sql<SeenRefund>`
    select case when r.is_test then 'test' else 'live' end as mode, r.id, r.received_at as at, s.transaction_id,
      s.test_facts as facts
    from (
      select * from refund_events
      where program_id = ${programId} and received_at >= ${since} and (is_test or not ${isTestOnly}::boolean)
      order by received_at desc, id desc limit ${limit}
    ) r
    join sale_events s on s.program_id = ${programId} and s.id = r.sale_id
    where r.kind = 'refund' and (not r.is_test or ${isOwn('s')})
    order by r.received_at desc, r.id desc`.execute(queries)
  return rows
}

export type RejectionRow = Omit<SeenRejection, 'names_test_click'> & {
  click_id: string | null
  customer_key: string | null
}

/** @param clickId returns only rejected tests, and requests that name this click */
export async function listRejections(
  queries: Queries,
  { programId, since, limit }: Span,
  clickId: string | undefined,
): Promise<RejectionRow[]> {
  const { rows } = await sql<RejectionRow>`
    select r.type, case when r.is_test then 'test' else 'live' end as mode, r.last_at as at, r.message,
      r.click_id, r.customer_key
    from rejected_requests r
    where r.program_id = ${programId} and r.last_at >= ${since}
      and (${clickId ?? null}::text is null or r.is_test or r.click_id = ${clickId ?? null})
    order by r.last_at desc, r.id desc limit ${limit}`.execute(queries)
  return rows
}

/**
 * Notes that a test reads the readiness of its test link.
 * @returns whether no other test link of the program was polled recently
 */
export async function pollTestLink(
  run: Run,
  { programId, uuid, receivedAt }: ClickId,
  { at, testPolledMs, testsWatched }: { at: Date; testPolledMs: number; testsWatched: number },
): Promise<boolean> {
  const [polled] = await run<{ is_alone: boolean }>(
    POLL_TEST_LINK({
      program_id: programId,
      click_uuid: uuid,
      received_at: receivedAt,
      at,
      recent: new Date(at.getTime() - testPolledMs),
      rows: testsWatched,
    }),
  )
  return polled?.is_alone ?? true
}

const POLL_TEST_LINK = statement(
  'poll-test-link',
  {
    program_id: 'bigint',
    click_uuid: 'uuid',
    received_at: 'timestamptz',
    at: 'timestamptz',
    recent: 'timestamptz',
    rows: 'integer',
  },
  `
    with polled as (
      update click_events as e set polled_at = :at
      where e.program_id = :program_id and e.received_at = :received_at and e.click_uuid = :click_uuid and e.is_test
    )
    select not exists (
      select from (
        select o.click_uuid, o.polled_at from click_events o
        where o.program_id = :program_id and o.is_test
        order by o.received_at desc limit :rows
      ) n
      where n.click_uuid <> :click_uuid and n.polled_at > :recent
    ) as is_alone`,
)

/** Excludes events from the service's own check. */
function isOwn(alias: string) {
  return sql`not coalesce(${sql.ref(`${alias}.additional_data`)} ? 'synthetic', false)`
}
