import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eraseDataSubject } from '../../src/operations/data-subjects/erase-data-subject.flow.ts'
import { rebuildStatistics } from '../../src/statistics/rebuild-statistics.flow.ts'
import { rollUpLinks } from '../../src/statistics/roll-up-link-stats.job.ts'
import { updateProgram } from '../../src/workspace/programs/update-program.flow.ts'
import { createTestPartner, send, signInMember, startTestService } from '../harness.ts'
import { openShop, type Shop } from '../merchant.ts'
import { makePartitions, run } from '../operations/retention/old-clicks.ts'
import { linkStats } from './link-stats.ts'

const service = await startTestService({
  ownDatabase: true,
  now: '2025-01-15T12:00:00Z',
  config: { archiveTo: 'none', clickRetentionMonths: 2 },
})
const { app, clock, database, deps } = service

const ZONES = [
  'UTC',
  'America/New_York',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
] as const
const HOUR_MS = 3_600_000

/** The number of histories that fit into 30 seconds, or the requested number. */
const HISTORIES =
  process.env.LINK_HISTORIES === undefined
    ? { numRuns: 20, interruptAfterTimeLimit: 30_000 }
    : { numRuns: Number(process.env.LINK_HISTORIES) }
const DAY_HOURS = 24

const small = (max: number) => fc.integer({ min: 0, max })
const kind = <Kind extends string, Model extends object>(
  name: Kind,
  model: { [Field in keyof Model]: fc.Arbitrary<Model[Field]> },
) => fc.record({ kind: fc.constant(name), ...model }) as fc.Arbitrary<{ kind: Kind } & Model>

const event = fc.oneof(
  { weight: 4, arbitrary: kind<'click', { link: number }>('click', { link: small(3) }) },
  { weight: 3, arbitrary: kind<'lead', { click: number }>('lead', { click: small(9) }) },
  {
    weight: 6,
    arbitrary: kind<'sale', { customer: number; units: number; currency: string; hoursAgo: number }>('sale', {
      customer: small(5),
      units: fc.integer({ min: 1, max: 50 }),
      currency: fc.constantFrom('USD', 'VND'),
      hoursAgo: small(20 * DAY_HOURS),
    }),
  },
  {
    weight: 4,
    arbitrary: kind<'refund', { sale: number; quarters: number }>('refund', {
      sale: small(9),
      quarters: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: kind<'reject', { sale: number }>('reject', { sale: small(9) }) },
  { weight: 4, arbitrary: kind<'later', { hours: number }>('later', { hours: small(3 * DAY_HOURS) }) },
  { weight: 1, arbitrary: kind<'much later', { days: number }>('much later', { days: small(70) }) },
  { weight: 1, arbitrary: kind<'move', { zone: number }>('move', { zone: small(ZONES.length - 1) }) },
  { weight: 1, arbitrary: kind<'archive', object>('archive', {}) },
  { weight: 1, arbitrary: kind<'erase', { customer: number }>('erase', { customer: small(5) }) },
  // This also rolls up incomplete days, as a process whose clock is ahead would.
  { weight: 3, arbitrary: kind<'fold', { daysAhead: number }>('fold', { daysAhead: small(4) }) },
  { weight: 1, arbitrary: kind<'rebuild', object>('rebuild', {}) },
)

type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never

interface Link {
  partnerId: number
  linkId: number
  code: string
}

type Column = 'clicks' | 'leads' | 'conversions' | 'sales' | 'revenue_cents' | 'commission_cents'

/** An independent record of the responses. */
interface Ledger {
  entries: { at: Date; link: Link; currency: string; column: Column; value: number }[]
  clicks: { id: string; link: Link }[]
  customers: { key: string; link: Link; hasBought: boolean; isErased: boolean }[]
  sales: {
    transaction: string
    link: Link
    currency: string
    reportedAt: Date
    madeAt: Date
    commissionId: number
    /** The part of the sale that hasn't been refunded, in quarters. */
    quartersLeft: number
    quarter: number
    commissionLeft: number
    isRejected: boolean
  }[]
}

test('link statistics add up to the daily statistics and match an independent ledger', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ZONES),
      fc.array(event, { minLength: 20, maxLength: 45, size: 'max' }),
      async (timeZone, events) => {
        clock.set('2025-01-15T12:00:00Z')
        await makePartitions(service)
        const shop = await openShop(service, { timeZone })
        const links = await createLinks(shop)
        const owner = await signInMember(service, shop.program)
        const ledger: Ledger = { entries: [], clicks: [], customers: [], sales: [] }
        for (const one of events) await recordEvents({ shop, links, owner, ledger }, one)
        // Checks the reports as written, after a roll-up, and after a rebuild.
        await expectReports({ shop, owner, links, ledger })
        await rollUp(0)
        await expectAll({ shop, ledger })
        await expectReports({ shop, owner, links, ledger })
        await rebuildStatistics(database, shop.program.id)
        await expectAll({ shop, ledger })
        await expectReports({ shop, owner, links, ledger })
      },
    ),
    HISTORIES,
  )
}, 3_600_000)

/** Creates two partners with two links each. */
async function createLinks(shop: Shop): Promise<Link[]> {
  const { program } = shop
  const first = { partnerId: program.partnerId, linkId: program.linkId, code: program.code }
  const other = await createTestPartner(service, program)
  const more = await Promise.all(
    [first, other].map(async ({ partnerId }) => {
      const code = `m${partnerId}x${program.id}`
      const { id } = await database.kysely
        .insertInto('links')
        .values({ program_id: program.id, partner_id: partnerId, code, created_at: clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await database.kysely
        .insertInto('link_codes')
        .values({ code, program_id: program.id, link_id: id })
        .execute()
      return { partnerId, linkId: id, code }
    }),
  )
  return [first, other, ...more]
}

interface Simulation {
  shop: Shop
  links: Link[]
  owner: string
  ledger: Ledger
}

function pick<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % Math.max(items.length, 1)]
}

async function recordEvents({ shop, links, owner, ledger }: Simulation, one: Event): Promise<void> {
  const at = clock.now()
  const note = (entry: Omit<Ledger['entries'][number], 'at'> & { at?: Date }) =>
    ledger.entries.push({ at, ...entry })
  const bearer = shop.program.liveKey
  switch (one.kind) {
    case 'click': {
      const link = links[one.link]
      if (link === undefined) throw new Error('there are fewer than four links')
      ledger.clicks.push({ id: await shop.clickId(link.code), link })
      note({ link, currency: 'XXX', column: 'clicks', value: 1 })
      return
    }
    case 'lead': {
      const click = pick(ledger.clicks, one.click)
      if (click === undefined) return
      const key = `c${ledger.customers.length}`
      const { status } = await shop.serverLead({ click_id: click.id, customer_key: key })
      if (status !== 200) return
      // A click has one unconfirmed signup; a second key creates its own customer.
      ledger.customers.push({ key, link: click.link, hasBought: false, isErased: false })
      note({ link: click.link, currency: 'XXX', column: 'leads', value: 1 })
      return
    }
    case 'sale': {
      const customer = pick(ledger.customers, one.customer)
      if (customer === undefined || customer.isErased) return
      const { link } = customer
      const { currency } = one
      const transaction = `t${ledger.sales.length}-${ledger.entries.length}`
      const reportedAt = new Date(at.getTime() - one.hoursAgo * HOUR_MS)
      const quarter = one.units * 500
      const { body } = await shop.sale({
        transaction_id: transaction,
        amount_cents: 4 * quarter,
        currency,
        customer_key: customer.key,
        occurred_at: reportedAt.toISOString(),
      })
      if (body.sale_id === null) return
      // The test program pays 20%.
      const commissionLeft = (4 * quarter) / 5
      ledger.sales.push({
        ...{ transaction, link, currency, reportedAt, madeAt: at, quarter, commissionLeft },
        commissionId: body.commission_id,
        quartersLeft: 4,
        isRejected: false,
      })
      if (!customer.hasBought)
        note({ at: reportedAt, link, currency: 'XXX', column: 'conversions', value: 1 })
      customer.hasBought = true
      note({ at: reportedAt, link, currency, column: 'sales', value: 1 })
      note({ at: reportedAt, link, currency, column: 'revenue_cents', value: 4 * quarter })
      note({ link, currency, column: 'commission_cents', value: commissionLeft })
      return
    }
    case 'refund': {
      const sale = pick(ledger.sales, one.sale)
      if (sale === undefined) return
      const quarters = Math.min(one.quarters, sale.quartersLeft)
      if (quarters === 0) return
      const { link, currency, reportedAt } = sale
      const body = {
        transaction_id: sale.transaction,
        refund_id: `r${ledger.entries.length}`,
        refund_amount_cents: quarters * sale.quarter,
      }
      expect((await send(app, 'POST', '/api/v1/track/refund', { bearer, body })).status).toBe(200)
      sale.quartersLeft -= quarters
      note({ at: reportedAt, link, currency, column: 'revenue_cents', value: -quarters * sale.quarter })
      if (sale.quartersLeft === 0) note({ at: reportedAt, link, currency, column: 'sales', value: -1 })
      if (sale.isRejected) return
      const value = (quarters * sale.quarter) / 5
      sale.commissionLeft -= value
      note({ at: sale.madeAt, link, currency, column: 'commission_cents', value: -value })
      return
    }
    case 'reject': {
      const sale = pick(ledger.sales, one.sale)
      if (sale === undefined || sale.isRejected) return
      const path = `/api/programs/${shop.program.id}/commissions/reject`
      const body = { commissionIds: [sale.commissionId], reason: 'fraud' }
      const { status } = await send(app, 'POST', path, { bearer: owner, body })
      if (status !== 200) return
      const { link, currency, madeAt, commissionLeft } = sale
      sale.isRejected = true
      note({ at: madeAt, link, currency, column: 'commission_cents', value: -commissionLeft })
      return
    }
    case 'later':
      return clock.advance({ hours: one.hours })
    case 'much later':
      return clock.advance({ days: one.days })
    case 'move':
      await updateProgram(deps, shop.program.id, { time_zone: ZONES[one.zone] ?? 'UTC' })
      return
    case 'archive':
      await run(service, { kind: 'none' })
      return
    case 'erase': {
      const customer = pick(ledger.customers, one.customer)
      if (customer === undefined || customer.isErased) return
      const { kind: done } = await eraseDataSubject(deps, shop.program.id, { customerKey: customer.key })
      expect(done).toBe('erased')
      customer.isErased = true
      // Later reports about such a sale use its pseudonym, which the ledger doesn't track.
      ledger.sales = ledger.sales.filter(({ link }) => link !== customer.link)
      return
    }
    case 'fold':
      return rollUp(one.daysAhead)
    case 'rebuild':
      await rebuildStatistics(database, shop.program.id)
      return
  }
}

function rollUp(daysAhead: number): Promise<void> {
  const now = new Date(clock.now().getTime() + daysAhead * DAY_HOURS * HOUR_MS)
  return rollUpLinks({ database, clock: { now: () => now } })
}

/** Returns the day of an instant, such as `2025-01-15`, with a different implementation than the service's. */
function toDay(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
  }).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

async function readTimeZone(shop: Shop): Promise<string> {
  const { time_zone } = await database.kysely
    .selectFrom('programs')
    .select('time_zone')
    .where('id', '=', shop.program.id)
    .executeTakeFirstOrThrow()
  return time_zone
}

async function expectAll({ shop, ledger }: Pick<Simulation, 'shop' | 'ledger'>) {
  await shop.verify()
  const zone = await readTimeZone(shop)
  const expected = new Map<string, number>()
  for (const { at, link, currency, column, value } of ledger.entries) {
    const key = `${toDay(at, zone)} ${link.partnerId} ${link.linkId} ${currency} ${column}`
    expected.set(key, (expected.get(key) ?? 0) + value)
  }
  const stored = await linkStats(database, shop.program.id)
  expect(stored).toEqual(new Map([...expected].filter(([, value]) => value !== 0).sort()))
  // Expects the sum across all links to equal the daily statistics.
  const { rows } = await sql`
    select d.day, d.currency from (
      select day, currency, sum(clicks) as clicks, sum(leads) as leads, sum(conversions) as conversions,
        sum(sales) as sales, sum(revenue_cents) as revenue, sum(commission_cents) as commission
      from daily_stats where program_id = ${shop.program.id} group by 1, 2
    ) d full join (
      select day, currency, sum(clicks) as clicks, sum(leads) as leads, sum(conversions) as conversions,
        sum(sales) as sales, sum(revenue_cents) as revenue, sum(commission_cents) as commission
      from daily_link_stats where program_id = ${shop.program.id} group by 1, 2
    ) l on l.day = d.day and l.currency = d.currency
    where (coalesce(d.clicks, 0), coalesce(d.leads, 0), coalesce(d.conversions, 0), coalesce(d.sales, 0),
      coalesce(d.revenue, 0), coalesce(d.commission, 0)) is distinct from (coalesce(l.clicks, 0), coalesce(l.leads, 0),
      coalesce(l.conversions, 0), coalesce(l.sales, 0), coalesce(l.revenue, 0), coalesce(l.commission, 0))`.execute(
    database.kysely,
  )
  expect(rows).toEqual([])
}

/** Expects correct partner reports for the whole history and for some periods. */
async function expectReports({ shop, owner, links, ledger }: Simulation) {
  const zone = await readTimeZone(shop)
  const today = toDay(clock.now(), zone)
  const middleDay = toDay(new Date(clock.now().getTime() - 10 * DAY_HOURS * HOUR_MS), zone)
  for (const [from, to] of [
    ['2024-12-01', today],
    // These ranges are complete periods.
    ['2024-11-14', '2025-09-25'],
    [middleDay, today],
    ['2024-12-01', middleDay],
  ] as const) {
    const partnerIds = [...new Set(links.map(({ partnerId }) => partnerId))]
    const query = `partnerIds=${partnerIds.join(',')}&dateFrom=${from}&dateTo=${to}`
    const path = `/api/programs/${shop.program.id}/partner-metrics?${query}`
    const { body, status } = await send(app, 'GET', path, { bearer: owner })
    expect(status).toBe(200)
    const entriesInRange = ledger.entries.filter(({ at }) => toDay(at, zone) >= from && toDay(at, zone) <= to)
    const sum = (partnerId: number, column: Column, currency: string) =>
      entriesInRange
        .filter(
          (one) => one.link.partnerId === partnerId && one.column === column && one.currency === currency,
        )
        .reduce((total, { value }) => total + value, 0)
    const money = (partnerId: number, column: Column) =>
      Object.fromEntries(
        ['USD', 'VND'].flatMap((currency) => {
          const cents = sum(partnerId, column, currency)
          return cents === 0 ? [] : [[currency, cents]]
        }),
      )
    expect(body.data).toEqual(
      partnerIds.map((partnerId) => ({
        partnerId,
        clicks: sum(partnerId, 'clicks', 'XXX'),
        leads: sum(partnerId, 'leads', 'XXX'),
        conversions: sum(partnerId, 'conversions', 'XXX'),
        sales: sum(partnerId, 'sales', 'USD') + sum(partnerId, 'sales', 'VND'),
        revenueByCurrency: money(partnerId, 'revenue_cents'),
        commissionByCurrency: money(partnerId, 'commission_cents'),
      })),
    )
  }
}
