import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, request as startRequest } from 'node:http'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../src/core/config/config.ts'
import { lockDataDir } from '../../../src/core/database/data-dir-lock.ts'
import type { Deps } from '../../../src/core/deps.ts'
import { systemIds } from '../../../src/core/deps.ts'
import { registerCommand, serveControlSocket } from '../../../src/core/processes/serve-control-socket.http.ts'
import { publish } from '../../../src/notifications/outbox/outbox.sql.ts'
import { createWebhook } from '../../../src/notifications/webhooks/create-webhook.flow.ts'
import { createDeliverer } from '../../../src/notifications/webhooks/deliver-webhooks.job.ts'
import { openServerUnmigrated } from '../../../src/open-deps.ts'
import { readTableSizes } from '../../../src/operations/doctor/database-report.sql.ts'
import type { Check, DatabaseReport, DiskFigures, Finding } from '../../../src/operations/doctor/doctor.ts'
import { EXAMINE, examineDatabase } from '../../../src/operations/doctor/examine-database.flow.ts'
import { type DoctorContext, runDoctor } from '../../../src/operations/doctor/run-doctor.flow.ts'
import { uuidV7 } from '../../../src/tracking/clicks/click-id.rule.ts'
import { createClickPartitions } from '../../../src/tracking/clicks/create-click-partitions.job.ts'
import { readServiceUrl, runCommand, startCommand } from '../../command.ts'
import { type DataLocation, openDataLocation } from '../../data-location.ts'
import { createTestProgram, startTestService, TestClock, testOnServer } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { openConnectedShop, paidInvoice, publish as tellStripe } from '../../tracking/processors/processor.ts'
import { openSandbox } from '../sandbox/sandbox.ts'

const isEmbedded = inject('database').kind === 'embedded'
const APP_SECRET = 'q3Xw8Lr0Zt5Nc2Vb7Ym4Kd9Hf6Js1GpAeTu'
const GB = 1024 ** 3
const ROOMY: DiskFigures = { freeBytes: 50 * GB, totalBytes: 100 * GB }

interface Installation {
  place: DataLocation
  environment: Record<string, string>
}

/** Creates a healthy installation without a running service. */
async function openInstallation(): Promise<Installation> {
  const place = await openDataLocation()
  await place.look((database) => createClickPartitions({ database, clock: { now: () => new Date() } }))
  return { place, environment: { ...place.environment, APP_SECRET, PUBLIC_URL: 'http://127.0.0.1:1' } }
}

async function examine(
  environment: Record<string, string>,
  {
    disk = ROOMY,
    aheadMs = 0,
    storedSecret = () => APP_SECRET,
  }: { disk?: DiskFigures; aheadMs?: number; storedSecret?: DoctorContext['storedSecret'] } = {},
): Promise<Finding[]> {
  return runDoctor({
    environment,
    storedSecret,
    clock: { now: () => new Date(Date.now() + aheadMs) },
    ids: systemIds,
    openServer: openServerUnmigrated,
    readDiskSpace: async () => disk,
  })
}

function of(findings: Finding[], check: Check): Finding {
  const finding = findings.find((one) => one.check === check && one.severity !== 'ok')
  return finding ?? { check, severity: 'ok', found: '', remedy: undefined }
}

test('reports only that the service is not running for a healthy installation', async () => {
  const { environment } = await openInstallation()
  const findings = await examine(environment)
  expect(findings.filter(({ severity }) => severity === 'failed').map(({ check }) => check)).toEqual([
    'public_address',
  ])
  expect(findings.filter(({ severity }) => severity === 'warning')).toEqual([])
  // Ports that browsers block are checked too.
  expect(of(findings, 'public_address').found).toBe(
    'http://127.0.0.1:1 cannot be reached from here: connection refused.',
  )
})

test('reports a wrong clock, a full disk, a short secret and a misspelled variable', async () => {
  const { environment } = await openInstallation()
  const late = await examine(environment, { aheadMs: 10 * 60_000 })
  expect(of(late, 'clock')).toMatchObject({
    severity: 'failed',
    found: expect.stringMatching(/differ by (600|59\d) s/),
  })

  const full = await examine(environment, { disk: { freeBytes: 10_000_000, totalBytes: 100 * GB } })
  expect(of(full, 'disk')).toMatchObject({
    severity: 'failed',
    found: expect.stringContaining('9.5 MB free of 100.0 GB'),
  })

  const findings = await examine({ ...environment, APP_SECRET: 'short', PORT: 'many', TRUST_PROXYS: '1' })
  expect(of(findings, 'secret')).toMatchObject({
    severity: 'failed',
    found: expect.stringContaining('APP_SECRET is too short'),
  })
  expect(findings.filter(({ check, severity }) => check === 'settings' && severity !== 'ok')).toMatchObject([
    { severity: 'failed', found: expect.stringContaining('PORT is "many"') },
    { severity: 'warning', found: expect.stringContaining('Did you mean TRUST_PROXY') },
  ])
  // One invalid setting doesn't hide others.
  expect(of(findings, 'schema').severity).toBe('ok')
})

test('reports a missing partition', async () => {
  const { place, environment } = await openInstallation()
  const month = new Date().toISOString().slice(0, 7)
  await place.look(async ({ kysely }) => {
    await sql`drop table ${sql.table(`click_events_${month.replace('-', '_')}`)}`.execute(kysely)
  })
  const findings = await examine(environment)
  expect(of(findings, 'partitions')).toMatchObject({
    severity: 'failed',
    found: expect.stringContaining(month),
  })
})

test('reports an old schema, and a disk too small for its migrations', async () => {
  const { place, environment } = await openInstallation()
  await place.look(async ({ kysely }) => {
    await sql`delete from migrations`.execute(kysely)
    await sql`insert into migrations (name, applied_at) values ('9999_to_come.sql', now())`.execute(kysely)
  })
  const newer = await examine(environment)
  expect(of(newer, 'schema')).toMatchObject({
    severity: 'failed',
    found: expect.stringContaining('it has 9999'),
  })
  await place.look(({ kysely }) => sql`delete from migrations where name like '9999%'`.execute(kysely))

  const findings = await examine(environment, {
    disk: { freeBytes: 128 * 1024 * 1024, totalBytes: 100 * GB },
  })
  expect(of(findings, 'schema')).toMatchObject({
    severity: 'failed',
    found: expect.stringContaining('0001_baseline.sql is not applied'),
  })
  // Only a database server knows about its disk.
  expect(of(findings, 'migration_space').severity).toBe(isEmbedded ? 'failed' : 'unknown')
  expect(of(await examine(environment), 'migration_space').severity).toBe(isEmbedded ? 'ok' : 'unknown')
})

test('reports an unreachable webhook receiver without the secret in its path', async () => {
  const { place, environment } = await openInstallation()
  await place.look(async (database) => {
    const clock = new TestClock(new Date(Date.now() - 60 * 60_000).toISOString())
    const config = readConfig({ APP_SECRET, WEBHOOK_ALLOW_PRIVATE: 'true' })
    const deps = { config, database, clock, ids: systemIds }
    const { id } = await createTestProgram({ database, clock })
    await createWebhook(deps, id, {
      url: 'http://127.0.0.1:1/hooks/s3cret-path',
      eventTypes: ['sale.created'],
    })
    await publish(database.kysely, id, { type: 'sale.created', data: {}, at: clock.now() })
    const errors: unknown[] = []
    await createDeliverer(deps, (error) => errors.push(error)).deliverDue()
    expect(errors).toEqual([])
  })
  const finding = of(await examine(environment), 'webhooks')
  expect(finding).toMatchObject({
    severity: 'failed',
    found: expect.stringMatching(
      /to 127\.0\.0\.1:1 for program \d+ have failed since .*: connection refused\./,
    ),
  })
  expect(JSON.stringify(finding)).not.toContain('s3cret')
})

test('reports missing processor events with their type and a fix', async () => {
  const { place, environment } = await openInstallation()
  await place.look(async (database) => {
    const now = new Date(Date.now() - 60 * 60_000).toISOString()
    const service = await startTestService({ database: { ...database, close: async () => {} }, now })
    const shop = await openConnectedShop(service)
    await shop.customer('cus-1')
    await tellStripe(shop, 'invoice.paid', paidInvoice({ metadata: { service_customer_key: 'cus-1' } }))
  })
  const finding = of(await examine(environment), 'processor')
  expect(finding).toEqual({
    check: 'processor',
    severity: 'failed',
    found: expect.stringMatching(
      /^Program \d+ receives no `invoice_payment.paid` events: 1 paid invoice has no link/,
    ),
    remedy: 'Subscribe the webhook endpoint to `invoice_payment.paid`.',
  })
})

testOnServer('reports a connection pool that is too small, and an unreachable database', async () => {
  const { place, environment } = await openInstallation()
  const name = new URL(environment.DATABASE_URL ?? '').pathname.slice(1)
  await place.look(({ kysely }) => sql`alter database ${sql.id(name)} connection limit 1`.execute(kysely))
  expect(of(await examine(environment), 'pool')).toMatchObject({
    severity: 'failed',
    found: expect.stringContaining('allows this user 1 connections'),
  })

  const unknown = await examine({ ...environment, DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/x' })
  expect(of(unknown, 'database')).toMatchObject({
    severity: 'failed',
    found: expect.stringContaining('127.0.0.1:1/x cannot be used'),
  })
  expect(JSON.stringify(unknown)).not.toContain('hunter2')
})

test('reports a wrong public address, an untrusted proxy and changed cookies', async () => {
  const { environment } = await openInstallation()
  const proxy = await startProxy()
  const service = await startTestService({ environment: { APP_SECRET, PUBLIC_URL: proxy.url } })
  proxy.to = Number(new URL(await service.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const facts = { ...environment, PUBLIC_URL: proxy.url }

  proxy.addsHeader = false
  const direct = await examine(facts)
  expect(direct.filter(({ severity }) => severity !== 'ok').map(({ check }) => check)).toEqual(['backup'])
  expect(of(await examine({ ...facts, TRUST_PROXY: '1' }), 'proxy').severity).toBe('warning')

  proxy.addsHeader = true
  expect(of(await examine(facts), 'proxy')).toMatchObject({
    severity: 'failed',
    found: expect.stringContaining('all visitors have the IP address 127.0.0.1'),
  })

  proxy.spoilsCookies = true
  expect(of(await examine(facts), 'cookies')).toMatchObject({
    severity: 'failed',
    found: expect.stringContaining('without HttpOnly or SameSite'),
  })

  const other = createServer((_, response) => response.end('{"status":"ok"}'))
  const otherAddress = await examine({ ...environment, PUBLIC_URL: await listen(other) })
  expect(of(otherAddress, 'public_address')).toMatchObject({
    severity: 'failed',
    found: expect.stringContaining('Another service responds at'),
  })
  // The same service with a different secret is treated as a different service.
  const stranger = await examine({ ...facts, APP_SECRET: `${APP_SECRET}x` })
  expect(of(stranger, 'public_address').severity).toBe('failed')
  // Without a secret, no service is reported as a different one.
  const unsure = await examine({ ...facts, APP_SECRET: '' }, { storedSecret: () => undefined })
  expect(of(unsure, 'public_address')).toMatchObject({
    severity: 'unknown',
    found: expect.stringContaining('requires its secret'),
  })

  const requested = await fetch(`${proxy.url}/healthz`, {
    headers: { 'x-affiliate-doctor': `${'0'.repeat(32)}.${'0'.repeat(64)}` },
  })
  expect([requested.status, requested.headers.get('x-affiliate-doctor'), await requested.json()]).toEqual([
    200,
    null,
    { status: 'ok' },
  ])
})

test('checks a running service, exits 1 on failures and changes nothing; upgrade --check lists locks', async () => {
  const { place, environment } = await openInstallation()
  const service = startCommand(['serve', '--json'], { ...environment, PORT: '0' })
  const address = await readServiceUrl(service)
  const run = (args: string[], more: Record<string, string> = {}) =>
    runCommand(args, { ...environment, ...more })
  const unhealthy = await run(['doctor', '--json'])
  expect([unhealthy.code, unhealthy.stderr]).toEqual([1, ''])
  const { findings } = JSON.parse(unhealthy.stdout) as { findings: Finding[] }
  expect(findings.filter(({ severity }) => severity === 'failed').map(({ check }) => check)).toEqual([
    'public_address',
  ])
  expect(findings.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['schema', 'partitions', 'jobs', 'webhooks', 'pool']),
  )

  // The service listens elsewhere but is reachable at its public address.
  const well = await run(['doctor'], { PUBLIC_URL: address })
  expect(well.stdout).toContain('ok       schema: The schema is up to date.')
  expect(well.stdout).toContain(`ok       public_address: ${address} reaches this service.`)

  expect(await run(['upgrade', '--check'])).toEqual({
    code: 0,
    stderr: '',
    stdout: 'The schema is up to date: no locks.\n',
  })
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)
  await place.look(({ kysely }) => sql`delete from migrations`.execute(kysely))
  const check = await run(['upgrade', '--check', '--json'])
  expect([check.code, check.stderr]).toEqual([0, ''])
  expect(JSON.parse(check.stdout)).toMatchObject({
    unknown: [],
    migrations: [
      {
        name: '0001_baseline.sql',
        locks: expect.arrayContaining([
          { table: 'customers', keeps: 'writes', bytes: expect.any(Number), seconds: expect.any(Number) },
        ]),
      },
    ],
  })
  expect((await run(['upgrade'])).code).toBe(2)
  await place.look(async ({ kysely }) => {
    const { rows } = await sql`select 1 from migrations where left(name, 3) in ('021', '048')`.execute(kysely)
    expect(rows).toEqual([])
    const tables = await readTableSizes(kysely)
    const there = await sql<{ name: string }>`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`.execute(
      kysely,
    )
    expect(tables.map(({ name }) => name).sort()).toEqual(there.rows.map(({ name }) => name).sort())
    expect(tables.find(({ name }) => name === 'sale_events')?.bytes).toBeGreaterThan(0)
  })
})

if (isEmbedded)
  test('sends an older running service only requests that it supports', async () => {
    const { place, environment } = await openInstallation()
    const folder = environment.DATA_DIR ?? ''
    let report: DatabaseReport | undefined
    await place.look(async (database) => {
      report = await examineDatabase(database, readConfig({ NODE_ENV: 'test' }), new Date())
    })
    const older = { ...report, applied: report?.applied.slice(0, -1) }
    const unlock = lockDataDir(folder)
    const end = await serveControlSocket(folder, (app) =>
      // safe because none of it is used
      registerCommand(app, {} as Deps, { ...EXAMINE, run: async () => older }),
    )
    const findings = await examine(environment)
    await end?.()
    unlock()
    expect(of(findings, 'schema')).toMatchObject({
      severity: 'failed',
      found: expect.stringMatching(/^The schema is older than this version: \d{4}_\w+\.sql is not applied/),
    })
  })

interface TestProxy {
  url: string
  to: number
  addsHeader: boolean
  spoilsCookies: boolean
}

/** Starts a proxy, correct or misconfigured. */
async function startProxy(): Promise<TestProxy> {
  const proxy: TestProxy = { url: '', to: 0, addsHeader: false, spoilsCookies: false }
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, ...(proxy.addsHeader ? { 'x-forwarded-for': '203.0.113.9' } : {}) }
    const { method = 'GET', url = '/' } = incoming
    const onward = startRequest(
      { host: '127.0.0.1', port: proxy.to, method, path: url, headers },
      (response) => {
        const cookies = response.headers['set-cookie']?.map((cookie) =>
          proxy.spoilsCookies ? cookie.replace(/; SameSite=\w+/i, '') : cookie,
        )
        outgoing.writeHead(response.statusCode ?? 502, {
          ...response.headers,
          ...(cookies && { 'set-cookie': cookies }),
        })
        response.pipe(outgoing)
      },
    )
    incoming.pipe(onward)
  })
  proxy.url = await listen(server)
  return proxy
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

test('reports an unusable archive location and overdue clicks', async () => {
  const { place, environment } = await openInstallation()
  const archiving = { ...environment, CLICK_RETENTION_MONTHS: '2' }
  const file = join(place.environment.DATA_DIR ?? '', 'a-file')
  writeFileSync(file, '')
  expect(of(await examine({ ...archiving, ARCHIVE_TO: join(file, 'old') }), 'retention')).toMatchObject({
    severity: 'failed',
    found: expect.stringContaining('Click archives cannot be stored'),
  })
  const good = { ...archiving, ARCHIVE_TO: join(place.environment.DATA_DIR ?? '', 'old') }
  expect(of(await examine(good), 'retention').severity).toBe('ok')
  await place.look(async (database) => {
    const program = await createTestProgram({ database, clock: new TestClock('2024-01-01T00:00:00Z') })
    const received_at = new Date('2024-02-10T00:00:00Z')
    const click_uuid = uuidV7(received_at, systemIds.bytes(10))
    const { id: program_id, linkId: link_id, partnerId: partner_id } = program
    await database.kysely
      .insertInto('click_events')
      .values({ program_id, received_at, click_uuid, link_id, partner_id, is_test: false })
      .execute()
  })
  expect(of(await examine(good), 'retention')).toMatchObject({
    severity: 'failed',
    found: expect.stringContaining('Clicks from 2024-02 should have been archived'),
  })
  const run = (args: string[]) => runCommand(args, good)
  expect((await run(['retention', 'run'])).stderr).toBe('')
  expect(of(await examine(good), 'retention').severity).toBe('ok')
  // Simulates an unmounted archive disk.
  rmSync(good.ARCHIVE_TO, { recursive: true })
  mkdirSync(good.ARCHIVE_TO)
  expect(of(await examine(good), 'retention')).toMatchObject({
    severity: 'warning',
    found: expect.stringMatching(/^The newest archive of clicks, clicks-\d+-2024-02, is missing from /),
  })
})

test('ignores a sandbox’s future events', async () => {
  const service = await startTestService({ ownDatabase: true })
  const newest = async () => {
    const { work } = await examineDatabase(service.database, service.deps.config, service.clock.now())
    return work?.newestEvent
  }
  const sandbox = await openSandbox(service)
  await sandbox.advance('P30D')
  const { click_id } = (await sandbox.click()).body
  await sandbox.lead({ click_id, customer_key: 'cus' })
  const sale = { transaction_id: 't-1', amount_cents: 4900, customer_key: 'cus' }
  expect((await sandbox.sale(sale)).status).toBe(200)
  expect(await newest()).toBeUndefined()
  const shop = await openShop(service)
  await shop.customer('cus')
  expect((await shop.sale(sale)).status).toBe(200)
  expect(await newest()).toBe(service.clock.now().toISOString())
})

test('reports payouts and statements that are late or recorded too early', async () => {
  const { database, deps, clock } = await startTestService({ ownDatabase: true })
  // Created one by one, because they are listed by ID.
  const created: number[] = []
  for (let n = 0; n < 4; n++) created.push((await createTestProgram({ database, clock })).id)
  const [good, late, ahead, none] = created
  const note = async (program_id = 0, paid_month = '', statements = '') => {
    const schedule = { pay_day: 15, paid_month, minimums: '{}', updated_at: clock.now() }
    await database.kysely
      .insertInto('payout_settings')
      .values({ program_id, ...schedule })
      .execute()
    const closed = { program_id, month: statements, closed_at: clock.now() }
    await database.kysely.insertInto('partner_statement_months').values(closed).execute()
  }
  clock.set('2026-03-16T12:00:00.000Z')
  await note(good, '2026-03', '2026-02')
  await note(late, '2026-02', '2026-01')
  await note(ahead, '2026-04', '2026-03')
  const impossibleMoney = async () =>
    (await examineDatabase(database, deps.config, clock.now())).work?.unexpectedMonths
  const found = [
    { program_id: late, of: 'payouts', month: '2026-02', is_ahead: false },
    { program_id: late, of: 'statements', month: '2026-01', is_ahead: false },
    { program_id: ahead, of: 'payouts', month: '2026-04', is_ahead: true },
    { program_id: ahead, of: 'statements', month: '2026-03', is_ahead: true },
  ]
  expect(await impossibleMoney()).toEqual(found)
  expect(none).toBeDefined()
  // The jobs have a few hours before they are considered late.
  clock.set('2026-03-15T05:59:59.999Z')
  expect((await impossibleMoney())?.map(({ program_id, of }) => [program_id, of])).not.toContainEqual([
    late,
    'payouts',
  ])
  clock.set('2026-04-01T05:59:59.999Z')
  expect((await impossibleMoney())?.map(({ program_id }) => program_id)).not.toContain(good)
  clock.set('2026-04-01T06:00:00.000Z')
  expect(await impossibleMoney()).toContainEqual({
    program_id: good,
    of: 'statements',
    month: '2026-02',
    is_ahead: false,
  })
})
