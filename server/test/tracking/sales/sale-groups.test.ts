import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { createCommitGroups } from '../../../src/core/database/commit-groups.ts'
import { type Run, runIn } from '../../../src/core/database/database.ts'
import { doctorLimits } from '../../../src/operations/doctor/limits.ts'
import { salePayments } from '../../../src/tracking/processors/claim-payment.flow.ts'
import { groupSales } from '../../../src/tracking/sales/group-sales.flow.ts'
import { saleLimits } from '../../../src/tracking/sales/limits.ts'
import type { ReceivedSale } from '../../../src/tracking/sales/record-sale.flow.ts'
import type { LiveSaleRequest } from '../../../src/tracking/sales/sale-request.rule.ts'
import { programLimits } from '../../../src/workspace/programs/limits.ts'
import { updateProgram } from '../../../src/workspace/programs/update-program.flow.ts'
import {
  concurrently,
  countWaiting,
  describeOnServer,
  send,
  startTestService,
  testOnServer,
} from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'

const service = await startTestService({ ownDatabase: true })
const { clock, database, deps } = service
const NOW = '2026-03-10T12:00:00.000Z'
const payments = salePayments(deps)
const sales = groupSales({ ...deps, payments })
/** Sends sales as another process would. */
const otherProcess = groupSales({ ...deps, payments })

interface SentSale extends Partial<LiveSaleRequest> {
  transaction_id: string
}

function createReceivedSale(sent: SentSale): ReceivedSale {
  const request: LiveSaleRequest = {
    amount_cents: 1000,
    tax_amount_cents: undefined,
    customer_key: 'c0',
    click_id: undefined,
    currency: 'USD',
    sale_type: 'payment',
    additional_data: undefined,
    is_recurring: false,
    subscription_id: undefined,
    subscription_interval: undefined,
    product_id: undefined,
    occurred_at: undefined,
    provider: undefined,
    provider_payment_id: undefined,
    ...sent,
  }
  return { request, receivedAt: clock.now() }
}

const record = (shop: Shop, sent: SentSale) => sales.record(shop.program.id, createReceivedSale(sent))

/** Sends sales and runs a callback once, between loading and saving their batch. */
function interrupted(meanwhile: () => Promise<unknown>, kysely = database.kysely) {
  let isOver = false
  const run: Run = async (statement) => {
    const rows = await database.run(statement)
    if (statement.name === 'load-sales' && !isOver) {
      isOver = true
      await meanwhile()
    }
    return rows as never[] // safe because they are the requested statement's rows
  }
  return groupSales({ ...deps, database: { ...database, kysely, run }, payments })
}

/** Records all sales in one batch and runs `meanwhile` between loading and saving. */
function recordInOneBatch(shop: Shop, all: SentSale[], meanwhile: () => Promise<unknown> = async () => {}) {
  const batch = interrupted(meanwhile)
  return Promise.allSettled(all.map((sent) => batch.record(shop.program.id, createReceivedSale(sent))))
}

/** Locks a customer's row in another transaction until released; `%` locks every customer. */
function holdRow({ program }: Shop, customerKey: string) {
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let holder: Promise<void> = Promise.resolve()
  const held = new Promise<void>((resolve) => {
    holder = database.kysely.transaction().execute(async (transaction) => {
      await sql`select 1 from customers where program_id = ${program.id} and customer_key like ${customerKey}
        for update`.execute(transaction)
      resolve()
      await released
    })
  })
  return { held, holder, release }
}

/** Creates a program with the customers c0, c1, … */
async function open(customers: number) {
  clock.set(NOW)
  const shop = await openShop(service)
  for (let n = 0; n < customers; n++) await shop.customer(`c${n}`)
  return shop
}

const recordedOutcome = { status: 'fulfilled', value: { kind: 'recorded', sale_id: expect.any(Number) } }

describe('sales of one batch', () => {
  it('are loaded by one statement, saved by another, and get individual responses', async () => {
    const shop = await open(3)
    const statements: string[] = []
    const run: Run = (statement) => {
      statements.push(statement.name)
      return database.run(statement)
    }
    const watchedSales = groupSales({ ...deps, database: { ...database, run }, payments })
    const responses = await concurrently(6, (n) =>
      watchedSales.record(
        shop.program.id,
        createReceivedSale({ transaction_id: `t${n}`, customer_key: `c${n % 4}` }),
      ),
    )
    // The reason for the sale without a partner is determined afterwards.
    expect(statements).toEqual(['load-sales', 'save-sales', 'find-provisional-signups'])
    expect(responses.map(({ kind }) => kind)).toEqual([
      ...['recorded', 'recorded', 'recorded', 'no_attribution', 'recorded', 'recorded'],
    ])
    await shop.verify()
  })

  it('are recorded once per transaction_id, and repeats return the recorded sale', async () => {
    const shop = await open(2)
    const [first, repeat, other] = await recordInOneBatch(shop, [
      { transaction_id: 't' },
      { transaction_id: 't' },
      { transaction_id: 't', customer_key: 'c1' },
    ])
    expect(first).toMatchObject(recordedOutcome)
    const sale_id = first?.status === 'fulfilled' && first.value.kind === 'recorded' && first.value.sale_id
    for (const one of [repeat, other]) expect(one).toMatchObject({ value: { kind: 'duplicate', sale_id } })
    expect(await shop.counts()).toMatchObject({ sale_events: 1, commissions: 1, platform_fees: 1 })
    expect(await shop.rows('customers')).toMatchObject([{ sale_count: 1 }, { sale_count: 0 }])
  })

  it('are all recorded, and pay only once for one customer’s 50 sales under first_sale', async () => {
    const shop = await open(1)
    await shop.policy({ duration: 'first_sale' })
    const responses = await recordInOneBatch(
      shop,
      Array.from({ length: 50 }, (_, n) => ({ transaction_id: `t${n}` })),
    )
    for (const response of responses) expect(response).toMatchObject(recordedOutcome)
    expect(await shop.counts()).toMatchObject({ sale_events: 50, commissions: 1, platform_fees: 50 })
    expect(await shop.rows('customers')).toMatchObject([{ sale_count: 50 }])
    await shop.verify()
  })

  it('are recorded even if the database rejects one of them', async () => {
    const shop = await open(2)
    const responses = await recordInOneBatch(shop, [
      { transaction_id: 'a' },
      // The route rejects such an amount; here it simulates any constraint violation.
      { transaction_id: 'b', amount_cents: -5 },
      { transaction_id: 'c', customer_key: 'c1' },
    ])
    expect(responses).toMatchObject([
      recordedOutcome,
      { status: 'rejected', reason: { code: '23514' } },
      recordedOutcome,
    ])
    await shop.verify()
  })
})

describe('a change between loading and saving a batch', () => {
  const sales: SentSale[] = Array.from({ length: 4 }, (_, n) => ({
    transaction_id: `t${n}`,
    customer_key: `c${n}`,
  }))

  it('can make another process’s sale the customer’s first sale', async () => {
    const shop = await open(4)
    await shop.policy({ duration: 'first_sale' })
    const responses = await recordInOneBatch(shop, sales, () =>
      otherProcess.record(
        shop.program.id,
        createReceivedSale({ transaction_id: 'other', customer_key: 'c2' }),
      ),
    )
    for (const response of responses) expect(response).toMatchObject(recordedOutcome)
    const unpaid = (await shop.rows('sale_events')).filter(
      ({ decision_code }) => decision_code !== 'with_commission',
    )
    expect(unpaid).toMatchObject([{ transaction_id: 't2' }])
    expect((await shop.rows('customers')).map(({ sale_count }) => sale_count)).toEqual([1, 1, 2, 1])
    await shop.verify()
  })

  it('can be a sale with the same transaction_id, which is returned while the other sales are recorded', async () => {
    const shop = await open(5)
    let other: unknown
    const responses = await recordInOneBatch(shop, sales, async () => {
      other = await otherProcess.record(
        shop.program.id,
        createReceivedSale({ transaction_id: 't1', customer_key: 'c4' }),
      )
    })
    const { sale_id } = other as { sale_id: number } // safe because it is compared with the responses
    expect(responses).toMatchObject([
      recordedOutcome,
      { value: { kind: 'duplicate', sale_id } },
      recordedOutcome,
      recordedOutcome,
    ])
    expect(await shop.counts()).toMatchObject({ sale_events: 4, commissions: 4, platform_fees: 4 })
    await shop.verify()
  })

  it('does not record a sale twice if its commit was reported as rolled back', async () => {
    const shop = await open(1)
    let attempts = 0
    const kysely = new Proxy(database.kysely, {
      get(target, name) {
        if (name !== 'transaction') return Reflect.get(target, name, target)
        return () => ({
          async execute(work: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) {
            const done = await target.transaction().execute(work)
            attempts++
            if (attempts === 1) throw Object.assign(new Error('a distributed deadlock'), { code: '40P01' })
            return done
          },
        })
      },
    })
    let concurrent: unknown
    const meanwhile = async () => {
      concurrent ??= await otherProcess.record(
        shop.program.id,
        createReceivedSale({ transaction_id: 'other' }),
      )
    }
    const clusteredDatabase = interrupted(meanwhile, kysely)
    const first = await clusteredDatabase.record(shop.program.id, createReceivedSale({ transaction_id: 't' }))
    expect([attempts, concurrent]).toMatchObject([2, { kind: 'recorded' }])
    const rows = await shop.rows('sale_events')
    const sale = rows.find(({ transaction_id }) => transaction_id === 't')
    expect(first).toMatchObject({ kind: 'recorded', sale_id: sale?.id, message: 'Sale recorded.' })
    expect(rows).toHaveLength(2)
    const retry = await clusteredDatabase.record(shop.program.id, createReceivedSale({ transaction_id: 't' }))
    expect(retry).toEqual({ kind: 'duplicate', sale_id: sale?.id })
    await shop.verify()
  })

  it('can be a time zone change, after which every sale counts on its day in the new time zone', async () => {
    const shop = await open(4)
    const responses = await recordInOneBatch(shop, sales, () =>
      updateProgram(deps, shop.program.id, { time_zone: 'Pacific/Kiritimati' }),
    )
    for (const response of responses) expect(response).toMatchObject(recordedOutcome)
    const recordedSale = (await shop.stats()).filter(({ sales }) => sales !== undefined)
    expect(recordedSale).toMatchObject([{ day: '2026-03-11', sales: 4, revenue_cents: '4000' }])
    await shop.verify()
  })

  testOnServer('waits for a started batch if it changes the time zone', async () => {
    const shop = await open(1)
    let commit: () => void = () => {}
    const reported = new Promise<void>((resolve) => {
      commit = resolve
    })
    let change: Promise<unknown> = Promise.resolve()
    const run: Run = (statement) => {
      if (statement.name !== 'save-sales') return database.run(statement)
      return database.kysely.transaction().execute(async (transaction) => {
        const rows = await runIn(transaction)(statement)
        change = updateProgram(deps, shop.program.id, { time_zone: 'Pacific/Kiritimati' })
        await Promise.race([change, reported])
        return rows as never[] // safe because they are the requested statement's rows
      })
    }
    const slow = groupSales({ ...deps, database: { ...database, run }, payments })
    const response = slow.record(shop.program.id, createReceivedSale({ transaction_id: 'a' }))
    await expect.poll(() => countWaiting(database)).toBe(1)
    commit()
    expect(await response).toMatchObject({ kind: 'recorded' })
    await change
    await shop.verify()
  })

  testOnServer('blocks nothing if the time zone stays the same', async () => {
    const shop = await open(1)
    await database.kysely.transaction().execute(async (transaction) => {
      // Locks the program like a batch that has started to count.
      const { time_zone } = await transaction
        .selectFrom('programs')
        .select('time_zone')
        .where('id', '=', shop.program.id)
        .forKeyShare()
        .executeTakeFirstOrThrow()
      const change = updateProgram(deps, shop.program.id, { name: 'Renamed', time_zone })
      expect(await change).toMatchObject({ name: 'Renamed', time_zone })
    })
  })

  it('can be a new policy, which applies from the next batch on', async () => {
    const shop = await open(4)
    await recordInOneBatch(shop, sales, () => shop.policy({ rate_bps: 500 }))
    await recordInOneBatch(shop, [{ transaction_id: 'next' }])
    const amounts = (await shop.rows('commissions')).map(({ amount_cents }) => amount_cents)
    expect(amounts).toEqual([200, 200, 200, 200, 50])
  })

  testOnServer('delays only the sale whose row it locks', async () => {
    const shop = await open(4)
    const { held, holder, release } = holdRow(shop, 'c1')
    await held
    const responses = sales.map((sent) => record(shop, sent))
    const [first, , third, fourth] = responses
    for (const response of await Promise.all([first, third, fourth])) {
      expect(response).toMatchObject({ kind: 'recorded' })
    }
    expect(await shop.counts()).toMatchObject({ sale_events: 3 })
    release()
    await holder
    for (const response of await Promise.all(responses)) expect(response).toMatchObject({ kind: 'recorded' })
    await shop.verify()
  })
})

describeOnServer('sales recorded one by one', () => {
  it('use one connection for fifty sales with a locked row', async () => {
    const shop = await open(1)
    const { held, holder, release } = holdRow(shop, 'c0')
    await held
    const responses = concurrently(50, (n) => record(shop, { transaction_id: `t${n}` }))
    await expect.poll(() => sales.queued).toBe(49)
    await expect.poll(() => countWaiting(database)).toBe(1)
    release()
    await holder
    for (const response of await responses) expect(response).toMatchObject({ kind: 'recorded' })
    expect(await shop.counts()).toMatchObject({ sale_events: 50, commissions: 50 })
    await shop.verify()
  })

  it('leave connections for other requests when many rows are locked', async () => {
    const shop = await open(12)
    const { held, holder, release } = holdRow(shop, '%')
    await held
    const responses = concurrently(12, (n) =>
      record(shop, { transaction_id: `t${n}`, customer_key: `c${n}` }),
    )
    await expect.poll(() => countWaiting(database)).toBe(saleLimits.maxIndividualSales)
    expect(saleLimits.maxIndividualSales).toBeLessThan(doctorLimits.postgresConnections - 2)
    release()
    await holder
    for (const response of await responses) expect(response).toMatchObject({ kind: 'recorded' })
    await shop.verify()
  })
})

describe('an unresponsive database', () => {
  /** This program's statements never complete. */
  const hangingRun =
    (programId: number): Run =>
    (statement) =>
      statement.values[0] === programId ? new Promise(() => {}) : database.run(statement)

  it('doesn’t delay other programs’ sales', async () => {
    const [shop, other] = [await open(1), await open(1)]
    const run = hangingRun(shop.program.id)
    const hangingSales = groupSales({ ...deps, database: { ...database, run }, payments })
    const pendingSale = hangingSales.record(shop.program.id, createReceivedSale({ transaction_id: 'a' }))
    expect(
      await hangingSales.record(other.program.id, createReceivedSale({ transaction_id: 'b' })),
    ).toMatchObject({
      kind: 'recorded',
    })
    await expect(pendingSale).rejects.toMatchObject({ name: 'CommitTimeoutError' })
  })

  it('rejects sales immediately if the queue is full, and returns 503 to the others in time', async () => {
    const shop = await open(1)
    const app = await buildApp({ ...deps, database: { ...database, run: hangingRun(shop.program.id) } })
    await app.ready()
    const startedAt = performance.now()
    const statement = (n: number) =>
      send(app, 'POST', '/api/v1/track/sale', {
        bearer: shop.program.liveKey,
        body: { transaction_id: `t${n}`, amount_cents: 100, customer_key: 'c0' },
      })
    const room = programLimits.saleBatchRows + programLimits.saleQueueRows
    const responses = await concurrently(room + 100, statement)
    const rejected = responses.filter(({ body }) => body.error.message.includes('was not processed'))
    expect(rejected.length).toBeGreaterThanOrEqual(100)
    for (const { status, headers, body } of responses) {
      expect([status, body.error.code]).toEqual([503, 'service_unavailable'])
      expect(headers['retry-after']).toMatch(/^[1-5]$/)
    }
    // Sending two thousand requests may be slow, but no client waits longer than this for the database.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(programLimits.saleWaitMs)
    await app.close()
    expect(await shop.counts()).toMatchObject({ sale_events: 0 })
  })
})

it('a group of sales is removed once none of them is in progress', async () => {
  const groups = createCommitGroups<string, number, number>({
    maxBatch: 2,
    maxQueued: 10,
    maxWaitMs: 1000,
    commit: async (key, items) => {
      if (key === 'bad') throw new Error('failed')
      return items
    },
  })
  const responses = Promise.allSettled([groups.add('a', 1), groups.add('a', 2), groups.add('bad', 3)])
  expect(groups.active).toBe(2)
  expect(await responses).toMatchObject([{ value: 1 }, { value: 2 }, { status: 'rejected' }])
  expect(groups.active).toBe(0)
})

describe('any batch', () => {
  const sent = fc.record({
    transaction_id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    customer_key: fc.constantFrom('c0', 'c1', 'nobody'),
    amount_cents: fc.integer({ min: 1, max: 1_000_000 }),
    currency: fc.constantFrom('USD' as const, 'EUR' as const),
    product_id: fc.constantFrom(undefined, 'book'),
    hours_ago: fc.integer({ min: 0, max: 60 }),
  })

  it('returns the same responses and rows as recording its sales one by one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sent, { minLength: 1, maxLength: 12 }), async (all) => {
        const receivedSales = all.map(({ hours_ago, ...request }) => ({
          ...request,
          occurred_at: new Date(new Date(NOW).getTime() - hours_ago * 3_600_000),
        }))
        const [grouped, single] = [await open(2), await open(2)]
        for (const shop of [grouped, single]) {
          await shop.policy({ duration: 'first_sale' })
          await shop.policy({ product_id: 'book', rate_bps: 1500 })
        }
        const responses = await Promise.all(receivedSales.map((statement) => record(grouped, statement)))
        const expected = []
        for (const statement of receivedSales) expected.push(await record(single, statement))
        expect(await normalizedState(grouped, responses)).toEqual(await normalizedState(single, expected))
        await grouped.verify()
      }),
      { numRuns: inject('database').kind === 'embedded' ? 8 : 20 },
    )
  })

  /** Returns responses and rows with names in place of ids. */
  async function normalizedState(shop: Shop, responses: Awaited<ReturnType<typeof record>>[]) {
    const events = await shop.rows('sale_events')
    const names = new Map(events.map(({ id, transaction_id }) => [id, transaction_id]))
    const policies = await shop.rows('commission_policies')
    const product = (id: unknown) => policies.find((policy) => policy.id === id)?.product_id ?? 'default'
    return {
      responses: responses.map((response) => ({
        ...response,
        ...('sale_id' in response ? { sale_id: names.get(response.sale_id) } : {}),
        ...('commission_id' in response ? { commission_id: response.commission_id !== null } : {}),
      })),
      customers: (await shop.rows('customers')).map(
        ({ customer_key, status, sale_count, first_sale_at, first_purchase_at }) => ({
          ...{ customer_key, status, sale_count, first_sale_at, first_purchase_at },
        }),
      ),
      events: events
        .map(({ transaction_id, amount_cents, currency, product_id, reported_at, decision_code }) => ({
          ...{ transaction_id, amount_cents, currency, product_id, reported_at, decision_code },
        }))
        .sort((a, b) => String(a.transaction_id).localeCompare(String(b.transaction_id))),
      commissions: (await shop.rows('commissions'))
        .map(({ sale_id, policy_id, amount_cents, currency }) => ({
          ...{ sale: String(names.get(sale_id)), policy: product(policy_id), amount_cents, currency },
        }))
        .sort((a, b) => a.sale.localeCompare(b.sale)),
      stats: await shop.stats(),
    }
  }
})
