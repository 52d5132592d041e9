import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../src/core/time/time.ts'
import { RECONCILE } from '../../../src/reports/performance/reconcile.flow.ts'
import { lockClock, moveClock } from '../../../src/workspace/programs/program-clock.sql.ts'
import { concurrently, countWaiting } from '../../harness.ts'
import { startTwoProcesses, type TwoProcesses } from '../../two-processes.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'

let pair: TwoProcesses
let sandbox: Sandbox

describe('a sandbox’s clock in two processes', () => {
  beforeAll(async () => {
    pair = await startTwoProcesses()
    sandbox = await openSandbox(pair.both)
    return pair.stop
  })

  const readReceivedTimes = async (table: 'click_events' | 'sale_events') => {
    const { rows } = await sql<{ received_at: Date; id: number }>`
      select received_at, id from ${sql.table(table)} where program_id = ${sandbox.id} order by id`.execute(
      pair.own.database.kysely,
    )
    return rows.map(({ received_at }) => received_at)
  }

  it('applies to every later request in any process, whatever it has cached', async () => {
    // Both processes cache the link and the key.
    const first = await concurrently(4, () => sandbox.click())
    const { click_id } = first[0]?.body ?? {}
    await sandbox.lead({ click_id, customer_key: 'cus' })
    for (let day = 1; day <= 10; day++) {
      const moved = await sandbox.advance('P1D')
      const now = Date.parse(moved.body.data.now)
      const [click, other, sale] = await Promise.all([
        sandbox.click(),
        sandbox.click(),
        sandbox.sale({ transaction_id: `day-${day}`, amount_cents: 100, customer_key: 'cus' }),
      ])
      expect([click.body.success, other.body.success, sale.status]).toEqual([true, true, 200])
      const newest = [
        (await readReceivedTimes('click_events')).at(-1),
        (await readReceivedTimes('sale_events')).at(-1),
      ]
      for (const at of newest) expect(at?.getTime()).toBeGreaterThanOrEqual(now)
    }
  })

  it('keeps sales in order and amounts consistent while it moves', async () => {
    const before = (await sandbox.get('')).clock.aheadMs
    const { click_id } = (await sandbox.click()).body
    await sandbox.lead({ click_id, customer_key: 'racer' })
    const sell = async (index: number) => {
      const sale = { transaction_id: `race-${index}`, amount_cents: 1_000, customer_key: 'racer' }
      const response = await sandbox.sale(sale)
      expect([200, 409]).toContain(response.status)
    }
    const move = async () => {
      const response = await sandbox.advance('P1D')
      expect(response.status).toBe(200)
    }
    await concurrently(48, (index) => (index % 6 === 5 ? move() : sell(index)))
    const after = (await sandbox.get('')).clock.aheadMs
    expect(after - before).toBe(8 * DAY_MS)
    const { rows } = await sql<{ received_at: Date }>`
      select received_at from sale_events where program_id = ${sandbox.id} and transaction_id like 'race-%'
      order by id`.execute(pair.own.database.kysely)
    expect(rows).toHaveLength(40)
    const days = rows.map(({ received_at }) => Math.floor(received_at.getTime() / DAY_MS))
    expect(days).toEqual(days.toSorted((a, b) => a - b))
    const reconciliation = await RECONCILE.run(pair.own.deps, { programId: sandbox.id })
    expect([...reconciliation.differences, ...reconciliation.moneyDifferences]).toEqual([])
  })

  it('records requests that waited for a move at the new time', async () => {
    const { kysely } = pair.own.database
    await sandbox.advance('P31D')
    await sandbox.sale({ transaction_id: 'pending', amount_cents: 1_000, customer_key: 'racer' })
    const [commission] = await sandbox.get('/commissions?status=pending')
    const before: string = await sandbox.now()
    const waiting: ReturnType<Sandbox['call']>[] = []
    await kysely.transaction().execute(async (transaction) => {
      const program = await lockClock(transaction, sandbox.id)
      const call = async (path: string, body: object) => {
        const already = await countWaiting(pair.own.database)
        waiting.push(sandbox.call('POST', path, body))
        await expect.poll(() => countWaiting(pair.own.database)).toBeGreaterThan(already)
      }
      await call('/payouts', {})
      await call('/commission-policies', { productId: 'p', type: 'percent', rateBps: 100 })
      await call('/partners', { name: 'Late', email: 'late@partners.test', approved: true })
      await call('/commissions/reject', { commissionIds: [commission.id], reason: 'a test' })
      await moveClock(transaction, sandbox.id, (program?.clock_ahead_ms ?? 0) + 10 * DAY_MS)
    })
    const responses = await Promise.all(waiting)
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 200])
    const [payout] = await sandbox.get('/payouts')
    const [policy, partner] = responses.slice(1, 3).map(({ body }) => body.data)
    const [rejection] = await sandbox.get(`/commissions/${commission.id}/changes`)
    const written = [payout.createdAt, policy.createdAt, partner.createdAt, rejection.changedAt]
    const moved = Date.parse(before) + 10 * DAY_MS
    for (const at of written) expect(Date.parse(at)).toBeGreaterThanOrEqual(moved)
  })

  it('does not repeatedly block all clicks to create a partition', async () => {
    const { kysely } = pair.own.database
    const advanceClock = async () => (await sandbox.advance('P200D')).status
    // Holds the lock, like a long report or a backup.
    const requested = await kysely.transaction().execute(async (reader) => {
      await sql`select from click_events limit 1`.execute(reader)
      return advanceClock()
    })
    // The table is no longer locked, but the service waits before it retries.
    expect([requested, await advanceClock()]).toEqual([503, 503])
    await sql`update leases set until = now() where name = 'click_partitions_of_sandboxes'`.execute(kysely)
    expect(await advanceClock()).toBe(200)
  })
})
