import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { send } from '../../server/test/harness.ts'
import { paddle } from '../../server/test/tracking/processors/adapters.ts'
import {
  openConnectedShop,
  paidInvoice,
  paidSession,
  publish,
} from '../../server/test/tracking/processors/processor.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { readWidth } from './actions.ts'
import { absoluteUrl, findBarriers, openStage, type Stage } from './stage.ts'

let stage: Stage

describeInChromium('the payment processor', () => {
  beforeAll(async () => {
    stage = await openStage({ isOwn: true })
  })

  test('is connected by account ID and webhook secret, and disconnected', async () => {
    const program = await stage.emptyProgram({ paymentTrackingMode: 'processor_connect' })
    const page = await stage.open(`/programs/${program.id}/payments`)
    await page.getByText('Not connected').waitFor()
    await page.getByText(`/api/v1/webhooks/stripe?program=${program.id}`).waitFor()
    await page.getByRole('button', { name: 'Copy event types' }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText().catch(() => ''))
    await page.getByRole('button', { name: 'Copied event types' }).waitFor()
    if (copied !== '') expect(copied.split('\n')).toContain('invoice_payment.paid')
    await page.getByLabel('Account ID').fill('acct_1Dashboard')
    await page.getByLabel('Signing secret').fill('not a secret')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page
      .getByText('This secret doesn’t have the format that this processor uses.', { exact: false })
      .waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByLabel('Signing secret').fill(`whsec_${'a'.repeat(32)}`)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('No events yet', { exact: true }).waitFor()
    await page.getByText('acct_1Dashboard', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Integration' }).click()
    await page.getByText('0 of 3 complete').waitFor()
    await page.getByRole('link', { name: 'Payments' }).first().click()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('Not connected').waitFor()
  })

  test('Paddle is connected step by step, and its first event appears', async () => {
    const program = await stage.emptyProgram({ paymentTrackingMode: 'processor_connect' })
    const page = await stage.open(`/programs/${program.id}/payments`)
    await page.getByLabel('Choose your payment processor').selectOption('paypal')
    await page.getByText('CUSTOMER.DISPUTE.RESOLVED').waitFor()
    await page.getByLabel('Webhook ID').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByLabel('Choose your payment processor').selectOption('paddle')
    await page.getByText(`/api/v1/webhooks/paddle?program=${program.id}`).waitFor()
    await page.getByText('customData: { service_click_id: clickId').waitFor()
    expect(await page.getByLabel('Account ID').count()).toBe(0)
    const secret = paddle.newSecret(1)
    await page.getByLabel('Signing secret').fill(secret)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('Waiting for the first event').waitFor()
    expect(await findBarriers(page)).toEqual([])
    const event = paddle.event('payment', {
      event: 1,
      payment: 2,
      customer: 3,
      subscription: 4,
      refund: 5,
      metadata: {},
      email: 'bea@buyers.test',
      cents: 4900,
      taxCents: 782,
      refundedCents: 0,
      currency: 'USD',
      at: stage.service.clock.now(),
      isTest: false,
    })
    const deliver = (signingSecret: string) =>
      send(stage.service.app, 'POST', `/api/v1/webhooks/paddle?program=${program.id}`, {
        body: event.body,
        headers: paddle.sign(event, signingSecret, stage.service.clock.now()),
      })
    expect((await deliver(paddle.newSecret(2))).status).toBe(400)
    const rejected = page.getByText('1 event was rejected because its signature didn’t match.')
    await rejected.waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect((await deliver(secret)).body).toEqual({ received: true })
    await page.getByText('transaction.completed').first().waitFor()
    await rejected.waitFor({ state: 'detached' })
    await page.getByText('Unattributed', { exact: true }).waitFor()
  })

  test('a payment without a partner is attributed to a customer, and another is dismissed', async () => {
    await addPayment('pi_attributed', { coupon_code: 'NOPE1' })
    await addPayment('pi_dismissed')
    const page = await stage.open(`/programs/${stage.demo.program.id}/payments`, {
      colorScheme: 'dark',
      width: 390,
    })
    const open = (name: string) => page.getByRole('button', { name }).click()
    const panel = page.getByRole('dialog', { name: 'Payment' })
    await open('pi_attributed')
    await panel.getByText(/^No customer in this program matches/).waitFor()
    await panel.getByText('The coupon code NOPE1 isn’t active in this program.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await panel.getByLabel('Customer key').fill('nobody')
    await panel.getByRole('button', { name: 'Attribute' }).click()
    await panel.getByText('No customer in this program has this key.').waitFor()
    await panel.getByLabel('Customer key').fill(stage.demo.customerKey)
    await panel.getByRole('button', { name: 'Attribute' }).click()
    const confirmation = page.getByRole('dialog', { name: /^Attribute this payment to / })
    await confirmation.getByText(`Customer ${stage.demo.customerKey} belongs to`).waitFor()
    await confirmation.getByRole('button', { name: 'Attribute payment' }).click()
    await page.getByText(/^Sale \d+ created\.$/).waitFor()
    await page.getByRole('button', { name: 'pi_attributed' }).waitFor({ state: 'detached' })

    await open('pi_dismissed')
    await panel.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText('Payments that couldn’t be attributed to a partner will appear here').waitFor()
    await page.getByRole('radio', { name: 'Dismissed' }).click()
    await page.getByRole('button', { name: 'pi_dismissed' }).waitFor()
    await page.getByRole('radio', { name: 'Attributed' }).click()
    await open('pi_attributed')
    await panel.getByRole('link', { name: /^Sale \d+$/ }).click()
    await page.waitForURL(/events\?open=sale-\d+/)
    await page.getByRole('dialog', { name: 'Sale' }).getByText('pi_attributed').first().waitFor()
  })

  test('events for review are shown with their reasons and can be resolved', async () => {
    const program = await stage.emptyProgram({ paymentTrackingMode: 'processor_connect' })
    const page = await stage.open(`/programs/${program.id}/payments`)
    await page.getByText('All processor events are processed or resolved.').waitFor()
    expect(await page.getByText(/\d events? for review/).count()).toBe(0)
    await addEventsForReview(program.id)
    await page.reload()
    const events = page.getByRole('list', { name: 'Events for review' }).getByRole('listitem')
    const unreadable = events.filter({ hasText: 'evt_unreadable' })
    await unreadable.getByText('Unreadable', { exact: true }).waitFor()
    await unreadable
      .getByText('Find the event by its ID in your payment processor’s dashboard', { exact: false })
      .waitFor()
    // The event recorded nothing, so there is nothing to look up.
    await unreadable.getByText('ch_unreadable').waitFor()
    expect(await unreadable.getByRole('link').count()).toBe(0)
    await events.filter({ hasText: 'evt_dispute' }).getByText('₫250,000').waitFor()
    await page.getByRole('link', { name: /^Payments ?2 events for review$/ }).waitFor()
    expect(await findBarriers(page)).toEqual([])

    await unreadable.getByRole('button', { name: 'Mark as resolved event evt_unreadable' }).click()
    await unreadable.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /^Payments ?1 event for review$/ }).waitFor()
    await page.getByRole('radio', { name: 'Resolved' }).click()
    await unreadable.getByText(/^Resolved .*2026/).waitFor()
    await page.setViewportSize({ width: 390, height: 860 })
    expect(await readWidth(page)).toBe(390)
    await page.goto(absoluteUrl(`/programs/${program.id}/settings?processor=conflict`))
    await page.waitForURL(`**/programs/${program.id}/payments?processor=conflict`)
    await page.getByRole('status').getByText('This account is connected to another program').waitFor()
  })

  test('missing event types are listed, with held commissions and ignored metadata', async () => {
    const shop = await openConnectedProgram()
    await shop.customer('cus-1')
    const metadata = { service_click_id: 'undefined', service_customer_key: 'cus-1' }
    await publish(shop, 'invoice.paid', paidInvoice({ metadata }))
    const page = await stage.open(`/programs/${shop.program.id}/payments`)
    const missing = page.getByRole('list', { name: 'Missing event types' }).getByRole('listitem')
    await missing.getByText('Subscribe your webhook endpoint to invoice_payment.paid').waitFor()
    await missing.getByText('1 paid invoice has no link to a payment', { exact: false }).waitFor()
    const ignored = page.getByRole('list', { name: 'Ignored metadata' }).getByRole('listitem')
    await ignored.getByText('service_click_id is undefined in 1 event').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByText('Commissions of $9.80 are on hold').waitFor()
    await page.getByRole('link', { name: 'Show these commissions' }).click()
    await page.waitForURL(/hold=payment_link_missing/)
    await page.getByRole('row').getByText('on hold', { exact: true }).click()
    const panel = page.getByRole('dialog', { name: /^Commission/ })
    await panel.getByText('On hold: no payment link').waitFor()
    await panel.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Approve' }).click()
    await panel.getByText('Approved', { exact: true }).first().waitFor()
    expect(await panel.getByText('On hold: no payment link').count()).toBe(0)
  })

  test('a payment reported by both the server and the processor is shown with both reports, and can be resolved', async () => {
    const shop = await openConnectedProgram()
    await shop.customer('cus-1')
    const payments = ['pi_released', 'pi_reversed']
    for (const [index, payment_intent] of payments.entries()) {
      await publish(
        shop,
        'checkout.session.completed',
        paidSession({ payment_intent, metadata: { service_customer_key: 'cus-1' } }),
      )
      await shop.sale({
        transaction_id: `order-${index}`,
        amount_cents: 4900,
        customer_key: 'cus-1',
        provider: 'stripe',
        provider_payment_id: payment_intent,
      })
    }
    const page = await stage.open(`/programs/${shop.program.id}/commissions?hold=possible_duplicate`)
    const panel = page.getByRole('dialog', { name: /^Commission/ })
    const decide = async (button: string, action: string, reason: string) => {
      await page.getByRole('row').getByText('on hold', { exact: true }).first().click()
      await panel.getByText('reported by the processor', { exact: false }).waitFor()
      await panel.getByText('sent by your server', { exact: false }).waitFor()
      expect(await findBarriers(page)).toEqual([])
      await panel.getByRole('button', { name: button }).click()
      const question = page.getByRole('dialog').last()
      await question.getByLabel('Reason').fill(reason)
      await question.getByRole('button', { name: action }).click()
    }
    await decide('Both are real', 'Release commission', 'two seats')
    await page.getByText('Commission released.').waitFor()
    await panel.getByText('two seats', { exact: false }).waitFor()
    await panel.getByRole('button', { name: 'Close' }).click()
    await decide('Reverse duplicate', 'Reverse duplicate', 'sent twice')
    await page.getByText('Duplicate reversed.').waitFor()
    await panel.getByText('Reversed', { exact: true }).first().waitFor()
  })

  /** A separate connected program, visible to the demo's owner. */
  async function openConnectedProgram() {
    const { service, demo } = stage
    const shop = await openConnectedShop(service)
    const member = { id: randomUUID(), user_id: demo.user.id, role: 'owner', status: 'active' } as const
    const membership = { ...member, workspace_id: shop.program.workspaceId, created_at: service.clock.now() }
    await service.database.kysely.insertInto('workspace_members').values(membership).execute()
    return shop
  }

  async function addEventsForReview(programId: number) {
    const at = stage.service.clock.now()
    const event = { program_id: programId, processor: 'stripe', occurred_at: at, created_at: at } as const
    await stage.service.database.kysely
      .insertInto('events_for_review')
      .values([
        {
          ...event,
          event_id: 'evt_unreadable',
          type: 'charge.succeeded',
          reason: 'unreadable',
          object_id: 'ch_unreadable',
        },
        {
          ...event,
          event_id: 'evt_dispute',
          type: 'charge.dispute.created',
          reason: 'currency_differs',
          object_id: 'dp_1',
          amount_cents: 250_000,
          currency: 'VND',
        },
      ])
      .execute()
  }

  /** Inserts a payment as the processor's webhook would for an unknown customer. */
  async function addPayment(transactionId: string, more: { coupon_code?: string } = {}): Promise<number> {
    const { service, demo } = stage
    const row = await service.database.kysely
      .insertInto('processor_payments')
      .values({
        program_id: demo.program.id,
        processor: 'stripe',
        state: 'unattributed',
        reason: 'no_customer',
        transaction_id: transactionId,
        amount_cents: 4900,
        currency: 'USD',
        sale_type: 'payment',
        is_recurring: false,
        occurred_at: service.clock.now(),
        created_at: service.clock.now(),
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  }
})

describeInChromium('an installation with a processor client ID', () => {
  beforeAll(async () => {
    const stripe = { clientId: 'ca_test', secretKey: 'sk_test_1', webhookSecret: 'whsec_platform' }
    stage = await openStage({ config: { stripe } })
  })

  test('OAuth connects in the browser, and manual setup stays available', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/payments`)
    const requested: URL[] = []
    await page.route('https://connect.stripe.com/**', (route) => {
      requested.push(new URL(route.request().url()))
      return route.fulfill({ contentType: 'text/html', body: '<h1>Allow?</h1>' })
    })
    await page.getByText('Connect with account ID and webhook secret instead').click()
    await page.getByLabel('Account ID').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Connect with Stripe' }).click()
    await page.getByRole('heading', { name: 'Allow?' }).waitFor()
    expect(requested[0]?.searchParams.get('redirect_uri')).toBe(absoluteUrl('/api/processor/stripe/callback'))
  })
})
