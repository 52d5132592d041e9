import { expect, test } from 'vitest'
import { createDemo, demoStart } from '../../../src/operations/setup/create-demo.flow.ts'
import { verifyStatistics } from '../../../src/statistics/verify-statistics.flow.ts'
import { createClickPartitions } from '../../../src/tracking/clicks/create-click-partitions.job.ts'
import { isDatabaseEmpty } from '../../../src/workspace/accounts/workspaces.sql.ts'
import { accountCreator } from '../../../src/workspace/sign-in/create-account.adapter.ts'
import { send, startTestService } from '../../harness.ts'

const { app, deps, database, clock } = await startTestService({ ownDatabase: true })
const { kysely } = database
const emptyBefore = await isDatabaseEmpty(kysely)
await createClickPartitions(deps, demoStart(clock.now()))
const demo = await createDemo(deps, accountCreator(deps))
const programId = demo.program.id

test('a database with a demo is not empty', async () => {
  expect(emptyBefore).toBe(true)
  expect(await isDatabaseEmpty(kysely)).toBe(false)
})

test('the demo program’s statistics match its events', async () => {
  expect(await verifyStatistics(database)).toEqual({ programs: [programId], differences: [] })
})

test('the demo owner signs in with the printed password and sees 90 days of activity', async () => {
  const signedIn = await send(app, 'POST', '/api/auth/sign-in/email', {
    body: { email: demo.user.email, password: demo.password },
  })
  expect(signedIn.status).toBe(200)
  const bearer = signedIn.body.token
  const { status, body } = await send(app, 'GET', `/api/tracking/performance/${programId}?period=90d`, {
    bearer,
  })
  expect(status).toBe(200)
  const { metrics, data } = body
  expect(data).toHaveLength(90)
  expect(metrics.totalClicks).toBeGreaterThan(3_000)
  expect(metrics.totalLeads).toBeGreaterThan(100)
  expect(metrics.totalConversions).toBeGreaterThan(30)
  expect(metrics.totalConversions).toBeLessThan(metrics.totalLeads)
  expect(metrics.totalSales).toBeGreaterThan(metrics.totalConversions)
  expect(Object.keys(metrics.revenueByCurrency).sort()).toEqual(['EUR', 'USD', 'VND'])
  const integration = await send(app, 'GET', `/api/tracking/status/${programId}`, { bearer })
  expect(integration.body.data.stepStatuses).toEqual({
    pageview: 'complete',
    referrals: 'complete',
    payments: 'complete',
  })
  expect(integration.body.data.hasPartners).toBe(true)
})

test('the suggested sale is attributed and earns a commission', async () => {
  const sale = await send(app, 'POST', '/api/v1/track/sale', {
    bearer: demo.keys.live,
    body: { transaction_id: 'my-first-sale', amount_cents: 4900, customer_key: demo.customerKey },
  })
  expect(sale).toMatchObject({
    status: 200,
    body: { success: true, sale_id: expect.any(Number), commission_id: expect.any(Number) },
  })
  expect((await verifyStatistics(database)).differences).toEqual([])
})

test('the demo’s partner links count clicks', async () => {
  expect(demo.partners.map(({ code }) => code)).toEqual(['maya', 'techweekly', 'saigon'])
  for (const { code } of demo.partners) {
    const click = await send(app, 'POST', '/api/v1/track/click', {
      body: { affiliate_url: `https://shop.example/?aff=${code}` },
    })
    expect(click).toMatchObject({ status: 200, body: { success: true, partner_code: code } })
  }
})

test('the demo’s commissions are approved after their hold period and reversed with their sale', async () => {
  const rows = await kysely
    .selectFrom('commissions as c')
    .innerJoin('sale_events as s', (join) =>
      join.onRef('s.program_id', '=', 'c.program_id').onRef('s.id', '=', 'c.sale_id'),
    )
    .select([
      'c.status',
      'c.hold_until',
      's.status as sale',
      's.amount_cents',
      'c.amount_cents as earned',
      's.product_id',
    ])
    .where('c.program_id', '=', programId)
    .where('s.transaction_id', '<>', 'my-first-sale')
    .execute()
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['pending', 'approved', 'reversed']))
  for (const { status, hold_until, sale, amount_cents, earned, product_id } of rows) {
    const expected = sale === 'refunded' ? 'reversed' : hold_until <= clock.now() ? 'approved' : 'pending'
    expect(status).toBe(expected)
    const rate = product_id === 'business' ? 1500 : 2000
    expect(earned).toBe(Math.round((Number(amount_cents) * rate) / 10_000))
  }
})

test('the demo has a join page with approval, on which the applicants answered its question', async () => {
  expect(demo.slug).toBe('demo')
  const page = await app.inject({ url: `/join/${demo.slug}` })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('Where would you tell people about us?')
  const applications = await kysely
    .selectFrom('applications')
    .select('answers')
    .where('program_id', '=', programId)
    .execute()
  expect(applications.map(({ answers }) => answers[0]?.question)).toEqual(
    Array(3).fill('Where would you tell people about us?'),
  )
})

test('the demo’s coupon codes have attributed customers without a click', async () => {
  const signedIn = await send(app, 'POST', '/api/auth/sign-in/email', {
    body: { email: demo.user.email, password: demo.password },
  })
  const { body } = await send(app, 'GET', `/api/programs/${programId}/coupon-codes`, {
    bearer: signedIn.body.token,
  })
  const uses = body.data.map(({ code, uses: count }: { code: string; uses: number }) => [code, count])
  expect(Object.fromEntries(uses)).toEqual({ MAYA10: 5, SAIGON15: 2, TECHWEEKLY: 0 })
})

test('an interrupted demo leaves nothing behind', async () => {
  const count = async () => (await kysely.selectFrom('programs').select('id').execute()).length
  const before = await count()
  const failing = {
    ...deps,
    ids: {
      ...deps.ids,
      uuid: () => {
        throw new Error('the power went out')
      },
    },
  }
  await expect(createDemo(failing, accountCreator(deps))).rejects.toThrow('the power went out')
  expect(await count()).toBe(before)
})
