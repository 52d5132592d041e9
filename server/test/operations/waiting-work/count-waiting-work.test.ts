import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setPayoutDetails } from '../../../src/earnings/payout-details/change-payout-details.flow.ts'
import {
  createTestApplication,
  createTestPartner,
  createTestProgram,
  send,
  signInMember,
  startTestService,
} from '../../harness.ts'
import { CLICK, openShop, type Shop } from '../../merchant.ts'
import { openSandbox } from '../sandbox/sandbox.ts'

const DETAILS = {
  account: { method: 'paypal', email: 'ann@pay.test' },
  payee_kind: 'person',
  legal_name: 'Ann Example',
  address: 'Street 1',
  city: 'Berlin',
  postal_code: '10115',
  country: 'DE',
  tax_id: null,
} as const

const service = await startTestService()
const { app, clock, database, deps } = service
const { kysely } = database

/** The list behind each count, and which of its rows are counted. */
const LISTS = {
  applications: 'applications?status=pending',
  commissions: 'commissions?awaitingReview=true',
  claims: 'claims?state=open',
  eventsForReview: 'events-for-review?state=open',
  payoutsDue: 'balances?due=true',
  openPayouts: 'payouts?status=open',
}

const NOTHING = {
  applications: 0,
  commissions: 0,
  claims: 0,
  eventsForReview: 0,
  payoutsDue: 0,
  openPayouts: 0,
  inactivityAlerts: 0,
}

async function open() {
  const shop = await openShop(service)
  const bearer = await signInMember(service, shop.program)
  const { id } = shop.program
  const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    send(app, method, `/api/programs/${id}/${path}`, { bearer, ...(body === undefined ? {} : { body }) })
  return {
    shop,
    bearer,
    call,
    count: async (token = bearer) =>
      (await send(app, 'GET', `/api/programs/${id}/waiting-work`, { bearer: token })).body.data,
    listed: async () => {
      const lists = Object.entries(LISTS).map(async ([name, path]) => [
        name,
        (await call('GET', path)).body.data.length,
      ])
      const health = await send(app, 'GET', `/api/tracking/health/${id}`, { bearer })
      return {
        ...Object.fromEntries(await Promise.all(lists)),
        inactivityAlerts: health.body.data.inactivityAlerts.length,
      }
    },
  }
}

/** Records sales for a new customer. Returns the ids of their commissions. */
async function sell(shop: Shop, key: string, sales: number, code?: string): Promise<number[]> {
  await shop.customer(key, code === undefined ? undefined : await shop.clickId(code))
  const ids: number[] = []
  for (let index = 0; index < sales; index++) {
    const sale = { transaction_id: `${key}-${index}`, amount_cents: 10_000, customer_key: key }
    ids.push((await shop.sale(sale)).body.commission_id)
  }
  return ids
}

const setCommission = (shop: Shop, id: number | undefined, values: Record<string, unknown>) =>
  kysely
    .updateTable('commissions')
    .set(values)
    .where('program_id', '=', shop.program.id)
    .where('id', '=', id ?? 0)
    .execute()

async function queueEvents(shop: Shop, open: number, resolved: number) {
  await sql`
    insert into events_for_review (program_id, processor, event_id, type, reason, occurred_at, created_at, resolved_at)
    select ${shop.program.id}, 'stripe', 'evt_' || n, 'charge.refunded', 'unreadable', ${clock.now()}::timestamptz,
      ${clock.now()}::timestamptz, case when n > ${open} then ${clock.now()}::timestamptz end
    from generate_series(1, ${open + resolved}) n`.execute(kysely)
}

async function addClaims(shop: Shop, open: number) {
  await sql`
    insert into claims (program_id, partner_id, transaction_id, note, created_at)
    select ${shop.program.id}, ${shop.program.partnerId}, 'order-' || n, 'Mine.', ${clock.now()}::timestamptz
    from generate_series(1, ${open}) n`.execute(kysely)
}

/** Records clicks on each of these days before today, and none since. */
async function addClicksUntil(shop: Shop, daysAgo: number) {
  await sql`
    insert into request_counts (program_id, day, type, outcome, requests)
    select ${shop.program.id}, ${clock.now()}::date - n, 'click', 'counted', 20
    from generate_series(${daysAgo}::int, 20) n`.execute(kysely)
}

describe('waiting work', () => {
  test('is counted exactly as each list shows it', async () => {
    const { shop, call, count, listed } = await open()
    expect(await count()).toEqual(NOTHING)
    for (let index = 0; index < 3; index++) await createTestApplication(service, shop.program)
    const decided = await createTestApplication(service, shop.program)
    await call('POST', `applications/${decided}/reject`, { version: 1 })
    await addClaims(shop, 2)
    await queueEvents(shop, 4, 3)
    await addClicksUntil(shop, 4)
    await shop.change({ commission_approval: 'review' })
    const ids = await sell(shop, 'cus-1', 6)
    const [due, duplicate, unlinked, , approved, paid] = ids
    const past = new Date(clock.now().getTime() - 1000)
    await setCommission(shop, due, { hold_until: past })
    await sql`update commissions set hold_reason = 'possible_duplicate', duplicate_of_sale_id = sale_id
      where program_id = ${shop.program.id} and id = ${duplicate}`.execute(kysely)
    await setCommission(shop, unlinked, { hold_until: past, hold_reason: 'payment_link_missing' })
    await setCommission(shop, approved, { status: 'approved', hold_until: past })
    await setCommission(shop, paid, { status: 'approved', hold_until: past })
    await call('POST', 'payouts', { currency: 'USD' })
    const [later] = await sell(shop, 'cus-2', 1)
    await setCommission(shop, later, { status: 'approved' })
    const expected = {
      applications: 3,
      commissions: 3,
      claims: 2,
      eventsForReview: 4,
      payoutsDue: 1,
      openPayouts: 1,
      inactivityAlerts: 1,
    }
    expect(await count()).toEqual(expected)
    expect(await listed()).toEqual(expected)

    // With automatic approval, a commission whose hold period has ended is left to the job.
    await shop.change({ commission_approval: 'automatic' })
    expect(await count()).toMatchObject({ commissions: 2 })
    expect(await listed()).toMatchObject({ commissions: 2 })
    const sums = await call('GET', 'commissions/sums?awaitingReview=true')
    expect(sums.body.data).toMatchObject([{ status: 'pending', commissions: 2 }])
    // Once another partner has payout details, a partner without them is excluded.
    const { partnerId } = await createTestPartner(service, shop.program)
    await setPayoutDetails(deps, { programId: shop.program.id, partnerId, requestId: 'r' }, DETAILS)
    expect(await count()).toMatchObject({ payoutsDue: 0 })
    expect(await listed()).toMatchObject({ payoutsDue: 0 })
    const [balance] = (await call('GET', `balances?partnerId=${shop.program.partnerId}`)).body.data
    expect(balance.nextPayouts[0].blockers).toEqual([{ reason: 'details_missing' }, { reason: 'by_hand' }])
    await setPayoutDetails(
      deps,
      { programId: shop.program.id, partnerId: shop.program.partnerId, requestId: 'r' },
      DETAILS,
    )
    expect(await count()).toMatchObject({ payoutsDue: 1 })
    // Scheduled payouts don't wait for a member.
    const scheduled = await call('PATCH', 'payout-settings', { payDay: 15 })
    expect(scheduled.status).toBe(200)
    expect(await count()).toMatchObject({ payoutsDue: 0, openPayouts: 1 })
    await shop.change({ status: 'paused' })
    expect(await count()).toMatchObject({ inactivityAlerts: 0 })
  })

  test('stops counting at 100', async () => {
    const { shop, count } = await open()
    await queueEvents(shop, 105, 0)
    expect(await count()).toEqual({ ...NOTHING, eventsForReview: 100 })
  })

  test('does not include test events', async () => {
    const { shop, count } = await open()
    await shop.change({ commission_approval: 'review' })
    const test = { test_mode: true, program_id: shop.program.id }
    await send(app, 'POST', CLICK, { body: { additional_data: test } })
    for (let index = 0; index < 3; index++)
      expect((await shop.testSale({ transaction_id: `t-${index}`, amount_cents: 5000 })).status).toBe(200)
    clock.advance({ days: 90 })
    expect(await count()).toEqual(NOTHING)
    clock.advance({ days: -90 })
  })

  test('of a list that a role can’t read is null, and other programs get nothing', async () => {
    const { shop, count } = await open()
    await createTestApplication(service, shop.program)
    await addClaims(shop, 1)
    const viewer = await signInMember(service, shop.program, { role: 'viewer' })
    expect(await count(viewer)).toEqual({
      applications: 1,
      commissions: null,
      claims: null,
      eventsForReview: null,
      payoutsDue: null,
      openPayouts: null,
      inactivityAlerts: 0,
    })
    const member = await signInMember(service, shop.program, { role: 'member' })
    expect(await count(member)).toMatchObject({ applications: 1, claims: 1 })
    const url = `/api/programs/${shop.program.id}/waiting-work`
    const stranger = await signInMember(service, await createTestProgram(service))
    expect((await send(app, 'GET', url, { bearer: stranger })).status).toBe(403)
    expect((await send(app, 'GET', url)).status).toBe(401)
  })

  test('in a sandbox follows its clock', async () => {
    const sandbox = await openSandbox(service)
    await sandbox.call('PATCH', '', { commissionApproval: 'review' })
    const { click_id } = (await sandbox.click()).body
    await sandbox.lead({ click_id, customer_key: 'cus-1' })
    await sandbox.sale({ transaction_id: 'order-1', amount_cents: 5000, customer_key: 'cus-1' })
    expect(await sandbox.get('/waiting-work')).toMatchObject({ commissions: 0 })
    await sandbox.call('POST', '/clock', { advance: 'P31D' })
    expect(await sandbox.get('/waiting-work')).toMatchObject({ commissions: 1 })
    expect(await sandbox.get('/commissions?awaitingReview=true')).toHaveLength(1)
  })
})
