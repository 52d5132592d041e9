import { openPostgres } from '../server/src/core/database/database.ts'
import { decideSale } from '../server/src/tracking/sales/decide-sale.rule.ts'
import { loadSale } from '../server/src/tracking/sales/sale.sql.ts'
import { addCustomers, type Installation, install, verifyStatistics } from './installation.ts'
import { runPgbench } from './pgbench.ts'
import { load, type Server } from './processes.ts'
import { type Comparison, measureAlternately } from './rounds.ts'
import type { Settings } from './settings.ts'

/** In each round, each side has its own customers, so that both write rows of the same age. */
const CUSTOMERS_PER_TURN = 20_000

/** Compares `POST /api/v1/track/sale` with the same write by pgbench, on one database. */
export async function measureSales(settings: Settings): Promise<Comparison> {
  const { connections, seconds, rounds } = settings
  const installation = await install(settings.databaseUrl)
  let server: Server | undefined
  try {
    const { firstId } = await addCustomers(installation, 2 * (rounds + 1) * CUSTOMERS_PER_TURN)
    const sale = await prepareExampleSale(installation)
    const service = await installation.start()
    server = service
    const comparison = await measureAlternately(
      rounds,
      (round) =>
        runPgbench({
          databaseUrl: installation.databaseUrl,
          connections,
          seconds,
          sale,
          first: firstId + 2 * round * CUSTOMERS_PER_TURN,
          count: CUSTOMERS_PER_TURN,
          transactionBase: (round + 1) * 1_000_000_000_000,
        }),
      (round) =>
        load({
          url: `${service.url}/api/v1/track/sale`,
          method: 'POST',
          headers: { authorization: `Bearer ${installation.liveKey}`, 'content-type': 'application/json' },
          connections,
          seconds,
          sales: {
            transactionPrefix: `round-${round}-`,
            first: (2 * round + 1) * CUSTOMERS_PER_TURN,
            count: CUSTOMERS_PER_TURN,
          },
        }),
    )
    await verifyStatistics(installation)
    return comparison
  } finally {
    await server?.stop()
    await installation.drop()
  }
}

/** Returns the benchmark's sale with the decision the service would make. */
async function prepareExampleSale({ databaseUrl, programId }: Installation) {
  const database = await openPostgres({
    connectionString: databaseUrl,
    maxConnections: 1,
    statementTimeoutMs: 30_000,
    connectTimeoutMs: 10_000,
  })
  try {
    const request = {
      transaction_id: 'example',
      amount_cents: 4900,
      customer_key: 'customer-0',
      currency: 'USD',
      sale_type: 'payment',
      is_recurring: false,
      tax_amount_cents: undefined,
      click_id: undefined,
      additional_data: undefined,
      subscription_id: undefined,
      subscription_interval: undefined,
      product_id: undefined,
      occurred_at: undefined,
      provider: undefined,
      provider_payment_id: undefined,
    } as const
    const loaded = await loadSale(database.run, programId, {
      isTest: false,
      request,
    })
    if (loaded === undefined) throw new Error('the benchmark program is missing')
    const decision = decideSale(loaded, request, new Date())
    if (decision.kind !== 'save') throw new Error(`the example sale isn't recorded: ${decision.kind}`)
    return decision
  } finally {
    await database.close()
  }
}
