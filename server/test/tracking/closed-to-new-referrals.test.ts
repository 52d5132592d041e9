import { expect, test } from 'vitest'
import { send, signInMember, startTestService } from '../harness.ts'
import { openShop, platformError } from '../merchant.ts'

const service = await startTestService()
const { app, clock } = service

const REFUND = '/api/v1/track/refund'
const REJECTED = platformError(400, 'closed_to_new_referrals')

async function open() {
  clock.set('2026-03-10T12:00:00.000Z')
  const shop = await openShop(service)
  const bearer = await signInMember(service, shop.program)
  const setClosed = async (closedToNewReferrals: boolean) => {
    const body = { closedToNewReferrals }
    const response = await send(app, 'PATCH', `/api/programs/${shop.program.id}`, { bearer, body })
    expect([response.status, response.body.data]).toEqual([200, expect.objectContaining(body)])
  }
  return { ...shop, setClosed }
}

test('a closed program rejects new customers with its own error code', async () => {
  const shop = await open()
  const click_id = await shop.clickId()
  await shop.setClosed(true)
  const before = await shop.counts()
  expect((await shop.click()).body).toEqual({
    success: false,
    reason: 'program_paused',
    message: 'This link’s program is paused or closed to new referrals.',
  })
  // A reload doesn't extend the click's window.
  expect((await shop.click({ existing_click_id: click_id })).body).toMatchObject({ reason: 'program_paused' })
  for (const response of [
    await shop.browserLead({ click_id }),
    await shop.serverLead({ click_id, customer_key: 'new' }),
  ]) {
    expect([response.status, response.body]).toEqual([400, REJECTED])
    expect(response.body.error.message).toBe(
      'The program is closed to new referrals, and this signup is new. Nothing was recorded.',
    )
  }
  expect(await shop.counts()).toEqual(before)

  await shop.setClosed(false)
  expect((await shop.click()).body.success).toBe(true)
  expect((await shop.serverLead({ click_id, customer_key: 'new' })).status).toBe(200)
})

test('a closed program still records keys, sales, renewals, refunds and provisional leads for existing customers', async () => {
  const shop = await open()
  const { lead_id } = await shop.customer('known')
  const provisional = await shop.clickId()
  expect((await shop.browserLead({ click_id: provisional })).body.provisional).toBe(true)
  const first = { transaction_id: 'first', amount_cents: 4900, customer_key: 'known' }
  expect((await shop.sale(first)).status).toBe(200)
  await shop.setClosed(true)

  expect((await shop.serverLead({ customer_key: 'known' })).body.lead_id).toBe(lead_id)
  const settled = await shop.serverLead({ click_id: provisional, customer_key: 'signed-up-before' })
  expect(settled.status).toBe(200)
  expect(await shop.rows('lead_events')).toMatchObject([{ state: 'settled' }, { state: 'settled' }])
  const renewal = { transaction_id: 'renewal', amount_cents: 4900, is_recurring: true, customer_key: 'known' }
  expect((await shop.sale(renewal)).body).toMatchObject({
    sale_id: expect.any(Number),
    commission_id: expect.any(Number),
  })
  const refund = await send(app, 'POST', REFUND, {
    bearer: shop.program.liveKey,
    body: { transaction_id: 'first' },
  })
  expect([refund.status, refund.body.status]).toEqual([200, 'reversed'])
  await shop.verify()
})
