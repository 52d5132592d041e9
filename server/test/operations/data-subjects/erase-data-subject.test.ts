import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { isWriteConflict } from '../../../src/core/database/database.ts'
import { PERSONAL_DATA } from '../../../src/core/privacy/personal-data.ts'
import { idPseudonymizer } from '../../../src/core/privacy/pseudonym.rule.ts'
import { rollUpAllClickValues } from '../../../src/statistics/click-value-rollups.flow.ts'
import { decideSale } from '../../../src/tracking/sales/decide-sale.rule.ts'
import { loadSale, saveSales } from '../../../src/tracking/sales/sale.sql.ts'
import { isCluster, send, signInMember, startTestService, titleUnlessCluster } from '../../harness.ts'
import { openShop, platformError } from '../../merchant.ts'
import { publish } from '../../tracking/processors/processor.ts'
import { saved } from '../../tracking/requests/request-helpers.ts'
import { type CustomerHistory, createCustomerHistory, findEverywhere } from './customer-history.ts'

const service = await startTestService({ ownDatabase: true, environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { clock, database, deps } = service

async function createRolledUpHistory(): Promise<CustomerHistory> {
  const customer = await createCustomerHistory(service)
  clock.advance({ days: 2 })
  await rollUpAllClickValues(deps)
  return customer
}

const SALE_REQUEST = {
  amount_cents: 500,
  tax_amount_cents: undefined,
  click_id: undefined,
  currency: 'USD',
  sale_type: 'payment',
  additional_data: undefined,
  is_recurring: false,
  subscription_id: undefined,
  subscription_interval: undefined,
  product_id: undefined,
  occurred_at: undefined,
  provider: undefined,
  provider_payment_id: undefined,
} as const

/** Columns in which these tests store no searchable customer data. */
const NOT_REPORTED_HERE = [
  // tracking/attribute-customer.test.ts covers these columns.
  'customer_attributions.reason',
  'audit_log.after',
  'audit_log.before',
  'click_dimensions.browser',
  'click_dimensions.country',
  'click_dimensions.device',
  'click_dimensions.language',
  'click_dimensions.language_code',
  'click_dimensions.os',
  'click_dimensions.referrer_site',
  'click_dimensions.screen_resolution',
  'click_dimensions.sub_id',
  'click_dimensions.timezone',
  'click_dimensions.user_agent',
  'click_dimensions.viewport_size',
  'click_events.session_uuid',
  'erased_signups.trace',
  'payment_shares.reference',
  'processor_refunds.reason',
  'program_audit_log.before',
  'webhook_deliveries.last_error',
]

describe('a customer with all kinds of data', () => {
  test('has data in exactly the declared columns', async () => {
    const customer = await createRolledUpHistory()
    const found = await findEverywhere(database, customer.traces)
    const described = Object.entries(PERSONAL_DATA).flatMap(([table, columns]) =>
      Object.entries(columns).flatMap(([column, { kind }]) =>
        // Data that expires automatically is encrypted, so no search finds it.
        kind === 'none' || kind === 'passing' ? [] : [`${table}.${column}`],
      ),
    )
    const isPartitionName = (name: string) => name.startsWith('click_events_')
    expect(found.filter((name) => !isPartitionName(name))).toEqual(
      described.filter((name) => !NOT_REPORTED_HERE.includes(name)).sort(),
    )
  })

  test('is exported completely, then erased everywhere, and amounts still add up', async () => {
    const customer = await createRolledUpHistory()
    const before = await customer.money()
    await customer.verifyTotals()

    const { status, body, text } = await customer.requestExport(`customerKey=${customer.customer_key}`)
    expect(status).toBe(200)
    expect(body.data.counts).toEqual({
      customers: 1,
      clicks: 2,
      leads: 1,
      sales: 4,
      refunds: 3,
      commissions: 5,
      commissionChanges: 4,
      payments: 6,
      paymentNames: 10,
      charges: 1,
      processorRefunds: 1,
      processorCustomers: 3,
      eventsForReview: 1,
      reconciliationItems: 1,
      messages: 17,
      deliveries: 17,
      changes: 4,
      testEvents: 3,
      rejectedRequests: 2,
      claims: 1,
    })
    for (const trace of [
      customer.name,
      customer.customer_key,
      customer.order(1),
      customer.order(2),
      customer.ids.payment,
      customer.ids.charge,
      `re_${customer.mark}`,
      `sub_${customer.mark}`,
      `back-${customer.mark}-2`,
      `session-${customer.mark}`,
      `pay-${customer.mark}`,
      customer.click_id.slice(2),
    ]) {
      expect(text).toContain(trace)
    }

    const erased = await customer.erase({ customerKey: customer.customer_key })
    expect(erased.status, erased.text).toBe(200)
    expect(erased.body.data.counts).toEqual(body.data.counts)
    expect(await findEverywhere(database, customer.traces)).toEqual([])
    expect(await customer.money()).toEqual(before)
    await customer.verifyTotals()
    expect(await customer.requestExport(`customerKey=${customer.customer_key}`)).toMatchObject({
      status: 404,
    })
    expect(await customer.erase({ customerKey: customer.customer_key })).toMatchObject({ status: 404 })
  })

  test('is found by any form of the email, and the audit entry has only the actor, the time and the pseudonym', async () => {
    const customer = await createCustomerHistory(service)
    const email = encodeURIComponent(` ${customer.email.toUpperCase()}`)
    const [keyResponse, emailResponse] = [
      await customer.requestExport(`customerKey=${customer.customer_key}`),
      await customer.requestExport(`email=${email}`),
    ]
    expect(emailResponse.body.data.counts).toEqual(keyResponse.body.data.counts)
    const { status, body } = await customer.erase({ email: customer.email })
    expect(status).toBe(200)
    expect(await findEverywhere(database, customer.traces)).toEqual([])
    await customer.verifyTotals()
    const [pseudonym] = body.data.pseudonyms
    expect(pseudonym).toMatch(/^erased-[\w-]{22}$/)
    const log = await send(
      service.app,
      'GET',
      `/api/workspaces/${customer.program.workspaceId}/audit?limit=1`,
      {
        bearer: customer.session,
      },
    )
    expect(log.body.data).toEqual([
      expect.objectContaining({
        action: 'data_subject.erase',
        actor: expect.objectContaining({ kind: 'user' }),
        target: { type: 'data_subject', id: pseudonym, name: null, policy: null },
        before: null,
        after: body.data.counts,
      }),
    ])
    const customers = await send(service.app, 'GET', `/api/programs/${customer.program.id}/customers`, {
      bearer: customer.session,
    })
    expect(customers.body.data.map((one: { customerKey: string }) => one.customerKey)).toEqual([pseudonym])
  })
})

test('an interrupted erasure changes nothing and can be repeated', async () => {
  const customer = await createCustomerHistory(service)
  const before = await findEverywhere(database, customer.traces)
  const { kysely } = database
  await sql`create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broke off'; end $$`.execute(
    kysely,
  )
  await sql`create trigger break_off before update on click_dimensions for each row execute function break_off()`.execute(
    kysely,
  )
  expect((await customer.erase({ customerKey: customer.customer_key })).status).toBe(500)
  await sql`drop trigger break_off on click_dimensions`.execute(kysely)
  await sql`drop function break_off`.execute(kysely)
  expect(await findEverywhere(database, customer.traces)).toEqual(before)
  expect((await customer.erase({ customerKey: customer.customer_key })).status).toBe(200)
  expect(await findEverywhere(database, customer.traces)).toEqual([])
})

describe('after an erasure', () => {
  async function erased(): Promise<CustomerHistory> {
    const customer = await createCustomerHistory(service)
    expect((await customer.erase({ customerKey: customer.customer_key })).status).toBe(200)
    return customer
  }

  test('a repeated sale is recognized', async () => {
    const customer = await erased()
    const again = await customer.sale({
      ...customer.bought,
      transaction_id: customer.order(1),
      amount_cents: 4900,
    })
    expect([again.status, again.body.error.code]).toEqual([409, 'duplicate_transaction'])
    const fresh = await customer.sale({
      ...customer.bought,
      transaction_id: customer.order(9),
      amount_cents: 4900,
    })
    expect([fresh.status, fresh.body.error.code]).toEqual([400, 'no_attribution'])
    const clickSale = { transaction_id: customer.order(9), amount_cents: 4900, click_id: customer.click_id }
    expect((await customer.sale(clickSale)).body.error.code).toBe('no_attribution')
    expect(await findEverywhere(database, customer.traces)).toEqual([])
  })

  test('a repeated signup creates no customer', async () => {
    const customer = await erased()
    for (const lead of [
      customer.lead,
      { click_id: customer.click_id, email: customer.email },
      { customer_key: customer.customer_key },
    ]) {
      expect((await customer.serverLead(lead)).body.error).toMatchObject({ code: 'no_attribution' })
    }
    expect((await customer.browserLead(customer.lead)).body.error).toMatchObject({ code: 'no_attribution' })
    expect(await findEverywhere(database, customer.traces)).toEqual([])
  })

  test('a signup by another click creates an unrelated customer', async () => {
    const customer = await erased()
    await customer.customer(customer.customer_key)
    const recordedSale = await customer.sale({
      transaction_id: customer.order(10),
      amount_cents: 700,
      customer_key: customer.customer_key,
    })
    expect(recordedSale.status).toBe(200)
    const { body } = await customer.requestExport(`customerKey=${customer.customer_key}`)
    expect(body.data.counts).toMatchObject({ customers: 1, sales: 1, refunds: 0 })
    await customer.verifyTotals()
  })

  test('a repeated refund counts once, a new refund counts, and neither identifies the customer', async () => {
    const customer = await erased()
    const again = await customer.refund({ ...customer.firstRefund, refund_reason: customer.name })
    expect([again.status, again.body.message]).toEqual([200, expect.stringContaining('already recorded')])
    const further = {
      ...customer.firstRefund,
      refund_id: `back-${customer.mark}-3`,
      refund_amount_cents: 200,
    }
    expect((await customer.refund({ ...further, refund_reason: customer.name })).status).toBe(200)
    expect(await customer.refund(further)).toMatchObject({
      body: { message: expect.stringContaining('already recorded') },
    })
    await customer.verifyTotals()
    expect(await findEverywhere(database, customer.traces)).toEqual([])
  })

  test('late Stripe events match the payment, count once, and store nothing about the payer', async () => {
    const customer = await erased()
    const before = await customer.money()
    await publish(customer, 'checkout.session.completed', customer.checkout)
    await publish(customer, 'payment_intent.succeeded', {
      id: customer.ids.payment,
      object: 'payment_intent',
      amount: 4900,
      amount_received: 4900,
      currency: 'usd',
      customer: customer.ids.customer,
      latest_charge: customer.ids.charge,
      receipt_email: customer.email,
      metadata: { customer_key: customer.customer_key },
      status: 'succeeded',
    })
    await publish(customer, 'refund.updated', customer.stripeRefund)
    expect(await customer.money()).toEqual(before)
    expect(await findEverywhere(database, customer.traces)).toEqual([])
    await publish(customer, 'refund.created', {
      ...customer.stripeRefund,
      id: `re_${customer.mark}2`,
      amount: 100,
    })
    const { sales } = await customer.money()
    const stripeSale = sales.find(({ refunded_cents }) => refunded_cents === 1000)
    expect(stripeSale).toBeDefined()
    await customer.verifyTotals()
    expect(await findEverywhere(database, customer.traces)).toEqual([])
  })

  test('pending messages are delivered under pseudonyms', async () => {
    const customer = await erased()
    const reported = customer.receiver.received.length
    customer.receiver.respondWith((response) => void response.writeHead(204).end())
    clock.advance({ hours: 1 })
    await customer.deliver()
    const after = customer.receiver.received.slice(reported)
    expect(after.length).toBeGreaterThan(0)
    expect(JSON.stringify(after.map(({ event }) => event))).not.toContain(customer.mark)
    expect(after.some(({ event }) => String(event.data.transaction_id).startsWith('erased-'))).toBe(true)
    expect(await findEverywhere(database, customer.traces)).toEqual([])
  })

  test('a response to a delivery in progress is not stored, and the message is sent again', async () => {
    const customer = await createCustomerHistory(service)
    const held: (() => void)[] = []
    const reported = customer.receiver.received.length
    customer.receiver.respondWith((response) => {
      held.push(() => response.writeHead(200).end(`thanks, ${customer.name}`))
    })
    clock.advance({ hours: 1 })
    const delivering = customer.deliver()
    await customer.receiver.until((all) => all.length > reported)
    expect((await customer.erase({ customerKey: customer.customer_key })).status).toBe(200)
    customer.receiver.respondWith((response) => void response.writeHead(204).end())
    for (const respond of held) respond()
    await delivering
    expect(await findEverywhere(database, customer.traces)).toEqual([])
    clock.advance({ hours: 1 })
    await customer.deliver()
    const ids = customer.receiver.received.slice(reported).map(({ headers }) => String(headers['webhook-id']))
    expect(ids.length).toBeGreaterThan(new Set(ids).size)
  })

  test('a sale decided earlier is not saved, neither for the customer nor for anyone with the same transaction_id', async () => {
    const customer = await createCustomerHistory(service)
    await customer.customer('bystander')
    const erase = idPseudonymizer(customer.program.id, service.deps.config.appSecret)
    const decide = async (customer_key: string, transaction_id: string) => {
      const request = { ...SALE_REQUEST, transaction_id, customer_key }
      const loaded = await loadSale(database.run, customer.program.id, { isTest: false, request })
      if (loaded === undefined) throw new Error('no program')
      return decideSale(
        { ...loaded, recorded_sale_id: undefined, payment_id: undefined },
        request,
        clock.now(),
      )
    }
    const decided = [
      await decide(customer.customer_key, customer.order(30)),
      await decide('bystander', customer.order(1)),
    ]
    expect((await customer.erase({ customerKey: customer.customer_key })).status).toBe(200)
    const before = await customer.counts()
    for (const sale of decided) {
      if (sale.kind !== 'save') throw new Error(sale.kind)
      const failure = await saveSales(database.run, [sale], { shard: 0, erase }).catch(
        (error: unknown) => error,
      )
      expect(isWriteConflict(failure), String(failure)).toBe(true)
    }
    expect(await customer.counts()).toEqual(before)
  })

  test('the pseudonym does not work as a customer key', async () => {
    const customer = await createCustomerHistory(service)
    const { body } = await customer.erase({ customerKey: customer.customer_key })
    const [customer_key] = body.data.pseudonyms
    const recordedSale = await customer.sale({
      transaction_id: customer.order(11),
      amount_cents: 700,
      customer_key,
    })
    expect(recordedSale.body.error.code).toBe('no_attribution')
    const lead = await customer.serverLead({
      click_id: await customer.clickId(),
      customer_key,
      email: 'eve@evil.test',
    })
    expect(lead.body.error.code).toBe('no_attribution')
    // The rejected requests with this key have been stored by now.
    await saved(service)
    expect((await customer.requestExport(`customerKey=${customer_key}`)).status).toBe(404)
    expect((await customer.erase({ customerKey: customer_key })).status).toBe(404)
  })
})

describe('other data', () => {
  test('stays unchanged for customers who share a click or email', async () => {
    const customer = await createCustomerHistory(service)
    const household = { click_id: customer.click_id, email: customer.email }
    await customer.serverLead({ ...household, customer_key: 'brother' })
    await customer.sale({ transaction_id: 'of-brother', amount_cents: 300, customer_key: 'brother' })
    expect((await customer.erase({ customerKey: customer.customer_key })).status).toBe(200)
    const { body } = await customer.requestExport('customerKey=brother')
    expect(body.data.counts).toMatchObject({ customers: 1, sales: 1 })
    // The repeated signup finds a remaining click but creates no customer.
    expect((await customer.serverLead(customer.lead)).body.error.code).toBe('no_attribution')
    expect((await customer.serverLead({ ...household, customer_key: 'sister' })).status).toBe(200)
    await customer.verifyTotals()
    const all = await customer.erase({ email: customer.email })
    expect(all.body.data.pseudonyms).toHaveLength(2)
    expect(await findEverywhere(database, customer.traces)).toEqual([])
  })

  test('stays unchanged if its value equals a short key', async () => {
    const customer = await createCustomerHistory(service)
    const url = `/api/programs/${customer.program.id}`
    const bearer = customer.session
    await send(service.app, 'PATCH', url, { bearer, body: { holdPeriodDays: 7, name: '7' } })
    await send(service.app, 'POST', '/api/v1/track/lead', {
      bearer: customer.program.testKey,
      body: { additional_data: { test_mode: true, program_id: String(customer.program.id) } },
    })
    const key = String(customer.program.id)
    await customer.customer('7')
    await customer.customer(key)
    for (const customerKey of ['7', key]) {
      const { body } = await customer.erase({ customerKey })
      expect(body.data.counts).toMatchObject({ customers: 1, testEvents: 0 })
    }
    const log = await send(
      service.app,
      'GET',
      `/api/workspaces/${customer.program.workspaceId}/audit?action=program.update`,
      { bearer },
    )
    expect(log.body.data[0].after).toMatchObject({ hold_period_days: 7, name: '7' })
    expect(
      (await customer.requestExport(`customerKey=${customer.customer_key}`)).body.data.counts,
    ).toMatchObject({
      sales: 4,
    })
  })

  const once = titleUnlessCluster(
    'clicks are scanned once, however many pages the customer visited',
    'a trigger counts the scans, which would have to be on every partition',
  )
  test.skipIf(isCluster)(once, async () => {
    const customer = await createCustomerHistory(service)
    const { kysely } = database
    const [{ session_id: session } = { session_id: '' }] = (
      await sql<{ session_id: string }>`select l.session_id from lead_events l
        where l.program_id = ${customer.program.id} and l.session_id is not null limit 1`.execute(kysely)
    ).rows
    for (let page = 0; page < 12; page++) {
      const visit = { session_id: session, page_title: `Page ${page} of ${customer.name}` }
      await customer.click(visit)
      await customer.click(visit)
    }
    await sql`create sequence looks`.execute(kysely)
    await sql`create function look() returns trigger language plpgsql as $$ begin perform nextval('looks'); return null; end $$`.execute(
      kysely,
    )
    await sql`create trigger look after update on click_dimensions for each statement execute function look()`.execute(
      kysely,
    )
    expect((await customer.erase({ customerKey: customer.customer_key })).status).toBe(200)
    await sql`drop trigger look on click_dimensions`.execute(kysely)
    const { rows } = await sql<{ looks: number }>`select last_value as looks from looks`.execute(kysely)
    expect(rows[0]?.looks).toBe(1)
    await sql`drop function look`.execute(kysely)
    await sql`drop sequence looks`.execute(kysely)
    expect(await findEverywhere(database, customer.traces)).toEqual([])
  })

  test('keeps click dimensions that other customers share', async () => {
    const customer = await createCustomerHistory(service)
    await customer.click({ page_title: `Welcome, ${customer.name}` })
    await customer.erase({ customerKey: customer.customer_key })
    expect(await findEverywhere(database, customer.traces)).toEqual(['click_dimensions.page_title'])
  })
})

describe('a request', () => {
  test('needs exactly one name', async () => {
    const shop = await openShop(service)
    const bearer = await signInMember(service, shop.program)
    const url = `/api/programs/${shop.program.id}/data-subject`
    const requestExport = (query: string) => send(service.app, 'GET', `${url}?${query}`, { bearer })
    const erase = (body: unknown) => send(service.app, 'POST', `${url}/erase`, { bearer, body })
    for (const query of ['', 'customerKey=', 'customerKey=a&email=b@c', 'email=nobody', 'name=Ada']) {
      expect((await requestExport(query)).status, query).toBe(400)
    }
    expect((await requestExport('customerKey=unknown')).body).toEqual({
      ...platformError(404, 'not_found'),
      error: expect.objectContaining({ code: 'not_found' }),
    })
    expect((await erase({ customerKey: 7 })).status).toBe(400)
    expect((await erase({})).status).toBe(400)
  })
})

describe('a customer whose key was sent with and without spaces', () => {
  test('is found and erased under every key with surrounding spaces, without affecting others', async () => {
    const shop = await openShop(service)
    const bearer = await signInMember(service, shop.program, { role: 'owner' })
    const url = `/api/programs/${shop.program.id}/data-subject`
    const keyVariants = ['user-7', ' user-7', 'user-7\u00a0\t']
    for (const key of [...keyVariants, 'user-70', 'User-7']) await shop.customer(key)
    // A rejected request with only this key.
    await shop.sale({ transaction_id: 'o-1', amount_cents: 100, customer_key: '\tuser-7', currency: 'XXX' })
    await saved(service)
    const found = [...keyVariants, '\tuser-7'].sort()
    for (const requested of ['user-7', ' user-7\n']) {
      const exported = await send(service.app, 'GET', `${url}?customerKey=${encodeURIComponent(requested)}`, {
        bearer,
      })
      expect([exported.status, exported.body.data.customerKeys.sort()]).toEqual([200, found])
      expect(exported.body.data.counts).toMatchObject({ customers: 3, rejectedRequests: 1 })
    }
    const erased = await send(service.app, 'POST', `${url}/erase`, {
      bearer,
      body: { customerKey: 'user-7 ' },
    })
    expect(erased.body.data).toMatchObject({
      customerKeys: expect.arrayContaining(found),
      counts: { customers: 3 },
    })
    const left = (await shop.rows('customers')).map((row) => row.customer_key)
    expect(left.filter((key) => !String(key).startsWith('erased-'))).toEqual(['user-70', 'User-7'])
    const blank = await send(service.app, 'POST', `${url}/erase`, { bearer, body: { customerKey: ' ' } })
    expect([blank.status, blank.body.error.details]).toEqual([400, { field: 'customerKey' }])
  })

  test('is found by both forms of an internationalized email domain', async () => {
    const shop = await openShop(service)
    const bearer = await signInMember(service, shop.program, { role: 'owner' })
    for (const [n, email] of [
      'Ada@bücher.example',
      'ada@xn--bcher-kva.example',
      'eva@bücher.example',
    ].entries()) {
      const lead = { click_id: await shop.clickId(), customer_key: `reader-${n}`, email }
      expect((await shop.serverLead(lead)).status).toBe(200)
    }
    for (const email of ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example', 'ada@bücher.example.']) {
      const url = `/api/programs/${shop.program.id}/data-subject?email=${encodeURIComponent(email)}`
      const { body } = await send(service.app, 'GET', url, { bearer })
      expect(body.data.customerKeys).toEqual(['reader-0', 'reader-1'])
    }
  })
})
