import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rebuildStatistics } from '../../src/statistics/rebuild-statistics.flow.ts'
import { rollUpSums } from '../../src/statistics/roll-up-sums.job.ts'
import { concurrently, createTestPartner, send, startTestService } from '../harness.ts'
import { openShop } from '../merchant.ts'

const WRITERS = 50

test('totals are exact after 50 concurrent writers to one program and partner, with roll-ups and rebuilds', async () => {
  const service = await startTestService({ ownDatabase: true })
  const { app, database, deps } = service
  const shop = await openShop(service)
  const { program } = shop
  await concurrently(WRITERS, (number) => shop.customer(`c${number}`))
  let isOver = false
  const writes = concurrently(WRITERS, async (number) => {
    for (let sale = 0; sale < 3; sale++) {
      const transaction_id = `t${number}-${sale}`
      const sold = await shop.sale({ transaction_id, customer_key: `c${number}`, amount_cents: 1_000 })
      expect(sold.status).toBe(200)
      if (sale > 0) continue
      const body = { transaction_id, refund_id: `r${number}`, refund_amount_cents: 10 + number }
      const refunded = await send(app, 'POST', '/api/v1/track/refund', { bearer: program.liveKey, body })
      expect(refunded.status).toBe(200)
    }
  }).finally(() => {
    isOver = true
  })
  const repeatUntilOver = async (work: () => Promise<unknown>) => {
    let times = 0
    for (; !isOver; times++) await work()
    return times
  }
  const [rollUps, otherRollUps, rebuilds] = await Promise.all([
    repeatUntilOver(() => rollUpSums(deps)),
    repeatUntilOver(() => rollUpSums(deps)),
    repeatUntilOver(() => rebuildStatistics(database, program.id)),
    writes,
  ])
  expect(Math.min(rollUps, otherRollUps, rebuilds)).toBeGreaterThan(1)
  await shop.verify()
  await rollUpSums(deps)
  await shop.verify()
}, 120_000)

test('transactions that change the same partners’ commissions in opposite orders don’t wait for each other', async () => {
  const service = await startTestService({ ownDatabase: true })
  const { kysely } = service.database
  const shop = await openShop(service)
  const { program } = shop
  const other = await createTestPartner(service, program)
  for (const [key, code] of [
    ['one', program.code],
    ['two', other.code],
  ] as const) {
    await shop.customer(key, await shop.clickId(code))
    for (const number of [1, 2])
      await shop.sale({ transaction_id: `${key}-${number}`, customer_key: key, amount_cents: 1_000 })
  }
  const approve = async (transaction: typeof kysely, partnerId: number, offset: number) => {
    await sql`
      update commissions set status = 'approved' where program_id = ${program.id} and id = (
        select id from commissions where program_id = ${program.id} and partner_id = ${partnerId}
        order by id limit 1 offset ${offset})`.execute(transaction)
  }
  await kysely.transaction().execute(async (first) => {
    await approve(first, program.partnerId, 0)
    await kysely.transaction().execute(async (second) => {
      await approve(second, other.partnerId, 1)
      await approve(second, program.partnerId, 1)
    })
    // The second transaction has ended. With a row per partner, it would have waited for the first one.
    await approve(first, other.partnerId, 0)
  })
  await rollUpSums(service.deps)
  await shop.verify()
})
