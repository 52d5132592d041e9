import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { affiliate, type Server, startService } from './processes.ts'

const OWNER = { email: 'owner@bench.test', password: 'correct horse battery staple' }
const LINK_CODE = 'bench'

/** A PostgreSQL database with one program, and a function that starts the service on it. */
export interface Installation {
  databaseUrl: string
  environment: Record<string, string>
  sql: pg.Client
  programId: number
  partnerId: number
  linkId: number
  linkCode: string
  liveKey: string
  start(): Promise<Server>
  drop(): Promise<void>
}

/** Creates an empty database for a benchmark, with an open connection. */
export async function createDatabase(
  serverUrl: string,
): Promise<Pick<Installation, 'databaseUrl' | 'sql' | 'drop'>> {
  const name = `affiliate_bench_${randomUUID().slice(0, 8)}`
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const address = new URL(serverUrl)
  address.pathname = `/${name}`
  const databaseUrl = address.toString()
  const sql = new pg.Client({ connectionString: databaseUrl })
  await sql.connect()
  const drop = async () => {
    await sql.end()
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
  return { databaseUrl, sql, drop }
}

export async function install(serverUrl: string): Promise<Installation> {
  const { databaseUrl, sql, drop } = await createDatabase(serverUrl)
  const environment = {
    DATABASE_URL: databaseUrl,
    APP_SECRET: 'a-secret-that-only-the-bench-knows-0123456789',
    RATE_LIMIT_KEY_PER_MINUTE: '10000000',
    RATE_LIMIT_IP_PER_MINUTE: '10000000',
  }
  try {
    // safe because `init --json` prints this
    const created = (await affiliate(initArguments(), environment)) as {
      program: { id: number }
      keys: { live: string }
    }
    const programId = created.program.id
    const ids = await insertPartner(sql, programId)
    await affiliate(['stats', 'rebuild'], environment)
    const start = () => startService(environment)
    return {
      databaseUrl,
      environment,
      sql,
      programId,
      ...ids,
      linkCode: LINK_CODE,
      liveKey: created.keys.live,
      start,
      drop,
    }
  } catch (error) {
    await drop()
    throw error
  }
}

function initArguments(): string[] {
  const { email, password } = OWNER
  return ['init', '--email', email, '--password', password, '--workspace', 'Bench', '--program', 'Bench']
}

async function insertPartner(sql: pg.Client, programId: number) {
  const { rows } = await sql.query(
    `with partner as (
      insert into partners (workspace_id, name, email, created_at)
      select workspace_id, 'Pat', 'pat@bench.test', created_at from programs where id = $1
      returning workspace_id, id, created_at
    ), relation as (
      insert into program_enrollments (program_id, partner_id, workspace_id, status, created_at)
      select $1, id, workspace_id, 'approved', created_at from partner
      returning partner_id, created_at
    ), link as (
      insert into links (program_id, partner_id, code, created_at)
      select $1, partner_id, $2, created_at from relation
      returning id, partner_id
    ), code as (
      insert into link_codes (code, program_id, link_id) select $2, $1, id from link returning code
    )
    select link.id::int as "linkId", link.partner_id::int as "partnerId" from link, code`,
    [programId, LINK_CODE],
  )
  return rows[0] as { linkId: number; partnerId: number } // safe because the program has exactly one link
}

/** Inserts customers `customer-0` … with consecutive IDs from `firstId`, each with one sale yesterday. */
export async function addCustomers(installation: Installation, count: number): Promise<{ firstId: number }> {
  const { sql, programId, partnerId, linkId } = installation
  await sql.query(
    `insert into customers (program_id, customer_key, status, partner_id, link_id, click_uuid, clicked_at,
      signup_at, first_sale_at, first_purchase_at, sale_count, created_at)
    select $1, 'customer-' || n, 'conversion', $2, $3, gen_random_uuid(), t, t, t, t, 1, t
    from generate_series(0, $4::int - 1) n,
      (select date_trunc('milliseconds', now()) - interval '1 day' as t) yesterday
    order by n`,
    [programId, partnerId, linkId, count],
  )
  await settle(installation)
  const { rows } = await sql.query(
    `select id::int as "firstId" from customers where program_id = $1 and customer_key = 'customer-0'`,
    [programId],
  )
  return rows[0] as { firstId: number } // safe because the customer was just inserted
}

/** Spreads clicks evenly over 180 days, so that a 90-day report and its previous period have data. */
export async function addClicks(installation: Installation, count: number) {
  const { sql, programId, partnerId, linkId } = installation
  await sql.query(
    `insert into click_events (program_id, received_at, click_uuid, is_test, link_id, partner_id, page_id, device_id)
    select $1, date_trunc('milliseconds', now() - n * (interval '180 days' / $4::int)), gen_random_uuid(), false, $3, $2, 1, 2
    from generate_series(0, $4::int - 1) n`,
    [programId, partnerId, linkId, count],
  )
  await addDimensions(installation)
  await settle(installation)
}

/** Adds a page and a device with IDs 1 and 2 in each month that has clicks. */
export async function addDimensions({ sql, programId }: Pick<Installation, 'sql' | 'programId'>) {
  await sql.query(
    `insert into click_dimensions (program_id, month, id, rest, affiliate_url, page_url, landing_page, user_agent, browser, os,
      device)
    select $1, m.month, d.* from (
      select distinct date_trunc('month', received_at at time zone 'UTC')::date as month from click_events
    ) m
    cross join (values
      (1, 1, 'https://shop.example/?aff=bench', 'https://shop.example/', 'shop.example', null, null, null, null),
      (2, 2, null, null, null, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36', 'Chrome', 'Linux', 'computer')
    ) as d`,
    [programId],
  )
}

/** Rebuilds the statistics with the service's own command, and vacuums the tables. */
export async function settle({ sql, environment }: Installation) {
  await affiliate(['stats', 'rebuild'], environment)
  await sql.query('vacuum (analyze)')
  await sql.query('checkpoint')
}

/** Checks that the statistics still match the events after the load. */
export async function verifyStatistics({ environment }: Installation): Promise<void> {
  await affiliate(['stats', 'verify'], environment)
}

/** Returns a session token for the program's owner. */
export async function signIn({ url }: Server): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(OWNER),
  })
  if (!response.ok) throw new Error(`sign-in returned ${response.status}`)
  return ((await response.json()) as { token: string }).token // safe because sign-in returns a token
}
