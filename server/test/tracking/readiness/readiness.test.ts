import { describe, expect, it } from 'vitest'
import { send, signInMember, startTestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'
import { saved } from '../requests/request-helpers.ts'

const service = await startTestService()
const { app, clock } = service

const TIME = '2026-03-10T12:00:00.000Z'

async function open(leadAuthPolicy: 'server_verified' | 'browser_allowed' = 'server_verified') {
  clock.set(TIME)
  const shop = await openShop(service, { leadAuthPolicy })
  await shop.change({ site_url: 'https://shop.test/start?lang=en' })
  const bearer = await signInMember(service, shop.program)
  const url = (path: string) => `/api/programs/${shop.program.id}/${path}`
  const testLead = (body: object) =>
    send(app, 'POST', '/api/v1/track/lead', { body, bearer: shop.program.testKey })
  return {
    ...shop,
    bearer,
    testLead,
    testRefund: (body: object) =>
      send(app, 'POST', '/api/v1/track/refund', { body, bearer: shop.program.testKey }),
    async check(): Promise<{ clickId: string; testLink: string }> {
      const created = await send(app, 'POST', url('synthetic-events'), { bearer })
      expect(created.status, created.text).toBe(201)
      return created.body.data
    },
    async gates(since?: string, clickId?: string) {
      const query =
        clickId === undefined ? (since === undefined ? '' : `?since=${since}`) : `?clickId=${clickId}`
      const { status, body, text } = await send(app, 'GET', url(`readiness${query}`), { bearer })
      expect(status, text).toBe(200)
      return body.data as { ready: boolean; gates: Gate[] } // safe because the response's schema says so
    },
    /** Opens a link as its visitor: the tracker reports the page's URL. */
    visit: (affiliate_url: string, more: object = {}) => shop.click({ affiliate_url, ...more }),
  }
}

interface Gate {
  gate: string
  status: string
  cause: string | null
  evidence: { mode: string; type: string; eventId: number | null; text: string } | null
  message: string
  nextAction: string | null
}

async function readGateStatuses(
  shop: { gates: (since?: string) => Promise<{ gates: Gate[] }> },
  since?: string,
) {
  const { gates } = await shop.gates(since)
  return Object.fromEntries(gates.map(({ gate, status, cause }) => [gate, cause ?? status]))
}

const NOTHING = {
  script_seen: 'waiting',
  click_id_at_signup: 'waiting',
  server_lead: 'waiting',
  sale: 'waiting',
  refund: 'waiting',
}

async function expectUntouched(shop: Pick<Shop, 'stats' | 'counts' | 'verify'>) {
  expect(await shop.stats()).toEqual([])
  expect(await shop.counts()).toMatchObject({
    customers: 0,
    commissions: 0,
    platform_fees: 0,
    daily_stats: 0,
  })
  await shop.verify()
}

describe('synthetic events', () => {
  it('are one test event of each type, change nothing else and aren’t evidence', async () => {
    const shop = await open()
    const created = await send(app, 'POST', `/api/programs/${shop.program.id}/synthetic-events`, {
      bearer: shop.bearer,
    })
    expect(created.status).toBe(201)
    const { clickId, testLink, events, readiness } = created.body.data
    expect(testLink).toBe(`https://shop.test/start?lang=en&service_click_id=${clickId}`)
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['click', 'lead', 'sale', 'refund'])
    expect(readiness).toMatchObject({ ready: false })
    expect(await readGateStatuses(shop)).toEqual(NOTHING)
    await expectUntouched(shop)
    const sales = await shop.rows('sale_events')
    expect(sales).toMatchObject([
      { is_test: true, status: 'refunded', refunded_cents: sales[0]?.amount_cents },
    ])
    // The signup named the click, and the sale its customer.
    const [lead] = await shop.rows('lead_events')
    expect(lead?.test_facts).toMatchObject({ click: 'test', customer: expect.stringMatching(/^erased-/) })
    expect(sales[0]?.test_facts).toMatchObject({ click: 'none', is_customer: false })
  })

  it('don’t complete any step in the status endpoint until a page reports the test link', async () => {
    const shop = await open()
    const { testLink } = await shop.check()
    const steps = async () => {
      const url = `/api/tracking/status/${shop.program.id}`
      return (await send(app, 'GET', url, { bearer: shop.bearer })).body.data.stepStatuses
    }
    expect(await steps()).toMatchObject({ pageview: 'pending', referrals: 'pending' })
    await shop.visit(testLink)
    expect(await steps()).toMatchObject({ pageview: 'complete', referrals: 'pending' })
  })

  it('require the permission program:update, and have no link without a site', async () => {
    const shop = await open()
    const viewer = await signInMember(service, shop.program, { role: 'viewer' })
    const url = `/api/programs/${shop.program.id}/synthetic-events`
    expect((await send(app, 'POST', url, { bearer: viewer })).status).toBe(403)
    expect((await send(app, 'POST', url, { bearer: shop.program.liveKey })).status).toBe(401)
    await shop.change({ site_url: null })
    const created = await send(app, 'POST', url, { bearer: shop.bearer })
    expect(created.body.data.testLink).toBeNull()
  })
})

describe('a test link', () => {
  it('takes a tester through click, signup, sale and refund, and passes every gate without a live event', async () => {
    const shop = await open()
    const { testLink, clickId } = await shop.check()
    clock.advance({ minutes: 1 })
    const visit = await shop.visit(testLink)
    expect(visit.body).toEqual({
      success: true,
      click_id: clickId,
      partner_code: 'test',
      cookie_window_days: 1,
    })
    expect(await readGateStatuses(shop)).toEqual({ ...NOTHING, script_seen: 'passed' })
    const browserLead = await shop.browserLead({ click_id: clickId, customer_key: 'user-1' })
    expect(browserLead.body).toMatchObject({ success: true, data: { test_mode: true } })
    expect(await readGateStatuses(shop)).toMatchObject({
      click_id_at_signup: 'passed',
      server_lead: 'browser_only',
    })
    await shop.testLead({ click_id: clickId, customer_key: 'user-1' })
    expect(await readGateStatuses(shop)).toMatchObject({ server_lead: 'passed', sale: 'waiting' })
    await shop.testSale({ transaction_id: 'order-1', amount_cents: 4900, customer_key: 'user-1' })
    expect(await readGateStatuses(shop)).toMatchObject({ sale: 'passed', refund: 'waiting' })
    await shop.testRefund({ transaction_id: 'order-1', refund_id: 'refund-1' })
    const report = await shop.gates()
    expect(report.ready).toBe(true)
    expect(
      report.gates.map(({ evidence, nextAction }) => [evidence?.mode, evidence?.text, nextAction]),
    ).toEqual([
      ['test', 'Test click on shop.test/start', null],
      ['test', 'Test signup from your server', null],
      ['test', 'Test signup from your server', null],
      ['test', 'Test sale order-1', null],
      ['test', 'Refund of order-1', null],
    ])
    await expectUntouched(shop)
  })

  it('wins over an earlier visit’s cookie, and a click on a partner link wins over the test link', async () => {
    const shop = await open()
    const existing_click_id = await shop.clickId()
    clock.advance({ minutes: 1 })
    const { testLink, clickId } = await shop.check()
    expect((await shop.visit(testLink, { existing_click_id })).body.click_id).toBe(clickId)
    clock.advance({ minutes: 1 })
    const live = await shop.click({ existing_click_id: clickId })
    expect(live.body).toMatchObject({ success: true, partner_code: shop.program.code })
    expect(live.body.click_id).not.toBe(clickId)
  })

  it('works for a day, only for its program, and keeps the first visit’s page', async () => {
    const [shop, other] = [await open(), await open()]
    const { testLink, clickId } = await shop.check()
    const unknown = { success: false, reason: 'unknown_link' }
    expect((await other.visit(testLink, { program_id: other.program.id })).body).toMatchObject(unknown)
    expect((await shop.visit(testLink, { program_id: shop.program.id })).body.click_id).toBe(clickId)
    await shop.visit(`https://shop.test/other?service_click_id=${clickId}`)
    const { gates } = await shop.gates()
    expect(gates[0]?.evidence?.text).toBe('Test click on shop.test/start')
    clock.advance({ hours: 25 })
    expect((await shop.visit(testLink)).body).toMatchObject(unknown)
    // An unknown click ID in a URL isn't a test, so it is listed like every other click that isn't counted.
    await expectUntouched(shop)
  })

  it('reports when a server sends its click with the live key', async () => {
    const shop = await open()
    const { testLink, clickId } = await shop.check()
    await shop.visit(testLink)
    for (const sent of [
      await shop.serverLead({ click_id: clickId, customer_key: 'user-1' }),
      await shop.sale({ transaction_id: 'order-1', amount_cents: 100, click_id: clickId }),
    ]) {
      expect(sent.status).toBe(400)
      expect(sent.body.error).toMatchObject({
        code: 'no_attribution',
        message: expect.stringContaining('aff_test_'),
      })
    }
    await saved(service)
    const { gates } = await shop.gates()
    expect(gates.map(({ cause }) => cause)).toEqual([
      null,
      null,
      'test_click_with_live_key',
      'test_click_with_live_key',
      null,
    ])
    expect(gates[2]?.nextAction).toContain('aff_test_')
    await expectUntouched(shop)
  })
})

describe('the readiness report', () => {
  it('is passed by live events, counting only page views as evidence that the tracker is installed', async () => {
    const shop = await open()
    const redirected = await send(app, 'GET', `/r/${shop.program.code}`)
    expect(redirected.status).toBe(302)
    expect(await readGateStatuses(shop)).toMatchObject({ script_seen: 'waiting' })
    await shop.customer('user-1')
    await shop.sale({ transaction_id: 'order-1', amount_cents: 4900, customer_key: 'user-1' })
    await send(app, 'POST', '/api/v1/track/refund', {
      body: { transaction_id: 'order-1', refund_id: 'r1', refund_amount_cents: 100 },
      bearer: shop.program.liveKey,
    })
    const { ready, gates } = await shop.gates()
    expect(ready).toBe(true)
    expect(gates.map(({ evidence }) => evidence?.mode)).toEqual(Array(5).fill('live'))
    // Events before `since` don't count.
    clock.advance({ minutes: 5 })
    expect(await readGateStatuses(shop, clock.now().toISOString())).toEqual(NOTHING)
    clock.advance({ days: 31 })
    expect(await readGateStatuses(shop)).toEqual(NOTHING)
  })

  it('reports a signup without its click or with a wrong one, and another customer’s sale', async () => {
    const [shop, other] = [await open(), await open()]
    await shop.testLead({ customer_key: 'user-1' })
    expect(await readGateStatuses(shop)).toMatchObject({
      click_id_at_signup: 'click_id_missing',
      server_lead: 'passed',
    })
    const foreign = await other.clickId()
    for (const click_id of ['click-1', foreign, `${(await shop.clickId()).slice(0, -4)}0000`]) {
      clock.advance({ minutes: 1 })
      await shop.testLead({ click_id, customer_key: 'user-1' })
      expect(await readGateStatuses(shop), click_id).toMatchObject({ click_id_at_signup: 'click_id_invalid' })
    }
    await shop.testSale({ transaction_id: 'order-1', amount_cents: 4900, customer_key: 'account-1' })
    expect(await readGateStatuses(shop)).toMatchObject({ sale: 'customer_key_differs' })
    await shop.testSale({ transaction_id: 'order-2', amount_cents: 4900, customer_key: 'user-1' })
    expect(await readGateStatuses(shop)).toMatchObject({ sale: 'passed' })
  })

  it('reports a provisional signup, and rejected requests with their message', async () => {
    const shop = await open()
    await shop.browserLead({ click_id: await shop.clickId() })
    expect(await readGateStatuses(shop)).toMatchObject({
      click_id_at_signup: 'passed',
      server_lead: 'browser_only',
    })
    await shop.visit('https://shop.test/?aff=unknown-code', { program_id: shop.program.id })
    await shop.testSale({ amount_cents: 49.5 })
    await shop.testRefund({ transaction_id: 'order-9' })
    await saved(service)
    const { gates } = await shop.gates()
    expect(gates.map(({ cause }) => cause)).toEqual([
      null,
      null,
      'browser_only',
      'sale_rejected',
      'refund_rejected',
    ])
    expect(gates[3]?.evidence).toMatchObject({ eventId: null, text: expect.stringContaining('amount_cents') })
  })

  it('reports a server that leaves the signup’s click ID to the browser', async () => {
    const shop = await open()
    const { clickId } = await shop.check()
    await shop.browserLead({ click_id: clickId, customer_key: 'user-1' })
    await shop.testLead({ customer_key: 'user-1' })
    expect(await readGateStatuses(shop)).toMatchObject({
      click_id_at_signup: 'passed',
      server_lead: 'click_id_missing',
    })
    clock.advance({ minutes: 1 })
    await shop.testLead({ click_id: clickId, customer_key: 'user-3' })
    expect(await readGateStatuses(shop)).toMatchObject({ server_lead: 'passed' })
  })

  it('accepts browser signups if the program does', async () => {
    const shop = await open('browser_allowed')
    await shop.browserLead({ click_id: await shop.clickId(), customer_key: 'user-1' })
    expect(await readGateStatuses(shop)).toMatchObject({ server_lead: 'passed' })
  })

  it('shows one test run without the live events and rejections from the same time', async () => {
    const shop = await open()
    const { clickId } = await shop.check()
    await shop.customer('visitor')
    await shop.sale({ transaction_id: 'order-1', amount_cents: 4900, customer_key: 'visitor' })
    await send(app, 'POST', '/api/v1/track/refund', {
      bearer: shop.program.liveKey,
      body: { transaction_id: 'order-1', refund_id: 're-1', refund_amount_cents: 4900 },
    })
    await shop.serverLead({ customer_key: 'unreferred' })
    await saved(service)
    expect(await readGateStatuses(shop)).toMatchObject({
      server_lead: 'passed',
      sale: 'passed',
      refund: 'passed',
    })
    const run = { gates: () => shop.gates(undefined, clickId) }
    expect(await readGateStatuses(run)).toEqual(NOTHING)
    await shop.serverLead({ click_id: clickId, customer_key: 'user-1' })
    await saved(service)
    expect(await readGateStatuses(run)).toEqual({
      ...NOTHING,
      click_id_at_signup: 'passed',
      server_lead: 'test_click_with_live_key',
    })
  })

  it('names the reason a live sale would be rejected, and misspelled fields', async () => {
    const shop = await open()
    const { clickId } = await shop.check()
    await shop.testLead({ clickid: clickId, customer_key: 'user-1' })
    const [, signup] = (await shop.gates()).gates
    expect(signup).toMatchObject({
      cause: 'click_id_missing',
      message: expect.stringContaining('`click_id`'),
    })
    await shop.testLead({ click_id: clickId, customer_key: 'user-1' })
    await shop.testSale({ transaction_id: 'order-1', amount: 4900, customer_key: 'user-1' })
    const [, , , incomplete] = (await shop.gates()).gates
    expect(incomplete).toMatchObject({
      cause: 'sale_rejected',
      message: expect.stringMatching(/without amount_cents.*`amount` \(did you mean `amount_cents`\?\)/),
    })
    await shop.testSale({ transaction_id: 'order-2', amount_cents: 4900, customerKey: 'user-1' })
    const [, , , nameless] = (await shop.gates()).gates
    expect(nameless).toMatchObject({
      cause: 'customer_key_differs',
      message: expect.stringMatching(/neither.*`customerKey` \(did you mean `customer_key`\?\)/),
    })
    await shop.testSale({ transaction_id: 'order-3', amount_cents: 4900, customer_key: 'user-1' })
    expect(await readGateStatuses(shop)).toMatchObject({ sale: 'passed' })
    // A newer test that fails shows that something has broken since.
    clock.advance({ minutes: 1 })
    await shop.testSale({ transaction_id: 'order-4', amount_cents: 4900, customer_key: 'account-1' })
    expect(await readGateStatuses(shop)).toMatchObject({ sale: 'customer_key_differs' })
  })

  it('for one test link ignores another link’s events, and mentions a rejected signup', async () => {
    const shop = await open()
    const [own, other] = [await shop.check(), await shop.check()]
    await shop.testLead({ click_id: other.clickId, customer_key: 'user-2' })
    await shop.testSale({ transaction_id: 'order-2', amount_cents: 4900, customer_key: 'user-2' })
    await shop.testRefund({ transaction_id: 'order-2', refund_id: 'refund-2' })
    const run = `clickId=${own.clickId}`
    const readRunGates = async (): Promise<Gate[]> => {
      const url = `/api/programs/${shop.program.id}/readiness?${run}`
      return (await send(app, 'GET', url, { bearer: shop.bearer })).body.data.gates
    }
    expect((await readRunGates()).map(({ status }) => status)).toEqual(Array(5).fill('waiting'))
    await shop.serverLead({ customer_key: 'user-1' })
    await saved(service)
    const [, signup] = await readRunGates()
    expect(signup).toMatchObject({
      status: 'waiting',
      message: expect.stringContaining('a signup was rejected'),
      nextAction: expect.stringContaining('aff_test_'),
    })
    await shop.testLead({ click_id: own.clickId, customer_key: 'user-1' })
    await shop.testSale({ transaction_id: 'order-1', amount_cents: 4900, customer_key: 'user-1' })
    expect((await readRunGates()).map(({ status }) => status)).toEqual([
      'waiting',
      'passed',
      'passed',
      'passed',
      'waiting',
    ])
  })

  it('for one test link mentions test events without a click, which may belong to another test', async () => {
    const shop = await open()
    const { clickId } = await shop.check()
    const readRunGates = async (): Promise<Gate[]> => {
      const url = `/api/programs/${shop.program.id}/readiness?clickId=${clickId}`
      return (await send(app, 'GET', url, { bearer: shop.bearer })).body.data.gates
    }
    // Another test at the same time, on a site that doesn't send a click_id.
    await shop.testLead({ customer_key: 'user-2' })
    clock.advance({ minutes: 1 })
    await shop.testSale({ transaction_id: 'order-2', amount_cents: 4900, customer_key: 'user-2' })
    await shop.testRefund({ transaction_id: 'order-2', refund_id: 'refund-2' })
    await shop.testSale({ transaction_id: 'order-3', amount_cents: -1, customer_key: 'user-2' })
    await saved(service)
    expect(await readRunGates()).toMatchObject([
      { status: 'waiting', cause: null },
      {
        status: 'waiting',
        cause: 'click_id_missing',
        message:
          'The newest signup has no click_id. It doesn’t count here, because it may belong to another test.',
        evidence: { type: 'lead' },
      },
      { status: 'waiting', cause: null },
      { status: 'waiting', cause: 'customer_key_differs', evidence: { text: 'Test sale order-2' } },
      { status: 'waiting', cause: null },
    ])
    // Later events from the other test don't change anything for this one.
    await shop.testLead({ click_id: clickId, customer_key: 'user-1' })
    await shop.testSale({ transaction_id: 'order-1', amount_cents: 4900, customer_key: 'user-1' })
    clock.advance({ minutes: 1 })
    await shop.testLead({ customer_key: 'user-3' })
    await shop.testSale({ transaction_id: 'order-4', amount_cents: 4900, customer_key: 'user-3' })
    const expected = ['waiting', 'passed', 'passed', 'passed', 'waiting']
    expect((await readRunGates()).map(({ status }) => status)).toEqual(expected)
    await shop.testRefund({ transaction_id: 'order-1', refund_id: 'refund-1' })
    const [, , , , refund] = await readRunGates()
    expect(refund).toMatchObject({ status: 'passed' })
  })

  it('is not affected by test clicks that anyone can send', async () => {
    const shop = await open()
    for (const seen_at of ['2026-03-10T12:00:00.000Z', 'no time']) {
      const additional_data = { test_mode: true, program_id: shop.program.id, synthetic: true, seen_at }
      expect((await shop.click({ affiliate_url: 'https://evil.test/', additional_data })).status).toBe(200)
    }
    expect(await readGateStatuses(shop)).toEqual(NOTHING)
  })

  it('for one test link doesn’t report a lost click on another program’s site', async () => {
    const [shop, other] = [await open(), await open()]
    const { clickId } = await shop.check()
    const opened = await other.click({
      affiliate_url: `https://shop.test/?service_click_id=${clickId}`,
      program_id: other.program.id,
    })
    expect(opened.body).toEqual({
      success: false,
      reason: 'unknown_link',
      message: 'This test link doesn’t belong to the program in program_id. Nothing was recorded.',
    })
    await saved(service)
    for (const { program, bearer } of [shop, other]) {
      const rejected = await send(app, 'GET', `/api/programs/${program.id}/rejected-requests`, { bearer })
      expect(rejected.body.data).toEqual([])
    }
    expect(await readGateStatuses(other)).toEqual(NOTHING)
  })

  it('for one test link doesn’t mention events that a test at the same time may have caused', async () => {
    const shop = await open()
    const [own, other] = [await shop.check(), await shop.check()]
    const readCauses = async ({ clickId }: { clickId: string }) => {
      const url = `/api/programs/${shop.program.id}/readiness?clickId=${clickId}`
      const { gates } = (await send(app, 'GET', url, { bearer: shop.bearer })).body.data
      return gates.map(({ cause }: Gate) => cause)
    }
    await shop.testLead({ customer_key: 'user-2' })
    expect(await readCauses(own)).toContain('click_id_missing')
    expect(await readCauses(other)).toEqual(Array(5).fill(null))
    expect(await readCauses(own)).toEqual(Array(5).fill(null))
    // The other test has ended.
    clock.advance({ minutes: 1 })
    expect(await readCauses(own)).toContain('click_id_missing')
  })

  it('for one test link needs that link to be opened', async () => {
    const shop = await open()
    const [own, other] = [await shop.check(), await shop.check()]
    await shop.visit(other.testLink)
    const readScriptStatus = async (clickId: string) => {
      const url = `/api/programs/${shop.program.id}/readiness?clickId=${clickId}`
      return (await send(app, 'GET', url, { bearer: shop.bearer })).body.data.gates[0].status
    }
    expect([await readScriptStatus(own.clickId), await readScriptStatus(other.clickId)]).toEqual([
      'waiting',
      'passed',
    ])
  })

  it.each(['since=yesterday', 'clickId=click-1'])('rejects an invalid query: %s', async (query) => {
    const shop = await open()
    const url = `/api/programs/${shop.program.id}/readiness?${query}`
    expect((await send(app, 'GET', url, { bearer: shop.bearer })).status).toBe(400)
  })

  it('rejects another program’s click ID', async () => {
    const [shop, other] = [await open(), await open()]
    const { clickId } = await other.check()
    const url = `/api/programs/${shop.program.id}/readiness?clickId=${clickId}`
    expect((await send(app, 'GET', url, { bearer: shop.bearer })).status).toBe(400)
  })
})
