import { expect, test } from 'vitest'
import { rebuildStatistics } from '../../src/statistics/rebuild-statistics.flow.ts'
import { rollUpLinks } from '../../src/statistics/roll-up-link-stats.job.ts'
import { updateProgram } from '../../src/workspace/programs/update-program.flow.ts'
import { concurrently, createTestPartner, send, signInMember, startTestService } from '../harness.ts'
import { openShop } from '../merchant.ts'

const ROUNDS = 3
const CUSTOMERS = 6
const SALES = 36

test('reports count each acknowledged event exactly once while its days are written, rolled up and recomputed', async () => {
  const service = await startTestService({ ownDatabase: true, now: '2026-03-09T12:00:00.000Z' })
  const { app, clock, database, deps } = service
  for (let round = 0; round < ROUNDS; round++) {
    clock.set('2026-03-09T12:00:00.000Z')
    const shop = await openShop(service)
    const { program } = shop
    const other = await createTestPartner(service, program)
    const bearer = await signInMember(service, program)
    for (let number = 0; number < CUSTOMERS; number++)
      await shop.customer(`c${number}`, await shop.clickId(number % 2 === 0 ? program.code : other.code))
    await rollUpLinks(deps)
    clock.set('2026-03-20T12:00:00.000Z')
    // An 8-day period whose events all arrive late.
    const path = `/api/programs/${program.id}/partner-report?sort=sales&dateFrom=2026-03-08&dateTo=2026-03-15`
    const read = async () => {
      const { body, status } = await send(app, 'GET', path, { bearer })
      expect(status).toBe(200)
      const numbers: { sales: number; revenueByCurrency: { USD?: number } }[] = body.data.map(
        (one: { numbers: unknown }) => one.numbers,
      )
      return {
        sales: numbers.reduce((sum, one) => sum + one.sales, 0),
        cents: numbers.reduce((sum, one) => sum + (one.revenueByCurrency.USD ?? 0), 0),
      }
    }
    const saleProgress = { begun: 0, done: 0 }
    const sell = async (number: number) => {
      saleProgress.begun += 1
      const { status } = await shop.sale({
        ...{ transaction_id: `t${number}`, customer_key: `c${number % CUSTOMERS}`, amount_cents: 100 },
        occurred_at: `2026-03-${number % 2 === 0 ? '09' : '12'}T08:00:00Z`,
      })
      expect(status).toBe(200)
      saleProgress.done += 1
    }
    const refundProgress = { begun: 0, done: 0 }
    const refundSale = async (number: number) => {
      refundProgress.begun += 1
      const body = { transaction_id: `t${number}`, refund_id: `r${number}`, refund_amount_cents: 30 }
      expect(
        (await send(app, 'POST', '/api/v1/track/refund', { bearer: program.liveKey, body })).status,
      ).toBe(200)
      refundProgress.done += 1
    }
    const writers = Array.from({ length: CUSTOMERS }, async (_, customer) => {
      for (let number = customer; number < SALES; number += CUSTOMERS) {
        await sell(number)
        if (number % 3 === 0) await refundSale(number)
      }
    })
    let isOver = false
    const writes = Promise.all(writers).finally(() => {
      isOver = true
    })
    const repeatUntilOver = async (work: () => Promise<unknown>) => {
      let times = 0
      while (!isOver) {
        await work()
        times += 1
      }
      return times
    }
    const readers = concurrently(2, () =>
      repeatUntilOver(async () => {
        const [leastSales, leastRefunds] = [saleProgress.done, refundProgress.done]
        const { sales, cents } = await read()
        expect(sales).toBeGreaterThanOrEqual(leastSales)
        expect(sales).toBeLessThanOrEqual(saleProgress.begun)
        expect(cents).toBeGreaterThanOrEqual(100 * leastSales - 30 * refundProgress.begun)
        expect(cents).toBeLessThanOrEqual(100 * saleProgress.begun - 30 * leastRefunds)
      }),
    )
    const [rollUps, recalculations, readCounts] = await Promise.all([
      repeatUntilOver(() => rollUpLinks(deps)),
      repeatUntilOver(async () => {
        await rollUpLinks(deps)
        await rebuildStatistics(database, program.id)
        await updateProgram(deps, program.id, { time_zone: round % 2 === 0 ? 'Europe/Paris' : 'UTC' })
      }),
      readers,
      writes,
    ])
    expect(Math.min(rollUps, recalculations, ...readCounts)).toBeGreaterThan(1)
    const expectedTotals = { sales: SALES, cents: 100 * SALES - (30 * SALES) / 3 }
    expect(await read()).toEqual(expectedTotals)
    await shop.verify()
    await rollUpLinks(deps)
    expect(await read()).toEqual(expectedTotals)
    await shop.verify()
  }
}, 120_000)
