import { beforeEach, describe, expect, it } from 'vitest'
import { createScheduledBatch } from '../../../src/earnings/payouts/create-payout-batch.flow.ts'
import { createScheduledPayouts } from '../../../src/earnings/payouts/create-scheduled-payouts.job.ts'
import { concurrently, send, signInMember, startTestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'

const service = await startTestService({ ownDatabase: true })
const { app, clock, deps } = service

let shop: Shop
let bearer: string
let orderCount = 0

beforeEach(async () => {
  clock.set('2026-03-10T12:00:00.000Z')
  shop = await openShop(service)
  bearer = await signInMember(service, shop.program)
  await shop.customer('cus-1')
})

const request = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
  send(app, method, `/api/programs/${shop.program.id}/${path}`, {
    bearer,
    ...(body === undefined ? {} : { body }),
  })
const settings = (body: unknown) => request('PATCH', 'payout-settings', body)
const payouts = async () => (await request('GET', 'payouts')).body.data as { createdBy: string | null }[]

async function addOwedCommission(amount_cents: number, currency = 'USD') {
  const transaction_id = `r-${orderCount++}`
  const sale = { transaction_id, amount_cents: amount_cents * 5, customer_key: 'cus-1', currency }
  const { body } = await shop.sale(sale)
  await request('POST', 'commissions/approve', { commissionIds: [body.commission_id] })
}

describe('a program’s minimum payout', () => {
  it('excludes lower balances per currency, unless the request sets another minimum', async () => {
    await settings({ minimums: [{ currency: 'USD', minimumCents: 1000 }] })
    await addOwedCommission(999)
    await addOwedCommission(5, 'EUR')
    const preview = await request('GET', 'payouts/preview')
    expect(preview.body.data.sums).toMatchObject([{ currency: 'EUR' }])
    const created = await request('POST', 'payouts', {})
    expect(created.body.data.sums).toEqual([{ currency: 'EUR', payouts: 1, amountCents: 5 }])
    await addOwedCommission(1)
    const batchResponse = await request('POST', 'payouts', {})
    expect(batchResponse.body.data.sums).toEqual([{ currency: 'USD', payouts: 1, amountCents: 1000 }])
    await addOwedCommission(2)
    expect((await request('POST', 'payouts', {})).status).toBe(409)
    expect((await request('POST', 'payouts', { minimumCents: 1 })).status).toBe(201)
  })

  it('is set once per currency and is unaffected by other settings', async () => {
    const minimum = { currency: 'USD', minimumCents: 7 }
    expect((await settings({ minimums: [minimum, minimum] })).status).toBe(400)
    await settings({ minimums: [minimum] })
    const { body } = await settings({ payDay: 5 })
    expect(body.data).toEqual({
      debtor: null,
      isDebtorReadable: true,
      minimums: [minimum],
      payDay: 5,
      detailsRequired: false,
    })
    expect((await settings({ payDay: null })).body.data.payDay).toBeNull()
  })
})

describe('monthly payouts', () => {
  it('are created once on the payout day, without an actor, and in one batch after missed days', async () => {
    await addOwedCommission(100)
    await settings({ payDay: 15 })
    await createScheduledPayouts(deps)
    expect(await payouts()).toEqual([])
    clock.set('2026-03-15T00:00:00.000Z')
    await createScheduledPayouts(deps)
    expect(await payouts()).toMatchObject([{ createdBy: null }])
    await addOwedCommission(100)
    await createScheduledPayouts(deps)
    expect(await payouts()).toHaveLength(1)
    clock.set('2026-07-01T00:00:00.000Z')
    await createScheduledPayouts(deps)
    await addOwedCommission(100)
    await createScheduledPayouts(deps)
    expect(await payouts()).toHaveLength(2)
  })

  it('include commissions that were approved while the service was down', async () => {
    await settings({ payDay: 15 })
    const sale = { transaction_id: `r-${orderCount++}`, amount_cents: 500, customer_key: 'cus-1' }
    expect((await shop.sale(sale)).status).toBe(200)
    clock.set('2026-04-16T12:00:00.000Z')
    await createScheduledPayouts(deps)
    expect(await payouts()).toMatchObject([{ amountCents: 100 }])
  })

  it('are created once by concurrent processes', async () => {
    await addOwedCommission(100)
    await settings({ payDay: 15 })
    clock.set('2026-03-20T00:00:00.000Z')
    const outcomes = await concurrently(8, () => createScheduledBatch(deps, shop.program.id))
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'not_due')).toHaveLength(7)
    expect(await payouts()).toHaveLength(1)
  })

  it('start on the next payout day, even if nothing was owed, and never run twice in a month', async () => {
    await addOwedCommission(100)
    await settings({ payDay: 10 })
    await createScheduledPayouts(deps)
    expect(await payouts()).toEqual([])
    clock.set('2026-04-10T12:00:00.000Z')
    await createScheduledPayouts(deps)
    expect(await payouts()).toHaveLength(1)
    await settings({ payDay: 20 })
    await addOwedCommission(100)
    clock.set('2026-04-20T12:00:00.000Z')
    await createScheduledPayouts(deps)
    expect(await payouts()).toHaveLength(1)
    clock.set('2026-05-20T12:00:00.000Z')
    await createScheduledPayouts(deps)
    expect(await payouts()).toHaveLength(2)
  })
})
