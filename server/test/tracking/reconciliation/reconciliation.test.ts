import { describe, expect, it, onTestFinished } from 'vitest'
import { getExitCode, reconciledText } from '../../../src/cli/reconcile.ts'
import { createProcessors } from '../../../src/tracking/processors/processors.adapter.ts'
import { reconcileMonth } from '../../../src/tracking/reconciliation/reconcile-command.flow.ts'
import { concurrently, describeOnServer, TEST_TIME } from '../../harness.ts'
import {
  createEvent,
  newId,
  openConnectedShop,
  paidInvoice,
  paidSession,
  publish,
  refundedCharge,
} from '../processors/processor.ts'
import { processorsWith, type ReconciledService, startReconciledService, startStripeApi } from './list-api.ts'

type Json = Record<string, unknown>

const MONTH = '2026-03'
const API_KEY = 'rk_live_0123456789abcdef'
/** Earlier than the service's clock by more than a comparison's delay. */
const CREATED = Date.parse('2026-03-05T08:00:00Z') / 1000

const listed = (object: Json, seconds = 0): Json => ({ ...object, created: CREATED + seconds })

/** The list API's contents: the current test's objects. */
const lists: Record<string, Json[]> = {}
const api = await startStripeApi(lists)
const service = await startReconciledService(api)

/** A shop with an API key, whose list API has these objects. */
async function openShopWithLists(objects: Record<string, Json[]>) {
  for (const path of Object.keys(lists)) delete lists[path]
  Object.assign(lists, objects)
  for (const recorded of [api.requests, api.keys, api.faults]) recorded.length = 0
  service.clock.set(TEST_TIME)
  const shop = await openConnectedShop(service)
  // Otherwise the job would compare this program during later tests.
  onTestFinished(async () => void (await shop.manage('DELETE', '/processor')))
  const set = await shop.manage('PUT', '/processor/api-key', { apiKey: API_KEY })
  expect(set.body).toEqual({
    data: { processor: 'stripe', isSupported: true, fields: ['apiKey'], hasApiKey: true, site: null },
  })
  // Compares the current and the previous month, a comparison that is repeated after a day.
  await service.reconcile()
  api.requests.length = 0
  return { shop }
}

type OpenedShop = Awaited<ReturnType<typeof openShopWithLists>>

/** Runs the month's comparison until it is done or waiting. */
async function compare({ shop }: OpenedShop) {
  const started = await shop.manage('POST', '/reconciliations', { month: MONTH })
  expect(started.status).toBe(200)
  await service.reconcile()
  return read({ shop }, started.body.data.id)
}

async function read({ shop }: Pick<OpenedShop, 'shop'>, id: number) {
  const { body } = await shop.manage('GET', `/reconciliations/${id}`)
  const differences = await shop.manage('GET', `/reconciliations/${id}/differences`)
  return { ...body.data, differences: differences.body.data }
}

const sales = async ({ shop }: Pick<OpenedShop, 'shop'>) => (await shop.rows('sale_events')).length
const commissions = async ({ shop }: Pick<OpenedShop, 'shop'>) => (await shop.rows('commissions')).length

describe('a reconciliation', () => {
  it('compares each payment and refund, whatever the page boundaries', async () => {
    const sessions: Json[] = []
    const refunds: Json[] = []
    const opened = await openShopWithLists({ 'checkout/sessions': sessions, refunds })
    const { shop } = opened
    const click = await shop.clickId()
    const bought = () => listed(paidSession({ metadata: { service_click_id: click } }))
    const [matched, refunded, different, unattributed, missing] = [
      bought(),
      bought(),
      bought(),
      listed(paidSession()),
      bought(),
    ]
    for (const session of [matched, refunded, different, unattributed]) {
      await publish(shop, 'checkout.session.completed', session)
    }
    await publish(shop, 'charge.refunded', refundedCharge(String(refunded.payment_intent), 900))
    const refund = (intent: unknown, amount: number) =>
      listed({
        id: newId('re'),
        object: 'refund',
        amount,
        charge: String(intent).replace('pi_', 'ch_'),
        currency: 'usd',
        payment_intent: intent,
        status: 'succeeded',
      })
    refunds.push(
      refund(refunded.payment_intent, 900),
      refund(matched.payment_intent, 500),
      refund(newId('pi'), 700),
    )
    sessions.push(matched, refunded, { ...different, amount_total: 5900 }, unattributed, missing)

    const found = await compare(opened)
    expect(found).toMatchObject({
      status: 'done',
      // Two sessions and the refund in the charge's total.
      matched: 3,
      unattributed: 2,
      unattributedReasons: { no_customer: 1, payment_unknown: 1 },
      missing: 2,
      differentAmount: 1,
      unexplained: 3,
    })
    const states = found.differences.map(({ kind, state, reference, amountCents, recordedCents }: Json) => [
      kind,
      state,
      reference,
      amountCents,
      recordedCents,
    ])
    expect(states).toEqual(
      expect.arrayContaining([
        ['payment', 'missing', missing.payment_intent, 4900, null],
        ['payment', 'different_amount', different.payment_intent, 5900, 4900],
        ['refund', 'missing', refunds[1]?.id, 500, null],
      ]),
    )
    expect(states).toHaveLength(3)
    // Entries without a partner are listed with the decision stored with the payment.
    const { id } = found
    const listUnattributed = () => shop.manage('GET', `/reconciliations/${id}/unattributed`)
    expect((await listUnattributed()).body.data).toEqual(
      expect.arrayContaining([
        {
          id: expect.any(Number),
          kind: 'payment',
          reason: 'no_customer',
          reference: unattributed.payment_intent,
          amountCents: 4900,
          currency: 'USD',
          paymentId: expect.any(Number),
          occurredAt: expect.any(String),
        },
        expect.objectContaining({ kind: 'refund', reason: 'payment_unknown', reference: refunds[2]?.id }),
      ]),
    )
    await compare(opened)
    expect((await listUnattributed()).body.data).toHaveLength(2)
    const command = await reconcileMonth(service.deps, processorsWith(api), {
      programId: shop.program.id,
      month: MONTH,
    })
    expect(command.unattributedEntries).toHaveLength(2)
    expect(reconciledText(command)).toMatch(
      new RegExp(`Unattributed:\n[^]*no_customer +payment +${unattributed.payment_intent} +49\\.00 USD`),
    )
    // A comparison changes nothing.
    expect([await sales(opened), await commissions(opened)]).toEqual([3, 3])
  })

  it('records a missing payment once, even if its event arrives later', async () => {
    const sessions: Json[] = []
    const opened = await openShopWithLists({ 'checkout/sessions': sessions })
    const { shop } = opened
    const session = listed(paidSession({ metadata: { service_click_id: await shop.clickId() } }))
    sessions.push(session)
    const { id, differences } = await compare(opened)
    const url = `/reconciliations/${id}/differences/${differences[0].id}/record`
    expect((await shop.manage('POST', url)).body).toEqual({ data: { state: 'matched' } })
    expect((await shop.manage('POST', url)).status).toBe(404)
    await publish(shop, 'checkout.session.completed', session)
    expect([await sales(opened), await commissions(opened)]).toEqual([1, 1])
    await service.reconcile()
    expect(await read(opened, id)).toMatchObject({ status: 'done', matched: 1, missing: 0 })
  })

  it('records a missing refund once it is reported with its payment', async () => {
    const refunds: Json[] = []
    const opened = await openShopWithLists({ refunds })
    const { shop } = opened
    const session = paidSession({ metadata: { service_click_id: await shop.clickId() } })
    await publish(shop, 'checkout.session.completed', session)
    refunds.push(
      listed({
        id: newId('re'),
        object: 'refund',
        amount: 900,
        charge: newId('ch'),
        currency: 'usd',
        payment_intent: session.payment_intent,
        status: 'succeeded',
      }),
    )
    const { id, differences } = await compare(opened)
    const recorded = await shop.manage(
      'POST',
      `/reconciliations/${id}/differences/${differences[0].id}/record`,
    )
    expect(recorded.body).toEqual({ data: { state: 'matched' } })
    expect(await shop.rows('refund_events')).toMatchObject([{ amount_cents: 900, source: 'processor' }])
  })

  it('closes only a complete month whose differences have notes, and keeps the note on an unchanged difference', async () => {
    const sessions = [listed(paidSession())]
    const opened = await openShopWithLists({ 'checkout/sessions': sessions })
    const { shop } = opened
    const { id, differences } = await compare(opened)
    const close = () => shop.manage('POST', `/reconciliations/${id}/close`, { note: 'Checked with finance' })
    expect([(await close()).status, (await close()).body.error.message]).toEqual([
      409,
      'Open differences without a note: 1. Record them or add notes.',
    ])
    const noted = await shop.manage('PATCH', `/reconciliations/${id}/differences/${differences[0].id}`, {
      note: 'A test purchase',
    })
    expect(noted.body.data).toMatchObject({ note: 'A test purchase', noteBy: expect.any(String) })
    expect(await compare(opened)).toMatchObject({ missing: 1, unexplained: 0 })
    // Payments in the rest of the month weren't compared, even once the month is over.
    for (const now of ['2026-03-20T12:00:00Z', '2026-04-01T00:00:00Z']) {
      service.clock.set(now)
      expect([(await close()).status, (await close()).body.error.message]).toEqual([
        409,
        'The last run ended before the month did. Compare the month again after it has ended.',
      ])
    }
    service.clock.set('2026-04-01T01:00:01Z')
    expect(await compare(opened)).toMatchObject({ missing: 1, unexplained: 0 })
    // Entries that couldn't be read may be differences too.
    const { kysely } = service.database
    await kysely.updateTable('reconciliations').set({ unreadable: 1 }).where('id', '=', id).execute()
    expect((await shop.manage('POST', `/reconciliations/${id}/close`)).body.error.message).toBe(
      'Some entries could not be read. Explain them in a note.',
    )
    expect((await close()).body.data).toMatchObject({
      closeNote: 'Checked with finance',
      closedBy: expect.any(String),
    })
    expect((await shop.manage('POST', '/reconciliations', { month: MONTH })).status).toBe(409)
    const [again] = sessions
    Object.assign(again ?? {}, { amount_total: 100 })
    expect((await shop.manage('POST', `/reconciliations/${id}/reopen`)).body.data.closedAt).toBeNull()
    // The difference has changed, so the note no longer explains it.
    expect(await compare(opened)).toMatchObject({ missing: 1, unexplained: 1 })
  })

  it('counts a subscription’s checkout and invoice as one payment', async () => {
    const invoice = listed(paidInvoice())
    const session = listed(paidSession({ mode: 'subscription', payment_intent: null, invoice: invoice.id }))
    const opened = await openShopWithLists({ invoices: [invoice], 'checkout/sessions': [session] })
    const found = await compare(opened)
    expect(found.differences).toMatchObject([{ reference: invoice.id, state: 'missing' }])
    const { id, differences } = found
    await opened.shop.manage('POST', `/reconciliations/${id}/differences/${differences[0].id}/record`)
    await service.reconcile()
    expect(await read(opened, id)).toMatchObject({ matched: 0, unattributed: 1, missing: 0 })
  })

  it('matches the sale that the merchant’s server reported, and compares its amount', async () => {
    const [same, other] = [listed(paidSession()), listed(paidSession())]
    const opened = await openShopWithLists({ 'checkout/sessions': [same, other] })
    const { shop } = opened
    await shop.customer('cus-1')
    await shop.sale({ transaction_id: same.payment_intent, amount_cents: 4900, customer_key: 'cus-1' })
    await shop.sale({ transaction_id: other.payment_intent, amount_cents: 4000, customer_key: 'cus-1' })
    expect(await compare(opened)).toMatchObject({
      matched: 1,
      differences: [
        { state: 'different_amount', amountCents: 4900, recordedCents: 4000, remedy: 'reported_sale' },
      ],
    })
    const { id, differences } = await compare(opened)
    const [{ id: differenceId, saleId }] = differences
    expect(saleId).toEqual(expect.any(Number))
    const recorded = await shop.manage('POST', `/reconciliations/${id}/differences/${differenceId}/record`)
    expect(recorded).toMatchObject({ status: 409, body: { error: { details: { reason: 'reported_sale' } } } })
    expect(await shop.rows('sale_events')).toMatchObject([{ amount_cents: 4900 }, { amount_cents: 4000 }])
  })

  it('replaces a payment’s amount with the processor’s and adjusts the commission, unless it has been paid', async () => {
    const sessions: Json[] = []
    const opened = await openShopWithLists({ 'checkout/sessions': sessions })
    const { shop } = opened
    const click = await shop.clickId()
    const [open, paid] = [1, 2].map(() => listed(paidSession({ metadata: { service_click_id: click } })))
    for (const session of [open, paid]) await publish(shop, 'checkout.session.completed', session as Json)
    const [first, second] = await shop.rows('commissions')
    await shop.manage('POST', '/commissions/approve', { commissionIds: [second?.id] })
    await shop.manage('POST', '/commissions/mark-paid', { commissionIds: [second?.id] })
    sessions.push({ ...open, amount_total: 3900 }, { ...paid, amount_total: 3900 })
    const { id, differences } = await compare(opened)
    expect(differences).toHaveLength(2)
    const record = (session: Json | undefined) => {
      const one = differences.find(({ reference }: Json) => reference === session?.payment_intent)
      expect(one).toMatchObject({ remedy: 'replace_amount', saleId: expect.any(Number) })
      return shop.manage('POST', `/reconciliations/${id}/differences/${one.id}/record`)
    }
    expect((await record(open)).body).toEqual({ data: { state: 'matched' } })
    const settled = await record(paid)
    expect(settled).toMatchObject({ status: 409, body: { error: { details: { reason: 'settled' } } } })
    expect(await shop.rows('sale_events')).toMatchObject([{ amount_cents: 3900 }, { amount_cents: 4900 }])
    expect(await shop.rows('commissions')).toMatchObject([
      { id: first?.id, amount_cents: 780 },
      { id: second?.id, amount_cents: 980 },
    ])
    await service.reconcile()
    expect(await read(opened, id)).toMatchObject({ matched: 1, differentAmount: 1 })
    await shop.verify()
  })
})

describe('a list API', () => {
  it('that limits requests is called again after the requested delay, with the same page', async () => {
    const sessions = Array.from({ length: 5 }, (_, index) => listed(paidSession(), -index))
    const opened = await openShopWithLists({ 'checkout/sessions': sessions })
    // The first page of invoices and of sessions, then the limit.
    api.faults.push(undefined, undefined, { status: 429, headers: { 'retry-after': '40' } })
    const waiting = await compare(opened)
    expect(waiting).toMatchObject({ status: 'running', pages: 2 })
    const requests = api.requests.length
    service.clock.advance({ ms: 39_000 })
    await service.reconcile()
    expect(api.requests).toHaveLength(requests)
    service.clock.advance({ ms: 2_000 })
    await service.reconcile()
    expect(await read(opened, waiting.id)).toMatchObject({ status: 'done', missing: 5 })
    // The rejected page, and none before it.
    expect(api.requests[requests]?.search).toBe(api.requests[requests - 1]?.search)
  })

  it.each([
    ['is silent', { silent: 'before' }],
    ['goes silent within a body', { silent: 'within' }],
    ['fails', { status: 503 }],
    ['redirects', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
  ] as const)('that %s is called again', async (_name, fault) => {
    const opened = await openShopWithLists({ 'checkout/sessions': [listed(paidSession())] })
    api.faults.push(fault)
    const waiting = await compare(opened)
    expect(waiting).toMatchObject({ status: 'running', pages: 0 })
    service.clock.advance({ ms: 60_000 })
    await service.reconcile()
    expect(await read(opened, waiting.id)).toMatchObject({ status: 'done', missing: 1 })
  })

  it('that keeps failing fails the run, and the next run starts over', async () => {
    const opened = await openShopWithLists({ 'checkout/sessions': [listed(paidSession())] })
    api.faults.push(...Array.from({ length: 6 }, () => ({ status: 500 })))
    const { id } = await compare(opened)
    for (let retry = 0; retry < 5; retry++) {
      service.clock.advance({ hours: 1 })
      await service.reconcile()
    }
    expect(await read(opened, id)).toMatchObject({ status: 'failed', failure: 'unavailable' })
    expect(await compare(opened)).toMatchObject({ status: 'done', missing: 1 })
  })

  it.each([
    ['rejects the key', { status: 401 }, 'key_rejected'],
    ['sends other text', { text: '<html>' }, 'unreadable'],
    ['sends no page', { text: '{}' }, 'unreadable'],
    [
      'sends the other mode',
      { text: JSON.stringify({ data: [{ ...listed(paidInvoice()), livemode: false }], has_more: false }) },
      'wrong_mode',
    ],
  ] as const)('that %s ends the run at once', async (_name, fault, failure) => {
    const opened = await openShopWithLists({})
    api.faults.push(fault)
    expect(await compare(opened)).toMatchObject({ status: 'failed', failure })
  })

  it('that sends the same page again fails the run', async () => {
    const opened = await openShopWithLists({})
    const page = { text: JSON.stringify({ data: [{ ...paidInvoice(), created: CREATED }], has_more: true }) }
    api.faults.push(page, page)
    expect(await compare(opened)).toMatchObject({ status: 'failed', failure: 'unreadable', pages: 1 })
  })
})

describe('a run', () => {
  it('continues from its last page after a crash', async () => {
    const sessions = Array.from({ length: 5 }, (_, index) => listed(paidSession(), -index))
    const opened = await openShopWithLists({ 'checkout/sessions': sessions })
    api.faults.push(undefined, undefined, { status: 500 })
    const { id } = await compare(opened)
    // A process claimed it and was killed.
    await service.database.kysely
      .updateTable('reconciliations')
      .set({
        holder: '00000000-0000-4000-8000-000000000000',
        held_until: new Date(service.clock.now().getTime() + 120_000),
        resume_at: service.clock.now(),
      })
      .where('id', '=', id)
      .execute()
    const requests = api.requests.length
    await service.reconcile()
    expect(api.requests).toHaveLength(requests)
    service.clock.advance({ ms: 121_000 })
    await service.reconcile()
    expect(await read(opened, id)).toMatchObject({ status: 'done', missing: 5 })
    expect(api.requests.slice(requests).some(({ pathname }) => pathname === '/v1/invoices')).toBe(false)
  })

  it('is queued daily for the current and the previous month', async () => {
    const opened = await openShopWithLists({})
    const { shop } = opened
    const months = async () => {
      const { body } = await shop.manage('GET', '/reconciliations')
      return body.data.map(({ month, status, requestedAt }: Json) => [
        month,
        status,
        String(requestedAt).slice(0, 10),
      ])
    }
    expect(await months()).toEqual([
      ['2026-03', 'done', '2026-03-10'],
      ['2026-02', 'done', '2026-03-10'],
    ])
    service.clock.advance({ hours: 25 })
    await service.reconcile()
    expect(await months()).toEqual([
      ['2026-03', 'done', '2026-03-11'],
      ['2026-02', 'done', '2026-03-11'],
    ])
  })
})

describe('the command', () => {
  it('compares a month, prints its differences, and shows a closed month', async () => {
    const sessions = [listed(paidSession({ payment_intent: 'pi_missing' }))]
    const opened = await openShopWithLists({ 'checkout/sessions': sessions })
    const { shop } = opened
    const processors = processorsWith(api)
    const run = () => reconcileMonth(service.deps, processors, { programId: shop.program.id, month: MONTH })
    const found = await run()
    expect(found).toMatchObject({
      failure: null,
      isClosed: false,
      differences: [{ state: 'missing', amountCents: 4900 }],
    })
    expect(getExitCode(found)).toBe(3)
    expect(getExitCode({ ...found, isClosed: true })).toBe(0)
    expect(getExitCode({ ...found, failure: 'unauthorized' })).toBe(1)
    expect(reconciledText(found).split('\n')).toEqual([
      '2026-03, stripe: 0 matched, 0 unattributed.',
      '',
      'STATE    KIND     ID          PROCESSOR  RECORDED  DAY         NOTE',
      'missing  payment  pi_missing  49.00 USD            2026-03-05',
    ])
    sessions.length = 0
    expect(reconciledText(await run())).toBe('2026-03, stripe: 0 matched, 0 unattributed.\nNo differences.')
    const { body } = await shop.manage('GET', '/reconciliations')
    service.clock.set('2026-04-01T01:00:01Z')
    await run()
    const closed = await shop.manage('POST', `/reconciliations/${body.data[0].id}/close`)
    expect(closed.status, closed.text).toBe(200)
    sessions.push(listed(paidSession()))
    expect(await run()).toMatchObject({ isClosed: true, differences: [] })
  })

  it('explains why a month can’t be compared', async () => {
    const { shop } = await openShopWithLists({})
    const run = (month: string) =>
      reconcileMonth(service.deps, createProcessors(service.deps.config), {
        programId: shop.program.id,
        month,
      })
    await expect(run('2026-04')).rejects.toThrow('The month must have begun and be at most 36 months ago.')
    await shop.manage('DELETE', '/processor/api-key')
    await expect(run(MONTH)).rejects.toThrow('The processor’s API key is missing.')
  })
})

describe('the API key', () => {
  it('is stored encrypted, never shown, sent only as authorization, and deleted with the connection', async () => {
    const opened = await openShopWithLists({})
    const { shop } = opened
    const { api_key, webhook_secret } = await service.database.kysely
      .selectFrom('processor_accounts')
      .selectAll()
      .where('program_id', '=', shop.program.id)
      .executeTakeFirstOrThrow()
    expect([api_key, webhook_secret].every((sealed) => /^v1:/.test(sealed ?? ''))).toBe(true)
    await compare(opened)
    expect(new Set(api.keys)).toEqual(new Set([`Bearer ${API_KEY}`]))
    await shop.manage('PUT', '/processor', {
      processorAccountId: shop.stripe.accountId,
      webhookSecret: newId('whsec'),
    })
    expect((await shop.manage('GET', '/reconciliation-settings')).body.data.hasApiKey).toBe(true)
    await shop.manage('DELETE', '/processor')
    expect((await shop.manage('GET', '/reconciliation-settings')).body.data).toEqual({
      processor: null,
      isSupported: false,
      fields: [],
      hasApiKey: false,
      site: null,
    })
    expect((await shop.manage('POST', '/reconciliations', { month: MONTH })).status).toBe(409)
  })

  it.each(['sk_live_0123456789abcdef', 'rk_live_', 'text'])('%s is rejected', async (apiKey) => {
    const { shop } = await openShopWithLists({})
    const { status, body } = await shop.manage('PUT', '/processor/api-key', { apiKey })
    expect([status, body.error.details.field]).toEqual([400, 'apiKey'])
    expect(body.error.message).toBe(
      'Invalid API key. Copy a restricted key from Stripe under Developers → API keys. It starts with rk_.',
    )
  })

  it.each(['2026-04', '2020-01'])('month %s can’t be compared', async (month) => {
    const { shop } = await openShopWithLists({})
    const { status, body } = await shop.manage('POST', '/reconciliations', { month })
    expect([status, body.error.details.field]).toEqual([400, 'month'])
  })
})

describeOnServer('a missing payment on PostgreSQL', () => {
  it('becomes one sale and one commission, although it is recorded twice while its event arrives', async () => {
    const sessions: Json[] = []
    const opened = await openShopWithLists({ 'checkout/sessions': sessions })
    const { shop } = opened
    const click = await shop.clickId()
    const count = 8
    for (let index = 0; index < count; index++) {
      sessions.push(listed(paidSession({ metadata: { service_click_id: click } }), -index))
    }
    const { id, differences } = await compare(opened)
    expect(differences).toHaveLength(count)
    await concurrently(count, async (index) => {
      const session = sessions.find(({ payment_intent }) => payment_intent === differences[index].reference)
      const url = `/reconciliations/${id}/differences/${differences[index].id}/record`
      const [one, other, delivered] = await Promise.all([
        shop.manage('POST', url),
        shop.manage('POST', url),
        shop.stripe.deliver(createEvent(service, 'checkout.session.completed', session ?? {})),
      ])
      expect(delivered.status).toBe(200)
      expect([200, 404]).toContain(one.status)
      expect([200, 404]).toContain(other.status)
    })
    expect([await sales(opened), await commissions(opened)]).toEqual([count, count])
    await service.reconcile()
    expect(await read(opened, id)).toMatchObject({ status: 'done', matched: count, missing: 0 })
  })

  it('is compared by one process at a time', async () => {
    const opened = await openShopWithLists({ 'checkout/sessions': [listed(paidSession())] })
    const { shop } = opened
    await shop.manage('POST', '/reconciliations', { month: MONTH })
    await shop.manage('POST', '/reconciliations', { month: '2026-02' })
    const runs: ReturnType<ReconciledService['reconcile']>[] = []
    for (let index = 0; index < 5; index++) runs.push(service.reconcile())
    await Promise.all(runs)
    // Six lists for two months.
    expect(api.requests).toHaveLength(12)
  })
})
