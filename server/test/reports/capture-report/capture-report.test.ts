import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestPartner, send, signInMember, startTestService } from '../../harness.ts'
import { CLICK, openShop, type Shop } from '../../merchant.ts'
import { openConnectedShop, paidSession, publish } from '../../tracking/processors/processor.ts'

const service = await startTestService()
const { app, clock, database } = service

const NOW = '2026-03-10T12:00:00.000Z'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36'
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0'

let shop: Shop
let bearer: string

beforeEach(async () => {
  clock.set(NOW)
  shop = await openShop(service)
  bearer = await signInMember(service, shop.program, { role: 'viewer' })
})

async function report(query = 'period=30d', of: { program: { id: number } } = shop, as = bearer) {
  await app.getDecorator<() => Promise<void>>('saveRequestCounts')()
  const response = await send(app, 'GET', `/api/programs/${of.program.id}/capture-report?${query}`, {
    bearer: as,
  })
  expect(response.status, response.text).toBe(200)
  return response.body.data
}

let sequence = 0

/** Records a click with a capture method. Returns the click's ID. */
async function visit(method: 'script' | 'server_set' | 'redirect', userAgent: string, page = '') {
  const headers = {
    'user-agent': userAgent,
    'sec-fetch-site': method === 'server_set' ? 'same-origin' : 'cross-site',
  }
  if (method === 'redirect') {
    const { headers: redirected } = await send(app, 'GET', `/r/${shop.program.code}`, { headers })
    return new URL(String(redirected.location)).searchParams.get('service_click_id') ?? ''
  }
  const body = { affiliate_url: `https://shop.test/${page}?aff=${shop.program.code}&n=${sequence++}` }
  const { body: click } = await send(app, 'POST', CLICK, { headers, body })
  return String(click.click_id)
}

const sell = (fields: Record<string, unknown>) =>
  shop.sale({ transaction_id: `order-${sequence++}`, amount_cents: 1_000, ...fields })

async function referredSale(click_id: string, customer_key = `customer-${sequence++}`) {
  await shop.customer(customer_key, click_id)
  expect(await sell({ customer_key })).toMatchObject({ status: 200 })
}

async function createCode(code: string) {
  const { partnerId } = await createTestPartner(service, shop.program)
  const admin = await signInMember(service, shop.program)
  const url = `/api/programs/${shop.program.id}/coupon-codes`
  expect((await send(app, 'POST', url, { bearer: admin, body: { partnerId, code } })).status).toBe(201)
}

const findRow = (rows: { key: string | null }[], key: string | null) => rows.find((row) => row.key === key)
const findCapture = (data: { captures: { capture: string }[] }, capture: string) =>
  data.captures.find((one) => one.capture === capture)

const NONE = { clicks: 0, leads: 0, sales: 0, newCustomerSales: 0, revenueByCurrency: {} }

describe('the capture report', () => {
  it('counts clicks, leads and sales by method, browser and landing page', async () => {
    await shop.change({ site_url: 'https://shop.test/' })
    await referredSale(await visit('script', CHROME, 'pricing'))
    await visit('script', SAFARI, 'pricing')
    await referredSale(await visit('server_set', SAFARI))
    await referredSale(await visit('redirect', FIREFOX))
    await shop.customer('no sale', await visit('redirect', CHROME))
    const data = await report()
    expect(data).toMatchObject({ isComplete: true, archivedClicks: 0 })
    expect(data.sales).toMatchObject({
      withClick: 3,
      withoutClick: 0,
      unattributedRequests: 0,
      unattributedPayments: 0,
    })
    const sold = { sales: 1, newCustomerSales: 1, revenueByCurrency: { USD: 1_000 } }
    expect(findCapture(data, 'script')).toMatchObject({ clicks: 2, leads: 1, ...sold })
    expect(findCapture(data, 'server_set')).toMatchObject({ clicks: 1, leads: 1, ...sold })
    expect(findCapture(data, 'redirect')).toMatchObject({ clicks: 2, leads: 2, ...sold })
    for (const capture of ['deleted_click', 'coupon_code', 'team'])
      expect(findCapture(data, capture)).toMatchObject(NONE)
    const one = { salesWithClick: 1, salesWithoutClick: 0, unattributedSales: 0, comparison: 'too_few' }
    expect(data.browsers).toMatchObject([
      { key: 'Chrome', clicks: 2, leads: 2, ...one },
      { key: 'Safari', clicks: 2, leads: 1, ...one },
      { key: 'Firefox', clicks: 1, leads: 1, ...one },
    ])
    expect(findRow(data.landingPages, 'shop.test/pricing')).toMatchObject({
      clicks: 2,
      leads: 1,
      salesWithClick: 1,
    })
  })

  it('counts coupon sales without a click by the visit that the server sent', async () => {
    await createCode('ADA10')
    await sell({
      customer_key: 'a',
      coupon_code: 'ADA10',
      user_agent: SAFARI,
      landing_page: 'https://shop.test/sale?x=1',
    })
    await sell({ customer_key: 'b', coupon_code: 'ADA10' })
    await sell({ customer_key: 'b', coupon_code: 'ADA10' })
    await shop.serverLead({ customer_key: 'c', coupon_code: 'ADA10', user_agent: FIREFOX })
    await sell({ customer_key: 'c' })
    const data = await report()
    expect(data.sales).toMatchObject({ withClick: 0, withoutClick: 4 })
    expect(findCapture(data, 'coupon_code')).toMatchObject({
      sales: 4,
      newCustomerSales: 3,
      revenueByCurrency: { USD: 4_000 },
    })
    expect(findRow(data.browsers, 'Safari')).toMatchObject({ clicks: 0, salesWithoutClick: 1 })
    expect(findRow(data.browsers, 'Firefox')).toMatchObject({ clicks: 0, salesWithoutClick: 1 })
    expect(findRow(data.browsers, null)).toMatchObject({ salesWithoutClick: 2 })
    expect(findRow(data.landingPages, 'shop.test/sale')).toMatchObject({ salesWithoutClick: 1 })
  })

  it('counts a coupon sale as captured if its customer has a click', async () => {
    await createCode('ADA10')
    const click_id = await visit('server_set', SAFARI)
    await shop.customer('clicked', click_id)
    await sell({ customer_key: 'clicked', coupon_code: 'ADA10' })
    await sell({ click_id: await visit('script', CHROME), coupon_code: 'ADA10' })
    const data = await report()
    expect(data.sales).toMatchObject({ withClick: 2, withoutClick: 0 })
    expect(findCapture(data, 'server_set')).toMatchObject({ clicks: 1, leads: 1, sales: 1 })
    expect(findCapture(data, 'script')).toMatchObject({ clicks: 1, sales: 1 })
  })

  it('counts a click that led to a sale before its lead settled', async () => {
    const click_id = await visit('script', CHROME)
    await shop.browserLead({ click_id })
    expect(findCapture(await report(), 'script')).toMatchObject({ clicks: 1, leads: 0, sales: 0 })
    await sell({ click_id })
    expect(findCapture(await report(), 'script')).toMatchObject({ clicks: 1, leads: 1, sales: 1 })
  })

  it('keeps sales whose click was deleted apart from sales without a click', async () => {
    await referredSale(await visit('script', CHROME))
    await database.kysely.deleteFrom('click_events').where('program_id', '=', shop.program.id).execute()
    const data = await report()
    expect(data.sales).toMatchObject({ withClick: 1, withoutClick: 0 })
    expect(findCapture(data, 'deleted_click')).toMatchObject({ clicks: 0, sales: 1 })
  })

  it('counts a sale that matched no customer once, until it is recorded', async () => {
    const stranger = { customer_key: 'stranger', user_agent: SAFARI, landing_page: 'https://shop.test/' }
    await sell({ ...stranger, transaction_id: 'twice' })
    await sell({ ...stranger, transaction_id: 'twice' })
    await sell({ transaction_id: 'unknown' })
    await sell({ customer_key: 'later', transaction_id: 'recorded' })
    let data = await report()
    expect(data.sales).toMatchObject({ withClick: 0, unattributedRequests: 3 })
    expect(findRow(data.browsers, 'Safari')).toMatchObject({ unattributedSales: 1 })
    expect(findRow(data.browsers, null)).toMatchObject({ unattributedSales: 2 })
    expect(findRow(data.landingPages, 'shop.test')).toMatchObject({ unattributedSales: 1 })
    await shop.customer('later', await visit('script', CHROME))
    await sell({ customer_key: 'later', transaction_id: 'recorded' })
    data = await report()
    expect(data.sales).toMatchObject({ withClick: 1, unattributedRequests: 2 })
  })

  it('omits sales that were rejected for another reason or sent without the key', async () => {
    const click_id = await visit('script', CHROME)
    await shop.browserLead({ click_id, customer_key: 'provisional' })
    await sell({ customer_key: 'x', currency: 'XAU' })
    await sell({ customer_key: 'x', amount_cents: -1 })
    await send(app, 'POST', '/api/v1/track/sale', {
      body: { program_id: shop.program.id, transaction_id: 'forged' },
    })
    expect((await report()).sales).toMatchObject({ unattributedRequests: 0 })
  })

  it('counts processor payments that matched no customer, together with their rejected sale only once', async () => {
    const connected = await openConnectedShop(service)
    await publish(
      connected,
      'checkout.session.completed',
      paidSession({ id: 'cs_lost', payment_intent: 'pi_lost' }),
    )
    const rejected = await connected.sale({
      transaction_id: 'pi_lost',
      amount_cents: 4900,
      customer_key: 'x',
    })
    expect(rejected.body.error).toMatchObject({ code: 'no_attribution' })
    const data = await report('period=30d', connected, connected.session)
    expect(data.sales).toMatchObject({ unattributedPayments: 1, unattributedRequests: 0 })
  })

  it('finds a browser whose clicks lead to significantly fewer leads', async () => {
    for (const [userAgent, leads] of [
      [SAFARI, 10],
      [CHROME, 60],
    ] as const) {
      const uuid = (await visit('script', userAgent)).slice(-36)
      await sql`
        with copied as (
          insert into click_events (program_id, received_at, click_uuid, link_id, partner_id, page_id, device_id, day,
            is_test)
          select program_id, received_at - n * interval '1 second', gen_random_uuid(), link_id, partner_id, page_id,
            device_id, day, false
          from click_events, generate_series(1, 299) n
          where program_id = ${shop.program.id} and click_uuid = ${uuid}::uuid
          returning *
        )
        insert into customers (program_id, status, partner_id, link_id, click_uuid, clicked_at, signup_at, signup_day,
          created_at)
        select program_id, 'lead', partner_id, link_id, click_uuid, received_at, received_at, day, received_at
        from copied limit ${leads}`.execute(database.kysely)
    }
    const data = await report()
    expect(findRow(data.browsers, 'Safari')).toMatchObject({ clicks: 300, leads: 10, comparison: 'below' })
    expect(findRow(data.browsers, 'Chrome')).toMatchObject({
      clicks: 300,
      leads: 60,
      comparison: 'not_below',
    })
    expect(findCapture(data, 'script')).toMatchObject({ clicks: 600, comparison: 'too_few' })
  })

  it('counts a made-up user agent as unknown', async () => {
    await visit('script', CHROME)
    await visit('script', SAFARI)
    await database.kysely
      .updateTable('click_dimensions')
      .set({ browser: 'ada@example.com' })
      .where('program_id', '=', shop.program.id)
      .execute()
    const data = await report()
    expect(data.browsers).toEqual([expect.objectContaining({ key: null, clicks: 2, comparison: 'too_few' })])
  })

  it('is empty without activity, and omits test events and other periods', async () => {
    await createCode('ADA10')
    await send(app, 'POST', CLICK, {
      bearer: shop.program.testKey,
      body: { affiliate_url: shop.url, program_id: shop.program.id },
      headers: { 'user-agent': CHROME },
    })
    await shop.testSale({ transaction_id: 't-1', amount_cents: 1, coupon_code: 'ADA10', user_agent: SAFARI })
    await shop.testSale({ transaction_id: 't-1', amount_cents: 1 })
    const empty = async () => {
      const data = await report()
      expect(data.sales).toMatchObject({
        withClick: 0,
        withoutClick: 0,
        unattributedRequests: 0,
        unattributedPayments: 0,
      })
      for (const capture of data.captures) expect(capture).toMatchObject(NONE)
      expect(data.browsers).toEqual([])
      expect(data.landingPages).toEqual([])
    }
    await empty()
    await referredSale(await visit('script', CHROME))
    await sell({ customer_key: 'stranger' })
    expect((await report()).sales).toMatchObject({ withClick: 1, unattributedRequests: 1 })
    clock.set('2026-06-10T12:00:00.000Z')
    await empty()
  })
})
