import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Queries, runIn } from '../../../src/core/database/database.ts'
import { listCommissions, sumCommissions } from '../../../src/earnings/commissions/list-commissions.sql.ts'
import { listCustomers } from '../../../src/reports/performance/list-customers.sql.ts'
import { listEvents } from '../../../src/reports/performance/list-events.sql.ts'
import { findMatches } from '../../../src/reports/search/find-matches.sql.ts'
import {
  findPaymentMatch,
  findRejectedSale,
  findSaleIds,
  readCustomerMatches,
  readPartnerMatches,
  readSaleMatches,
} from '../../../src/reports/search/read-matches.sql.ts'
import { startTestService, type TestService } from '../../harness.ts'
import { openShop } from '../../merchant.ts'

const ROWS = 3_000
/** With fewer rows, the planner prefers joining whole tables. */
const ROWS_OF_PAGES = 20_000

describe('a search reads only the rows it finds', () => {
  test.each(['nothing', 'one row in each table'])('if the planner has statistics of %s', async (known) => {
    const { program, kysely } = await openLargeShop(ROWS, known === 'nothing' ? 'never' : 'before')
    const lookup = { programId: program.id, workspaceId: program.workspaceId, isTest: false }
    const nothing = { erasedText: 'erased-x', emailHash: undefined, clickUuid: undefined }
    for (const text of ['sale-77', 'key-77', 'first', 'nobody has it']) {
      const read = await countRead(kysely, (queries) =>
        findMatches(runIn(queries), {
          ...lookup,
          ...nothing,
          text,
          partnerEmail: text,
          most: 201,
          maxPartners: 21,
        }),
      )
      // Eleven of them match.
      expect(read, text).toBeLessThan(30)
    }
  })

  test.each(['nothing', 'one row in each table'])(
    'with details, if the planner has statistics of %s',
    async (known) => {
      const { program, kysely } = await openLargeShop(ROWS, known === 'nothing' ? 'never' : 'before')
      const { id } = program
      const { rows } = await sql<{ sale_id: number; customer_id: number }>`
      select s.id as sale_id, s.customer_id from sale_events s
      where s.program_id = ${id} and s.transaction_id like 'sale-77%' limit 6`.execute(kysely)
      const customerIds = rows.map(({ customer_id }) => customer_id)
      const saleIds = rows.map(({ sale_id }) => sale_id)
      const [saleId = 0] = saleIds
      const reads: Record<string, (queries: Queries) => Promise<unknown>> = {
        partners: (queries) => readPartnerMatches(queries, id, [program.partnerId]),
        customers: (queries) => readCustomerMatches(queries, id, customerIds),
        sales: (queries) => readSaleMatches(queries, id, saleIds),
        'sale IDs': (queries) => findSaleIds(queries, id, { saleId, text: 'pi_77', isTest: false, rows: 6 }),
        payments: (queries) => findPaymentMatch(queries, id, 'pi_77'),
        'rejected sales': (queries) =>
          findRejectedSale(queries, id, { transactionId: 'sale-77', isTest: false, rows: 100 }),
      }
      for (const [of, work] of Object.entries(reads)) {
        // Six customers, or six sales with a commission each.
        expect(await countRead(kysely, work), of).toBeLessThan(20)
      }
    },
  )

  test('on every page of results', async () => {
    const { program, kysely } = await openLargeShop(ROWS_OF_PAGES, 'after')
    const { id: programId, partnerId } = program
    const named = await sql<{ id: number; sale_id: number }>`
      select u.id, s.id as sale_id from customers u join sale_events s on s.program_id = u.program_id and s.customer_id = u.id
      where u.program_id = ${programId} and u.customer_key like 'key-777%'`.execute(kysely)
    const none = { saleIds: [], saleCustomerIds: [], customerIds: [], clicks: [], partnerIds: [] }
    const customerIds = named.rows.map(({ id }) => id)
    const ann = await kysely
      .selectFrom('customers')
      .select('id')
      .where('program_id', '=', programId)
      .where('customer_key', '=', 'ann')
      .executeTakeFirstOrThrow()
    const searches = [
      { of: 'orders', saleIds: named.rows.map(({ sale_id }) => sale_id), saleCustomerIds: customerIds },
      { of: 'customers', customerIds },
      { of: 'a customer with very many purchases', customerIds: [ann.id, ...customerIds], hasMany: true },
      { of: 'a partner', partnerIds: [partnerId] },
    ]
    for (const { of, hasMany, ...found } of searches) {
      const matches = { ...none, ...found, isCut: false }
      const isPartner = of === 'a partner'
      const isLong = isPartner || hasMany === true
      const span = { from: new Date(0), to: new Date('2100-01-01') }
      const events = await countRead(kysely, (queries) =>
        listEvents(queries, { ...EVENTS, ...span, programId, matches }),
      )
      // The limit per partner: one page of each type, plus the data shown with each of its rows.
      expect(events, `events of ${of}`).toBeLessThan(isLong ? 500 : 150)
      if (isLong) {
        const after = { received_at: await findMiddle(kysely), type: 'click', id: 1 } as const
        const later = await countRead(kysely, (queries) =>
          listEvents(queries, { ...EVENTS, ...span, programId, matches, after }),
        )
        expect(later, `events of ${of}, from the middle`).toBeLessThan(500)
      }
      const customers = await countRead(kysely, (queries) =>
        listCustomers(queries, programId, { ...ALL, customerKey: undefined, matches }, PAGE),
      )
      expect(customers, `customers of ${of}`).toBeLessThan(isPartner ? 250 : 50)
      const filter = { ...ALL, kind: undefined, currency: undefined, matches }
      const commissions = await countRead(kysely, (queries) =>
        listCommissions(queries, programId, filter, PAGE),
      )
      expect(commissions, `commissions of ${of}`).toBeLessThan(isLong ? 250 : 100)
      if (isLong) continue
      const sums = await countRead(kysely, (queries) => sumCommissions(queries, programId, filter))
      expect(sums, `sums of ${of}`).toBeLessThan(100)
    }
  })
})

const EVENTS = {
  types: ['click', 'lead', 'sale'],
  isTest: false,
  after: undefined,
  limit: 51,
} as const
const ALL = { status: undefined, partnerId: undefined, from: undefined, to: undefined } as const
const PAGE = { rows: 50, after: undefined }

/**
 * Creates a partner with many one-time customers and one with a very frequent buyer; the planner has statistics for
 * both.
 */
async function openLargeShop(rows: number, analyzed: 'never' | 'before' | 'after') {
  const service = await startTestService({ ownDatabase: true })
  const shop = await openShop(service)
  await shop.customer('ann')
  await shop.sale({ transaction_id: 'first', amount_cents: 100, customer_key: 'ann' })
  const { kysely } = service.database
  if (analyzed === 'before') await sql`analyze`.execute(kysely)
  for (const statement of [
    moreCustomers(rows),
    MORE_SALES,
    insertAnnSales(rows),
    MORE_LEADS,
    MORE_COMMISSIONS,
  ]) {
    await sql.raw(statement).execute(kysely)
  }
  if (analyzed === 'after') await sql`analyze`.execute(kysely)
  return { program: shop.program, kysely }
}

type Transaction = Parameters<typeof runIn>[0]

/** Returns the rows read from large tables, with and without results. */
function countRead(
  kysely: TestService['database']['kysely'],
  work: (queries: Transaction) => Promise<unknown>,
): Promise<number> {
  return kysely.transaction().execute(async (transaction) => {
    const before = await countReads(transaction)
    await work(transaction)
    return (await countReads(transaction)) - before
  })
}

/** Half of the leads had been received by then. */
async function findMiddle(kysely: TestService['database']['kysely']): Promise<Date> {
  const { received_at } = await kysely
    .selectFrom('lead_events')
    .select('received_at')
    .orderBy('received_at')
    .offset(ROWS_OF_PAGES / 2)
    .limit(1)
    .executeTakeFirstOrThrow()
  return received_at
}

async function countReads(queries: Queries): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as rows
    from pg_stat_xact_user_tables
    where relname in ('sale_events', 'customers', 'lead_events', 'commissions')`.execute(queries)
  return rows[0]?.rows ?? 0
}

const moreCustomers = (rows: number) => `
  insert into customers (program_id, customer_key, status, partner_id, link_id, click_uuid, clicked_at, signup_at,
    first_sale_at, first_purchase_at, sale_count, created_at)
  select program_id, 'key-' || n, status, partner_id, link_id, gen_random_uuid(), clicked_at, signup_at, first_sale_at,
    first_purchase_at, sale_count, created_at + n * interval '1 second'
  from customers cross join generate_series(1, ${rows}) n`
const MORE_SALES = `
  insert into sale_events (program_id, is_test, transaction_id, amount_cents, currency, sale_type, is_recurring,
    customer_id, partner_id, attributed_by, click_uuid, clicked_at, received_at, reported_at, decision_code)
  select s.program_id, false, 'sale-' || substr(u.customer_key, 5), s.amount_cents, s.currency, s.sale_type, false, u.id,
    u.partner_id, s.attributed_by, u.click_uuid, u.clicked_at, u.created_at, u.created_at, 'with_commission'
  from sale_events s join customers u on u.program_id = s.program_id and u.customer_key like 'key-%'`
const insertAnnSales = (rows: number) => `
  insert into sale_events (program_id, is_test, transaction_id, amount_cents, currency, sale_type, is_recurring,
    customer_id, partner_id, attributed_by, click_uuid, clicked_at, received_at, reported_at, decision_code)
  select s.program_id, false, 'sale-ann-' || n, s.amount_cents, s.currency, s.sale_type, true, s.customer_id, s.partner_id,
    s.attributed_by, s.click_uuid, s.clicked_at, s.received_at + n * interval '1 second',
    s.reported_at + n * interval '1 second', 'with_commission'
  from sale_events s cross join generate_series(1, ${rows / 2}) n where s.transaction_id = 'first'`
const MORE_LEADS = `
  insert into lead_events (program_id, is_test, customer_id, state, source, settled_by, received_at, settled_at)
  select u.program_id, false, u.id, 'settled', 'server', 'server', u.created_at, u.created_at
  from customers u where u.customer_key like 'key-%'`
const MORE_COMMISSIONS = `
  insert into commissions (program_id, kind, sale_id, customer_id, partner_id, policy_id, amount_cents, currency, hold_until,
    created_at)
  select s.program_id, 'sale', s.id, s.customer_id, s.partner_id,
    (select p.id from commission_policies p where p.program_id = s.program_id), 20, s.currency, s.received_at, s.received_at
  from sale_events s where s.transaction_id like 'sale-%'`
