import { describe, expect, it } from 'vitest'
import { updateProgram } from '../../src/workspace/programs/update-program.flow.ts'
import { concurrently, startTestService } from '../harness.ts'
import { openShop, platformError, type Shop } from '../merchant.ts'

const service = await startTestService({ ownDatabase: true })
const { clock, database, deps } = service
const { kysely } = database

const NOW = '2026-03-10T12:00:00.000Z'

async function open(options: Parameters<typeof openShop>[1] = {}) {
  clock.set(NOW)
  return openShop(service, options)
}

type ApiResponse = Awaited<ReturnType<Shop['sale']>>

const statuses = (responses: ApiResponse[]) =>
  Object.fromEntries(
    [...new Set(responses.map(({ status }) => status))]
      .sort()
      .map((s) => [s, responses.filter(({ status }) => status === s).length]),
  )

describe('concurrent sales', () => {
  it('record one of 50 identical sales with one commission, fee and count, and return 409 with its sale_id for the others', async () => {
    const shop = await open()
    await shop.customer('cus-1')
    const responses = await concurrently(50, () =>
      shop.sale({ transaction_id: 't', amount_cents: 4900, customer_key: 'cus-1' }),
    )
    expect(statuses(responses)).toEqual({ 200: 1, 409: 49 })
    const recordedSale = responses.find(({ status }) => status === 200)
    for (const { body } of responses.filter(({ status }) => status === 409)) {
      expect(body).toEqual(
        platformError(409, 'duplicate_transaction', { sale_id: recordedSale?.body.sale_id }),
      )
    }
    expect(await shop.counts()).toMatchObject({ sale_events: 1, commissions: 1, platform_fees: 1 })
    expect(await shop.rows('customers')).toMatchObject([{ sale_count: 1 }])
    expect(await shop.stats()).toEqual([
      { day: '2026-03-10', currency: 'USD', sales: 1, revenue_cents: '4900', commission_cents: '980' },
      { day: '2026-03-10', currency: 'XXX', clicks: 1, leads: 1, conversions: 1 },
    ])
    await shop.verify()
  })

  it('record one of 30 identical test sales and return 409 with its ID for the others', async () => {
    const shop = await open()
    const responses = await concurrently(30, () => shop.testSale({ transaction_id: 't' }))
    expect(statuses(responses)).toEqual({ 200: 1, 409: 29 })
    const [row] = await shop.rows('sale_events')
    for (const { body } of responses.filter(({ status }) => status === 409)) {
      expect(body.error.details).toEqual({ sale_id: row?.id })
    }
  })

  it('record a transaction_id for one of several customers and nothing for the others', async () => {
    for (let round = 0; round < 5; round++) {
      const shop = await open()
      const keys = ['a', 'b', 'c', 'd']
      for (const key of keys) await shop.customer(key)
      const responses = await concurrently(16, (index) =>
        shop.sale({ transaction_id: 't', amount_cents: 1000, customer_key: keys[index % 4] }),
      )
      expect(statuses(responses)).toEqual({ 200: 1, 409: 15 })
      const customers = await shop.rows('customers')
      expect(customers.map(({ sale_count }) => Number(sale_count)).sort()).toEqual([0, 0, 0, 1])
      expect(await shop.counts()).toMatchObject({ sale_events: 1, commissions: 1, platform_fees: 1 })
      await shop.verify()
    }
  })

  it.each([2, 20])(
    'create exactly one commission for one customer’s %i different first sales under first_sale',
    async (count) => {
      const shop = await open()
      await shop.policy({ duration: 'first_sale' })
      await shop.customer('cus-1')
      const responses = await concurrently(count, (index) =>
        shop.sale({ transaction_id: `t${index}`, amount_cents: 1000, customer_key: 'cus-1' }),
      )
      expect(statuses(responses)).toEqual({ 200: count })
      expect(responses.filter(({ body }) => body.commission_id !== null)).toHaveLength(1)
      expect(new Set(responses.map(({ body }) => body.sale_id)).size).toBe(count)
      expect(await shop.counts()).toMatchObject({ sale_events: count, commissions: 1, platform_fees: count })
      expect(await shop.rows('customers')).toMatchObject([{ sale_count: count }])
      expect((await shop.stats()).at(-1)).toMatchObject({ conversions: 1 })
      await shop.verify()
    },
  )

  it('record 100 sales from 10 customers across days and currencies without deadlock', async () => {
    const shop = await open()
    for (let customer = 0; customer < 10; customer++) await shop.customer(`c${customer}`)
    const currencies = ['USD', 'EUR', 'VND']
    const responses = await concurrently(100, (index) =>
      shop.sale({
        transaction_id: `t${index}`,
        amount_cents: 100,
        customer_key: `c${index % 10}`,
        currency: currencies[index % 3],
        occurred_at: new Date(new Date(NOW).getTime() - (index % 7) * 86_400_000).toISOString(),
      }),
    )
    expect(statuses(responses)).toEqual({ 200: 100 })
    await shop.verify()
  })

  it('are all recorded despite conflicts with new customers from their click', async () => {
    for (let round = 0; round < 2; round++) {
      const shop = await open()
      const { click_id } = await shop.customer('first')
      const responses = await concurrently(80, (index) =>
        index === 5
          ? shop.serverLead({ click_id, customer_key: 'newer' })
          : shop.sale({ transaction_id: `t${index}`, amount_cents: 100, click_id }),
      )
      expect(statuses(responses)).toEqual({ 200: 80 })
      await shop.verify()
    }
  })

  it('count once, as does their click’s provisional lead, which settles at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const shop = await open({ perLead: { amount_cents: 500, currency: 'USD' } })
      const click_id = await shop.clickId()
      await shop.browserLead({ click_id })
      const responses = await concurrently(8, (index) =>
        index % 2 === 0
          ? shop.sale({ transaction_id: `t${index}`, amount_cents: 1000, click_id })
          : shop.serverLead({ click_id, customer_key: 'cus-1' }),
      )
      expect(statuses(responses)).toEqual({ 200: 8 })
      expect(await shop.rows('customers')).toMatchObject([
        { status: 'conversion', customer_key: 'cus-1', sale_count: 4 },
      ])
      expect((await shop.stats()).at(-1)).toMatchObject({ leads: 1, conversions: 1 })
      await shop.verify()
    }
  })
})

describe('concurrent leads', () => {
  const perLead = { amount_cents: 500, currency: 'USD' } as const

  it('create one lead and one commission from 50 identical server leads, and return its lead_id to all', async () => {
    const shop = await open({ perLead })
    const click_id = await shop.clickId()
    const responses = await concurrently(50, () =>
      shop.serverLead({ click_id, customer_key: 'cus-1', email: 'ada@example.com' }),
    )
    expect(statuses(responses)).toEqual({ 200: 50 })
    expect(new Set(responses.map(({ body }) => body.lead_id)).size).toBe(1)
    expect(await shop.counts()).toMatchObject({ customers: 1, lead_events: 1, commissions: 1 })
    expect((await shop.stats()).at(-1)).toMatchObject({ leads: 1 })
    await shop.verify()
  })

  it('create one provisional lead from 50 identical browser leads in a program that requires server-verified leads', async () => {
    const shop = await open({ perLead })
    const click_id = await shop.clickId()
    const responses = await concurrently(50, () => shop.browserLead({ click_id }))
    expect(statuses(responses)).toEqual({ 200: 50 })
    expect(new Set(responses.map(({ body }) => body.lead_id)).size).toBe(1)
    expect(await shop.counts()).toMatchObject({ customers: 1, lead_events: 1, commissions: 0 })
    await shop.verify()
  })

  it('settle one of 30 identical browser leads in a program set to browser_allowed and reject the others', async () => {
    const shop = await open({ perLead, leadAuthPolicy: 'browser_allowed' })
    const click_id = await shop.clickId()
    const responses = await concurrently(30, () => shop.browserLead({ click_id, customer_key: 'cus-1' }))
    expect(statuses(responses)).toEqual({ 200: 1, 400: 29 })
    expect(await shop.counts()).toMatchObject({ customers: 1, lead_events: 1, commissions: 1 })
    await shop.verify()
  })

  it('create one settled customer, paid once, from browser and server leads for one click', async () => {
    const shop = await open({ perLead })
    const click_id = await shop.clickId()
    const responses = await concurrently(30, (index) =>
      index % 2 === 0 ? shop.browserLead({ click_id }) : shop.serverLead({ click_id, customer_key: 'cus-1' }),
    )
    expect(statuses(responses)).toEqual({ 200: 30 })
    expect(new Set(responses.map(({ body }) => body.lead_id)).size).toBe(1)
    expect(await shop.rows('customers')).toMatchObject([{ status: 'lead', customer_key: 'cus-1' }])
    expect(await shop.counts()).toMatchObject({ customers: 1, lead_events: 1, commissions: 1 })
    await shop.verify()
  })

  it('create one customer and one commission from 50 identical browser leads and 50 server leads, and return 200 to all', async () => {
    const shop = await open({ perLead })
    const click_id = await shop.clickId()
    const responses = await concurrently(100, (index) =>
      index % 2 === 0
        ? shop.browserLead({ click_id, customer_key: 'cus-1' })
        : shop.serverLead({ click_id, customer_key: 'cus-1' }),
    )
    expect(statuses(responses)).toEqual({ 200: 100 })
    expect(new Set(responses.map(({ body }) => body.lead_id)).size).toBe(1)
    expect(await shop.rows('customers')).toMatchObject([{ status: 'lead', customer_key: 'cus-1' }])
    expect(await shop.rows('lead_events')).toMatchObject([{ state: 'settled' }])
    expect(await shop.rows('commissions')).toMatchObject([{ kind: 'lead', amount_cents: 500 }])
    expect((await shop.stats()).at(-1)).toMatchObject({ clicks: 1, leads: 1 })
    await shop.verify()
  })

  it('create one customer and one lead for the same customer_key from many clicks', async () => {
    for (const isProvisionalFirst of [false, true]) {
      const shop = await open({ perLead })
      const clicks: string[] = []
      for (let click = 0; click < 10; click++) clicks.push(await shop.clickId())
      if (isProvisionalFirst) for (const click_id of clicks) await shop.browserLead({ click_id })
      const responses = await concurrently(20, (index) =>
        shop.serverLead({ click_id: clicks[index % 10], customer_key: 'cus-1' }),
      )
      expect(statuses(responses)).toEqual({ 200: 20 })
      expect(new Set(responses.map(({ body }) => body.lead_id)).size).toBe(1)
      const customers = await shop.rows('customers')
      expect(customers.filter(({ customer_key }) => customer_key === 'cus-1')).toHaveLength(1)
      expect((await shop.rows('commissions')).length).toBe(1)
      await shop.verify()
    }
  })

  it('create one customer and one lead for the same email from many clicks (D21)', async () => {
    const shop = await open({ perLead })
    const clicks: string[] = []
    for (let click = 0; click < 10; click++) clicks.push(await shop.clickId())
    const responses = await concurrently(20, (index) =>
      shop.serverLead({ click_id: clicks[index % 10], email: 'ada@example.com' }),
    )
    expect(statuses(responses)).toEqual({ 200: 20 })
    expect(new Set(responses.map(({ body }) => body.lead_id)).size).toBe(1)
    expect(await shop.counts()).toMatchObject({ customers: 1, lead_events: 1, commissions: 1 })
    await shop.verify()
  })

  it('settle one lead for the same email from many browser clicks in a program set to browser_allowed (D22)', async () => {
    const shop = await open({ perLead, leadAuthPolicy: 'browser_allowed' })
    const clicks: string[] = []
    for (let click = 0; click < 10; click++) clicks.push(await shop.clickId())
    const responses = await concurrently(10, (index) =>
      shop.browserLead({ click_id: clicks[index], email: 'ada@example.com' }),
    )
    expect(statuses(responses)).toEqual({ 200: 1, 400: 9 })
    expect(await shop.counts()).toMatchObject({ customers: 1, lead_events: 1, commissions: 1 })
  })

  it('save both keys for a customer without a key, sent with the customer’s click and email', async () => {
    for (let round = 0; round < 20; round++) {
      const shop = await open({ perLead })
      const click_id = await shop.clickId()
      const email = 'ada@example.com'
      await shop.serverLead({ click_id, email })
      const [clickLead, emailLead] = await Promise.all([
        shop.serverLead({ click_id, customer_key: 'by-click' }),
        shop.serverLead({ email, customer_key: 'by-email' }),
      ])
      // Without its click, the second key has a customer only if it arrived first.
      expect([clickLead.status, emailLead.body.error?.code]).toEqual([
        200,
        emailLead.status === 200 ? undefined : 'no_attribution',
      ])
      const keys = (await shop.rows('customers')).map(({ customer_key }) => customer_key)
      expect(keys).toContain('by-click')
      expect(keys.includes('by-email')).toBe(emailLead.status === 200)
      await shop.verify()
    }
  })

  it('save one of two emails for a customer without an email, and return its lead to both requests', async () => {
    for (let round = 0; round < 20; round++) {
      const shop = await open({ perLead })
      await shop.customer('cus-1')
      const clicks = [await shop.clickId(), await shop.clickId()]
      const emails = ['ada@example.com', 'bea@example.com']
      const responses = await concurrently(2, (index) =>
        shop.serverLead({ click_id: clicks[index], customer_key: 'cus-1', email: emails[index] }),
      )
      expect(statuses(responses)).toEqual({ 200: 2 })
      expect(new Set(responses.map(({ body }) => body.lead_id)).size).toBe(1)
      expect(await shop.counts()).toMatchObject({ customers: 1, lead_events: 1, commissions: 1 })
      expect((await shop.rows('customers')).map(({ email_hash }) => email_hash !== null)).toEqual([true])
    }
  })

  it('create each of 20 customers from one click once', async () => {
    const shop = await open({ perLead })
    const click_id = await shop.clickId()
    const responses = await concurrently(40, (index) =>
      shop.serverLead({ click_id, customer_key: `c${index % 20}` }),
    )
    expect(statuses(responses)).toEqual({ 200: 40 })
    expect(await shop.counts()).toMatchObject({ customers: 20, lead_events: 20, commissions: 20 })
    await shop.verify()
  })
})

describe('events recorded during a time zone change', () => {
  it('all count on their day in the new time zone', async () => {
    for (let round = 0; round < 4; round++) {
      const shop = await open({
        timeZone: 'Pacific/Kiritimati',
        perLead: { amount_cents: 5, currency: 'EUR' },
      })
      clock.set('2026-03-10T10:30:00.000Z')
      const clicks: string[] = []
      for (let customer = 0; customer < 6; customer++) {
        clicks.push((await shop.customer(`c${customer}`)).click_id)
      }
      const zones = ['Pacific/Pago_Pago', 'America/New_York', 'Pacific/Kiritimati', 'UTC']
      const requests = Array.from({ length: 120 }, (_, index) => async () => {
        if (index % 30 === 15) {
          await updateProgram(deps, shop.program.id, { time_zone: zones[Math.floor(index / 30)] ?? 'UTC' })
          return 200
        }
        if (index % 3 === 0) return (await shop.click()).status
        if (index % 3 === 1) {
          return (await shop.serverLead({ click_id: clicks[index % 6], customer_key: `n${index}` })).status
        }
        return (
          await shop.sale({ transaction_id: `t${index}`, amount_cents: 100, customer_key: `c${index % 6}` })
        ).status
      })
      expect(new Set(await Promise.all(requests.map(sendUntilDecided)))).toEqual(new Set([200]))
      await shop.verify()
      const { time_zone } = await kysely
        .selectFrom('programs')
        .select('time_zone')
        .where('id', '=', shop.program.id)
        .executeTakeFirstOrThrow()
      expect(zones).toContain(time_zone)
    }
  })
})

/**
 * Returns a request's final status. If recalculating the days takes longer than the request's timeout, the request
 * gets a 503 and is sent again. A sale may then be a duplicate.
 */
async function sendUntilDecided(sendRequest: () => Promise<number>): Promise<number> {
  const status = await sendRequest()
  if (status !== 503) return status
  const retryStatus = await sendUntilDecided(sendRequest)
  return retryStatus === 409 ? 200 : retryStatus
}
