import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { differenceText } from '../../src/cli/terminal.ts'
import { rebuildStatistics } from '../../src/statistics/rebuild-statistics.flow.ts'
import { rollUpSums } from '../../src/statistics/roll-up-sums.job.ts'
import { verifyStatistics } from '../../src/statistics/verify-statistics.flow.ts'
import type { StatDifference } from '../../src/statistics/verify-stats.sql.ts'
import { createTestPartner, send, signInMember, startTestService } from '../harness.ts'
import { openShop } from '../merchant.ts'

const service = await startTestService({ ownDatabase: true, now: '2026-03-10T12:00:00.000Z' })
const { app, database, deps } = service
const { kysely } = database

/** Opens a shop with two partners, each with a customer and two sales, and a user who reads the sums. */
async function open() {
  const shop = await openShop(service)
  const { program } = shop
  const other = await createTestPartner(service, program)
  const bearer = await signInMember(service, program)
  for (const [key, code] of [
    ['one', program.code],
    ['two', other.code],
  ] as const) {
    await shop.customer(key, await shop.clickId(code))
    for (const currency of ['USD', 'EUR'])
      await shop.sale({
        ...{ transaction_id: `${key}-${currency}`, customer_key: key, amount_cents: 1_000, currency },
      })
  }
  const read = async (path: string) => {
    const { body, status } = await send(app, 'GET', `/api/programs/${program.id}/${path}`, { bearer })
    expect(status).toBe(200)
    return body.data
  }
  return { shop, program, other, bearer, read }
}

const countEntries = async (programId: number) => {
  const { rows } = await sql<{ entries: number }>`
    select (select count(*) from commission_sum_entries where program_id = ${programId})
      + (select count(*) from customer_sum_entries where program_id = ${programId}) as entries`.execute(
    kysely,
  )
  return rows[0]?.entries
}

/** Without the daily statistics, which don't count changes made without the service. */
const totalsOnly = (differences: StatDifference[]) => differences.filter(({ status }) => status !== undefined)

const STATUSES = ['pending', 'approved', 'paid', 'reversed'] as const
const FILTERS = ['', 'status=pending', 'kind=sale', 'kind=lead', 'currency=EUR'] as const

describe('commission and customer totals', () => {
  test('return the same sums as the commissions themselves, for each filter, before and after a roll-up', async () => {
    const { shop, program, other, read } = await open()
    const beginning = 'from=2020-01-01'
    const compareReads = async () => {
      for (const partner of [
        '',
        `partnerId=${program.partnerId}`,
        `partnerId=${other.partnerId}`,
        'partnerId=999',
      ])
        for (const filter of FILTERS) {
          const sums = await read(`commissions/sums?${partner}&${filter}`)
          // A time filter reads the commissions.
          expect(sums).toEqual(await read(`commissions/sums?${partner}&${filter}&${beginning}`))
          expect(await read(`customers/sums?${partner}`)).toEqual(
            await read(`customers/sums?${partner}&${beginning}`),
          )
        }
    }
    await compareReads()
    expect(await read('commissions/sums')).toHaveLength(2)
    expect(await countEntries(program.id)).toBeGreaterThan(0)
    const balances = await read('balances')
    await rollUpSums(deps)
    expect(await countEntries(program.id)).toBe(0)
    await compareReads()
    expect(await read('balances')).toEqual(balances)
    const body = { transaction_id: 'one-USD', refund_id: 'r1', refund_amount_cents: 400 }
    await send(app, 'POST', '/api/v1/track/refund', { bearer: program.liveKey, body })
    await shop.testSale({ transaction_id: 'test', customer_key: 'one', amount_cents: 5_000 })
    await compareReads()
    await shop.verify()
  })

  test('are read instead of the commissions', async () => {
    const { program, read } = await open()
    await rollUpSums(deps)
    const [before] = await read('commissions/sums?currency=USD')
    await sql`update commission_day_sums set commissions = commissions + 100 where program_id = ${program.id}
      and currency = 'USD'`.execute(kysely)
    await sql`update commission_sums set amount_cents = amount_cents + 7 where program_id = ${program.id}
      and partner_id = ${program.partnerId} and currency = 'USD'`.execute(kysely)
    await sql`update customer_sums set customers = customers + 100 where program_id = ${program.id}
      and partner_id = ${program.partnerId} and status = 'conversion'`.execute(kysely)
    await sql`update customer_program_sums set customers = customers + 50 where program_id = ${program.id}
      and status = 'conversion'`.execute(kysely)
    expect((await read('commissions/sums?currency=USD'))[0].commissions).toBe(before.commissions + 100)
    const [balance] = await read(`balances?partnerId=${program.partnerId}&currency=USD`)
    expect(balance.balances[0].pendingCents).toBe(before.amountCents / 2 + 7)
    expect(await read('customers/sums')).toEqual([{ status: 'conversion', customers: 52 }])
    expect(await read(`customers/sums?partnerId=${program.partnerId}`)).toEqual([
      { status: 'conversion', customers: 101 },
    ])
    const { differences } = await verifyStatistics(database, program.id)
    expect(totalsOnly(differences).map(differenceText)).toEqual([
      expect.stringMatching(
        /^program \d+, partner \d+, pending sale commissions, USD, amount_cents: the statistics contain \d+, the events add up to \d+$/,
      ),
      expect.stringMatching(
        /^program \d+, 2026-03-10, pending sale commissions, USD, commissions: .* 102, .* 2$/,
      ),
      expect.stringMatching(/^program \d+, partner \d+, conversion, XXX, customers: .* 101, .* 1$/),
      expect.stringMatching(/^program \d+, conversion, XXX, customers: .* 52, .* 2$/),
    ])
    await rebuildStatistics(database, program.id)
    expect(totalsOnly((await verifyStatistics(database, program.id)).differences)).toEqual([])
    expect(await read('customers/sums')).toEqual([{ status: 'conversion', customers: 2 }])
  })

  test('add up after any sequence of changes, whichever statement makes them', async () => {
    const { shop, program, other } = await open()
    const [payoutId] = await insertPayout(program.id, program.partnerId)
    const rows = await shop.rows('commissions')
    const ids = rows.map(({ id }) => Number(id))
    const cents = fc.integer({ min: 0, max: 50 })
    const step = fc.record({
      ids: fc.subarray(ids, { minLength: 1 }),
      change: fc.record(
        {
          amount_cents: fc.integer({ min: 100, max: 200 }),
          paid_cents: cents,
          reversed_cents: cents,
          payout_id: fc.constantFrom(null, payoutId),
          created_day: fc.constantFrom(null, '2026-03-09', '2026-03-11'),
          partner_id: fc.constantFrom(program.partnerId, other.partnerId),
          status: fc.constantFrom(...STATUSES),
        },
        { requiredKeys: ['amount_cents', 'paid_cents', 'reversed_cents', 'status'] },
      ),
      next: fc.constantFrom('roll up', 'rebuild', 'delete', 'nothing'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const { ids: changed, change, next } of steps) {
          const reversed_cents = change.status === 'reversed' ? change.amount_cents : change.reversed_cents
          await kysely
            .updateTable('commissions')
            .set({ ...change, reversed_cents })
            .where('program_id', '=', program.id)
            .where('id', 'in', changed)
            .execute()
          if (next === 'roll up') await rollUpSums(deps)
          if (next === 'rebuild') await rebuildStatistics(database, program.id)
          if (next === 'delete') await deleteAndRestore(program.id, changed)
          const { differences } = await verifyStatistics(database, program.id)
          expect(totalsOnly(differences)).toEqual([])
        }
      }),
      { numRuns: 25 },
    )
  })
})

/** Inserts an open payout, which the service's rules don't allow here. */
async function insertPayout(program_id: number, partner_id: number): Promise<number[]> {
  const created_at = new Date('2026-03-10T12:00:00Z')
  const batch = await kysely
    .insertInto('payout_batches')
    .values({ program_id, kind: 'batch', created_by: 'test', created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const payout = await kysely
    .insertInto('payouts')
    .values({
      ...{
        program_id,
        batch_id: batch.id,
        partner_id,
        currency: 'USD',
        amount_cents: '1',
        commissions: 1,
        created_at,
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return [payout.id]
}

/** Deletes commissions, verifies the totals, and inserts the same rows again. */
async function deleteAndRestore(programId: number, ids: readonly number[]): Promise<void> {
  const rows = await kysely
    .deleteFrom('commissions')
    .where('program_id', '=', programId)
    .where('id', 'in', ids)
    .returningAll()
    .execute()
  const { differences } = await verifyStatistics(database, programId)
  expect(totalsOnly(differences)).toEqual([])
  await sql`
    insert into commissions overriding system value
    select r.* from jsonb_populate_recordset(null::commissions, ${JSON.stringify(rows)}::jsonb) r`.execute(
    kysely,
  )
}
