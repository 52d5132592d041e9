import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/core/database/database.ts'
import { reloadWhileStarting, startCommand } from '../command.ts'
import { concurrently } from '../harness.ts'
import { statuses } from '../statuses.ts'
import {
  createCaller,
  createWorkerDatabase,
  type Ledger,
  listening,
  newLedger,
  openWorkersShop,
  requireTwoWorkers,
  startWorkers,
  visit,
  waitUntilExited,
} from '../workers.ts'

/** Waits for a condition, long enough for a busy machine. */
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 60_000 })

const isPostgres = inject('database').kind === 'postgres'

describe.skipIf(!isPostgres)(
  `several processes on one port${isPostgres ? '' : ' (TEST_DATABASE_URL is not set)'}`,
  () => {
    describe('when a worker dies', whenWorkerDies)
    describe('when SIGHUP restarts them one by one', testRestart)
  },
)

function whenWorkerDies() {
  test('replaces a killed worker immediately under load, without lost or duplicate events for clients that retry', async () => {
    const { environment, shop, database } = await openWorkersShop()
    const service = await startWorkers(environment)
    const ledger = newLedger()
    const target = 600
    const call = createCaller(service.address, { keepAlive: true })
    const killed: number[] = []
    const isOver = () => {
      const isTimeToKill = killed.length < 2 && ledger.responses > (killed.length + 1) * (target / 3)
      if (isTimeToKill && service.logged(listening(service)).length === 2 + killed.length) {
        const [pid] = requireTwoWorkers(service)
        killed.push(pid)
        process.kill(pid, 'SIGKILL')
      }
      return ledger.responses >= target && killed.length === 2
    }
    await concurrently(8, () => visit(call, shop, { ledger, isOver, attempts: 5 }))
    expect(ledger.failed).toEqual([])
    await eventually(() => service.logged('a worker died and is being replaced').length).toBe(2)
    await eventually(() => service.logged(listening(service)).length).toBe(4)
    expect(service.pids()).toHaveLength(2)
    await expectRecorded(database, ledger, { clicksSentAgain: true })
    await expectConsistent(environment)
  })

  test('continues its jobs in another worker', async () => {
    const { environment } = await createWorkerDatabase()
    const service = await startWorkers(environment)
    const call = createCaller(service.address)
    const approvedAt = async () => {
      const { text } = await call('GET', '/metrics')
      return Number(
        /^job_last_success_timestamp_seconds\{job="approve_commissions"\} (.+)$/m.exec(text)?.[1] ?? 0,
      )
    }
    await eventually(approvedAt).toBeGreaterThan(0)
    const approvedBefore = await approvedAt()
    // The first worker to listen runs the jobs. Ends both, one after the other.
    for (const pid of service.pids()) {
      process.kill(pid, 'SIGKILL')
      await waitUntilExited([pid])
      await eventually(() => service.pids().length).toBe(2)
    }
    await eventually(approvedAt).toBeGreaterThan(approvedBefore)
  })

  test('kills and replaces a hanging worker while the others respond', async () => {
    const { environment } = await createWorkerDatabase()
    const service = await startWorkers(environment)
    const [hangingPid, otherPid] = requireTwoWorkers(service)
    process.kill(hangingPid, 'SIGSTOP')
    onTestFinished(() => {
      if (service.pids().includes(hangingPid)) process.kill(hangingPid, 'SIGKILL')
    })
    const call = createCaller(service.address)
    // One connection may already be assigned to the hanging worker.
    await Promise.any(Array.from({ length: 3 }, () => call('GET', '/healthz')))
    await waitUntilExited([hangingPid])
    expect(service.logged('a worker hangs and is being killed')).toMatchObject([
      { worker: 'primary', workerPid: hangingPid },
    ])
    await eventually(() => service.logged(listening(service)).length).toBe(3)
    expect(service.pids()).toContain(otherPid)
    expect(statuses(await concurrently(6, () => call('GET', '/readyz')))).toEqual({ 200: 6 })
  })

  test('responds to /metrics in time while one worker hangs, and no counter decreases', async () => {
    const { environment } = await createWorkerDatabase()
    const service = await startWorkers(environment)
    // Opens one connection to each worker: the primary assigns them in turn.
    const calls = [
      createCaller(service.address, { keepAlive: true }),
      createCaller(service.address, { keepAlive: true }),
    ]
    for (const call of calls) await call('GET', '/healthz')
    const healthChecks = (text: string) =>
      /^http_request_duration_seconds_count\{.*route="\/healthz".*\} (\d+)$/m.exec(text)?.[1]
    for (const call of calls) expect(healthChecks((await call('GET', '/metrics')).text)).toBe('2')
    const [hanging] = requireTwoWorkers(service)
    process.kill(hanging, 'SIGSTOP')
    onTestFinished(() => {
      if (service.pids().includes(hanging)) process.kill(hanging, 'SIGKILL')
    })
    const scrape = await Promise.any(calls.map((call) => call('GET', '/metrics')))
    expect(healthChecks(scrape.text)).toBe('2')
    expect(service.pids()).toContain(hanging)
    await waitUntilExited([hanging])
  })

  test('serves requests while the primary hangs, except password attempts and /metrics', async () => {
    const { environment } = await createWorkerDatabase()
    const service = await startWorkers(environment)
    const call = createCaller(service.address, { keepAlive: true })
    const body = { email: 'nobody@accounts.test', password: 'a wrong password' }
    const responses = async () => [
      (await call('GET', '/api/nothing-here')).status,
      (await call('POST', '/api/auth/sign-in/email', { body })).status,
      (await call('GET', '/metrics')).status,
    ]
    expect(await responses()).toEqual([404, 401, 200])
    const { pid = 0 } = service.child
    process.kill(pid, 'SIGSTOP')
    try {
      expect(await responses()).toEqual([404, 503, 503])
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    expect(await responses()).toEqual([404, 401, 200])
  })

  test('exits with the reason if no worker can be started after a few attempts', async () => {
    const { environment, database } = await createWorkerDatabase()
    const service = await startWorkers(environment)
    await database.script('delete from migrations where name = (select max(name) from migrations)')
    for (const pid of service.pids()) process.kill(pid, 'SIGKILL')
    expect(await service.ended).toBe(1)
    expect(service.logged('no worker can be started; exiting')).toMatchObject([
      { level: 60, reason: expect.stringMatching(/^This version changes the schema \(/) },
    ])
    const failures = service.logged('a worker could not be started')
    expect(failures.length).toBeGreaterThanOrEqual(5)
    expect(failures.length).toBeLessThanOrEqual(10)
  })
}

function testRestart() {
  test('completes every request exactly once under load, and all statistics agree', async () => {
    const { environment, shop, database } = await openWorkersShop()
    const service = await startWorkers(environment)
    const before = service.pids()
    const ledger = newLedger()
    let isRenewed = false
    const call = createCaller(service.address, { keepAlive: true })
    const isOver = () => ledger.responses >= 1_000 && isRenewed
    const load = concurrently(8, () => visit(call, shop, { ledger, isOver, attempts: 1 }))
    await eventually(() => ledger.responses).toBeGreaterThan(50)
    service.child.kill('SIGHUP')
    await eventually(() => service.logged('all workers were replaced').length).toBe(1)
    isRenewed = true
    await load
    expect(ledger.failed).toEqual([])
    expect(service.pids()).toHaveLength(2)
    expect(service.pids().filter((pid) => before.includes(pid))).toEqual([])
    expect(ledger.sales.size).toBeGreaterThan(500)
    await expectRecorded(database, ledger, { clicksSentAgain: false })
    await expectConsistent(environment)
  })

  test('restarts once more for a repeated SIGHUP, after the last worker has been replaced', async () => {
    const { environment } = await createWorkerDatabase()
    const service = await startWorkers(environment)
    service.child.kill('SIGHUP')
    await eventually(() => service.pids().length).toBe(3)
    for (let n = 0; n < 3; n++) service.child.kill('SIGHUP')
    await eventually(() => service.logged('all workers were replaced').length).toBe(2)
    expect(service.logged(listening(service))).toHaveLength(6)
    expect(service.pids()).toHaveLength(2)
  })

  test('rejects a new version with a changed schema and keeps the old one running', async () => {
    const { environment, database } = await createWorkerDatabase()
    const service = await startWorkers(environment)
    const before = service.pids()
    await database.script('delete from migrations where name = (select max(name) from migrations)')
    service.child.kill('SIGHUP')
    const message = 'the new worker could not be started; keeping the old ones'
    await expect
      .poll(() => service.logged(message), { timeout: 20_000 })
      .toMatchObject([{ number: 1, reason: expect.stringMatching(/Stop the service and start it again/) }])
    expect(service.pids()).toEqual(before)
    expect((await createCaller(service.address)('GET', '/readyz')).status).toBe(200)
  })

  test('ignores and logs a SIGHUP during startup', async () => {
    const { environment } = await createWorkerDatabase()
    const service = startCommand(['serve', '--json'], { ...environment, LOG_LEVEL: 'warn' })
    await reloadWhileStarting(service)
    expect(service.output.stdout).toContain('SIGHUP was ignored: the service is still starting')
    expect(service.output.stdout).toContain('"address"')
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  })

  test('exits with code 0 on SIGTERM during a restart', async () => {
    const { environment } = await createWorkerDatabase()
    const service = await startWorkers(environment)
    service.child.kill('SIGHUP')
    await eventually(() => service.pids().length).toBe(3)
    const all = service.pids()
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    await waitUntilExited(all)
  })
}

/**
 * Expects that all acknowledged requests are recorded once, and otherwise only clicks whose response was lost with
 * their worker.
 */
async function expectRecorded(
  database: Database,
  { clicks, leads, sales }: Ledger,
  { clicksSentAgain }: { clicksSentAgain: boolean },
) {
  const { rows } = await sql<{
    clicks: string[]
    leads: string[]
    sales: Record<string, number>
    commissions: number
  }>`
    select (select array_agg(click_uuid::text) from click_events) as clicks,
      (select array_agg(id::text) from lead_events) as leads,
      (select json_object_agg(transaction_id, id) from sale_events) as sales,
      (select count(*)::int from commissions) as commissions`.execute(database.kysely)
  const found = rows[0]
  const uuids = [...clicks].map((id) => id.slice(-36))
  if (clicksSentAgain) expect(found?.clicks).toEqual(expect.arrayContaining(uuids))
  else expect(found?.clicks.sort()).toEqual(uuids.sort())
  expect(found?.leads.sort()).toEqual([...leads].sort())
  expect(found?.sales).toEqual(Object.fromEntries(sales))
  expect(found?.commissions).toBe(sales.size)
}

/** Runs `affiliate stats verify`. Ignores partners, because test partners aren't counted. */
async function expectConsistent(environment: Record<string, string>) {
  const verify = startCommand(['stats', 'verify', '--json'], environment)
  await verify.ended
  const { programs, differences, moneyDifferences } = JSON.parse(verify.output.stdout)
  expect(programs).toBe(1)
  expect(differences.filter(({ column }: { column: string }) => column !== 'partners')).toEqual([])
  expect(moneyDifferences).toEqual([])
}
