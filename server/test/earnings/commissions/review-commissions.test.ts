import { describe, expect, it } from 'vitest'
import { approveCommissions } from '../../../src/earnings/commissions/approve-commissions.job.ts'
import { send, signInMember, startTestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'

const service = await startTestService({ ownDatabase: true })
const { app, clock, deps } = service

async function open(sales = 1) {
  clock.set('2026-03-10T12:00:00.000Z')
  const shop = await openShop(service)
  await shop.customer('cus-1')
  const ids: number[] = []
  for (let index = 0; index < sales; index++) {
    const response = await shop.sale({
      transaction_id: `t${index}`,
      amount_cents: 1000,
      customer_key: 'cus-1',
    })
    ids.push(response.body.commission_id)
  }
  const owner = await signInMember(service, shop.program)
  const post = (verb: 'approve' | 'reject' | 'withdraw-approval', body: unknown, bearer = owner) =>
    send(app, 'POST', `/api/programs/${shop.program.id}/commissions/${verb}`, { body, bearer })
  return { shop, ids, owner, post }
}

const statuses = async (shop: Shop) => (await shop.rows('commissions')).map(({ status }) => status)

describe('manual review', () => {
  it('approves one or more commissions at once, records the actor and reason, and is idempotent', async () => {
    const { shop, ids, post } = await open(3)
    const first = await post('approve', { commissionIds: ids.slice(0, 2), reason: 'checked the order' })
    expect(first.body).toEqual({ data: { changed: 2, unchanged: 0 } })
    expect((await post('approve', { commissionIds: ids })).body).toEqual({
      data: { changed: 1, unchanged: 2 },
    })
    expect(await statuses(shop)).toEqual(['approved', 'approved', 'approved'])
    const changes = await shop.rows('commission_changes')
    expect(changes).toHaveLength(3)
    expect(changes[0]).toMatchObject({
      from_status: 'pending',
      to_status: 'approved',
      actor: 'user',
      reason: 'checked the order',
    })
    await shop.verify()
  })

  it('selects every commission that matches the filter, with the data needed for a review', async () => {
    const { shop, ids, owner, post } = await open(3)
    const select = async (query: string, bearer = owner) =>
      send(app, 'GET', `/api/programs/${shop.program.id}/commissions/selection${query}`, { bearer })
    await post('approve', { commissionIds: ids.slice(0, 1) })
    const { body } = await select('?status=pending')
    expect(body.data.isComplete).toBe(true)
    expect(body.data.commissions.map(({ id }: { id: number }) => id)).toEqual(ids.slice(1).toReversed())
    expect(body.data.commissions[0]).toEqual({
      id: ids[2],
      partnerId: shop.program.partnerId,
      status: 'pending',
      currency: 'USD',
      amountCents: 200,
      reversedCents: 0,
      paidCents: 0,
      holdReason: null,
    })
    expect((await select('?search=t1')).body.data.commissions).toMatchObject([{ id: ids[1] }])
    expect((await select('?status=paid')).body.data).toEqual({ commissions: [], isComplete: true })
    const viewer = await signInMember(service, shop.program, { role: 'viewer' })
    expect((await select('', viewer)).status).toBe(403)
  })

  it('rejects a commission permanently with a reason, and subtracts it from its day’s totals', async () => {
    const { shop, ids, post } = await open(2)
    const [id] = ids
    expect((await post('reject', { commissionIds: [id] })).status).toBe(400)
    expect((await post('reject', { commissionIds: [id], reason: 'own purchase' })).body.data).toEqual({
      changed: 1,
      unchanged: 0,
    })
    expect(await shop.rows('commissions')).toMatchObject([
      { status: 'reversed', reversed_cents: 200, paid_cents: 0 },
      { status: 'pending' },
    ])
    expect(await shop.stats()).toContainEqual({
      day: '2026-03-10',
      currency: 'USD',
      sales: 2,
      revenue_cents: '2000',
      commission_cents: '200',
    })
    await shop.verify()
    // A rejected commission stays at zero, even if its sale is refunded.
    await send(app, 'POST', '/api/v1/track/refund', {
      body: { transaction_id: 't0', refund_amount_cents: 500 },
      bearer: shop.program.liveKey,
    })
    expect(await shop.rows('commissions')).toMatchObject([{ status: 'reversed', reversed_cents: 200 }, {}])
    await shop.verify()
  })

  it('withdraws a reviewer’s own approval, records it in the history, and is idempotent', async () => {
    const { shop, ids, post } = await open(2)
    await post('approve', { commissionIds: ids })
    const colleague = await signInMember(service, shop.program, { role: 'admin' })
    expect((await post('withdraw-approval', { commissionIds: ids }, colleague)).status).toBe(409)
    expect((await post('withdraw-approval', { commissionIds: ids })).body.data).toEqual({
      changed: 2,
      unchanged: 0,
    })
    expect((await post('withdraw-approval', { commissionIds: ids })).body.data).toEqual({
      changed: 0,
      unchanged: 2,
    })
    expect(await shop.rows('commissions')).toMatchObject([
      { status: 'pending', approved_at: null },
      { status: 'pending', approved_at: null },
    ])
    const history = (await shop.rows('commission_changes')).map(({ to_status, reason }) => [
      to_status,
      reason,
    ])
    expect(history.slice(2)).toEqual([
      ['pending', 'approval withdrawn'],
      ['pending', 'approval withdrawn'],
    ])
    await shop.verify()
    expect((await post('approve', { commissionIds: ids })).body.data.changed).toBe(2)
  })

  it('either withdraws an approval or pays the commission when both are requested at once', async () => {
    const { shop, ids, owner, post } = await open(1)
    await post('approve', { commissionIds: ids })
    const [withdrawn] = await Promise.all([
      post('withdraw-approval', { commissionIds: ids }),
      send(app, 'POST', `/api/programs/${shop.program.id}/payouts`, { bearer: owner }),
    ])
    const [commission] = await shop.rows('commissions')
    expect([withdrawn.status, commission?.status, commission?.payout_id !== null]).toEqual(
      withdrawn.status === 200 ? [200, 'pending', false] : [409, 'approved', true],
    )
    await shop.verify()
  })

  it('changes all commissions or none, and lists the ones that prevent the change', async () => {
    const { shop, ids, post } = await open(2)
    await post('reject', { commissionIds: [ids[0]], reason: 'fraud' })
    const rejected = await post('approve', { commissionIds: ids })
    expect(rejected).toMatchObject({ status: 409, body: { error: { details: { commissionIds: [ids[0]] } } } })
    const unknownResponse = await post('approve', { commissionIds: [ids[1], 999_999] })
    expect(unknownResponse).toMatchObject({
      status: 404,
      body: { error: { details: { commissionIds: [999_999] } } },
    })
    expect(await statuses(shop)).toEqual(['reversed', 'pending'])
  })

  it('is limited to its own program and requires commission:manage', async () => {
    const { ids } = await open()
    const other = await open()
    expect((await other.post('approve', { commissionIds: ids })).status).toBe(404)
    const member = await signInMember(service, other.shop.program, { role: 'member' })
    expect((await other.post('approve', { commissionIds: other.ids }, member)).status).toBe(403)
    for (const commissionIds of [[], ['1'], [1, 1], Array.from({ length: 501 }, (_, index) => index + 1)]) {
      expect((await other.post('approve', { commissionIds })).status).toBe(400)
    }
  })

  it('results in one state after a concurrent approval and rejection, and the log records it', async () => {
    for (let round = 0; round < 5; round++) {
      const { shop, ids, post } = await open(4)
      await Promise.all([
        post('approve', { commissionIds: ids }),
        post('reject', { commissionIds: [...ids].reverse(), reason: 'fraud' }),
      ])
      const log = await shop.rows('commission_changes')
      for (const { id, status } of await shop.rows('commissions')) {
        const last = log.filter(({ commission_id }) => commission_id === id).at(-1)
        expect(last?.to_status).toBe(status)
      }
      await shop.verify()
    }
  })
})

describe('automatic approval', () => {
  it('approves a commission when its hold has ended, not a millisecond earlier, and records the approval', async () => {
    const { shop } = await open(2)
    clock.advance({ days: 30, ms: -1 })
    await approveCommissions(deps)
    expect(await statuses(shop)).toEqual(['pending', 'pending'])
    clock.advance({ ms: 1 })
    await Promise.all([approveCommissions(deps), approveCommissions(deps), approveCommissions(deps)])
    expect(await statuses(shop)).toEqual(['approved', 'approved'])
    expect(await shop.rows('commission_changes')).toMatchObject([
      { to_status: 'approved', actor: 'system', reason: 'hold ended' },
      { to_status: 'approved', actor: 'system' },
    ])
  })

  it('doesn’t approve any commission in a program with manual review', async () => {
    const { shop, owner } = await open()
    const changed = await send(app, 'PATCH', `/api/programs/${shop.program.id}`, {
      body: { commissionApproval: 'review' },
      bearer: owner,
    })
    expect(changed.body.data.commissionApproval).toBe('review')
    clock.advance({ days: 400 })
    await approveCommissions(deps)
    expect(await statuses(shop)).toEqual(['pending'])
  })
})
