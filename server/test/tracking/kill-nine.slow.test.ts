import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../src/core/database/database.ts'
import { verifyStatistics } from '../../src/statistics/verify-statistics.flow.ts'
import { readServiceUrl, startCommand } from '../command.ts'
import { openDataLocation } from '../data-location.ts'
import { type InstalledShop, installShop, postJson } from '../installed-shop.ts'

/** High enough that no round is rate limited. */
const UNLIMITED = {
  LOG_LEVEL: 'fatal',
  RATE_LIMIT_KEY_PER_MINUTE: '1000000',
  RATE_LIMIT_IP_PER_MINUTE: '1000000',
}
const ROUNDS = 3
/** Concurrent visitors, each of whom clicks, signs up and buys. */
const VISITORS = 8
const SALES_PER_CUSTOMER = 3

test('after kill -9, every acknowledged click, signup and sale exists once, every other event is complete or absent, and the statistics match (D33)', async () => {
  const place = await openDataLocation()
  const shop = await installShop(place.environment)
  const ledger = newLedger()

  for (let round = 0; round < ROUNDS; round++) {
    const service = await serve(place.environment)
    await expectSalesAfterRestart(service, shop, ledger)
    await streamUntilKilled(service, shop, ledger, randomInt(20, 120))
  }
  const service = await serve(place.environment)
  await expectSalesAfterRestart(service, shop, ledger)
  await service.end('SIGTERM')

  expect(ledger.unexpected).toEqual([])
  expect(ledger.clicks.size).toBeGreaterThan(ROUNDS)
  expect(ledger.acknowledged.size).toBeGreaterThan(ROUNDS)
  await place.look(async (database) => {
    expect((await verifyStatistics(database)).differences).toEqual([])
    expect(await countEach(database, 'click_events')).toMatchObject(onceEach(ledger.clicks))
    expect(await countEach(database, 'lead_events')).toMatchObject(onceEach(ledger.leads))
    // Every sale has been sent again, so each exists exactly once and is complete.
    expect(await countEach(database, 'sale_events')).toEqual(onceEach(new Set(ledger.sales.keys())))
    expect(await findBrokenSales(database)).toEqual([])
  })
}, 600_000)

/** The requests sent and their responses. */
function newLedger() {
  return {
    clicks: new Set<string>(),
    leads: new Set<string>(),
    /** transaction_id → customer_key of every sent sale, saved before its response. */
    sales: new Map<string, string>(),
    /** transaction_id → sale_id of acknowledged sales. */
    acknowledged: new Map<string, number>(),
    unexpected: [] as string[],
  }
}

type Ledger = ReturnType<typeof newLedger>

/**
 * Simulates visitors who click, sign up and buy concurrently until the service has sent `responses` responses and
 * is killed.
 */
async function streamUntilKilled(service: Service, shop: InstalledShop, ledger: Ledger, responses: number) {
  let responsesLeft = responses
  const post = async (path: string, body: unknown, key?: string): Promise<ApiResponse | undefined> => {
    const response = await service.post(path, body, key)
    if (response === undefined) return undefined
    if (response.status !== 200)
      ledger.unexpected.push(`${path} ${response.status} ${JSON.stringify(response.body)}`)
    responsesLeft--
    if (responsesLeft === 0) service.kill()
    return response
  }
  const visit = async (): Promise<boolean> => {
    const click = await post('/api/v1/track/click', {
      affiliate_url: `https://shop.example/?aff=${shop.code}`,
    })
    if (click === undefined) return false
    ledger.clicks.add(click.body.click_id)

    const customer_key = randomUUID()
    const lead = { click_id: click.body.click_id, customer_key }
    const settledLead = await post('/api/v1/track/lead', lead, shop.liveKey)
    if (settledLead === undefined) return false
    ledger.leads.add(String(settledLead.body.lead_id))

    for (let n = 0; n < SALES_PER_CUSTOMER; n++) {
      const transaction_id = randomUUID()
      ledger.sales.set(transaction_id, customer_key)
      const sale = await post('/api/v1/track/sale', createSale(transaction_id, customer_key), shop.liveKey)
      if (sale === undefined) return false
      ledger.acknowledged.set(transaction_id, sale.body.sale_id)
    }
    return true
  }
  await Promise.all(
    Array.from({ length: VISITORS }, async () => {
      while (await visit());
    }),
  )
  expect(await service.ended).toBe('SIGKILL')
}

/**
 * Sends every sale again. An acknowledged sale is a duplicate, and any other sale is recorded now or was recorded
 * before.
 */
async function expectSalesAfterRestart(service: Service, shop: InstalledShop, ledger: Ledger) {
  for (const [transaction_id, customer_key] of ledger.sales) {
    const response = await service.post(
      '/api/v1/track/sale',
      createSale(transaction_id, customer_key),
      shop.liveKey,
    )
    if (response === undefined) throw new Error('the restarted service does not respond')
    const before = ledger.acknowledged.get(transaction_id)
    const sale_id = response.status === 409 ? response.body.error.details.sale_id : response.body.sale_id
    expect(response.status).toBeOneOf(before === undefined ? [200, 409] : [409])
    expect(sale_id).toEqual(before ?? expect.any(Number))
    ledger.acknowledged.set(transaction_id, sale_id)
  }
}

const createSale = (transaction_id: string, customer_key: string) => ({
  transaction_id,
  customer_key,
  amount_cents: 4900,
})

/** Counts the rows of each click id, lead id or transaction_id. */
async function countEach(
  { kysely }: Database,
  table: 'click_events' | 'lead_events' | 'sale_events',
): Promise<Record<string, number>> {
  const name = {
    click_events: sql`click_uuid::text`,
    lead_events: sql`id::text`,
    sale_events: sql`transaction_id`,
  }[table]
  const { rows } = await sql<{ name: string; count: number }>`
    select ${name} as name, count(*)::integer as count from ${sql.table(table)} group by 1`.execute(kysely)
  return Object.fromEntries(rows.map((row) => [row.name, row.count]))
}

/** A click id ends with its UUID; other ids are unchanged. */
function onceEach(names: ReadonlySet<string>): Record<string, number> {
  return Object.fromEntries(
    [...names].map((name) => [/^[0-9a-z]+-([0-9a-f-]{36})$/.exec(name)?.[1] ?? name, 1]),
  )
}

/** Returns sales without exactly one commission and one fee, and customers with a wrong number of sales. */
async function findBrokenSales({ kysely }: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select s.transaction_id, count(distinct m.id) as commissions, count(distinct f.id) as fees
    from sale_events s
    left join commissions m on m.program_id = s.program_id and m.sale_id = s.id
    left join platform_fees f on f.program_id = s.program_id and f.sale_id = s.id
    group by s.program_id, s.id, s.transaction_id
    having count(distinct m.id) <> 1 or count(distinct f.id) <> 1
    union all
    select c.customer_key, c.sale_count, count(s.id)
    from customers c
    left join sale_events s on s.program_id = c.program_id and s.customer_id = c.id
    group by c.program_id, c.id, c.customer_key, c.sale_count
    having count(s.id) <> c.sale_count`.execute(kysely)
  return rows
}

// biome-ignore lint/suspicious/noExplicitAny: a response can be any JSON; the test asserts on it
type ApiResponse = { status: number; body: any }

interface Service {
  /** Undefined if the service ends before it responds. */
  post(path: string, body: unknown, bearer?: string): Promise<ApiResponse | undefined>
  kill(): void
  end(signal: NodeJS.Signals): Promise<void>
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
}

/** Starts the service in its own process and waits until it responds. */
async function serve(environment: Record<string, string>): Promise<Service> {
  const service = startCommand(['serve', '--json'], { ...UNLIMITED, ...environment, PORT: '0' })
  const { child, ended } = service
  const address = await readServiceUrl(service)
  return {
    async post(path, body, bearer) {
      try {
        return await postJson(address + path, body, bearer)
      } catch {
        return undefined
      }
    },
    kill: () => void child.kill('SIGKILL'),
    async end(signal) {
      child.kill(signal)
      expect(await ended).toBe(0)
    },
    ended,
  }
}
