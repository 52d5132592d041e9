import { type Kysely, sql } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { isDistributed } from '../../core/database/distribute.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { TableSize, UnexpectedMonth, WorkReport } from './doctor.ts'
import { doctorLimits } from './limits.ts'

export async function readServer(
  queries: Queries,
): Promise<{ serverVersion: number; now: Date; bytes: number }> {
  const { rows } = await sql<{ version: number; now: Date; bytes: number }>`
    select current_setting('server_version_num')::integer as version, clock_timestamp() as now,
      pg_database_size(current_database())::bigint as bytes`.execute(queries)
  const [row] = rows
  if (row === undefined) throw new Error('the database returned no version')
  return { serverVersion: row.version, now: row.now, bytes: row.bytes }
}

/** Counts the connections of other clients to this database as this user. */
export async function countOtherConnections(queries: Queries): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(*)::integer as others from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()
      and coalesce(application_name, '') <> 'affiliate'`.execute(queries)
  return rows[0]?.others ?? 0
}

/** Returns the sizes of all tables with their indexes, partitions and shards. */
export async function readTableSizes(queries: Queries) {
  const bytes = (await isDistributed(queries))
    ? sql`citus_total_relation_size(p.oid, false)`
    : sql`pg_total_relation_size(p.oid)`
  const { rows } = await sql<TableSize>`
    select r.relname as name, coalesce(sum(${bytes}), 0)::bigint as bytes,
      coalesce(sum(greatest(p.reltuples, 0)), 0)::bigint as rows,
      array(select i.indexrelid::regclass::text from pg_index i where i.indrelid = r.oid and i.indisvalid order by 1)
        as indexes
    from pg_class r
    left join lateral pg_partition_tree(r.oid) as part on r.relkind = 'p'
    join pg_class p on p.oid = coalesce(part.relid, r.oid)
    where r.relnamespace = 'public'::regnamespace and r.relkind in ('r', 'p') and not r.relispartition
    group by r.oid, r.relname order by bytes desc, name limit ${doctorLimits.doctorTables}`.execute(queries)
  return rows
}

/** Returns which of the tables exist. */
export async function findTables(queries: Queries, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relname = any(${names})`.execute(queries)
  return rows.map(({ name }) => name)
}

type OverdueWork = Pick<WorkReport, 'dueCommissionSince' | 'unpurgedSince' | 'newestEvent'>

/**
 * Reads overdue work.
 * @param purgedBefore deliveries older than this should have been deleted
 */
export async function readOverdueWork(queries: Queries, now: Date, purgedBefore: Date): Promise<OverdueWork> {
  const { rows } = await sql<{ due: Date | null; unpurged: Date | null; newest: Date | null }>`
    select
      (select min(m.hold_until) from programs p join commissions m on m.program_id = p.id
        where p.commission_approval = 'automatic' and m.status = 'pending' and m.hold_reason is null
          and m.hold_until <= ${now}::timestamptz) as due,
      (select min(d.created_at) from webhook_deliveries d
        where d.state <> 'pending' and d.created_at < ${purgedBefore}::timestamptz) as unpurged,
      -- Excludes sandboxes, because their events have the time of their own clock, which is ahead.
      (select max(s.received_at) from programs p join sale_events s on s.program_id = p.id where not p.sandbox) as newest`.execute(
    queries,
  )
  const toIso = (instant: Date | null | undefined) => instant?.toISOString()
  const [row] = rows
  return {
    dueCommissionSince: toIso(row?.due),
    unpurgedSince: toIso(row?.unpurged),
    newestEvent: toIso(row?.newest),
  }
}

/**
 * Lists programs whose scheduled payouts or statements were due on `day` in their time zone but are missing, or were
 * recorded for a future month.
 */
export async function readUnexpectedMonths(
  queries: Queries,
  days: readonly { time_zone: string; today: string; day: string }[],
) {
  const { rows } = await sql<UnexpectedMonth>`
    with days as (
      select p.id, z.today, z.day
      from programs p join json_to_recordset(${JSON.stringify(days)}::json) as z (time_zone text, today date, day date)
        on z.time_zone = p.time_zone
      where not p.sandbox
    ), months as (
      select d.id, 'payouts' as of, s.paid_month as month, to_char(d.today, 'YYYY-MM') as newest,
        to_char(case when extract(day from d.day) >= s.pay_day then d.day else d.day - interval '1 month' end, 'YYYY-MM')
          as due
      from days d join payout_settings s on s.program_id = d.id where s.pay_day is not null
      union all
      select d.id, 'statements', max(m.month), to_char(d.today - interval '1 month', 'YYYY-MM'),
        to_char(d.day - interval '1 month', 'YYYY-MM')
      from days d join partner_statement_months m on m.program_id = d.id group by d.id, d.today, d.day
    )
    select m.id as program_id, m.of, m.month, m.month > m.newest as is_ahead from months m
    where m.month > m.newest or m.month < m.due
    order by m.id, m.of limit ${doctorLimits.doctorReceivers}`.execute(queries)
  return rows
}

/** Lists programs with a connected payment processor, except sandboxes. */
export function listConnectedPrograms(queries: Queries, rows: number) {
  return queries
    .selectFrom('programs')
    .select(['id', 'sandbox', 'payment_tracking_mode'])
    .where('processor_connection_status', '=', 'connected')
    .where('status', '=', 'active')
    .where('sandbox', '=', false)
    .orderBy('id')
    .limit(rows)
    .execute()
}

interface FailingWebhook {
  program_id: number
  url: string
  since: Date
  error: string | null
}

export async function readFailingWebhooks(kysely: Kysely<Schema>) {
  const { rows } = await sql<FailingWebhook>`
    select e.program_id, e.url, coalesce(e.failing_since, e.disabled_at) as since, last.last_error as error
    from webhook_endpoints e
    left join lateral (
      select d.last_error from webhook_deliveries d
      where d.program_id = e.program_id and d.endpoint_id = e.id and d.last_error is not null
      order by d.last_attempt_at desc limit 1) last on true
    where e.failing_since is not null
    order by e.failing_since limit ${doctorLimits.doctorReceivers}`.execute(kysely)
  return rows
}

export async function listTimeZones(queries: Queries): Promise<string[]> {
  const zones = await queries.selectFrom('programs').select('time_zone').distinct().execute()
  return zones.map(({ time_zone }) => time_zone)
}
