import fs, { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../src/core/database/database.ts'
import { openEmbeddedIn } from '../../src/core/database/embedded-database.ts'
import { serve } from '../../src/main.ts'
import { addCleanup } from '../cleanup.ts'
import { makeDatabaseAhead, runCommand } from '../command.ts'
import { createTestProgram, TestClock } from '../harness.ts'
import { newFolder } from '../new-folder.ts'
import { mountSmallDisk } from '../private-postgres.ts'

const ENVIRONMENT = {
  NODE_ENV: 'test',
  PORT: '0',
  LOG_LEVEL: 'fatal',
  APP_SECRET: 'a-secret-that-only-the-tests-know-0123456789',
}
const PATIENT = { timeout: 60_000, interval: 250 }

afterEach(() => vi.restoreAllMocks())

/** Makes the next call of this kind fail, as on a failing disk. */
function failOnce(operation: 'fsyncSync' | 'writeSync') {
  vi.spyOn(fs, operation).mockImplementationOnce(() => {
    throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
  })
}

/** Closes the current WAL file, so that the next write creates another one. */
const switchLog = (database: Database) => sql`select pg_switch_wal()`.execute(database.kysely)

describe('the embedded database on a failing disk', () => {
  const open = async () => {
    const folder = newFolder()
    makeDatabaseAhead(folder)
    const database = await openEmbeddedIn(folder)
    addCleanup(() => database.close())
    await database.script('create table kept (n int primary key, text text)')
    const keep = (n: number, text = '') =>
      sql`insert into kept values (${n}, ${text})`.execute(database.kysely)
    const remaining = async () => {
      const { rows } = await sql<{ n: number }>`select n from kept order by n`.execute(database.kysely)
      return rows.map(({ n }) => n)
    }
    return { database, keep, kept: remaining }
  }
  const unavailable = { name: 'DatabaseUnavailableError' }

  test.each(['fsyncSync', 'writeSync'] as const)(
    'rejects a commit whose %s fails, then records the next one and keeps all acknowledged ones',
    async (operation) => {
      const { keep, kept: remaining } = await open()
      for (let n = 1; n <= 2; n++) {
        await keep(n)
        failOnce(operation)
        await expect(keep(100 + n)).rejects.toMatchObject(unavailable)
      }
      await keep(3)
      // A rejected commit may have been written, as after any connection failure during a commit.
      expect((await remaining()).filter((n) => n < 100)).toEqual([1, 2, 3])
    },
  )

  test('rejects a statement larger than the read buffer and rolls back its whole transaction', async () => {
    const { database, kept: remaining } = await open()
    const work = database.kysely.transaction().execute(async (transaction) => {
      await sql`insert into kept values (1, '')`.execute(transaction)
      failOnce('writeSync')
      const failingQuery = sql`with long as (select ${'x'.repeat(300_000)}::text as text)
        insert into kept select 2, text from long, pg_switch_wal()`.execute(transaction)
      await expect(failingQuery).rejects.toMatchObject(unavailable)
      // It would run outside the transaction.
      await expect(sql`insert into kept values (3, '')`.execute(transaction)).rejects.toMatchObject(
        unavailable,
      )
    })
    await expect(work).rejects.toMatchObject(unavailable)
    expect(await remaining()).toEqual([])
  })

  test('isolates a statement’s error from other statements', async () => {
    const { keep, kept: remaining } = await open()
    await keep(1)
    await expect(keep(1)).rejects.toMatchObject({ code: '23505', severity: 'ERROR' })
    expect(await remaining()).toEqual([1])
  })
})

// Skipped if no disk can be mounted (needs root or sudo).
test('returns 503 on a full disk until there is space, and keeps all acknowledged data', async (context) => {
  const disk = await mountSmallDisk(200)
  if (disk === undefined && process.env.TEST_REQUIRE_ALL !== '1') return context.skip()
  if (disk === undefined) throw new Error('a small disk cannot be mounted: run as root, or with sudo')
  addCleanup(() => disk.remove())
  const environment = { ...ENVIRONMENT, DATA_DIR: join(disk.folder, 'data') }
  fs.mkdirSync(environment.DATA_DIR)
  makeDatabaseAhead(environment.DATA_DIR)
  const service = await serve(environment)
  addCleanup(() => service.stop())
  const place = { database: service.deps.database, clock: new TestClock(new Date().toISOString()) }
  const program = await createTestProgram(place)
  const get = async (path: string) => (await fetch(service.address + path)).status
  const post = async (path: string, body: object) => {
    const response = await fetch(`${service.address}/api/v1/track/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${program.liveKey}` },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as { click_id?: string }
    return { status: response.status, retryAfter: response.headers.get('retry-after'), answer }
  }
  const click = await post('click', { affiliate_url: `https://shop.example/?aff=${program.code}` })
  const signup = { click_id: click.answer.click_id, customer_key: 'ada' }
  expect((await post('lead', signup)).status).toBe(200)
  const sell = (n: number) =>
    post('sale', { transaction_id: `sale-${n}`, customer_key: 'ada', amount_cents: 100 })

  const statuses: number[] = []
  const filler = join(disk.folder, 'filler')
  const sellUntilDiskFull = async (first: number) => {
    const { bavail, bsize } = statfsSync(disk.folder)
    // Leaves room for tables but not for another WAL file.
    writeFileSync(filler, Buffer.alloc(bavail * bsize - 8_000_000))
    for (let n = first; n <= first + 40; n++) {
      if (n > first + 2) await switchLog(service.deps.database).catch(() => {})
      const sale = await sell(n)
      if (sale.status !== 200) return sale
      statuses.push(n)
    }
    return expect.fail('the disk is not full')
  }

  expect(await sellUntilDiskFull(1)).toMatchObject({
    status: 503,
    retryAfter: expect.stringMatching(/^[1-9]\d*$/),
  })
  for (let attempt = 0; attempt < 20; attempt++) expect((await sell(1_000)).status).toBe(503)
  expect(await Promise.all(['/healthz', '/readyz'].map(get))).toEqual([200, 503])
  rmSync(filler)
  await expect.poll(() => get('/readyz'), PATIENT).toBe(200)
  expect(statuses.length).toBeGreaterThan(2)
  for (const n of statuses) expect((await sell(n)).status).toBe(409)
  expect((await sell(1_000)).status).toBe(200)
  const verified = JSON.parse((await runCommand(['stats', 'verify', '--json'], environment)).stdout)
  expect(verified).toMatchObject({ programs: 1, moneyDifferences: [] })
  // The program's initial partner was not counted.
  expect(verified.differences.filter(({ column }: { column: string }) => column !== 'partners')).toEqual([])

  // Starting on a full disk fails with an explanation.
  expect(await sellUntilDiskFull(2_000)).toMatchObject({ status: 503 })
  await service.stop()
  const started = await runCommand(['stats', 'verify'], environment)
  expect([started.code, started.stdout]).toEqual([1, ''])
  expect(started.stderr).toContain(
    `The data folder ${environment.DATA_DIR} cannot be used: the disk is full (ENOSPC). Free up space`,
  )
  expect(started.stderr).not.toContain('    at ')
})
