import { beforeAll, expect, it } from 'vitest'
import { createTestPartner, send, signInMember, startTestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'

const service = await startTestService()
const { app, database, clock } = service

let shop: Shop
let bearer: string
let other: { partnerId: number; code: string }
let orderCount = 0

beforeAll(async () => {
  shop = await openShop(service)
  clock.advance({ minutes: 1 })
  other = await createTestPartner(service, shop.program)
  clock.advance({ minutes: 1 })
  await createTestPartner(service, shop.program) // This partner has no commission, so there is no balance.
  bearer = await signInMember(service, shop.program)
  await shop.customer('cus-1')
  await shop.customer('cus-2', await shop.clickId(other.code))
  await set(await commission(100, 'cus-1'), { status: 'pending', reversed_cents: 30 })
  await set(await commission(200, 'cus-1'), { status: 'approved', reversed_cents: 50 })
  await set(await commission(400, 'cus-1'), { status: 'paid', reversed_cents: 150, paid_cents: 400 })
  await set(await commission(800, 'cus-1'), { status: 'reversed', reversed_cents: 800, paid_cents: 800 })
  await set(await commission(1600, 'cus-1'), { status: 'reversed', reversed_cents: 1600 })
  await set(await commission(3200, 'cus-1', 'VND'), { status: 'approved' })
  const hugeAmount = Math.floor(Number.MAX_SAFE_INTEGER / 5)
  for (let index = 0; index < 6; index++)
    await set(await commission(hugeAmount, 'cus-2', 'EUR'), { status: 'approved' })
  const otherShop = await openShop(service)
  await otherShop.customer('cus-1')
  await otherShop.sale({ transaction_id: 'n', amount_cents: 5000, customer_key: 'cus-1' })
})

async function commission(amount_cents: number, customer_key: string, currency = 'USD'): Promise<number> {
  const sale = { transaction_id: `o-${orderCount++}`, amount_cents: amount_cents * 5, customer_key, currency }
  const { body } = await shop.sale(sale)
  return body.commission_id
}

const set = (
  id: number,
  values: {
    status: 'pending' | 'approved' | 'paid' | 'reversed'
    reversed_cents?: number
    paid_cents?: number
  },
) =>
  database.kysely
    .updateTable('commissions')
    .set(values)
    .where('program_id', '=', shop.program.id)
    .where('id', '=', id)
    .execute()

const get = (query = '', token = bearer) =>
  send(app, 'GET', `/api/programs/${shop.program.id}/balances${query}`, { bearer: token })

it('a balance contains the amount owed per partner and currency, and is negative after a paid sale is refunded', async () => {
  const { status, body } = await get(`?partnerId=${shop.program.partnerId}`)
  expect(status).toBe(200)
  expect(body.data).toEqual([
    {
      partnerId: shop.program.partnerId,
      partnerName: 'Pat',
      payoutBlocker: null,
      payoutHoldReason: null,
      balances: [
        {
          currency: 'USD',
          pendingCents: 70,
          approvedCents: 150,
          paidCents: 1200,
          owedCents: 150 - 150 - 800,
        },
        { currency: 'VND', pendingCents: 0, approvedCents: 3200, paidCents: 0, owedCents: 3200 },
      ],
      nextPayouts: [
        {
          currency: 'USD',
          amountCents: -800,
          blockers: [
            { reason: 'reversed', missingCents: 800 },
            { reason: 'on_hold', until: expect.any(String) },
            { reason: 'by_hand' },
          ],
        },
        { currency: 'VND', amountCents: 3200, blockers: [{ reason: 'by_hand' }] },
      ],
    },
  ])
})

it('a balance keeps every digit of sums beyond safe integers', async () => {
  const { text } = await get('?currency=EUR')
  const sum = String(6n * BigInt(Math.floor(Number.MAX_SAFE_INTEGER / 5)))
  expect(text).toContain(`"approvedCents":${sum},"paidCents":0,"owedCents":${sum}}`)
  expect(text).toContain(`"nextPayouts":[{"currency":"EUR","amountCents":${sum},`)
})

it('the list of balances contains each partner with commissions once, newest first, with keyset pagination', async () => {
  const partners = (response: Awaited<ReturnType<typeof get>>) =>
    response.body.data.map(({ partnerId }: { partnerId: number }) => partnerId)
  expect(partners(await get())).toEqual([other.partnerId, shop.program.partnerId])
  const first = await get('?limit=1')
  expect(partners(first)).toEqual([other.partnerId])
  const second = await get(`?limit=1&cursor=${first.body.meta.nextCursor}`)
  expect(partners(second)).toEqual([shop.program.partnerId])
  expect(second.body.meta.nextCursor).toBeNull()
  expect(partners(await get('?currency=VND'))).toEqual([shop.program.partnerId])
  expect(partners(await get('?partnerId=999999999'))).toEqual([])
})

it.each([
  ['partnerId', 'x'],
  ['currency', 'usd'],
  ['limit', '201'],
  ['cursor', 'bm90IG91cnM'],
])('the list of balances returns 400 and names the parameter for %s=%s', async (name, value) => {
  const { status, body } = await get(`?${name}=${value}`)
  expect([status, body.error.details]).toEqual([400, { field: name }])
})
