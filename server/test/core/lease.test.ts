import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type Lease, LeaseLostError, withLease } from '../../src/core/jobs/lease.flow.ts'
import { openTestDatabase, testOnServer } from '../harness.ts'

const { database, drop } = await openTestDatabase()
const { kysely } = database
afterAll(drop)

/** The database's clock can't be set. */
const runOut = (name: string) =>
  sql`update leases set until = statement_timestamp() where name = ${name}`.execute(kysely)

const listLeases = (name: string) =>
  kysely.selectFrom('leases').select(['holder', 'until']).where('name', '=', name).execute()

/** Makes a visible change. */
const write = (lease: Lease, code: string) =>
  lease.change((transaction) =>
    sql`insert into leases (name, holder, until) values (${code}, gen_random_uuid(), now())`.execute(
      transaction,
    ),
  )

test('one of many concurrent processes gets the lease, and the next process gets it after the release', async () => {
  let running = 0
  const results = await Promise.all(
    Array.from({ length: 8 }, () =>
      withLease(database, { name: 'once', leaseMs: 60_000 }, async (lease) => {
        expect(++running).toBe(1)
        await lease.require()
        expect(
          await withLease(database, { name: 'once', leaseMs: 60_000 }, async () => 'two'),
        ).toBeUndefined()
        running--
        return 'done'
      }),
    ),
  )
  expect(results).toContain('done')
  await expect(
    withLease(database, { name: 'once', leaseMs: 60_000 }, async () => {
      throw new Error('it failed')
    }),
  ).rejects.toThrow('it failed')
  expect(await listLeases('once')).toEqual([])
})

test('a lease lasts as long as the work, because it is renewed', async () => {
  await withLease(database, { name: 'long', leaseMs: 8_000 }, async () => {
    const [firstLease] = await listLeases('long')
    const until = async () => Number((await listLeases('long'))[0]?.until)
    await expect.poll(until, { timeout: 60_000 }).toBeGreaterThan(Number(firstLease?.until))
    expect((await listLeases('long'))[0]?.holder).toBe(firstLease?.holder)
  })
})

test('a suspended holder can neither write nor take the lease back from its successor', async () => {
  const suspendedLease = withLease(database, { name: 'silent', leaseMs: 60_000 }, async (lease) => {
    await runOut('silent')
    await expect(lease.require()).rejects.toThrow(LeaseLostError)
    await expect(write(lease, 'too late')).rejects.toThrow('This process was suspended')
    await withLease(database, { name: 'silent', leaseMs: 60_000 }, async (next) => {
      const [successorLease] = await listLeases('silent')
      await expect(lease.require()).rejects.toThrow(LeaseLostError)
      await expect(write(lease, 'too late')).rejects.toThrow(LeaseLostError)
      await write(next, 'in time')
      expect((await listLeases('silent'))[0]?.holder).toBe(successorLease?.holder)
    })
    await write(lease, 'after them')
  })
  await expect(suspendedLease).rejects.toThrow(LeaseLostError)
  expect([await listLeases('too late'), await listLeases('after them')]).toEqual([[], []])
  expect(await listLeases('in time')).toHaveLength(1)
})

test('a lease taken while the database clock was ahead doesn’t block other processes, and its holder loses it', async () => {
  const setLeaseAhead = (name: string, ms: number) =>
    sql`update leases set until = statement_timestamp() + ${ms} * interval '1 millisecond' where name = ${name}`.execute(
      kysely,
    )
  const staleLease = withLease(database, { name: 'ahead', leaseMs: 60_000 }, async (lease) => {
    await setLeaseAhead('ahead', 100_000)
    expect(await withLease(database, { name: 'ahead', leaseMs: 60_000 }, async () => 'two')).toBeUndefined()
    await setLeaseAhead('ahead', 24 * 3_600_000)
    expect(await withLease(database, { name: 'ahead', leaseMs: 60_000 }, async () => 'two')).toBe('two')
    await write(lease, 'of the one ahead')
  })
  await expect(staleLease).rejects.toThrow(LeaseLostError)
  expect(await listLeases('of the one ahead')).toEqual([])
})

testOnServer(
  'a process can’t take the lease during another process’s write, even once the lease has expired, and doesn’t wait for it',
  async () => {
    await withLease(database, { name: 'change', leaseMs: 60_000 }, async (lease) => {
      await lease.change(async (transaction) => {
        // Expires the lease while its row is locked.
        await sql`update leases set until = statement_timestamp() where name = 'change'`.execute(transaction)
        expect(
          await withLease(database, { name: 'change', leaseMs: 60_000 }, async () => 'taken'),
        ).toBeUndefined()
      })
      await lease.require()
    })
  },
)
