import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runCommandLine } from '../../../src/cli/cli.ts'
import { openDeps } from '../../../src/open-deps.ts'
import { findOrphans, type OrphanCheck } from '../../../src/reports/performance/verify-lookups.sql.ts'
import { moneyDifferenceText, verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import {
  type MoneyCheck,
  type MoneyDifference,
  verifyProgramMoney,
} from '../../../src/reports/performance/verify-money.sql.ts'
import { rollUpLinks } from '../../../src/statistics/roll-up-link-stats.job.ts'
import { rollUpSums } from '../../../src/statistics/roll-up-sums.job.ts'
import { verifyStatistics } from '../../../src/statistics/verify-statistics.flow.ts'
import { makeDatabaseAhead } from '../../command.ts'
import { createTestPartner, createTestProgram, send, signInMember, startTestService } from '../../harness.ts'
import { allowIssuedChanges } from '../../issued-documents.ts'
import { openShop, type Shop } from '../../merchant.ts'
import { newFolder } from '../../new-folder.ts'

const service = await startTestService({ ownDatabase: true, now: '2026-02-10T12:00:00.000Z' })
const { app, database, clock } = service
const { kysely } = database

let shop: Shop
let id: number
let commissions: number[]
let otherPartner: number

// Creates one payout of each kind: paid, partly refunded afterwards, open, canceled and rejected; also an invoice and
// a credit.
beforeAll(async () => {
  shop = await openShop(service)
  id = shop.program.id
  otherPartner = (await createTestPartner(service, shop.program)).partnerId
  const bearer = await signInMember(service, shop.program)
  const post = (path: string, body?: unknown) =>
    send(app, 'POST', `/api/programs/${id}/${path}`, { bearer, ...(body === undefined ? {} : { body }) })
  const refund = (body: unknown) =>
    send(app, 'POST', '/api/v1/track/refund', { bearer: shop.program.liveKey, body })
  await shop.customer('cus-1')
  await shop.change({ per_lead_amount_cents: 300, per_lead_currency: 'EUR' })
  await shop.customer('cus-2')
  await shop.policy({ product_id: 'flat', type: 'flat', amount_cents: 250, currency: 'EUR' })
  const flat = { product_id: 'flat', amount_cents: 4999, currency: 'EUR' }
  await shop.sale({ ...flat, transaction_id: 'o-flat', customer_key: 'cus-2' })
  commissions = []
  for (let index = 0; index < 6; index++) {
    const sale = { transaction_id: `o-${index}`, amount_cents: 9999 + index, customer_key: 'cus-1' }
    commissions.push((await shop.sale(sale)).body.commission_id)
  }
  await refund({ transaction_id: 'o-3', refund_amount_cents: 3333 })
  await post('commissions/approve', { commissionIds: commissions.slice(0, 5) })
  await post('commissions/mark-paid', { commissionIds: commissions.slice(0, 2) })
  await refund({ transaction_id: 'o-0', refund_id: 'r', refund_amount_cents: 1234 })
  await refund({ transaction_id: 'o-1' })
  await post('commissions/reject', { commissionIds: [commissions[2]], reason: 'fraud' })
  clock.set('2026-03-02T00:00:00.000Z')
  await post('invoices', { month: '2026-02', exchangeRates: { EUR: '1.0832' } })
  await refund({ transaction_id: 'o-4', refund_amount_cents: 777 })
  clock.set('2026-04-02T00:00:00.000Z')
  await rollUpLinks(service.deps)
  await rollUpSums(service.deps)
  // Writes entries that are not rolled up yet.
  await sql`update commissions set hold_until = hold_until`.execute(kysely)
  await post('invoices', { month: '2026-03' })
  const sale = { transaction_id: 'o-9', amount_cents: 90_000, customer_key: 'cus-1' }
  const last = (await shop.sale(sale)).body.commission_id
  await post('commissions/approve', { commissionIds: [last] })
  await post('payouts')
  const { body } = await send(app, 'GET', `/api/programs/${id}/payouts?status=open`, { bearer })
  await post(`payouts/${body.data[0].id}/cancel`)
  expect((await post('payouts')).status).toBe(201)
})

const verify = async () => (await verifyMoney(database, id)).differences

it('finds nothing if everything adds up, for one program and for all', async () => {
  expect(await verify()).toEqual([])
  const all = await verifyMoney(database)
  expect(all.programs).toContain(id)
  expect(all.differences).toEqual([])
})

/** A statement without lines, for a month that isn't over. */
const statement = ({ opening, earned }: { opening: number; earned: number }) => sql`
  insert into partner_statements (program_id, partner_id, month, currency, time_zone, opening_cents, earned_cents,
    reversed_cents, paid_cents, closing_cents, held_cents, lines, closed_at)
  values (${id}, ${shop.program.partnerId}, '2026-12', 'USD', 'UTC', ${opening}, ${earned}, 0, 0, ${opening + earned}, 0, 1,
    '2027-01-01T00:00:00Z')`

/** Ways to break the program's database, by the check that detects them. */
const BREAKS: Record<Exclude<MoneyCheck, OrphanCheck>, (() => RawBuilder<unknown>)[]> = {
  // Existing rows are immutable, so a wrong one is added.
  statement_lines: [() => statement({ opening: 0, earned: 1 })],
  statement_opening: [() => statement({ opening: 123_456, earned: 0 })],
  commission_paid: [
    () =>
      sql`update commissions set paid_cents = paid_cents - 1 where program_id = ${id} and id = ${commissions[0]}`,
  ],
  payout_amount: [
    () =>
      sql`update payouts set amount_cents = amount_cents + 1 where program_id = ${id} and status = 'open'`,
  ],
  payout_commissions: [
    () => sql`update payouts set commissions = commissions + 1 where program_id = ${id} and status = 'paid'`,
  ],
  held_by_closed: [
    () =>
      sql`update commissions set payout_id = (select min(p.id) from payouts p where p.program_id = ${id} and p.status = 'paid')
      where program_id = ${id} and id = ${commissions[2]}`,
  ],
  sale_refunded: [
    () =>
      sql`update sale_events set refunded_cents = refunded_cents + 1 where program_id = ${id} and transaction_id = 'o-0'`,
  ],
  sale_fee: [
    () =>
      sql`delete from platform_fees where program_id = ${id}
      and sale_id = (select s.id from sale_events s where s.program_id = ${id} and s.transaction_id = 'o-9')`,
  ],
  commission_history: [
    () =>
      sql`update commission_changes set to_amount_cents = to_amount_cents + 1
      where program_id = ${id} and commission_id = ${commissions[3]}`,
    () =>
      sql`update commission_changes set from_amount_cents = from_amount_cents + 1
      where program_id = ${id} and commission_id = ${commissions[3]}`,
  ],
  commission_status: [
    () => sql`update commissions set status = 'pending' where program_id = ${id} and id = ${commissions[4]}`,
    () => sql`update commissions set status = 'approved' where program_id = ${id} and id = ${commissions[5]}`,
  ],
  commission_share: [
    () =>
      sql`update commissions set reversed_cents = reversed_cents + 1 where program_id = ${id} and id = ${commissions[3]}`,
  ],
  fee_share: [
    () =>
      sql`update platform_fees set reversed_cents = reversed_cents + 1 where program_id = ${id}
      and sale_id = (select s.id from sale_events s where s.program_id = ${id} and s.transaction_id = 'o-5')`,
    () =>
      sql`update platform_fees set amount_cents = amount_cents + 1 where program_id = ${id}
      and sale_id = (select s.id from sale_events s where s.program_id = ${id} and s.transaction_id = 'o-9')`,
    () =>
      sql`update platform_fees set currency = 'EUR' where program_id = ${id}
      and sale_id = (select s.id from sale_events s where s.program_id = ${id} and s.transaction_id = 'o-9')`,
  ],
  invoice_total: [
    () =>
      sql`update invoices set total_usd_cents = total_usd_cents - 1 where program_id = ${id} and sequence = 2`,
  ],
  invoice_lines: [() => sql`update invoices set lines = lines + 1 where program_id = ${id} and sequence = 1`],
  invoice_sums: [
    () =>
      sql`update invoices set sums = jsonb_set(sums, '{0,amount_cents}', '"1"')
      where program_id = ${id} and sequence = 1`,
    () =>
      sql`update invoices set sums = jsonb_set(sums, '{0,lines}', '99') where program_id = ${id} and sequence = 1`,
    () => sql`update invoices set sums = sums - 0 where program_id = ${id} and sequence = 1`,
    () =>
      sql`update invoices set sums = sums || '[{"kind": "fee", "currency": "CHF", "lines": 1, "usd_cents": "5"}]'
      where program_id = ${id} and sequence = 1`,
  ],
  invoice_sequence: [() => sql`update invoices set sequence = 3 where program_id = ${id} and sequence = 2`],
  fee_invoiced: [
    () =>
      sql`update platform_fees set invoiced_cents = invoiced_cents - 1 where program_id = ${id}
      and sale_id = (select s.id from sale_events s where s.program_id = ${id} and s.transaction_id = 'o-4')`,
  ],
  fee_invoiced_usd: [
    () =>
      sql`update platform_fees set invoiced_usd_cents = invoiced_usd_cents + 1 where program_id = ${id}
      and sale_id = (select s.id from sale_events s where s.program_id = ${id} and s.transaction_id = 'o-4')`,
    () =>
      sql`with l as (
        update invoice_lines l set usd_cents = l.usd_cents + 7 from invoices v
        where v.program_id = ${id} and l.program_id = v.program_id and l.invoice_id = v.id and v.sequence = 1
        returning l.fee_id)
      update invoices v set total_usd_cents = v.total_usd_cents + 7 * (select count(*) from l)
      where v.program_id = ${id} and v.sequence = 1`,
  ],
  sale_partner: [
    () =>
      sql`update sale_events set partner_id = ${otherPartner} where program_id = ${id} and transaction_id = 'o-5'`,
  ],
  commission_event: [
    () =>
      sql`update commissions set customer_id = (select max(c.id) from customers c where c.program_id = ${id})
      where program_id = ${id} and id = ${commissions[5]}`,
    () => sql`update commissions set currency = 'EUR' where program_id = ${id} and id = ${commissions[5]}`,
    () =>
      sql`update commissions set partner_id = ${otherPartner} where program_id = ${id} and id = ${commissions[5]}`,
  ],
  commission_missing: [
    () => sql`delete from commissions where program_id = ${id} and id = ${commissions[5]}`,
  ],
  payout_partner: [
    () => sql`update payouts set currency = 'VND' where program_id = ${id} and status = 'paid'`,
    () =>
      sql`update payouts set partner_id = (select max(partner_id) from program_enrollments where program_id = ${id})
      where program_id = ${id} and status = 'paid'`,
  ],
  link_code: [() => sql`delete from link_codes where program_id = ${id}`],
  program_listed: [() => sql`delete from workspace_programs where program_id = ${id}`],
  webhooks_listed: [
    () => sql`insert into webhook_endpoints as w (program_id, url, event_types, secret, created_at)
      values (${id}, 'https://shop.test/hook', '{sale.created}', 'v1:', ${clock.now()}) returning w.id`,
  ],
  line_fee: [
    () => sql`update invoice_lines set currency = 'VND' where program_id = ${id} and kind = 'credit'`,
    () => sql`update invoice_lines set exchange_rate = '2' where program_id = ${id} and kind = 'fee'`,
  ],
  clicks_kept: [
    () =>
      sql`insert into archived_clicks (program_id, slot, day, partner_id, link_id, clicks)
      values (${id}, '2025-01-31T23:45:00Z', '2025-01-31', ${otherPartner}, 0, 1)`,
  ],
  calls_recorded: [
    () =>
      sql`insert into request_counts (program_id, day, type, outcome, requests)
      values (${id}, '2025-01-31', 'sale', 'no_policy', 1000000)`,
  ],
}

/** Runs the checks on a broken database, then restores it. */
async function verifyBroken(statement: RawBuilder<unknown>): Promise<MoneyDifference[]> {
  let found: MoneyDifference[] = []
  const undo = new Error('undo')
  await kysely
    .transaction()
    .execute(async (transaction) => {
      await allowIssuedChanges(transaction)
      await statement.execute(transaction)
      found = await verifyProgramMoney(transaction, id, 100)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return found
}

describe('each check can fail', () => {
  // safe because BREAKS has exactly the checks as its keys
  it.each(Object.keys(BREAKS) as (keyof typeof BREAKS)[])('%s', async (check) => {
    for (const broken of BREAKS[check]) {
      const found = await verifyBroken(broken())
      expect(found.map((difference) => difference.check)).toContain(check)
      expect(moneyDifferenceText(found[0] ?? never())).toMatch(
        /^program \d+, .+: -?[\d.]+ and -?[\d.]+ differ \(.+\)$/,
      )
    }
    expect(await verify()).toEqual([])
  })
})

it('finds a processor account and a connection without a program if no foreign key prevents them', async () => {
  const undo = new Error('undo')
  const undone = kysely.transaction().execute(async (transaction) => {
    for (const name of ['processor_accounts', 'processor_connections']) {
      await sql`alter table ${sql.table(name)} drop constraint if exists ${sql.ref(`${name}_program_id_fkey`)}`.execute(
        transaction,
      )
    }
    await sql`insert into processor_accounts (processor, account_id, program_id, connected_by, is_live, connected_at)
      values ('stripe', 'acct_lost', 987654321, 'oauth', true, ${clock.now()})`.execute(transaction)
    await sql`insert into processor_connections (processor, account_id, program_id, connected_at)
      values ('stripe', 'acct_old', 987654322, ${clock.now()})`.execute(transaction)
    expect(await findOrphans(transaction, undefined, 10)).toEqual([
      { program_id: 987654321, check: 'account_program', subject: 'processor account acct_lost' },
      {
        program_id: 987654322,
        check: 'connection_program',
        subject: 'connection of processor account acct_old',
      },
    ])
    expect(await findOrphans(transaction, id, 10)).toEqual([])
    throw undo
  })
  await expect(undone).rejects.toBe(undo)
})

/** Columns that are not derived: future commissions, and amounts reported by others. */
const NOT_OURS = [
  ['programs', 'per_lead_amount_cents', 'a setting'],
  ['programs', 'per_lead_currency', 'a setting'],
  ['commission_policies', 'amount_cents', 'a setting: a commission has its own, which is compared'],
  ['commission_policies', 'currency', 'a setting: a commission has its own, which is compared'],
  ['sale_events', 'tax_amount_cents', 'stored, not used'],
  ['processor_payments', 'amount_cents', 'reported by the processor'],
  ['processor_payments', 'currency', 'reported by the processor'],
  ['processor_payments', 'tax_amount_cents', 'reported by the processor'],
  ['processor_payments', 'refunded_cents', 'recomputed from all reports whenever one arrives'],
  ['processor_refunds', 'amount_cents', 'reported by the processor'],
  ['processor_refunds', 'currency', 'reported by the processor'],
  ['processor_charges', 'amount_cents', 'reported by the processor'],
  ['processor_charges', 'released_cents', 'reported by the processor'],
  ['processor_charges', 'currency', 'reported by the processor'],
  ['events_for_review', 'amount_cents', 'reported by the processor but not usable'],
  ['events_for_review', 'currency', 'reported by the processor but not usable'],
  ['refund_events', 'reported_cents', 'as reported; amount_cents is the counted part'],
  ['reconciliation_items', 'amount_cents', 'in the processor’s list'],
  ['reconciliation_items', 'currency', 'in the processor’s list'],
  ['reconciliation_items', 'recorded_cents', 'a copy of what was compared'],
].map(([table, column]) => `${table}.${column}`)

/** Immutable in the database: issued-documents.test.ts. */
const ISSUED = ['invoices', 'invoice_lines', 'payouts', 'payout_items', 'refund_events', 'commission_changes']

/** Immutable in the database. */
const WRITTEN_ONCE = ['partner_statements', 'partner_statement_lines']

describe('money verification finds a change to any money column in any table', () => {
  it('if one of the program’s rows has a value: %s', async () => {
    const columns = await sql<{ table: string; column: string; type: string }>`
      select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
      where c.table_schema = 'public' and (c.column_name like '%cents' or c.column_name in ('currency', 'partner_id'))
        and exists (select 1 from information_schema.columns m
          where m.table_schema = 'public' and m.table_name = c.table_name and m.column_name like '%cents')
      order by 1, 2`.execute(kysely)
    const missed: string[] = []
    const untried: string[] = []
    for (const { table, column, type } of columns.rows) {
      if (NOT_OURS.includes(`${table}.${column}`) || WRITTEN_ONCE.includes(table)) continue
      const outcome = await mutate({ table, column, type })
      if (outcome === 'missed') missed.push(`${table}.${column}`)
      if (outcome === 'no row') untried.push(`${table}.${column}`)
    }
    expect(columns.rows.length).toBeGreaterThan(30)
    expect(missed).toEqual([])
    expect(untried).toEqual([])
    expect(await verify()).toEqual([])
  })

  /** Changes a row, verifies, and restores it. A violated constraint also counts as detected. */
  async function mutate(one: {
    table: string
    column: string
    type: string
  }): Promise<'found' | 'missed' | 'no row'> {
    const { table, column, type } = one
    const ref = sql.ref(column)
    const program = table === 'programs' ? sql.ref('id') : sql.ref('program_id')
    const row = await sql<{ place: string; value: string }>`
      select ctid::text as place, ${ref}::text as value from ${sql.table(table)}
      where ${program} = ${id} and ${ref} is not null order by ctid limit 1`.execute(kysely)
    const [found] = row.rows
    if (found === undefined) return 'no row'
    const changed =
      column === 'currency' || column === 'commission_currency'
        ? sql`case when ${ref} = 'VND' then 'EUR' else 'VND' end`
        : column === 'partner_id'
          ? sql`case when ${ref} = ${otherPartner} then ${shop.program.partnerId} else ${otherPartner} end`
          : sql`${ref} + 1`
    const moved = await change<{ place: string }>(
      table,
      sql`update ${sql.table(table)} set ${ref} = ${changed} where ctid = ${found.place}::tid and ${program} = ${id}
        returning ctid::text as place`,
    ).catch(() => undefined)
    if (moved === undefined) return 'found'
    const [place] = moved.rows
    if (place === undefined) throw new Error(`${table}.${column} was not changed`)
    const money = await verify()
    const statistics = await verifyStatistics(database, id)
    await change(
      table,
      sql`update ${sql.table(table)} set ${ref} = ${found.value}::text::${sql.raw(type)}
        where ctid = ${place.place}::tid and ${program} = ${id}`,
    )
    const isNew = statistics.differences.some((one) => one.column !== 'partners')
    return money.length > 0 || isNew ? 'found' : 'missed'
  }

  /** Bypasses the immutability of issued documents, as a broken disk would. */
  function change<Row>(table: string, statement: RawBuilder<Row>) {
    return kysely.transaction().execute(async (transaction) => {
      if (ISSUED.includes(table)) await allowIssuedChanges(transaction)
      return statement.execute(transaction)
    })
  }
})

function never(): never {
  throw new Error('no difference was found')
}

it('`affiliate stats verify` describes differences and exits with 1', async () => {
  const DATA_DIR = newFolder()
  makeDatabaseAhead(DATA_DIR)
  const { deps, close } = await openDeps({ DATA_DIR, NODE_ENV: 'test' })
  const program = await createTestProgram({ database: deps.database, clock })
  await deps.database.kysely
    .insertInto('invoices')
    .values({
      program_id: program.id,
      sequence: 2,
      month: '2026-02-01',
      period_from: new Date('2026-02-01T00:00:00Z'),
      period_to: new Date('2026-03-01T00:00:00Z'),
      time_zone: 'UTC',
      issuer: 'us',
      program_name: 'P',
      workspace_name: 'W',
      exchange_rates: '{}',
      total_usd_cents: 5,
      issued_by: 'nobody',
      issued_at: new Date('2026-03-02T00:00:00Z'),
    })
    .execute()
  await close()
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  expect(await runCommandLine(['stats', 'verify'], { DATA_DIR, NODE_ENV: 'test' })).toBe(1)
  const printed = write.mock.calls.map(([text]) => String(text)).join('')
  expect(printed).toContain('invoice 2: 5 and 0 differ (the invoice’s total in US cents, and its lines)')
  expect(printed).toContain('invoices: 2 and 1 differ')
})
