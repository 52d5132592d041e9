import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openEmbeddedIn } from '../server/src/core/database/embedded-database.ts'
import { affiliate, load, type Server, startService } from './processes.ts'
import { CONDITIONS, conclusion, conditionCells, spread, table, toFigure } from './report.ts'
import type { Measurement, MeasurementFigure } from './rounds.ts'
import type { Settings } from './settings.ts'

const CONNECTIONS = 32
const CUSTOMERS = 20_000

/** Measures the embedded database, the default of a new installation. */
export async function measureEmbedded(settings: Settings): Promise<string> {
  const measured = await measureEmbeddedSales(settings)
  const of = (key: MeasurementFigure) => toFigure(measured.map((one) => one[key]))
  const [rate, p95] = [of('ratePerSecond'), of('p95Ms')]
  return table(
    ['sales', '', 'target'],
    [
      ['per second', spread(rate), conclusion(rate.median, { at: 1_000, is: 'least' })],
      ['p50 ms', spread(of('p50Ms'), 1), ''],
      ['p95 ms', spread(p95, 1), conclusion(p95.median, { at: 100, is: 'most' })],
      ['p99 ms', spread(of('p99Ms'), 1), ''],
      ...conditionCells(measured).map((cell, column) => [CONDITIONS[column] ?? '', cell, '']),
    ],
  )
}

/** Measures `POST /api/v1/track/sale` on a new embedded database, after one warm-up turn. */
async function measureEmbeddedSales({ seconds, rounds }: Settings): Promise<Measurement[]> {
  const { liveKey, start, verify, drop } = await installEmbedded(CUSTOMERS)
  let server: Server | undefined
  try {
    const service = await start()
    server = service
    const measured: Measurement[] = []
    for (let round = 0; round <= rounds; round++) {
      const result = await load({
        url: `${service.url}/api/v1/track/sale`,
        method: 'POST',
        headers: { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' },
        connections: CONNECTIONS,
        seconds,
        sales: { transactionPrefix: `round-${round}-`, first: 0, count: CUSTOMERS },
      })
      if (round > 0) measured.push(result)
    }
    await service.stop()
    await verify()
    return measured
  } finally {
    await server?.stop()
    await drop()
  }
}

/** Creates an embedded database with one program and the given number of customers. */
export async function installEmbedded(customers: number) {
  const folder = mkdtempSync(join(tmpdir(), 'affiliate-bench-'))
  const environment = {
    DATA_DIR: folder,
    APP_SECRET: 'a-secret-that-only-the-bench-knows-0123456789',
    RATE_LIMIT_KEY_PER_MINUTE: '10000000',
    RATE_LIMIT_IP_PER_MINUTE: '10000000',
  }
  const drop = async () => rmSync(folder, { recursive: true, force: true })
  try {
    return {
      liveKey: await createProgram(environment, customers),
      start: () => startService(environment),
      /** Checks that the statistics match the events. The service must have stopped. */
      verify: () => affiliate(['stats', 'verify'], environment),
      drop,
    }
  } catch (error) {
    await drop()
    throw error
  }
}

/**
 * Creates a program whose customers `customer-0` … have each bought once.
 * @returns its live key
 */
async function createProgram(environment: { DATA_DIR: string }, customers: number): Promise<string> {
  const account = ['--email', 'owner@bench.test', '--password', 'correct horse battery staple']
  // safe because `init --json` prints this
  const created = (await affiliate(
    ['init', ...account, '--workspace', 'Bench', '--program', 'Bench'],
    environment,
  )) as { program: { id: number }; keys: { live: string } }
  const database = await openEmbeddedIn(environment.DATA_DIR)
  await sql`
    with partner as (
      insert into partners (workspace_id, name, email, created_at)
      select workspace_id, 'Pat', 'pat@bench.test', created_at from programs where id = ${created.program.id}
      returning workspace_id, id, created_at
    )
    insert into program_enrollments (program_id, partner_id, workspace_id, status, created_at)
    select ${created.program.id}, id, workspace_id, 'approved', created_at from partner`.execute(
    database.kysely,
  )
  await sql`
    insert into customers (program_id, customer_key, status, partner_id, link_id, click_uuid, clicked_at,
      signup_at, first_sale_at, first_purchase_at, sale_count, created_at)
    select pp.program_id, 'customer-' || n, 'conversion', pp.partner_id, 1, gen_random_uuid(), t, t, t, t, 1, t
    from program_enrollments pp cross join generate_series(0, ${customers}::int - 1) n
      cross join (select date_trunc('milliseconds', now()) - interval '1 day' as t) yesterday
    where pp.program_id = ${created.program.id}`.execute(database.kysely)
  await database.close()
  await affiliate(['stats', 'rebuild'], environment)
  return created.keys.live
}
