import { beforeEach, describe, expect, it } from 'vitest'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { createTestPartner, send, signInMember, startTestService } from '../../harness.ts'
import { openShop, platformError, type Shop } from '../../merchant.ts'

const service = await startTestService()
const { app, database, clock } = service

let shop: Shop
let bearer: string
let other: { partnerId: number; code: string }
let orderCount = 0

beforeEach(async () => {
  clock.set('2026-03-10T12:00:00.000Z')
  shop = await openShop(service)
  other = await createTestPartner(service, shop.program)
  bearer = await signInMember(service, shop.program)
  await shop.customer('cus-1')
  await shop.customer('cus-2', await shop.clickId(other.code))
})

const request = (method: 'GET' | 'POST', path: string, body?: unknown, token = bearer) =>
  send(app, method, `/api/programs/${shop.program.id}/${path}`, {
    bearer: token,
    ...(body === undefined ? {} : { body }),
  })
const get = (path: string) => request('GET', path)
const post = (path: string, body?: unknown, token = bearer) => request('POST', path, body, token)

const postPartner = (verb: string, body?: unknown) => post(`partners/${shop.program.partnerId}/${verb}`, body)

/** Creates an approved 20% commission. */
async function commission(amount_cents: number, customer_key = 'cus-1', currency = 'USD'): Promise<number> {
  const transaction_id = `o-${orderCount++}`
  const { body } = await shop.sale({ transaction_id, amount_cents: amount_cents * 5, customer_key, currency })
  const approved = await post('commissions/approve', { commissionIds: [body.commission_id] })
  expect(approved.status).toBe(200)
  return body.commission_id
}

const openPayouts = async () => (await get('payouts?status=open')).body.data

async function expectConsistent() {
  expect((await verifyMoney(database, shop.program.id)).differences).toEqual([])
}

describe('a payout batch', () => {
  it('omits a rejected partner, reports it in the balances, and pays the partner once they are approved', async () => {
    await commission(4000)
    await commission(500, 'cus-1', 'EUR')
    await commission(300, 'cus-2')
    await postPartner('reject')
    const created = await post('payouts')
    expect(created.body.data).toMatchObject({
      sums: [{ currency: 'USD', payouts: 1, amountCents: 300 }],
      waiting: [
        {
          reason: 'partner_rejected',
          currency: 'USD',
          partners: 1,
          partnerIds: [shop.program.partnerId],
          owedCents: 4000,
        },
        { reason: 'partner_rejected', currency: 'EUR', partners: 1, owedCents: 500 },
      ],
    })
    const { body } = await get('balances')
    expect(
      body.data.map((one: Record<string, unknown>) => [
        one.partnerId,
        one.payoutBlocker,
        one.payoutHoldReason,
      ]),
    ).toEqual([
      [other.partnerId, null, null],
      [shop.program.partnerId, 'partner_rejected', null],
    ])
    const nothing = await post('payouts')
    const rejected = { reason: 'partner_rejected', partners: 1, partnerIds: [shop.program.partnerId] }
    const reasons = [
      { ...rejected, currency: 'USD', owedCents: 4000 },
      { ...rejected, currency: 'EUR', owedCents: 500 },
    ]
    expect(nothing.body).toEqual(platformError(409, 'conflict', { waiting: 2, reasons }))
    await postPartner('approve')
    expect((await post('payouts')).body.data).toMatchObject({ payouts: 2, waiting: [] })
    await expectConsistent()
  })

  it('has a preview of the payouts it would create and omit, which writes nothing', async () => {
    await commission(4000)
    await commission(500, 'cus-1', 'EUR')
    await commission(300, 'cus-2')
    await commission(200, 'cus-2')
    const preview = async (query = '') => (await get(`payouts/preview${query}`)).body.data
    const all = {
      payouts: 3,
      commissions: 4,
      sums: [
        { currency: 'USD', payouts: 2, amountCents: 4500 },
        { currency: 'EUR', payouts: 1, amountCents: 500 },
      ],
      isComplete: true,
      waiting: [],
    }
    const withoutDetails = { payouts: 3, partnerIds: [shop.program.partnerId, other.partnerId] }
    expect(await preview()).toEqual({ ...all, withoutDetails })
    expect(await preview(`?partnerId=${other.partnerId}`)).toMatchObject({
      commissions: 2,
      sums: [{ currency: 'USD', payouts: 1, amountCents: 500 }],
    })
    expect(await preview('?currency=USD&minimumCents=501')).toMatchObject({
      sums: [{ currency: 'USD', payouts: 1, amountCents: 4000 }],
    })
    expect(await preview('?minimumCents=4001')).toMatchObject({ payouts: 0, commissions: 0, sums: [] })
    expect((await get('payouts/preview?curency=USD')).status).toBe(400)
    await postPartner('hold', { reason: 'Tax form is missing' })
    expect(await preview('?currency=USD')).toMatchObject({
      sums: [{ currency: 'USD', payouts: 1, amountCents: 500 }],
      waiting: [{ reason: 'partner_held', currency: 'USD', partners: 1, owedCents: 4000 }],
    })
    await postPartner('release')
    expect(await openPayouts()).toEqual([])
    const { id: _id, ...created } = (await post('payouts')).body.data
    expect(created).toEqual(all)
    expect(await preview()).toMatchObject({ payouts: 0, sums: [] })
    await expectConsistent()
  })

  it('omits a partner on hold with the reason, while they keep earning', async () => {
    await commission(1000)
    const heldId = await postPartner('hold', { reason: 'Tax form is missing' })
    expect([heldId.status, heldId.body.data]).toMatchObject([
      200,
      { status: 'approved', payoutHold: { reason: 'Tax form is missing', since: clock.now().toISOString() } },
    ])
    await commission(700)
    expect((await post('payouts')).status).toBe(409)
    expect((await get(`balances?partnerId=${shop.program.partnerId}`)).body.data).toMatchObject([
      {
        payoutBlocker: 'partner_held',
        payoutHoldReason: 'Tax form is missing',
        balances: [{ owedCents: 1700 }],
      },
    ])
    expect((await postPartner('release')).body.data).toMatchObject({ payoutHold: null })
    expect((await post('payouts')).body.data.sums).toEqual([
      { currency: 'USD', payouts: 1, amountCents: 1700 },
    ])
    await expectConsistent()
  })

  it('is unaffected by releasing a hold that does not exist, which returns 409, or 404 for an unknown partner', async () => {
    expect((await postPartner('release')).status).toBe(409)
    expect((await post('partners/999999999/release')).status).toBe(404)
    expect((await post('partners/999999999/hold', { reason: 'x' })).status).toBe(404)
  })

  it.each([[{}], [{ reason: ' ' }], [{ reason: 7 }], [{ reason: 'x'.repeat(256) }]])(
    'is unaffected by a hold with %j, which returns 400 and names the reason',
    async (body) => {
      expect((await postPartner('hold', body)).body).toEqual(
        platformError(400, 'invalid_request', { field: 'reason' }),
      )
    },
  )
})

describe('a partner’s existing payouts and commissions', () => {
  it('cannot be paid individually or by file after the partner is rejected', async () => {
    await commission(1000)
    await post('payouts')
    await postPartner('reject')
    const [payout] = await openPayouts()
    expect(payout).toMatchObject({ payoutBlocker: 'partner_rejected' })
    const rejection = await post(`payouts/${payout.id}/pay`)
    expect(rejection.body).toEqual(
      platformError(409, 'conflict', { reason: 'partner_rejected', currency: 'USD', amountCents: 1000 }),
    )
    const file = (await get('payouts/export.csv')).text
    expect(file).toContain('partner_rejected')
    const url = `/api/programs/${shop.program.id}/payouts/import`
    const body = file.replaceAll(',open,', ',paid,')
    const imported = await send(app, 'POST', url, { bearer, body, headers: { 'content-type': 'text/csv' } })
    expect(imported.body).toEqual(platformError(400, 'invalid_request', { line: 2, field: 'status' }))
    expect((await get(`payouts/${payout.id}`)).body.data.status).toBe('open')
    expect((await post(`payouts/${payout.id}/cancel`)).status).toBe(200)
    await expectConsistent()
  })

  it('cannot be marked as paid while the partner is on hold', async () => {
    const [heldId, freeId] = [await commission(1000), await commission(300, 'cus-2')]
    await postPartner('hold', { reason: 'Under fraud review' })
    const rejection = await post('commissions/mark-paid', { commissionIds: [heldId, freeId] })
    expect(rejection.body).toEqual(platformError(409, 'conflict', { commissionIds: [heldId] }))
    expect((await get('payouts')).body.data).toEqual([])
  })
})

describe('concurrent requests', () => {
  it('pay a commission at most once, and never after the partner is rejected', async () => {
    for (let round = 0; round < 10; round++) {
      await postPartner('approve')
      const id = await commission(1000)
      const [created, rejected, marked] = await Promise.all([
        post('payouts'),
        postPartner('reject'),
        post('commissions/mark-paid', { commissionIds: [id] }),
      ])
      expect(rejected.status).toBe(200)
      expect([200, 409]).toContain(marked.status)
      const open = await openPayouts()
      expect(open.length).toBe(created.status === 201 ? 1 : 0)
      for (const payout of open) {
        // If the commission was marked as paid first, the batch paid the commissions left by earlier rounds.
        const items: { commissionId: number }[] = (await get(`payouts/${payout.id}/items`)).body.data
        expect(items.some(({ commissionId }) => commissionId === id)).toBe(marked.status === 409)
        expect((await post(`payouts/${payout.id}/pay`)).status).toBe(409)
        expect((await post(`payouts/${payout.id}/cancel`)).status).toBe(200)
      }
      expect((await post('payouts')).status).toBe(409)
      await expectConsistent()
    }
  })

  it.each(['batch first', 'marked first'] as const)(
    'never pay a commission both by batch and manually: %s',
    async (order) => {
      const [earlier, id] = [await commission(300), await commission(1000)]
      const pay = [() => post('payouts'), () => post('commissions/mark-paid', { commissionIds: [id] })]
      if (order === 'marked first') pay.reverse()
      const statuses: number[] = []
      for (const one of pay) statuses.push((await one()).status)
      expect(statuses).toEqual(order === 'batch first' ? [201, 409] : [200, 201])
      const [payout] = await openPayouts()
      const { body } = await get(`payouts/${payout.id}/items`)
      const items = body.data.map(({ commissionId }: { commissionId: number }) => commissionId)
      expect(new Set(items)).toEqual(new Set(order === 'batch first' ? [earlier, id] : [earlier]))
      await expectConsistent()
    },
  )
})
