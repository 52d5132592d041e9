import type { Queries, QueryRow, Run } from '../../core/database/database.ts'
import { statement } from '../../core/database/statement.ts'
import type { DailyRequestCount, RejectedRequest } from './request-outcome.ts'

/** Returns which of these programs exist, with their time zones, by ID. */
export function listZones(queries: Queries, programIds: readonly number[]) {
  return queries
    .selectFrom('programs')
    .select(['id', 'time_zone'])
    .where('id', 'in', programIds)
    .orderBy('id')
    .execute()
}

export type ProgramZone = QueryRow<typeof listZones>

/** Adds requests to a program's days. Locks the rows in a fixed order. */
export async function addRequestCounts(
  run: Run,
  programId: number,
  counts: readonly DailyRequestCount[],
): Promise<void> {
  await run(ADD_REQUEST_COUNTS({ program_id: programId, counts }))
}

const ADD_REQUEST_COUNTS = statement(
  'add-request-counts',
  { program_id: 'bigint', counts: 'rows' },
  `
    insert into request_counts as d (program_id, day, type, outcome, requests)
    select p.id, n.day, n.type, n.outcome, n.requests
    from jsonb_to_recordset(:counts) as n (day date, type text, outcome text, requests bigint)
    join programs p on p.id = :program_id
    order by n.day, n.type, n.outcome
    on conflict (program_id, day, type, outcome) do update set requests = d.requests + excluded.requests`,
)

/** Prevents erasures in a program until this transaction ends (`lockErasures`). */
export async function lockNames(run: Run, programId: number): Promise<void> {
  await run(LOCK_NAMES({ program_id: programId }))
}

const LOCK_NAMES = statement(
  'hold-names-of-program',
  { program_id: 'bigint' },
  'select p.id from programs p where p.id = :program_id for share',
)

/** A rejected request's identifiers, as pseudonyms for looking up erasures. Traces are hexadecimal. */
export interface RejectedRequestIdentifiers {
  is_test: boolean
  erased_transaction: string | null
  customer_key: string | null
  key_trace: string | null
  click_trace: string | null
}

/** Returns the indexes of requests that identify an erased data subject by a sale, an unused key or a click. */
export async function findErasedAmong(
  run: Run,
  programId: number,
  names: readonly RejectedRequestIdentifiers[],
): Promise<Set<number>> {
  const rows = await run<{ place: number }>(
    FIND_ERASED({ program_id: programId, names: names.map((one, place) => ({ ...one, place })) }),
  )
  return new Set(rows.map(({ place }) => place))
}

const FIND_ERASED = statement(
  'find-erased-among-rejected-requests',
  { program_id: 'bigint', names: 'rows' },
  `
    select n.place
    from jsonb_to_recordset(:names) as n (place integer, is_test boolean, erased_transaction text,
      customer_key text, key_trace text, click_trace text)
    left join sale_events s on s.program_id = :program_id and s.is_test = n.is_test
      and s.transaction_id = n.erased_transaction
    left join erased_signups k on k.program_id = :program_id and k.trace = decode(n.key_trace, 'hex')
    left join customers u on u.program_id = :program_id and u.customer_key = n.customer_key
    left join erased_signups c on c.program_id = :program_id and c.trace = decode(n.click_trace, 'hex')
    where s.id is not null or c.trace is not null or (k.trace is not null and u.id is null)`,
)

/**
 * Saves a program's rejected requests. Duplicates of a transaction increment one row, and shared rows are locked in a
 * fixed order.
 */
export async function saveRejectedRequests(
  run: Run,
  programId: number,
  rejectedRequests: readonly RejectedRequest[],
): Promise<void> {
  const numberedRequests = rejectedRequests.map((row, place) => ({ ...row, place }))
  await run(SAVE_REJECTED_REQUESTS({ program_id: programId, rejected_requests: numberedRequests }))
}

const SAVE_REJECTED_REQUESTS = statement(
  'save-rejected-requests',
  { program_id: 'bigint', rejected_requests: 'rows' },
  `
    insert into rejected_requests as r (program_id, type, is_test, code, message, field, transaction_id, customer_key,
      click_id, link_code, amount, currency, coupon_code, decision_code, decision_facts, key_id, is_authenticated, request_id, count,
      first_at, last_at, browser, landing_page)
    select p.id, n.type, n.is_test, n.code, n.message, n.field, n.transaction_id, n.customer_key, n.click_id,
      n.link_code, n.amount, n.currency, n.coupon_code, n.decision_code, n.decision_facts, n.key_id, n.is_authenticated, n.request_id, n.count, n.first_at, n.last_at,
      n.browser, n.landing_page
    from jsonb_to_recordset(:rejected_requests) as n (place integer, type text, is_test boolean, code text, message text,
      field text, transaction_id text, customer_key text, click_id text, link_code text, amount text, currency text,
      coupon_code text, decision_code text, decision_facts jsonb, key_id bigint, is_authenticated boolean, request_id text, count integer, first_at timestamptz,
      last_at timestamptz, browser text, landing_page text)
    join programs p on p.id = :program_id
    order by case when n.code = 'duplicate_transaction' then n.transaction_id end nulls last, n.place
    on conflict (program_id, is_test, transaction_id) where code = 'duplicate_transaction' do update set
      count = r.count + excluded.count, request_id = excluded.request_id, key_id = excluded.key_id,
      amount = excluded.amount, currency = excluded.currency, coupon_code = excluded.coupon_code, customer_key = excluded.customer_key,
      click_id = excluded.click_id, browser = excluded.browser, landing_page = excluded.landing_page, last_at = greatest(r.last_at, excluded.last_at)`,
)

/**
 * Deletes all but a program's newest `maxRows` rejected requests, either with or without a valid key. Deletes at most
 * `rows`.
 */
export async function trimRejectedRequests(
  run: Run,
  programId: number,
  limit: { isAuthenticated: boolean; maxRows: number; rows: number },
): Promise<number> {
  const { isAuthenticated: is_authenticated, maxRows: most, rows } = limit
  const result = await run(TRIM_REJECTED_REQUESTS({ program_id: programId, is_authenticated, most, rows }))
  return result.length
}

const TRIM_REJECTED_REQUESTS = statement(
  'trim-rejected-requests',
  { program_id: 'bigint', is_authenticated: 'boolean', most: 'integer', rows: 'integer' },
  `
    with beyond as (
      select o.id from rejected_requests o
      where o.program_id = :program_id and o.is_authenticated = :is_authenticated
      order by o.last_at desc, o.id desc
      offset :most limit :rows
    )
    delete from rejected_requests as r using beyond
    where r.program_id = :program_id and r.id = beyond.id
    returning r.id`,
)

/**
 * Deletes at most `rows` of a program's rejected requests that were last received before `before`.
 * @returns the number of deleted rows
 */
export async function purgeOldRejectedRequests(
  run: Run,
  programId: number,
  { before, rows }: { before: Date; rows: number },
): Promise<number> {
  const result = await run(PURGE_REJECTED_REQUESTS({ program_id: programId, before, rows }))
  return result.length
}

const PURGE_REJECTED_REQUESTS = statement(
  'purge-rejected-requests',
  { program_id: 'bigint', before: 'timestamptz', rows: 'integer' },
  `
    with old as (
      select o.id from rejected_requests o
      where o.program_id = :program_id and o.last_at < :before
      order by o.last_at limit :rows for update skip locked
    )
    delete from rejected_requests as r using old
    where r.program_id = :program_id and r.id = old.id
    returning r.id`,
)

/** Lists every program with rejected requests. */
export async function listProgramsWithRejectedRequests(queries: Queries): Promise<number[]> {
  const rows = await queries
    .selectFrom('rejected_requests')
    .select('program_id')
    .groupBy('program_id')
    .orderBy('program_id')
    .execute()
  return rows.map(({ program_id }) => program_id)
}
