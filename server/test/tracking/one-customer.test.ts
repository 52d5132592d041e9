import { expect, it } from 'vitest'
import { concurrently, createTestProgram, send, startTestService } from '../harness.ts'

const service = await startTestService()
const { app } = service

it('a click becomes a lead, the lead a customer, and the sale pays its partner and the platform', async () => {
  const program = await createTestProgram(service)
  const click = await send(app, 'POST', '/api/v1/track/click', {
    body: { affiliate_url: `https://shop.test/?aff=${program.code}` },
  })
  expect(click.body).toEqual({
    success: true,
    click_id: expect.any(String),
    partner_code: program.code,
    cookie_window_days: 60,
  })
  const { click_id } = click.body

  const provisional = await send(app, 'POST', '/api/v1/track/lead', {
    body: { click_id, customer_key: 'cus-1' },
  })
  expect(provisional).toMatchObject({ status: 200, body: { success: true, provisional: true } })

  const settled = await send(app, 'POST', '/api/v1/track/lead', {
    bearer: program.liveKey,
    body: { click_id, customer_key: 'cus-1', email: 'Ada@Example.com ' },
  })
  expect(settled).toMatchObject({ status: 200, body: { success: true, lead_id: provisional.body.lead_id } })
  expect(settled.body).not.toHaveProperty('provisional')

  const body = { transaction_id: 'order-1', amount_cents: 4900, customer_key: 'cus-1' }
  const sale = await send(app, 'POST', '/api/v1/track/sale', { bearer: program.liveKey, body })
  expect(sale).toMatchObject({ status: 200, body: { success: true, message: 'Sale recorded.' } })

  const { kysely } = service.database
  const rows = (table: 'commissions' | 'platform_fees' | 'daily_stats') =>
    kysely.selectFrom(table).selectAll().where('program_id', '=', program.id).execute()
  expect(await rows('commissions')).toMatchObject([{ id: sale.body.commission_id, amount_cents: 980 }])
  expect(await rows('platform_fees')).toMatchObject([{ sale_id: sale.body.sale_id, amount_cents: 172 }])
  const again = await send(app, 'POST', '/api/v1/track/sale', { bearer: program.liveKey, body })
  expect(again).toMatchObject({
    status: 409,
    body: { error: { code: 'duplicate_transaction', details: { sale_id: sale.body.sale_id } } },
  })
  const test = await send(app, 'POST', '/api/v1/track/sale', { bearer: program.testKey, body: {} })
  expect(test).toMatchObject({ status: 200, body: { data: { programId: program.id, test_mode: true } } })
})

it('fifty concurrent copies of one sale return one 200 and forty-nine 409', async () => {
  const program = await createTestProgram(service)
  const click = await send(app, 'POST', '/api/v1/track/click', {
    body: { affiliate_url: `https://shop.test/?aff=${program.code}` },
  })
  await send(app, 'POST', '/api/v1/track/lead', {
    bearer: program.liveKey,
    body: { click_id: click.body.click_id, customer_key: 'cus-1' },
  })
  const body = { transaction_id: 'order-1', amount_cents: 4900, customer_key: 'cus-1' }
  const responses = await concurrently(50, () =>
    send(app, 'POST', '/api/v1/track/sale', { bearer: program.liveKey, body }),
  )
  expect(responses.map((a) => a.status).sort()).toEqual([200, ...Array(49).fill(409)])
})
