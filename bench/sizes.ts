import { type Installation, install, settle, signIn } from './installation.ts'
import { watchMemory } from './memory.ts'
import { load, type Server } from './processes.ts'
import { CONDITIONS, conditionCells, number, spread, table, toFigure } from './report.ts'
import type { Measurement } from './rounds.ts'
import type { Settings } from './settings.ts'

/** Limits one statement's size, so that its WAL can be flushed in between. */
const ROWS_PER_STATEMENT = 1_000_000
const BROWSERS = 64
/** Enough recorded clicks to make the fixed size of an empty table negligible. */
const RECORDED = 50_000

const READS = [
  {
    name: 'performance, 90 days',
    path: (programId: number) => `/api/tracking/performance/${programId}?period=90d`,
  },
  { name: 'newest events', path: (programId: number) => `/api/tracking/events/${programId}` },
  {
    name: 'partner report',
    path: (programId: number) => `/api/programs/${programId}/partner-report?period=90d`,
  },
]

/** Measures the cost of reads at each size on one connection, and the disk space per click. */
export async function measureSizes(settings: Settings): Promise<string> {
  const rows: string[][] = []
  for (const clicks of settings.sizes) rows.push(await measureSize(settings, clicks))
  const names = READS.map(({ name }) => `${name}: p50 ms`)
  return table(
    [
      'clicks',
      'bytes per click',
      'on disk MB',
      'seeded in s',
      ...names,
      'memory of the service MB',
      ...CONDITIONS,
    ],
    rows,
  )
}

async function measureSize(settings: Settings, clicks: number): Promise<string[]> {
  const installation = await install(settings.databaseUrl)
  let server: Server | undefined
  try {
    server = await installation.start()
    const bytesPerClick = await recordVisits(settings, installation, server)
    const startedAt = performance.now()
    await fillUp(installation, clicks)
    const seedingSeconds = (performance.now() - startedAt) / 1000
    const onDiskMb = (await clickTableBytes(installation)) / 2 ** 20
    const { found, memory } = await watchMemory({ pid: server.pid, sql: installation.sql }, () =>
      readAll(settings, installation, server),
    )
    const measured = found.map((turns) => spread(toFigure(turns.map(({ p50Ms }) => p50Ms)), 2))
    return [
      number(clicks),
      number(bytesPerClick),
      number(onDiskMb),
      number(seedingSeconds),
      ...measured,
      number(memory.serviceMb),
      ...conditionCells(found.flat()),
    ]
  } finally {
    await server?.stop()
    await installation.drop()
  }
}

async function readAll(
  { rounds, seconds }: Settings,
  { programId }: Installation,
  server: Server | undefined,
) {
  if (server === undefined) throw new Error('no service is running')
  const headers = { authorization: `Bearer ${await signIn(server)}` }
  const found: Measurement[][] = READS.map(() => [])
  // The first round isn't counted: it warms up caches, compilers and connections.
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { path }] of READS.entries()) {
      const job = { method: 'GET', headers, connections: 1, seconds: Math.min(seconds, 3) } as const
      const measured = await load({ ...job, url: `${server.url}${path(programId)}` })
      if (round > 0) found[index]?.push(measured)
    }
  }
  return { found }
}

/**
 * Records clicks through the service, so that indexes and related rows are included.
 * @returns the bytes per click
 */
async function recordVisits(settings: Settings, installation: Installation, server: Server): Promise<number> {
  const before = await clickTableBytes(installation)
  let recorded = 0
  while (recorded < RECORDED) {
    const { received } = await load({
      url: `${server.url}/api/v1/track/click`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      connections: BROWSERS,
      seconds: settings.seconds,
      visits: { linkCode: installation.linkCode, first: recorded },
    })
    if (received === 0) throw new Error('the service recorded no click')
    recorded += received
  }
  await installation.sql.query('vacuum (analyze)')
  return ((await clickTableBytes(installation)) - before) / recorded
}

async function clickTableBytes({ sql }: Installation): Promise<number> {
  const { rows } = await sql.query(
    `select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname like 'click%'`,
  )
  return rows[0].bytes
}

/** Copies the recorded clicks over the last 180 days, or deletes some, to reach the requested number. */
async function fillUp(installation: Installation, clicks: number) {
  const { sql } = installation
  const { rowCount: recorded } = await sql.query(
    `create table recorded_click as
    select row_number() over (order by received_at) - 1 as place, e.* from click_events e order by received_at limit $1`,
    [clicks],
  )
  await sql.query('truncate click_events')
  const { rows } = await sql.query(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
    where table_name = 'recorded_click' and column_name not in ('place', 'id', 'received_at', 'click_uuid')`,
  )
  const { columns } = rows[0]
  for (let first = 0; first < clicks; first += ROWS_PER_STATEMENT) {
    await sql.query(
      `insert into click_events (received_at, click_uuid, ${columns})
      select date_trunc('milliseconds', now() - n * (interval '180 days' / $2::float8)), gen_random_uuid(), ${columns}
      from generate_series($1::bigint, least($1::bigint + $3::bigint, $2::bigint) - 1) n
      join recorded_click r on r.place = n % $4::bigint`,
      [first, clicks, ROWS_PER_STATEMENT, recorded],
    )
  }
  await sql.query('drop table recorded_click')
  await settle(installation)
}
