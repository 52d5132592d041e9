import { CompiledQuery } from 'kysely'
import { expect, inject, test } from 'vitest'
import { approveCommissions } from '../../../src/earnings/commissions/approve-commissions.job.ts'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { rebuildStatistics } from '../../../src/statistics/rebuild-statistics.flow.ts'
import { verifyStatistics } from '../../../src/statistics/verify-statistics.flow.ts'
import { createTableAnalysis } from '../../../src/workspace/programs/analyze-tables.job.ts'
import { resolved } from '../../core/openapi-document.ts'
import {
  isCluster,
  send,
  signInMember,
  startTestService,
  type TestProgram,
  type TestService,
  titleUnlessCluster,
} from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'
import { observeStatements } from '../../observe-statements.ts'
import { signInAs } from '../../partners/portal-access/partner.ts'
import { fill, rowId, runUnguarded } from '../../portal/partner-portal/filled-program.ts'

/**
 * The planner uses the statistics of the last ANALYZE, which runs once a tenth of the table has changed. Until then it
 * expects one row per table for a new program, so plans that join every row with every other row look cheap. These
 * tests compare plans after the analyze_tables job with plans after a full ANALYZE, by the number of rows handled,
 * because times vary between runs.
 */

const PARTNERS = 80
/** A plan that joins each of a partner's ten commissions with all the others handles 640,000 rows. */
const MORE_TIMES = 3
const MORE_ROWS = 6_000

function testOnOneServer(name: string, work: () => Promise<void>) {
  const isSkipped = inject('database').kind !== 'postgres' || isCluster
  const why = 'each worker of a cluster would have to report its rows'
  test.skipIf(isSkipped)(titleUnlessCluster(`${name} (PostgreSQL)`, why), work, 300_000)
}

testOnOneServer(
  'reading a program newer than the statistics costs little more than reading an older one',
  async () => {
    const service = await startTestService({ ownDatabase: true })
    const executeText = (text: string) => service.database.kysely.executeQuery(CompiledQuery.raw(text))
    await disableAutovacuum(service)
    const [counted, shop] = [await openShop(service), await openShop(service)]
    for (const { id } of [counted.program, shop.program])
      await executeText(`update programs set created_at = '2025-06-01T00:00:00Z' where id = ${id}`)
    await fillCompletely(service, counted.program, { first: 5_000, last: 5_050 })
    await executeText('vacuum analyze')
    await fillCompletely(service, shop.program, { first: 0, last: PARTNERS })
    const verified = await countRowsDuring((during) => reconcile(service, shop, during))
    await executeText('select pg_stat_force_next_flush()')
    const analysis = createTableAnalysis()
    const analyzeTables = () => analysis.run(service)
    expect(await analyzeTables()).toEqual(expect.arrayContaining(['commissions', 'partners']))
    expect(await analyzeTables()).toEqual([])
    const newProgramRows = await countAllRowReads(service, shop, 1)
    await executeText('vacuum analyze')
    const countedRows = await countAllRowReads(service, shop, 2)
    const overLimit = [...verified, ...newProgramRows].flatMap(([url, rows]) => {
      const usual = countedRows.get(url) ?? 0
      return rows <= MORE_TIMES * usual + MORE_ROWS ? [] : [`${url.slice(0, 400)}: ${usual} → ${rows}`]
    })
    expect(overLimit).toEqual([])
    expect(countedRows.size).toBeGreaterThan(200)
  },
)

testOnOneServer(
  'the job finds a program that grew among three hundred others, and skips a locked table',
  async () => {
    const service = await startTestService({ ownDatabase: true })
    const { kysely } = service.database
    const executeText = (text: string) => kysely.executeQuery(CompiledQuery.raw(text))
    await disableAutovacuum(service)
    const analysis = createTableAnalysis()
    const analyzeTables = () => analysis.run(service)
    const grow = (programs: string, rows: number) =>
      runUnguarded(service.database, [
        `insert into daily_stats (program_id, day, currency, shard)
          select p, date '2020-01-01' + n % 1000, 'USD', n / 1000 from ${programs} p, generate_series(0, ${rows - 1}) n`,
        'select pg_stat_force_next_flush()',
      ])
    // The planner lists a hundred of them and expects the average for the others.
    await grow('generate_series(1000, 1099)', 300)
    await grow('generate_series(2000, 2300)', 120)
    await executeText('vacuum analyze')
    await grow('generate_series(500, 500)', 20)
    expect(await analyzeTables()).toEqual([])

    await grow('generate_series(501, 501)', 5_000)
    await kysely.transaction().execute(async (other) => {
      await other.executeQuery(CompiledQuery.raw('lock table daily_stats in share update exclusive mode'))
      expect(await analyzeTables()).toEqual([])
    })
    expect(await analyzeTables()).toEqual([])

    service.clock.advance({ minutes: 5 })
    await kysely.transaction().execute(async (other) => {
      await other.executeQuery(CompiledQuery.raw('lock table daily_stats'))
      await expect(analyzeTables()).rejects.toThrow('lock timeout')
      // The next run doesn't wait for the lock again.
      expect(await analyzeTables()).toEqual([])
    })
    service.clock.advance({ minutes: 5 })
    expect(await analyzeTables()).toEqual(['daily_stats'])
    expect(await analyzeTables()).toEqual([])
  },
)

/** Turns autovacuum off, so that only the test analyzes tables. */
async function disableAutovacuum({ database }: TestService) {
  const { rows } = await database.kysely.executeQuery<{ name: string }>(
    CompiledQuery.raw(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    ),
  )
  for (const { name } of rows) {
    await database.kysely.executeQuery(
      CompiledQuery.raw(`alter table ${name} set (autovacuum_enabled = false)`),
    )
  }
}

/** Adds what `fill` creates, a platform fee for each sale, and one invoice for all of them. */
async function fillCompletely(
  service: TestService,
  { id, partnerId, linkId }: TestProgram,
  numbers: { first: number; last: number },
) {
  await fill(service, { programId: id, partnerId, linkId }, numbers)
  await runUnguarded(service.database, [
    `insert into platform_fees (program_id, sale_id, rate_bps, amount_cents, currency, created_at, invoiced_cents,
          invoiced_usd_cents)
        select program_id, id, 350, 35, 'USD', received_at, i.cents, i.cents
        from sale_events s cross join lateral (select case when s.received_at < '2026-02-01' then 35 else 0 end as cents) i
        where program_id = ${id}`,
    `insert into invoices (id, program_id, sequence, month, period_from, period_to, time_zone, issuer, program_name,
          workspace_name, exchange_rates, lines, total_usd_cents, issued_by, issued_at) overriding system value
        select 1, ${id}, 1, '2026-01-01', '2026-01-01', '2026-02-01', 'UTC', 'I', 'P', 'W', '{}', count(*),
          sum(invoiced_cents), 'x', '2026-02-01' from platform_fees where program_id = ${id} and invoiced_cents > 0`,
    `insert into invoice_lines (program_id, invoice_id, fee_id, sale_id, kind, amount_cents, currency, exchange_rate,
          usd_cents, charged_at)
        select program_id, 1, id, sale_id, 'fee', 35, 'USD', 1, 35, created_at from platform_fees
        where program_id = ${id} and invoiced_cents > 0`,
  ])
}

/** Runs all of a program's reads, tracking requests and money operations. */
function countAllRowReads(service: TestService, shop: Shop, round: number): Promise<Map<string, number>> {
  return countRowsDuring(async (during) => {
    const bearer = await signInMember(service, shop.program)
    const { cookie } = await signInAs(service, shop.program.partnerId)
    for (const { requested, url, isPartnerRoute } of await listReads(service, shop.program)) {
      const caller = isPartnerRoute ? { headers: { cookie } } : { bearer }
      await during(requested, () => send(service.app, 'GET', url, caller))
    }
    await reconcile(service, shop, during)
    await track(service, shop, { during, round })
    await settle(service, shop, { during, bearer })
  })
}

/** These also run before the first ANALYZE, because imports are verified right away. */
async function reconcile({ database }: TestService, { program }: Shop, during: During) {
  await during('verify money', () => verifyMoney(database, program.id))
  await during('verify statistics', () => verifyStatistics(database, program.id))
}

type During = (requested: string, work: () => Promise<unknown>) => Promise<void>

/** Returns the rows handled by each statement's plans, by operation and SQL text. */
async function countRowsDuring(work: (during: During) => Promise<void>): Promise<Map<string, number>> {
  const handled = new Map<string, number>()
  await work(async (requested, one) => {
    for (const { text, rows } of await explained(one)) {
      const key = `${requested}: ${text}`
      handled.set(key, (handled.get(key) ?? 0) + rows)
    }
  })
  return handled
}

/** Returns all reads in the OpenAPI document, with existing parameters. */
async function listReads({ app }: TestService, { id, partnerId }: TestProgram) {
  const { body: published } = await send(app, 'GET', '/openapi.json')
  const { paths } = resolved(published, published)
  const ids: Record<string, string> = {
    programId: String(id),
    partnerId: String(partnerId),
    commissionId: String(rowId(0, 1)),
    payoutId: String(rowId(0, 2)),
    claimId: String(rowId(0, 1)),
    applicationId: '1000001',
    invoiceId: '1',
    type: 'sale',
    eventId: String(rowId(0, 1)),
  }
  return Object.entries<{ get?: { parameters?: { name: string; in: string }[] } }>(paths)
    .filter(([path, { get }]) => get !== undefined && path.startsWith('/api/'))
    .flatMap(([path, { get }]) => {
      const acceptsParameter = (name: string) =>
        get?.parameters?.some((one) => one.in === 'query' && one.name === name)
      const queries = [
        ...(acceptsParameter('period') ? ['?period=90d', '?period=all'] : ['']),
        ...(acceptsParameter('search') ? ['?search=order-0-1'] : []),
        ...(acceptsParameter('month') ? ['?month=2026-02'] : []),
        ...(acceptsParameter('transactionId') ? ['?transactionId=order-0-1'] : []),
        ...(acceptsParameter('by') ? ['?by=partner&period=90d'] : []),
      ]
      const url = path.replace(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? 'none')
      return queries.map((query) => ({
        requested: `GET ${path}${query}`,
        url: `${url}${query}`,
        isPartnerRoute: path.startsWith('/api/partner/'),
      }))
    })
}

/** Sends a shop's events. */
async function track({ app }: TestService, shop: Shop, { during, round }: { during: During; round: number }) {
  const customer_key = `new-${round}`
  const transaction_id = `new-order-${round}`
  await during('click', () => shop.click())
  await during('lead', () => shop.customer(customer_key))
  await during('sale', () => shop.sale({ transaction_id, customer_key, amount_cents: 1000 }))
  await during('refund', () =>
    send(app, 'POST', '/api/v1/track/refund', { bearer: shop.program.liveKey, body: { transaction_id } }),
  )
  await during('sale of an existing customer', () =>
    shop.sale({ transaction_id: `${transaction_id}-2`, customer_key: 'key-0-1', amount_cents: 1000 }),
  )
}

/** Runs money operations and reverts them, so that a second run finds the same data. */
async function settle(
  service: TestService,
  { program }: Shop,
  { during, bearer }: { during: During; bearer: string },
) {
  const post = async (path: string, body: object = {}) => {
    const response = await send(service.app, 'POST', `/api/programs/${program.id}/${path}`, { bearer, body })
    expect(response.status, `${path}: ${response.text}`).toBeLessThan(300)
    return response.body.data
  }
  await during('rebuild statistics', () => rebuildStatistics(service.database, program.id))
  await during('approve', () => approveCommissions(service))
  await during('payouts', () => post('payouts'))
  const { body } = await send(
    service.app,
    'GET',
    `/api/programs/${program.id}/payouts?status=open&limit=200`,
    {
      bearer,
    },
  )
  for (const { id } of body.data) await during('payout canceled', () => post(`payouts/${id}/cancel`))
  let invoice = 0
  await during('invoice', async () => {
    invoice = (await post('invoices', { month: '2026-02' })).id
  })
  await during('invoice voided', () => post(`invoices/${invoice}/void`, { reason: 'It was wrong.' }))
}

/** Explains each statement before it runs, and rolls the explained run back. */
async function explained(work: () => Promise<unknown>): Promise<{ text: string; rows: number }[]> {
  const scans: { text: string; rows: number }[] = []
  const withTransaction = new WeakSet<object>()
  await observeStatements(work, async ({ client, text, values, query: executeText }) => {
    if (/^begin|^start transaction/i.test(text)) withTransaction.add(client)
    if (/^(commit|rollback)$/i.test(text)) withTransaction.delete(client)
    if (!/^\s*(select|with|insert|update|delete)\b/i.test(text) || /set_config/.test(text)) return
    const [begin, end] = withTransaction.has(client)
      ? ['savepoint explained', 'rollback to savepoint explained']
      : ['begin', 'rollback']
    await executeText(begin)
    try {
      const { rows } = await executeText({
        text: `explain (analyze, timing off, format json) ${text}`,
        values,
      })
      scans.push({
        text: text.replace(/\s+/g, ' ').trim(),
        rows: countPlanRows(rows[0]['QUERY PLAN'][0].Plan),
      })
    } finally {
      await executeText(end)
    }
  })
  return scans
}

interface Plan {
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

function countPlanRows(plan: Plan): number {
  const once =
    (plan['Actual Rows'] ?? 0) +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Join Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0)
  const parts = plan.Plans ?? []
  return once * (plan['Actual Loops'] ?? 0) + parts.reduce((sum, part) => sum + countPlanRows(part), 0)
}
