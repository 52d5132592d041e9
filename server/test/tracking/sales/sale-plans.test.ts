import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runIn } from '../../../src/core/database/database.ts'
import { loadSales } from '../../../src/tracking/sales/sale.sql.ts'
import { isCluster, startTestService, titleUnlessCluster } from '../../harness.ts'
import { openShop } from '../../merchant.ts'

const SALES = 3_000

const name = titleUnlessCluster(
  'a sale is found by its transaction_id without scanning its program’s sales, even if the table was never analyzed',
  'reads are counted by the connection’s own server process',
)
test.skipIf(isCluster)(name, async () => {
  const service = await startTestService({ ownDatabase: true })
  const shop = await openShop(service)
  await shop.customer('ann')
  expect((await shop.sale({ transaction_id: 'first', amount_cents: 100, customer_key: 'ann' })).status).toBe(
    200,
  )
  const { kysely } = service.database
  // According to the planner's statistics, the table has one row.
  await sql`analyze sale_events`.execute(kysely)
  await sql`
    insert into sale_events (program_id, is_test, transaction_id, amount_cents, currency, sale_type, is_recurring,
      customer_id, partner_id, attributed_by, click_uuid, clicked_at, received_at, reported_at, decision_code)
    select program_id, is_test, 'sale-' || n, amount_cents, currency, sale_type, is_recurring, customer_id, partner_id,
      attributed_by, click_uuid, clicked_at, received_at, reported_at, 'no_policy'
    from sale_events cross join generate_series(1, ${SALES}::integer) n`.execute(kysely)

  const scannedRows = await kysely.transaction().execute(async (transaction) => {
    const lookups = Array.from({ length: 16 }, (_, n) => ({
      isTest: false,
      erasedTransaction: `erased-${n}`,
      request: { transaction_id: `sale-${n + 1}`, customer_key: 'ann', product_id: undefined },
    }))
    const loaded = await loadSales(runIn(transaction), shop.program.id, lookups)
    expect(loaded.map((one) => one?.recorded_sale_id)).toEqual(lookups.map(() => expect.any(Number)))
    const { rows } = await sql<{ rows: number }>`
      select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as rows
      from pg_stat_xact_user_tables where relname = 'sale_events'`.execute(transaction)
    return rows[0]?.rows
  })
  expect(scannedRows).toBeGreaterThan(0)
  // The limit is about ten rows per request, far fewer than in the whole table.
  expect(scannedRows).toBeLessThan(SALES / 10)
})
