import { describe, expect, test } from 'vitest'
import { reportDay } from '../../src/core/time/report-day.rule.ts'
import { rebuildStatistics } from '../../src/statistics/rebuild-statistics.flow.ts'
import { verifyStatistics } from '../../src/statistics/verify-statistics.flow.ts'
import { uuidV7 } from '../../src/tracking/clicks/click-id.rule.ts'
import { createTestProgram, startTestService, type TestProgram, type TestService } from '../harness.ts'

const service = await startTestService({ ownDatabase: true })
const { database } = service
const { kysely } = database

/** Returns functions that insert events without statistics. Clicks get a local day if a time zone is given. */
function createEventInserters(
  program: TestProgram,
  { clock, deps: { ids } }: TestService,
  timeZone?: string,
) {
  const uuidAt = (at: string) => uuidV7(new Date(at), ids.bytes(10))
  let transactions = 0
  return {
    async click(at: string, isTest = false) {
      await kysely
        .insertInto('click_events')
        .values({
          program_id: program.id,
          received_at: new Date(at),
          day: isTest || timeZone === undefined ? null : reportDay(new Date(at), timeZone),
          click_uuid: uuidAt(at),
          is_test: isTest,
          link_id: program.linkId,
          partner_id: program.partnerId,
        })
        .execute()
    },
    async customer(row: {
      status: 'provisional' | 'lead' | 'conversion'
      signup_at?: string
      first_purchase_at?: string
    }) {
      const firstPurchaseAt = row.first_purchase_at === undefined ? null : new Date(row.first_purchase_at)
      const { id } = await kysely
        .insertInto('customers')
        .values({
          program_id: program.id,
          status: row.status,
          partner_id: program.partnerId,
          link_id: program.linkId,
          click_uuid: uuidAt('2026-03-01T00:00:00Z'),
          clicked_at: new Date('2026-03-01T00:00:00Z'),
          signup_at: row.signup_at === undefined ? null : new Date(row.signup_at),
          first_sale_at: firstPurchaseAt,
          first_purchase_at: firstPurchaseAt,
          sale_count: firstPurchaseAt === null ? 0 : 1,
          created_at: clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    async sale(
      at: string,
      row: {
        customer_id?: number
        amount_cents: number
        currency?: 'USD' | 'EUR' | 'VND'
        refunded_cents?: number
        commission_cents?: number
      },
    ) {
      const isTest = row.customer_id === undefined
      const refunded = row.refunded_cents ?? 0
      const sale = await kysely
        .insertInto('sale_events')
        .values({
          program_id: program.id,
          is_test: isTest,
          transaction_id: `t-${transactions++}`,
          amount_cents: row.amount_cents,
          currency: row.currency ?? 'USD',
          sale_type: 'payment',
          is_recurring: false,
          customer_id: row.customer_id ?? null,
          partner_id: isTest ? null : program.partnerId,
          attributed_by: isTest ? null : 'customer_key',
          status: refunded === row.amount_cents ? 'refunded' : 'paid',
          refunded_cents: refunded,
          received_at: new Date(at),
          reported_at: new Date(at),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (row.customer_id === undefined || row.commission_cents === undefined) return
      const policy = await kysely
        .selectFrom('commission_policies')
        .select('id')
        .where('program_id', '=', program.id)
        .executeTakeFirstOrThrow()
      await kysely
        .insertInto('commissions')
        .values({
          program_id: program.id,
          kind: 'sale',
          sale_id: sale.id,
          customer_id: row.customer_id,
          partner_id: program.partnerId,
          policy_id: policy.id,
          amount_cents: row.commission_cents,
          currency: row.currency ?? 'USD',
          hold_until: new Date(at),
          created_at: new Date(at),
        })
        .execute()
    },
  }
}

async function storedStats(program: TestProgram) {
  const rows = await kysely
    .selectFrom('daily_stats')
    .selectAll()
    .where('program_id', '=', program.id)
    .orderBy('day')
    .orderBy('currency')
    .execute()
  return rows.map((row) => {
    const countedColumns = Object.entries(row).filter(
      ([name, value]) => name !== 'shard' && Number(value) !== 0,
    )
    const { program_id, ...rest } = Object.fromEntries(countedColumns)
    return rest
  })
}

describe('stats rebuild', () => {
  test('counts every kind of event by day and currency, excluding test events', async () => {
    const program = await createTestProgram(service)
    const events = createEventInserters(program, service)
    await events.click('2026-03-01T10:00:00Z')
    await events.click('2026-03-01T11:00:00Z')
    await events.click('2026-03-01T11:00:00Z', true)
    await events.customer({ status: 'provisional' })
    await events.customer({ status: 'lead', signup_at: '2026-03-02T00:00:00Z' })
    const buyer = await events.customer({
      status: 'conversion',
      signup_at: '2026-03-02T01:00:00Z',
      first_purchase_at: '2026-03-03T00:00:00Z',
    })
    await events.sale('2026-03-03T00:00:00Z', {
      customer_id: buyer,
      amount_cents: 4900,
      commission_cents: 980,
    })
    await events.sale('2026-03-03T01:00:00Z', { customer_id: buyer, amount_cents: 1000, refunded_cents: 400 })
    await events.sale('2026-03-03T02:00:00Z', {
      customer_id: buyer,
      amount_cents: 700,
      refunded_cents: 700,
      commission_cents: 140,
    })
    await events.sale('2026-03-03T03:00:00Z', {
      customer_id: buyer,
      amount_cents: 250_000,
      currency: 'VND',
      commission_cents: 50_000,
    })
    await events.sale('2026-03-03T04:00:00Z', { amount_cents: 9_999 })

    expect(await rebuildStatistics(database, program.id)).toEqual([
      { program_id: program.id, time_zone: 'UTC', days: 4, days_before: 0 },
    ])
    expect(await storedStats(program)).toEqual([
      { day: '2026-03-01', currency: 'XXX', clicks: 2 },
      { day: '2026-03-02', currency: 'XXX', leads: 2 },
      { day: '2026-03-03', currency: 'USD', sales: 2, revenue_cents: '5500', commission_cents: '1120' },
      { day: '2026-03-03', currency: 'VND', sales: 1, revenue_cents: '250000', commission_cents: '50000' },
      { day: '2026-03-03', currency: 'XXX', conversions: 1 },
      { day: '2026-03-10', currency: 'XXX', partners: 1 },
    ])
    expect(await verifyStatistics(database, program.id)).toEqual({ programs: [program.id], differences: [] })
  })

  test.each([
    {
      day: 'the 23 hours of the spring clock change',
      clicks: [
        '2026-03-08T04:59:59.999Z',
        '2026-03-08T05:00:00Z',
        '2026-03-09T03:59:59.999Z',
        '2026-03-09T04:00:00Z',
      ],
      expected: ['2026-03-07', '2026-03-08', '2026-03-08', '2026-03-09'],
    },
    {
      day: 'the 25 hours of the autumn clock change',
      clicks: [
        '2025-11-02T03:59:59.999Z',
        '2025-11-02T04:00:00Z',
        '2025-11-03T04:59:59.999Z',
        '2025-11-03T05:00:00Z',
      ],
      expected: ['2025-11-01', '2025-11-02', '2025-11-02', '2025-11-03'],
    },
  ])('counts $day in New York on its own day (D38)', async ({ clicks, expected }) => {
    const program = await createTestProgram(service, { timeZone: 'America/New_York' })
    const events = createEventInserters(program, service)
    for (const at of clicks) await events.click(at)
    await rebuildStatistics(database, program.id)
    const countedColumns = (await storedStats(program)).flatMap(({ day, clicks: count }) =>
      Array.from({ length: Number(count ?? 0) }, () => day),
    )
    expect(countedColumns).toEqual(expected)
    expect((await verifyStatistics(database, program.id)).differences).toEqual([])
  })

  test('replaces wrong values in every shard and leaves other programs unchanged', async () => {
    const [program, other] = [await createTestProgram(service), await createTestProgram(service)]
    await rebuildStatistics(database, other.id)
    const before = await storedStats(other)
    for (const shard of [0, 1, 3]) {
      await kysely
        .insertInto('daily_stats')
        .values({ program_id: program.id, day: '2026-03-01', currency: 'USD', shard, sales: 5 })
        .execute()
    }
    await rebuildStatistics(database, program.id)
    await rebuildStatistics(database, program.id)
    expect(await storedStats(program)).toEqual([{ day: '2026-03-10', currency: 'XXX', partners: 1 }])
    expect(await storedStats(other)).toEqual(before)
  })

  test('leaves other days unchanged when it rebuilds one day', async () => {
    const program = await createTestProgram(service, { timeZone: 'Pacific/Auckland' })
    const events = createEventInserters(program, service, 'Pacific/Auckland')
    await events.click('2026-03-01T10:59:59.999Z')
    await events.click('2026-03-01T11:00:00Z')
    await events.click('2026-03-02T11:00:00Z')
    const rebuildDay = async (day: string) => {
      const [rebuilt, ...others] = await rebuildStatistics(database, program.id, day)
      expect([rebuilt?.program_id, rebuilt?.time_zone, others]).toEqual([program.id, 'Pacific/Auckland', []])
      return [rebuilt?.days_before, rebuilt?.days]
    }
    expect(await rebuildDay('2026-03-02')).toEqual([0, 1])
    expect(await storedStats(program)).toEqual([{ day: '2026-03-02', currency: 'XXX', clicks: 1 }])
    expect(await rebuildDay('2026-03-02')).toEqual([1, 1])
    expect(await rebuildDay('2026-03-09')).toEqual([0, 0])
    await database.kysely.deleteFrom('click_events').where('program_id', '=', program.id).execute()
    expect(await rebuildDay('2026-03-02')).toEqual([1, 0])
    expect(await storedStats(program)).toEqual([])
  })

  test('rebuilds nothing for an unknown program', async () => {
    expect(await rebuildStatistics(database, 999_999_999)).toEqual([])
  })
})

describe('stats verify', () => {
  test('reports exactly an injected difference’s day, currency and column', async () => {
    const program = await createTestProgram(service)
    const buyer = await createEventInserters(program, service).customer({
      status: 'conversion',
      first_purchase_at: '2026-03-03T00:00:00Z',
    })
    await createEventInserters(program, service).sale('2026-03-03T00:00:00Z', {
      customer_id: buyer,
      amount_cents: 4900,
    })
    await rebuildStatistics(database, program.id)
    await kysely
      .updateTable('daily_stats')
      .set({ revenue_cents: '4901' })
      .where('program_id', '=', program.id)
      .where('day', '=', '2026-03-03')
      .where('currency', '=', 'USD')
      .execute()
    await kysely
      .insertInto('daily_stats')
      .values({ program_id: program.id, day: '2026-01-01', currency: 'XXX', shard: 2, clicks: 7 })
      .execute()
    const difference = { program_id: program.id }
    expect(await verifyStatistics(database, program.id)).toEqual({
      programs: [program.id],
      differences: [
        {
          ...difference,
          day: '2026-01-01',
          currency: 'XXX',
          column: 'clicks',
          stored: '7',
          from_events: '0',
        },
        {
          ...difference,
          day: '2026-03-03',
          currency: 'USD',
          column: 'revenue_cents',
          stored: '4901',
          from_events: '4900',
        },
      ],
    })
  })

  test('reports events without statistics', async () => {
    const program = await createTestProgram(service)
    await rebuildStatistics(database, program.id)
    await createEventInserters(program, service, 'UTC').click('2026-03-01T00:00:00Z')
    const { id, partnerId, linkId } = program
    const uncounted = { day: '2026-03-01', currency: 'XXX', column: 'clicks', stored: '0', from_events: '1' }
    expect((await verifyStatistics(database, id)).differences).toEqual([
      { program_id: id, ...uncounted },
      { program_id: id, partner_id: partnerId, link_id: linkId, ...uncounted },
    ])
  })
})
