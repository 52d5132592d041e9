import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runCommandLine } from '../src/cli.ts'
import { moneyDifferenceWords, verifyMoney } from '../src/jobs/verify-money.ts'
import { openDeps } from '../src/open-deps.ts'
import { type MoneyCheck, type MoneyDifference, verifyProgramMoney } from '../src/store/verify-money.ts'
import { createTestPartner, createTestProgram, send, signInMember, startTestService } from './harness.ts'
import { openShop, type Shop } from './merchant.ts'

const service = await startTestService({ now: '2026-02-10T12:00:00.000Z' })
const { app, database, clock } = service
const { kysely } = database

let shop: Shop
let id: number
let commissions: number[]

// One of everything: paid, in part refunded after that, held by an open payout, cancelled, rejected; an invoice and a credit.
beforeAll(async () => {
  shop = await openShop(service)
  id = shop.program.id
  await createTestPartner(service, shop.program)
  const bearer = await signInMember(service, shop.program)
  const post = (path: string, body?: unknown) =>
    send(app, 'POST', `/api/programs/${id}/${path}`, { bearer, ...(body === undefined ? {} : { body }) })
  const refund = (body: unknown) =>
    send(app, 'POST', '/api/v1/track/refund', { bearer: shop.program.liveKey, body })
  await shop.customer('cus-1')
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
  await post('invoices', { month: '2026-02' })
  await refund({ transaction_id: 'o-4', refund_amount_cents: 777 })
  clock.set('2026-04-02T00:00:00.000Z')
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

it('finds nothing where everything adds up, of one program and of all', async () => {
  expect(await verify()).toEqual([])
  const all = await verifyMoney(database)
  expect(all.programs).toContain(id)
  expect(all.differences).toEqual([])
})

/** Breaks one thing in the database of the program; each check sees the break that is its own. */
const BREAKS: Record<MoneyCheck, () => RawBuilder<unknown>> = {
  commission_paid: () =>
    sql`update commissions set paid_cents = paid_cents - 1 where program_id = ${id} and id = ${commissions[0]}`,
  payout_amount: () =>
    sql`update payouts set amount_cents = amount_cents + 1 where program_id = ${id} and status = 'open'`,
  payout_commissions: () =>
    sql`update payouts set commissions = commissions + 1 where program_id = ${id} and status = 'paid'`,
  held_by_closed: () =>
    sql`update commissions set payout_id = (select min(p.id) from payouts p where p.program_id = ${id} and p.status = 'paid')
      where program_id = ${id} and id = ${commissions[2]}`,
  sale_refunded: () =>
    sql`update sale_events set refunded_cents = refunded_cents + 1 where program_id = ${id} and transaction_id = 'o-0'`,
  sale_status: () =>
    sql`update sale_events set status = 'paid' where program_id = ${id} and transaction_id = 'o-1'`,
  sale_fee: () =>
    sql`delete from platform_fees where program_id = ${id}
      and sale_id = (select s.id from sale_events s where s.program_id = ${id} and s.transaction_id = 'o-9')`,
  commission_history: () =>
    sql`update commission_changes set to_amount_cents = to_amount_cents + 1
      where program_id = ${id} and commission_id = ${commissions[3]}`,
  commission_status: () =>
    sql`update commissions set status = 'pending' where program_id = ${id} and id = ${commissions[4]}`,
  commission_reversed: () =>
    sql`update commissions set reversed_cents = reversed_cents + 1 where program_id = ${id} and id = ${commissions[3]}`,
  fee_reversed: () =>
    sql`update platform_fees set reversed_cents = reversed_cents + 1 where program_id = ${id}
      and sale_id = (select s.id from sale_events s where s.program_id = ${id} and s.transaction_id = 'o-5')`,
  balance_owed: () =>
    sql`update payouts set partner_id = (select max(partner_id) from partner_programs where program_id = ${id})
      where program_id = ${id} and status = 'paid'`,
  invoice_total: () =>
    sql`update invoices set total_usd_cents = total_usd_cents - 1 where program_id = ${id} and sequence = 2`,
  invoice_lines: () => sql`update invoices set lines = lines + 1 where program_id = ${id} and sequence = 1`,
  invoice_sequence: () => sql`update invoices set sequence = 3 where program_id = ${id} and sequence = 2`,
  fee_invoiced: () =>
    sql`update platform_fees set invoiced_cents = invoiced_cents - 1 where program_id = ${id}
      and sale_id = (select s.id from sale_events s where s.program_id = ${id} and s.transaction_id = 'o-4')`,
  fee_invoiced_usd: () =>
    sql`update platform_fees set invoiced_usd_cents = invoiced_usd_cents + 1 where program_id = ${id}
      and sale_id = (select s.id from sale_events s where s.program_id = ${id} and s.transaction_id = 'o-4')`,
}

/** What the checks say of a broken database; the break is undone. */
async function verifyBroken(statement: RawBuilder<unknown>): Promise<MoneyDifference[]> {
  let found: MoneyDifference[] = []
  const undo = new Error('undo')
  await kysely
    .transaction()
    .execute(async (transaction) => {
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
  it.each(Object.keys(BREAKS) as MoneyCheck[])('%s', async (check) => {
    const found = await verifyBroken(BREAKS[check]())
    expect(found.map((difference) => difference.check)).toContain(check)
    expect(moneyDifferenceWords(found[0] ?? never())).toMatch(
      /^program \d+, .+: -?\d+ and -?\d+ differ \(.+\)$/,
    )
    expect(await verify()).toEqual([])
  })
})

function never(): never {
  throw new Error('no difference was found')
}

it('`affiliate stats verify` says in words what differs and ends with 1', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'affiliate-money-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }))
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
  expect(printed).toContain('invoice 2: 5 and 0 differ (the total of the invoice in US cents, and its lines)')
  expect(printed).toContain('invoices: 2 and 1 differ')
})
