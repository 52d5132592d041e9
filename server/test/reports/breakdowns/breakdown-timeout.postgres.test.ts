import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readBreakdown } from '../../../src/reports/breakdowns/read-breakdown.flow.ts'
import { send, signInMember, startTestService } from '../../harness.ts'
import { openShop } from '../../merchant.ts'

const TIMEOUT = { timeout: 20_000 }

test('a breakdown that times out counts only the newest clicks or suggests a shorter period', async () => {
  const service = await startTestService({ ownDatabase: true })
  const { app, database, clock } = service
  const { kysely } = database
  const shop = await openShop(service)
  const bearer = await signInMember(service, shop.program)
  for (let n = 0; n < 5; n++) {
    clock.advance({ minutes: 1 })
    await shop.click({ affiliate_url: shop.url, page_url: `https://shop.test/${n}` })
  }
  const window = { from: new Date(0), to: clock.now(), days: [], wholeDays: undefined, partialDays: [] }
  const read = () =>
    readBreakdown(
      database,
      { id: shop.program.id, time_zone: 'UTC' },
      {
        dimension: 'landingPage',
        window,
        disconnected: new AbortController().signal,
        most: { clicks: 20, sales: 20 },
      },
    )

  /** Cancels the statement that waits for click dimensions, as its timeout would. @returns whether there was one */
  const giveUp = async () => {
    const { rows } = await sql`
      select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%click_dimensions%'`.execute(
      kysely,
    )
    return rows.length > 0
  }
  const withLockHeld = (work: (release: () => Promise<unknown>) => Promise<void>) =>
    kysely.connection().execute(async (held) => {
      await sql`begin`.execute(held)
      await sql`lock table click_dimensions in access exclusive mode`.execute(held)
      const release = () => sql`rollback`.execute(held)
      await work(release).finally(release)
    })

  expect(await read()).toMatchObject({ coverage: { scanned: 5, isComplete: true } })
  await withLockHeld(async (release) => {
    const reading = read()
    await expect.poll(giveUp, TIMEOUT).toBe(true)
    await release()
    const keys = [{ key: 'shop.test/3' }, { key: 'shop.test/4' }]
    expect(await reading).toMatchObject({
      coverage: { scanned: 2, isComplete: false },
      rows: expect.arrayContaining(keys.map((row) => expect.objectContaining(row))),
    })
  })
  await withLockHeld(async () => {
    let isAnswered = false
    const url = `/api/tracking/breakdown/${shop.program.id}?by=landingPage`
    const request = send(app, 'GET', url, { bearer }).finally(() => {
      isAnswered = true
    })
    const giveUpUntilAnswered = async () => {
      await giveUp()
      return isAnswered
    }
    await expect.poll(giveUpUntilAnswered, TIMEOUT).toBe(true)
    const { status, headers, body } = await request
    expect([status, headers['retry-after'], body.error.code]).toEqual([503, '5', 'service_unavailable'])
    expect(body.error.message).toContain('shorter period')
  })
})
