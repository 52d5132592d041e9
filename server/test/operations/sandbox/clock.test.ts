import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../src/core/time/time.ts'
import { approveCommissions } from '../../../src/earnings/commissions/approve-commissions.job.ts'
import { RECONCILE } from '../../../src/reports/performance/reconcile.flow.ts'
import { concurrently, send, startTestService, type TestService } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { openSandbox } from './sandbox.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService({ ownDatabase: true })
})

const later = (days: number) => new Date(service.clock.now().getTime() + days * DAY_MS).toISOString()

describe('POST /api/programs/:programId/clock', () => {
  it('moves the time of later requests and ends expired holds', async () => {
    const sandbox = await openSandbox(service)
    const clicked = (await sandbox.click()).body.click_id
    await sandbox.lead({ click_id: clicked, customer_key: 'cus-1' })
    const recordedSale = await sandbox.sale({
      transaction_id: 'o-1',
      amount_cents: 4900,
      customer_key: 'cus-1',
    })
    expect(recordedSale.body).toMatchObject({ success: true, sale_id: expect.any(Number) })

    const { status, body } = await sandbox.advance('P31D')
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: {
          now: later(31),
          aheadMs: 31 * DAY_MS,
          advancedMs: 31 * DAY_MS,
          approvedCommissions: 1,
          isComplete: true,
        },
      },
    })
    expect(await sandbox.get('')).toMatchObject({
      sandbox: true,
      clock: { now: later(31), aheadMs: 31 * DAY_MS },
    })
    const [commission] = await sandbox.get('/commissions')
    expect(commission).toMatchObject({ status: 'approved', approvedAt: later(31) })

    // A click handled by a process that has cached the link gets the new time.
    const again = (await sandbox.click()).body.click_id
    const { rows } = await sql<{ received_at: Date }>`
      select received_at from click_events where program_id = ${sandbox.id} order by received_at`.execute(
      service.database.kysely,
    )
    expect(rows.map(({ received_at }) => received_at.toISOString())).toEqual([later(0), later(31)])
    expect(again).not.toBe(clicked)
    const performance = await send(service.app, 'GET', `/api/tracking/performance/${sandbox.id}?period=7d`, {
      bearer: sandbox.bearer,
    })
    expect(performance.body.data.at(-1)).toMatchObject({ date: later(31).slice(0, 10), clicks: 1 })
  })

  it('ends the attribution window: the same sale is attributed on the last day, but not after it', async () => {
    const sandbox = await openSandbox(service)
    const click = (await sandbox.click()).body.click_id
    await sandbox.lead({ click_id: click, customer_key: 'early' })
    await sandbox.lead({ click_id: click, customer_key: 'late' })
    await sandbox.advance('P60D')
    const early = await sandbox.sale({ transaction_id: 'a', amount_cents: 100, customer_key: 'early' })
    expect(early.body.sale_id).toEqual(expect.any(Number))
    await sandbox.advance('PT0.001S')
    const late = await sandbox.sale({ transaction_id: 'b', amount_cents: 100, customer_key: 'late' })
    expect(late.body).toMatchObject({ success: true, sale_id: null, commission_id: null })
    // `occurred_at` is compared with the sandbox clock too.
    const reported = { transaction_id: 'c', amount_cents: 100, customer_key: 'early' }
    expect((await sandbox.sale({ ...reported, occurred_at: later(59) })).status).toBe(200)
    expect((await sandbox.sale({ ...reported, transaction_id: 'd', occurred_at: later(0) })).status).toBe(400)
  })

  it('adds up concurrent moves, counting each idempotency key once', async () => {
    const sandbox = await openSandbox(service)
    const responses = await concurrently(10, (index) =>
      sandbox.advance('PT1H0.001S', { 'idempotency-key': `move-${index % 5}` }),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await sandbox.get('')).clock.aheadMs).toBe(5 * 3_600_001)
    const log = await send(
      service.app,
      'GET',
      `/api/workspaces/${sandbox.real.workspaceId}/audit?action=program.advance_clock`,
      { bearer: sandbox.bearer },
    )
    const moves = log.body.data.map((entry: { before: object; after: object; at: string }) => entry.after)
    expect(moves).toHaveLength(5)
    expect(moves[0]).toEqual({ clock_ahead_ms: 5 * 3_600_001 })
  })

  it('rejects invalid moves with a message and never goes back', async () => {
    const sandbox = await openSandbox(service)
    const move = (advance: unknown, id = sandbox.id) =>
      send(service.app, 'POST', `/api/programs/${id}/clock`, { bearer: sandbox.bearer, body: { advance } })
    for (const advance of ['P0D', '-P1D', 'a month', 'P367D', 30, undefined]) {
      expect((await move(advance)).body.error).toMatchObject({
        code: 'invalid_request',
        details: { field: 'advance' },
      })
    }
    expect((await move('P1D', sandbox.real.id)).body.error).toMatchObject({
      status: 409,
      code: 'not_a_sandbox',
    })
    for (let year = 1; year <= 5; year++) expect((await move('P366D')).status).toBe(200)
    expect((await move('P1D')).body.error.message).toContain('1830 days ahead')
    const back = sql`update programs set clock_ahead_ms = 0 where id = ${sandbox.id}`
    await expect(back.execute(service.database.kysely)).rejects.toThrow('never goes back')
    const other = sql`update programs set sandbox = true where id = ${sandbox.real.id}`
    await expect(other.execute(service.database.kysely)).rejects.toThrow(
      'the sandbox setting cannot be changed after creation',
    )
  })
})

describe('a sandbox', () => {
  it('has only test keys, which are marked as such and record events like live keys', async () => {
    const sandbox = await openSandbox(service)
    expect(sandbox.key).toMatch(/^aff_test_sandbox_\d+_/)
    const live = await sandbox.call('POST', '/api-keys', { mode: 'live' })
    expect(live.body.error).toMatchObject({ status: 409, code: 'sandbox_program' })
    const changed = await sandbox.call('PATCH', '', { sandbox: false })
    expect(changed.body.error).toMatchObject({ status: 400, details: { field: 'sandbox' } })
    const test = await sandbox.sale({ amount_cents: 100, livemode: false })
    expect(test.body.data).toMatchObject({ test_mode: true, programId: sandbox.id })
  })

  it('is never invoiced', async () => {
    const sandbox = await openSandbox(service)
    await sandbox.lead({ click_id: (await sandbox.click()).body.click_id, customer_key: 'cus-1' })
    await sandbox.sale({ transaction_id: 'o-1', amount_cents: 100_000, customer_key: 'cus-1' })
    await sandbox.advance('P2M')
    const preview = await sandbox.call('GET', '/invoices/preview?month=2026-03')
    expect(preview.body.data.totalUsdCents).toBe(3500)
    const issued = await sandbox.call('POST', '/invoices', { month: '2026-03' })
    expect(issued.body.error).toMatchObject({ status: 409, code: 'sandbox_program' })
  })

  it('does not affect other programs', async () => {
    const sandbox = await openSandbox(service)
    const shop = await openShop(service)
    await shop.customer('cus-1')
    await shop.sale({ transaction_id: 'o-1', amount_cents: 4900, customer_key: 'cus-1' })
    await sandbox.advance('P1Y')
    expect(await approveCommissions(service.deps)).toBe(0)
    expect((await shop.rows('commissions'))[0]).toMatchObject({ status: 'pending' })
    service.clock.advance({ days: 31 })
    expect(await approveCommissions(service.deps)).toBeGreaterThanOrEqual(1)
    expect((await shop.rows('commissions'))[0]).toMatchObject({ status: 'approved' })
    const reconciliation = await RECONCILE.run(service.deps, { programId: sandbox.id })
    expect([...reconciliation.differences, ...reconciliation.moneyDifferences]).toEqual([])
  })
})
