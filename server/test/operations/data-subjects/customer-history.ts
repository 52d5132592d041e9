import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { hashEmail } from '../../../src/core/privacy/email-hash.rule.ts'
import { createDeliverer } from '../../../src/notifications/webhooks/deliver-webhooks.job.ts'
import { fileClaim } from '../../../src/portal/inquiries/file-claim.flow.ts'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { verifyStatistics } from '../../../src/statistics/verify-statistics.flow.ts'
import { addCleanup } from '../../cleanup.ts'
import { send, type TestService } from '../../harness.ts'
import { CLICK } from '../../merchant.ts'
import { startReceiver } from '../../notifications/webhooks/webhook-receiver.ts'
import {
  openConnectedShop,
  paidInvoice,
  paidSession,
  publish,
  subscribedSession,
} from '../../tracking/processors/processor.ts'

/**
 * A customer with data in every place that can hold some: visits, a signup, sales from the merchant and from Stripe,
 * refunds, webhooks, changes by the team, events for review, an unattributed payment, and test events.
 */
export async function createCustomerHistory(service: TestService) {
  const { app, clock, deps, database } = service
  const shop = await openConnectedShop(service)
  const { program, manage, session } = shop
  await shop.change({ per_lead_amount_cents: 300, per_lead_currency: 'EUR' })
  const mark = randomBytes(6).toString('hex')
  const name = `Lovelace${mark}`
  const customer_key = `user-${mark}`
  const email = `Ada.${mark}@Buyers.test`
  const order = (number: number) => `order-${mark}-${number}`
  const receiver = await startReceiver()
  receiver.respondWith((response) => void response.writeHead(500).end(`no ${name} here`))
  const eventTypes = [
    'lead.settled',
    'sale.created',
    'sale.refunded',
    'commission.created',
    'commission.reversed',
  ]
  expect((await manage('POST', '/webhooks', { url: receiver.url, eventTypes })).status).toBe(201)
  // Later tests would retry its deliveries.
  addCleanup(() =>
    database.kysely
      .updateTable('webhook_endpoints')
      .set({ disabled_at: clock.now() })
      .where('program_id', '=', program.id)
      .execute(),
  )

  // Sends two visits from one session; the second one's texts are stored as dimensions.
  const session_id = `session-${mark}`
  const visit = {
    page_url: `https://shop.test/hello/${name}`,
    page_title: `Welcome, ${name}`,
    referrer_url: `https://mail.test/?for=${name}`,
    session_id,
    consent: `granted by ${name}`,
  }
  await shop.click({ ...visit, affiliate_url: `${shop.url}&name=${name}` })
  clock.advance({ minutes: 1 })
  const { body: clicked } = await shop.click({ ...visit, affiliate_url: `${shop.url}&name=${name}` })
  clock.advance({ minutes: 1 })
  await shop.click({ page_title: 'Welcome' })
  const click_id: string = clicked.click_id
  const lead = { click_id, customer_key, email }
  const details = {
    session_id,
    page_url: visit.page_url,
    landing_page: visit.page_url,
    coupon_code: `code-${mark}`,
    additional_data: { who: { name } },
  }
  expect((await shop.serverLead({ ...lead, ...details })).status).toBe(200)

  const sale = {
    customer_key,
    additional_data: { ship_to: name },
    subscription_id: `sub-${mark}`,
    landing_page: visit.page_url,
    coupon_code: `code-${mark}`,
    provider: 'other',
    provider_payment_id: `pay-${mark}`,
  }
  const recordedSale = await shop.sale({ ...sale, transaction_id: order(1), amount_cents: 4900 })
  await shop.sale({ ...sale, transaction_id: order(2), amount_cents: 10_000, currency: 'EUR' })
  // Sends a rejected request with all of the customer's data, and a repeated sale.
  const broken = { amount_cents: name, currency: name }
  await shop.sale({ ...sale, ...broken, click_id, transaction_id: order(9) })
  await shop.sale({ transaction_id: order(1), amount_cents: 4900 })
  const claimant = { programId: shop.program.id, partnerId: shop.program.partnerId }
  const claimed = { transactionId: order(1) }
  const filed = await fileClaim(service.deps, claimant, {
    claimed,
    note: `${name} told me about the purchase.`,
  })
  if (filed.kind !== 'filed') throw new Error(filed.kind)
  await manage('POST', `/claims/${filed.claim.id}/reject`, { message: `${name} came by an advertisement.` })
  await app.getDecorator<() => Promise<void>>('saveRequestCounts')()
  const refund = (body: object) =>
    send(app, 'POST', '/api/v1/track/refund', { bearer: program.liveKey, body })
  const firstRefund = { transaction_id: order(1), refund_id: `back-${mark}`, refund_amount_cents: 1000 }
  await refund({ ...firstRefund, refund_reason: `${name} sent it back` })
  await manage('POST', `/sales/${recordedSale.body.sale_id}/refunds`, {
    refundId: `back-${mark}-2`,
    amountCents: 500,
    reason: `${name} called`,
  })
  await manage('POST', '/commissions/reject', {
    commissionIds: [recordedSale.body.commission_id],
    reason: `${name} is the partner`,
  })

  // Sends Stripe events: a checkout with the customer's click, its refund, a subscription mapped to the customer, and
  // an unreadable event.
  const ids = { payment: `pi_${mark}`, charge: `ch_${mark}`, invoice: `in_${mark}`, customer: `cus_${mark}` }
  const customer_details = { email, name, tax_exempt: 'none' }
  const checkout = paidSession({
    id: `cs_${mark}`,
    payment_intent: ids.payment,
    customer: ids.customer,
    customer_details,
    metadata: {
      service_click_id: click_id,
      service_customer_key: customer_key,
      coupon_code: `code-${mark}`,
    },
  })
  await publish(shop, 'checkout.session.completed', checkout)
  await publish(shop, 'charge.succeeded', {
    id: ids.charge,
    object: 'charge',
    amount: 4900,
    amount_captured: 4900,
    amount_refunded: 0,
    captured: true,
    currency: 'usd',
    payment_intent: ids.payment,
    refunded: false,
    billing_details: { email, name },
  })
  const stripeRefund = {
    id: `re_${mark}`,
    object: 'refund',
    amount: 900,
    charge: ids.charge,
    currency: 'usd',
    payment_intent: ids.payment,
    reason: 'requested_by_customer',
    status: 'succeeded',
    created: Math.floor(clock.now().getTime() / 1000),
  }
  await publish(shop, 'refund.created', stripeRefund)
  await publish(shop, 'checkout.session.completed', {
    ...subscribedSession(ids.invoice, {
      payment_status: 'no_payment_required',
      id: `cs_${mark}_2`,
      amount_total: 0,
      subscription: `sub_${mark}`,
      customer: ids.customer,
      customer_details,
      metadata: {
        service_click_id: click_id,
        service_customer_key: customer_key,
        coupon_code: `code-${mark}`,
      },
    }),
    payment_status: 'no_payment_required',
  })
  await publish(
    shop,
    'invoice.paid',
    paidInvoice({
      id: ids.invoice,
      customer: ids.customer,
      customer_email: email,
      parent: {
        type: 'subscription_details',
        subscription_details: { metadata: {}, subscription: `sub_${mark}` },
      },
    }),
  )
  // The merchant also uses the customer's key as Stripe's reference.
  const referenced = { customer_details, client_reference_id: customer_key }
  await publish(shop, 'checkout.session.completed', {
    ...subscribedSession(`in_${mark}_4`, { id: `cs_${mark}_4`, amount_total: 0, ...referenced }),
    subscription: `sub_${mark}_4`,
    customer: ids.customer,
  })
  // While the program is paused, the payment waits for review.
  await shop.change({ status: 'paused' })
  await publish(shop, 'checkout.session.completed', {
    ...paidSession({ id: `cs_${mark}_5`, payment_intent: `pi_${mark}_5`, ...referenced }),
  })
  await publish(shop, 'checkout.session.completed', {
    ...paidSession({
      id: `cs_${mark}_3`,
      payment_intent: `pi_${mark}_3`,
      customer_details,
      metadata: { service_customer_key: customer_key },
    }),
  })
  await shop.change({ status: 'active' })
  const { body: kept } = await manage('GET', '/unattributed-payments')
  expect(kept.data).toHaveLength(2)
  for (const { id } of kept.data) await manage('POST', `/unattributed-payments/${id}/dismiss`)
  await publish(shop, 'invoice.paid', { id: ids.payment, object: 'invoice', currency: 'usd' })

  for (const path of [CLICK, '/api/v1/track/lead', '/api/v1/track/sale']) {
    const additional_data = { test_mode: true, program_id: program.id, rehearsal: [{ customer_key, email }] }
    const body = { affiliate_url: shop.url, additional_data }
    expect((await send(app, 'POST', path, { bearer: program.testKey, body })).status).toBe(200)
  }
  const deliver = async () => {
    const errors: unknown[] = []
    await createDeliverer(deps, (error) => errors.push(error)).deliverDue()
    expect(errors).toEqual([])
  }
  await deliver()
  const emailHash = hashEmail(email, deps.config.appSecret)
  const plainHash = createHash('sha256').update(email.toLowerCase()).digest()
  // A difference found by a reconciliation.
  await database.kysely
    .insertInto('reconciliations')
    .values({
      program_id: program.id,
      month: '2026-03',
      processor: 'stripe',
      status: 'done',
      before: clock.now(),
      requested_at: clock.now(),
      resume_at: clock.now(),
    })
    .execute()
  const { id: reconciliation_id } = await database.kysely
    .selectFrom('reconciliations')
    .select('id')
    .where('program_id', '=', program.id)
    .executeTakeFirstOrThrow()
  await database.kysely
    .insertInto('reconciliation_items')
    .values({
      program_id: program.id,
      reconciliation_id,
      kind: 'payment',
      reference: ids.payment,
      state: 'different_amount',
      generation: 1,
      keys: [`payment_intents:${ids.payment}`],
      amount_cents: 4900,
      currency: 'USD',
      occurred_at: clock.now(),
      note: `${name} paid in part`,
      note_by: 'a-user',
    })
    .execute()

  return {
    ...shop,
    session,
    mark,
    name,
    customer_key,
    email,
    click_id,
    lead,
    order,
    bought: sale,
    refund,
    firstRefund,
    checkout,
    stripeRefund,
    ids,
    receiver,
    deliver,
    /** Values that must not be found after the erasure. All made-up data contains the mark. */
    traces: [
      mark,
      email,
      email.toLowerCase(),
      click_id,
      click_id.slice(click_id.indexOf('-') + 1),
      ...[emailHash, plainHash].flatMap((hash) => [
        hash.toString('hex'),
        hash.toString('base64'),
        hash.toString('base64url'),
      ]),
    ],
    requestExport: (query: string) => manage('GET', `/data-subject?${query}`),
    erase: (body: unknown, bearer?: string) => manage('POST', '/data-subject/erase', body, bearer),
    /** Returns the amounts that must not change. */
    money: async () => {
      const of = async (text: string) =>
        (
          await sql
            .raw<Record<string, unknown>>(text.replaceAll('$id', String(program.id)))
            .execute(database.kysely)
        ).rows
      return {
        commissions: await of('select * from commissions where program_id = $id order by id'),
        fees: await of('select * from platform_fees where program_id = $id order by id'),
        payouts: await of('select * from payouts where program_id = $id order by id'),
        items: await of(
          'select * from payout_items where program_id = $id order by payout_id, commission_id',
        ),
        lines: await of('select * from invoice_lines where program_id = $id order by invoice_id, fee_id'),
        stats: await of('select * from daily_stats where program_id = $id order by day, currency, shard'),
        sales: await of(
          'select id, is_test, amount_cents, currency, refunded_cents, status, customer_id, partner_id, received_at, reported_at, product_id from sale_events where program_id = $id order by id',
        ),
        refunds: await of(
          'select id, sale_id, kind, amount_cents, reported_cents, source, received_at from refund_events where program_id = $id order by id',
        ),
        clicks: await of(
          'select id, received_at, partner_id, link_id from click_events where program_id = $id order by id',
        ),
      }
    },
    async verifyTotals() {
      const { differences } = await verifyStatistics(database, program.id)
      expect(differences.filter(({ column }) => column !== 'partners')).toEqual([])
      expect((await verifyMoney(database, program.id)).differences).toEqual([])
    },
  }
}

export type CustomerHistory = Awaited<ReturnType<typeof createCustomerHistory>>

/** Finds these texts in any column of any table: `table.column`. */
export async function findEverywhere(
  { kysely }: TestService['database'],
  texts: readonly string[],
): Promise<string[]> {
  const { rows: tables } = await sql<{ table: string; columns: string[] }>`
    select c.relname as table, array_agg(a.attname::text) as columns from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by c.relname`.execute(
    kysely,
  )
  expect(tables.flatMap(({ columns }) => columns).length).toBeGreaterThan(300)
  const found: string[] = []
  const patterns = texts.map((text) => `%${text}%`)
  for (const { table, columns } of tables) {
    // Searching rows first is much faster than searching each column, because most tables have no match.
    const { rows: matches } = await sql`
      select 1 from ${sql.table(table)} t where t::text ilike any (${patterns}::text[]) limit 1`.execute(
      kysely,
    )
    if (matches.length === 0) continue
    const isIn = columns.map(
      (column) =>
        sql`bool_or(exists (select from unnest(${[...texts]}::text[]) as n (needle) where position(lower(n.needle) in lower(t.${sql.ref(column)}::text)) > 0)) as ${sql.ref(column)}`,
    )
    const { rows } = await sql<
      Record<string, boolean | null>
    >`select ${sql.join(isIn)} from ${sql.table(table)} t`.execute(kysely)
    for (const column of columns) if (rows[0]?.[column] === true) found.push(`${table}.${column}`)
  }
  return found.sort()
}
