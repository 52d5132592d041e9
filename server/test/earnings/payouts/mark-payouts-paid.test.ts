import { beforeEach, describe, expect, it } from 'vitest'
import { insertWebhook } from '../../../src/notifications/webhooks/webhooks.sql.ts'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { verifyStatistics } from '../../../src/statistics/verify-statistics.flow.ts'
import {
  concurrently,
  createTestPartner,
  send,
  signInMember,
  startTestService,
  testOnServer,
} from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'

const service = await startTestService()
const { app, database, clock } = service
const { kysely } = database

let shop: Shop
let bearer: string
let partnerIds: number[]
let orderCount = 0

// Creates three partners, each with a USD commission, one of them also with a EUR commission, and a webhook for the
// events.
beforeEach(async () => {
  clock.set('2026-03-10T12:00:00.000Z')
  shop = await openShop(service)
  bearer = await signInMember(service, shop.program)
  partnerIds = [shop.program.partnerId]
  await earn('USD', await shop.clickId())
  await earn('EUR', await shop.clickId())
  for (let n = 0; n < 2; n++) {
    const { partnerId, code } = await createTestPartner(service, shop.program)
    partnerIds.push(partnerId)
    await earn('USD', await shop.clickId(code))
  }
  await kysely.transaction().execute((transaction) =>
    insertWebhook(transaction, {
      program_id: shop.program.id,
      url: 'https://merchant.test/hook',
      event_types: ['commission.paid'],
      secret: 'sealed',
      created_at: clock.now(),
    }),
  )
})

async function earn(currency: string, clickId: string) {
  const transaction_id = `bulk-${orderCount++}`
  await shop.customer(transaction_id, clickId)
  const sale = { transaction_id, customer_key: transaction_id, amount_cents: 5000, currency }
  const { body } = await shop.sale(sale)
  const approved = await post('commissions/approve', { commissionIds: [body.commission_id] })
  expect(approved.status).toBe(200)
}

const post = (path: string, body: unknown = {}, token = bearer) =>
  send(app, 'POST', `/api/programs/${shop.program.id}/${path}`, { bearer: token, body })
const markPaid = (payoutIds: number[], reference?: string) =>
  post('payouts/mark-paid', reference === undefined ? { payoutIds } : { payoutIds, reference })

async function listPayouts(): Promise<
  {
    id: number
    status: string
    partnerId: number
    reference: string
    currency: string
    amountCents: number
  }[]
> {
  const url = `/api/programs/${shop.program.id}/payouts?limit=200`
  return (await send(app, 'GET', url, { bearer })).body.data
}

async function makePayouts(): Promise<number[]> {
  expect((await post('payouts')).status).toBe(201)
  return (await listPayouts()).map(({ id }) => id)
}

const listNotified = () =>
  kysely
    .selectFrom('outbox_events')
    .select(['type', 'data'])
    .where('program_id', '=', shop.program.id)
    .orderBy('id')
    .execute()

const listChanges = () =>
  kysely
    .selectFrom('commission_changes')
    .select('reason')
    .where('program_id', '=', shop.program.id)
    .where('to_status', '=', 'paid')
    .execute()

const listAudited = () =>
  kysely
    .selectFrom('program_audit_log')
    .select(['action', 'target_type', 'target_id'])
    .where('program_id', '=', shop.program.id)
    .where('action', '=', 'payout.pay')
    .where('target_type', '=', 'payout')
    .execute()

async function expectConsistent() {
  expect((await verifyMoney(database, shop.program.id)).differences).toEqual([])
  // Partners inserted directly are missing from the daily counts.
  const { differences } = await verifyStatistics(database, shop.program.id)
  expect(differences.filter(({ column }) => column !== 'partners')).toEqual([])
}

describe('POST /api/programs/:programId/payouts/mark-paid', () => {
  it('pays every payout, returns the totals, and writes the history, audit log and webhooks like requests for single payouts', async () => {
    const ids = await makePayouts()
    const [single = 0, ...others] = ids
    await post(`payouts/${single}/pay`, { reference: 'transfer 7' })
    const marking = await markPaid(others, 'transfer 7')
    expect([marking.status, marking.body.data]).toEqual([
      200,
      { paid: 3, sums: expect.any(Array), alreadyPaid: [] },
    ])
    const cents = marking.body.data.sums.map((sum: { amountCents: number }) => sum.amountCents)
    expect(cents.reduce((sum: number, one: number) => sum + one, 0)).toBe(3000)
    for (const payout of await listPayouts()) {
      expect(payout).toMatchObject({ status: 'paid', reference: 'transfer 7', closedBy: 'Sam' })
    }
    const events = await listNotified()
    expect(events.map(({ type }) => type)).toEqual(Array(4).fill('commission.paid'))
    expect(events.map(({ data }) => data.payout_id).sort()).toEqual([...ids].sort())
    const [singlePayload, bulkPayload] = [events[0]?.data, events[1]?.data]
    expect(Object.keys(bulkPayload ?? {}).sort()).toEqual(Object.keys(singlePayload ?? {}).sort())
    expect((await listChanges()).map(({ reason }) => reason).sort()).toEqual(
      ids.map((id) => `payout ${id} was paid`).sort(),
    )
    expect((await listAudited()).map(({ target_id }) => Number(target_id)).sort()).toEqual([...ids].sort())
    await expectConsistent()
  })

  it('is idempotent, and the second response lists the payouts that are already paid', async () => {
    const ids = await makePayouts()
    expect((await markPaid(ids.slice(0, 2))).body.data.paid).toBe(2)
    const events = (await listNotified()).length
    const repeat = await markPaid(ids.slice(0, 2), 'another reference')
    expect([repeat.status, repeat.body.data]).toEqual([
      200,
      { paid: 0, sums: [], alreadyPaid: ids.slice(0, 2).sort((a, b) => a - b) },
    ])
    expect(await listNotified()).toHaveLength(events)
    expect((await markPaid(ids)).body.data).toMatchObject({ paid: 2, alreadyPaid: { length: 2 } })
    expect((await listPayouts()).every(({ reference }) => reference === null)).toBe(true)
    await expectConsistent()
  })

  testOnServer('pays each payout and sends each webhook once for concurrent requests', async () => {
    const ids = await makePayouts()
    const responses = await concurrently(6, (index) =>
      index < 3 ? markPaid(index === 1 ? ids.toReversed() : ids) : post(`payouts/${ids[index - 3]}/pay`),
    )
    const bulk = responses.slice(0, 3)
    expect(bulk.map(({ status }) => status)).toEqual([200, 200, 200])
    const single = responses.slice(3).filter(({ status }) => status === 200).length
    const paid = bulk.reduce((sum, { body }) => sum + body.data.paid, 0)
    expect(paid + single).toBe(ids.length)
    expect((await listNotified()).map(({ data }) => data.payout_id).sort()).toEqual([...ids].sort())
    expect(await listChanges()).toHaveLength(ids.length)
    expect(await listAudited()).toHaveLength(ids.length)
    await expectConsistent()
  })

  testOnServer('pays either all payouts or none during a concurrent cancellation', async () => {
    const ids = await makePayouts()
    const [first = 0] = ids
    const [bulk, canceled] = await Promise.all([markPaid(ids), post(`payouts/${first}/cancel`)])
    expect([bulk.status, canceled.status].sort()).toEqual([200, 409])
    const statuses = (await listPayouts()).map(({ status }) => status).sort()
    expect(statuses).toEqual(
      bulk.status === 200 ? Array(4).fill('paid') : ['canceled', ...Array(3).fill('open')],
    )
    await expectConsistent()
  })

  it('changes nothing and names both reasons if one payout is canceled and another partner is held', async () => {
    const ids = await makePayouts()
    const payouts = await listPayouts()
    const heldPayoutId = payouts.find(({ partnerId }) => partnerId === partnerIds[1])?.id ?? 0
    const canceled = payouts.find(({ partnerId }) => partnerId === partnerIds[2])?.id ?? 0
    const findAmount = (payoutId: number) => {
      const payout = payouts.find(({ id }) => id === payoutId)
      return { currency: payout?.currency, amountCents: payout?.amountCents }
    }
    await post(`payouts/${canceled}/cancel`)
    await post(`partners/${partnerIds[1]}/hold`, { reason: 'Tax form is missing' })
    const { status, body } = await markPaid(ids)
    expect([status, body.error.code]).toEqual([409, 'conflict'])
    expect(body.error.details.payouts).toHaveLength(2)
    expect(body.error.details.payouts).toEqual(
      expect.arrayContaining([
        { payoutId: heldPayoutId, reason: 'partner_held', ...findAmount(heldPayoutId) },
        { payoutId: canceled, reason: 'canceled', ...findAmount(canceled) },
      ]),
    )
    expect((await listPayouts()).filter(({ status: now }) => now === 'paid')).toEqual([])
    expect(await listNotified()).toEqual([])
  })

  it('returns 404 with the IDs of unknown payouts or another program’s payouts, and changes nothing', async () => {
    const ids = await makePayouts()
    const otherShop = await openShop(service)
    const token = await signInMember(service, otherShop.program)
    const url = `/api/programs/${otherShop.program.id}/payouts/mark-paid`
    const rejected = await send(app, 'POST', url, { bearer: token, body: { payoutIds: ids } })
    expect([rejected.status, rejected.body.error.details]).toEqual([404, { payoutIds: ids }])
    const unknownResponse = await markPaid([...ids, 999_999_999])
    expect([unknownResponse.status, unknownResponse.body.error.details]).toEqual([
      404,
      { payoutIds: [999_999_999] },
    ])
    expect((await listPayouts()).every(({ status }) => status === 'open')).toBe(true)
  })
})
