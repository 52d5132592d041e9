import { beforeEach, describe, expect, it } from 'vitest'
import { setPayoutDetails } from '../../../src/earnings/payout-details/change-payout-details.flow.ts'
import { createScheduledPayouts } from '../../../src/earnings/payouts/create-scheduled-payouts.job.ts'
import { EXCLUSION_REASONS } from '../../../src/earnings/payouts/next-payout.ts'
import { concurrently, createTestPartner, send, signInMember, startTestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'
import { signInAs } from '../../partners/portal-access/partner.ts'

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

async function settings(body: unknown) {
  expect((await request('PATCH', 'payout-settings', body)).status).toBe(200)
}

async function earn(amount_cents: number, customer_key = 'cus-1', currency = 'USD'): Promise<number> {
  const sale = { transaction_id: `n-${orderCount++}`, amount_cents: amount_cents * 5, customer_key, currency }
  return (await shop.sale(sale)).body.commission_id
}

async function addOwedCommission(amount_cents: number, customer_key = 'cus-1', currency = 'USD') {
  const commissionIds = [await earn(amount_cents, customer_key, currency)]
  expect((await request('POST', 'commissions/approve', { commissionIds })).status).toBe(200)
}

function saveDetails(partnerId: number, email = 'ann@pay.test') {
  return setPayoutDetails(
    deps,
    { programId: shop.program.id, partnerId, requestId: 'r' },
    {
      account: { method: 'paypal', email },
      payee_kind: 'person',
      legal_name: 'Ann Example',
      address: 'Street 1',
      city: 'Berlin',
      postal_code: '10115',
      country: 'DE',
      tax_id: null,
    },
  )
}

interface Wait {
  reason: string
  until?: string
  day?: string
  missingCents?: number
}
interface Next {
  currency: string
  amountCents: number
  blockers: Wait[]
}

async function balances(): Promise<{ partnerId: number; nextPayouts: Next[] }[]> {
  return (await request('GET', 'balances')).body.data
}
async function readWaitReasons(partnerId = shop.program.partnerId) {
  const row = (await balances()).find((one) => one.partnerId === partnerId)
  return row?.nextPayouts[0]?.blockers.map(({ reason }) => reason)
}

describe('a program that requires payout details', () => {
  it('omits partners without them, lists them, and pays them once they are added', async () => {
    const other = await createTestPartner(service, shop.program)
    await shop.customer('cus-2', await shop.clickId(other.code))
    await addOwedCommission(1000)
    await addOwedCommission(700, 'cus-2')
    const withoutDetails = async () => (await request('GET', 'payouts/preview')).body.data.withoutDetails
    expect(await withoutDetails()).toEqual({
      payouts: 2,
      partnerIds: [shop.program.partnerId, other.partnerId],
    })
    await saveDetails(other.partnerId)
    expect(await withoutDetails()).toEqual({ payouts: 1, partnerIds: [shop.program.partnerId] })
    await settings({ detailsRequired: true })
    expect(await withoutDetails()).toEqual({ payouts: 0, partnerIds: [] })
    const waiting = [
      {
        reason: 'details_missing',
        currency: 'USD',
        partners: 1,
        partnerIds: [shop.program.partnerId],
        owedCents: 1000,
      },
    ]
    expect((await request('GET', 'payouts/preview')).body.data).toMatchObject({ payouts: 1, waiting })
    expect((await request('POST', 'payouts', {})).body.data).toMatchObject({
      sums: [{ currency: 'USD', payouts: 1, amountCents: 700 }],
      waiting,
    })
    const nothing = await request('POST', 'payouts', {})
    expect(nothing.status).toBe(409)
    expect(nothing.body.error.message).toBe(
      'No payouts were created. 1 balance was excluded: 1 of partners without payout details.',
    )
    expect(nothing.body.error.details).toEqual({ waiting: 1, reasons: waiting })
    await saveDetails(shop.program.partnerId)
    expect((await request('POST', 'payouts', {})).body.data).toMatchObject({ payouts: 1, waiting: [] })
  })

  it('omits partners without them from scheduled payouts, and reports the omission', async () => {
    await addOwedCommission(1000)
    await settings({ detailsRequired: true, payDay: 15 })
    clock.set('2026-03-15T12:00:00.000Z')
    await createScheduledPayouts(deps)
    expect((await request('GET', 'payouts')).body.data).toEqual([])
    expect((await balances())[0]?.nextPayouts).toEqual([
      {
        currency: 'USD',
        amountCents: 1000,
        blockers: [{ reason: 'details_missing' }, { reason: 'pay_day', day: '2026-04-15' }],
      },
    ])
    await saveDetails(shop.program.partnerId)
    clock.set('2026-04-15T12:00:00.000Z')
    await createScheduledPayouts(deps)
    expect((await request('GET', 'payouts')).body.data).toMatchObject([
      { amountCents: 1000, detailsVersion: 1 },
    ])
  })

  it('pays to the previous details while a change is pending, and lets the team mark external payouts as paid', async () => {
    await settings({ detailsRequired: true })
    const id = await earn(300)
    await request('POST', 'commissions/approve', { commissionIds: [id] })
    const marking = await request('POST', 'commissions/mark-paid', { commissionIds: [id] })
    expect(marking.status).toBe(200)
    await addOwedCommission(1000)
    await saveDetails(shop.program.partnerId)
    await saveDetails(shop.program.partnerId, 'other@pay.test')
    expect((await balances())[0]?.nextPayouts[0]?.blockers).toEqual([
      { reason: 'details_change', until: '2026-03-13T12:00:00.000Z' },
      { reason: 'by_hand' },
    ])
    await request('POST', 'payouts', {})
    expect((await request('GET', 'payouts')).body.data[0]).toMatchObject({
      amountCents: 1000,
      detailsVersion: 1,
    })
  })
})

describe('a batch created while payout details are added', () => {
  it('pays to the new details or omits the partner, but never pays without details', async () => {
    await settings({ detailsRequired: true })
    const partners = await Promise.all(
      Array.from({ length: 6 }, () => createTestPartner(service, shop.program)),
    )
    for (const { partnerId, code } of partners) {
      await shop.customer(`cus-${partnerId}`, await shop.clickId(code))
      await addOwedCommission(100, `cus-${partnerId}`)
    }
    await concurrently<unknown>(12, (turn) => {
      const partner = partners[turn % 6]
      if (partner === undefined) throw new Error('not all six partners exist')
      return turn < 6 ? saveDetails(partner.partnerId) : request('POST', 'payouts', {})
    })
    await request('POST', 'payouts', {})
    const created = (await request('GET', 'payouts')).body.data.map(
      ({ detailsVersion }: { detailsVersion: number | null }) => detailsVersion,
    )
    expect(created).toEqual([1, 1, 1, 1, 1, 1])
  })
})

describe('the reason the next payout is waiting', () => {
  it('is the same for the team and the partner, in each currency', async () => {
    await settings({ minimums: [{ currency: 'USD', minimumCents: 1500 }], payDay: 1 })
    await addOwedCommission(1000)
    await addOwedCommission(20, 'cus-1', 'EUR')
    const expected = [
      { currency: 'EUR', amountCents: 20, blockers: [{ reason: 'pay_day', day: '2026-04-01' }] },
      {
        currency: 'USD',
        amountCents: 1000,
        blockers: [
          { reason: 'below_minimum', missingCents: 500 },
          { reason: 'pay_day', day: '2026-04-01' },
        ],
      },
    ]
    expect((await balances())[0]?.nextPayouts).toEqual(expected)
    const partner = await signInAs(service, shop.program.partnerId)
    const portalBalance = await partner.call('GET', `/programs/${shop.program.id}/balance`)
    expect(portalBalance.body.data.nextPayouts).toEqual(expected)
    const euroBalances = await request('GET', 'balances?currency=EUR')
    expect(euroBalances.body.data[0].nextPayouts).toEqual([expected[0]])
  })

  it('is the end of a hold, then an open payout, then a reversal', async () => {
    const commission = await earn(1000)
    const [nextPayout] = (await balances())[0]?.nextPayouts ?? []
    expect(nextPayout?.amountCents).toBe(0)
    expect(nextPayout?.blockers[0]?.reason).toBe('on_hold')
    expect(Date.parse(nextPayout?.blockers[0]?.until ?? '')).toBeGreaterThan(clock.now().getTime())
    await request('POST', 'commissions/approve', { commissionIds: [commission] })
    await request('POST', 'payouts', {})
    expect(await readWaitReasons()).toEqual(['payout_open', 'by_hand'])
    const partner = await signInAs(service, shop.program.partnerId)
    const portalBalance = async () =>
      (await partner.call('GET', `/programs/${shop.program.id}/balance`)).body.data
    const createdAt = clock.now().toISOString()
    expect((await portalBalance()).openPayouts).toEqual([
      { currency: 'USD', amountCents: 1000, payouts: 1, createdAt, methods: [] },
    ])
    const { id } = (await request('GET', 'payouts')).body.data[0]
    await request('POST', `payouts/${id}/pay`)
    expect((await portalBalance()).openPayouts).toEqual([])
    expect(await readWaitReasons()).toEqual(['nothing_owed', 'by_hand'])
    const sale = (await request('GET', `payouts/${id}/items`)).body.data[0].saleId
    await request('POST', `sales/${sale}/refunds`, { refundId: 'r-1', amountCents: 5000, reason: 'r' })
    expect((await balances())[0]?.nextPayouts[0]).toMatchObject({
      amountCents: -1000,
      blockers: [{ reason: 'reversed', missingCents: 1000 }, { reason: 'by_hand' }],
    })
  })

  it('excludes a partner from a batch if and only if it blocks the batch, for every partner status', async () => {
    await settings({ detailsRequired: true, minimums: [{ currency: 'USD', minimumCents: 500 }] })
    for (const action of ['approve', 'reject', 'hold'] as const)
      for (const hasDetails of [true, false])
        for (const amount of [499, 500]) {
          const { partnerId, code } = await createTestPartner(service, shop.program)
          await shop.customer(`cus-${partnerId}`, await shop.clickId(code))
          await addOwedCommission(amount, `cus-${partnerId}`)
          if (hasDetails) await saveDetails(partnerId)
          if (action !== 'approve')
            await request(
              'POST',
              `partners/${partnerId}/${action}`,
              action === 'hold' ? { reason: 'r' } : undefined,
            )
        }
    const reasonByCurrency = new Map(
      (await balances()).map(({ partnerId, nextPayouts }) => [
        partnerId,
        nextPayouts[0]?.blockers[0]?.reason,
      ]),
    )
    const { waiting } = (await request('POST', 'payouts', {})).body.data
    const excludedReasons = new Map<number, string>()
    for (const { reason, partners, partnerIds } of waiting) {
      expect(partnerIds).toHaveLength(partners)
      for (const id of partnerIds) excludedReasons.set(id, reason)
    }
    const paid = (await request('GET', 'payouts')).body.data.map(
      ({ partnerId }: { partnerId: number }) => partnerId,
    )
    expect([paid.length, excludedReasons.size, reasonByCurrency.size]).toEqual([1, 11, 12])
    for (const [id, reason] of reasonByCurrency) {
      const isExcluded = EXCLUSION_REASONS.some((one) => one === reason)
      expect([excludedReasons.get(id), paid.includes(id)]).toEqual([
        isExcluded ? reason : undefined,
        !isExcluded,
      ])
    }
  })
})
