import { createHmac } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { PROCESSORS } from '../../server/src/core/enums.ts'
import { verifyMoney } from '../../server/src/reports/performance/verify-money.flow.ts'
import { addCleanup } from '../../server/test/cleanup.ts'
import { send, signInMember, startTestService, type TestService } from '../../server/test/harness.ts'
import { openShop as openMerchant } from '../../server/test/merchant.ts'
import {
  ADAPTERS,
  type AdapterUnderTest,
  type EventKind,
  type EventSpec,
  type SentEvent,
} from '../../server/test/tracking/processors/adapters.ts'
import { testProcessors } from '../../server/test/tracking/processors/paypal.ts'
import {
  createEvent,
  dispute,
  newId,
  paidSession,
  refundedCharge,
} from '../../server/test/tracking/processors/processor.ts'
import { describeInChromium, launchChromium, newVisitor } from '../../tracker/test/chromium.ts'
import { listen } from '../../tracker/test/listen.ts'
import { openShop, type Shop } from '../../tracker/test/shop.ts'

/** The processor details that a run needs. */
interface Run extends Pick<AdapterUnderTest, 'sign' | 'newSecret' | 'hasDisputes'> {
  name: string
  /** Other values needed to connect an account. */
  account: Record<string, string>
  event(kind: EventKind, spec: EventSpec): SentEvent
}

const PAID_CENTS = 4900
const REFUNDED_CENTS = 1000
const DISPUTED_CENTS = 900
const HOUR_MS = 60 * 60 * 1000

let service: TestService
let shop: Shop
let browser: Browser
let trackOrigin: string

/** Stripe has older tests with their own events. */
function createStripeRun(): Run {
  const processorAccountId = newId('acct')
  const stripeEvent = (kind: EventKind, { payment, metadata, email, cents }: EventSpec) => {
    const payment_intent = `pi_test${payment}`
    const of = (type: string, object: Record<string, unknown>) =>
      createEvent(service, type, object, { account: processorAccountId })
    if (kind === 'refund') return of('charge.refunded', refundedCharge(payment_intent, cents))
    if (kind === 'dispute')
      return of('charge.dispute.created', dispute(payment_intent, 'needs_response', { amount: cents }))
    const customer_details = { email, name: 'Bea', tax_exempt: 'none' }
    return of('checkout.session.completed', paidSession({ payment_intent, metadata, customer_details }))
  }
  return {
    name: 'stripe',
    account: { processorAccountId },
    newSecret: () => newId('whsec'),
    hasDisputes: true,
    sign({ body }, secret, at) {
      const seconds = Math.floor(at.getTime() / 1000)
      const hmac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
      return { 'stripe-signature': `t=${seconds},v1=${hmac}` }
    },
    event: (kind, spec) => ({ body: JSON.stringify(stripeEvent(kind, spec)) }),
  }
}

const RUNS: readonly Run[] = [createStripeRun(), ...ADAPTERS.map((adapter) => ({ ...adapter, account: {} }))]

describeInChromium('from a click to a commission', () => {
  beforeAll(async () => {
    service = await startTestService({ ownDatabase: true, processors: testProcessors })
    trackOrigin = `http://track.test:${await listen(service.app.server, 0)}`
    shop = await openShop()
    addCleanup(() => shop.close())
    browser = await launchChromium()
    addCleanup(() => browser.close())
  })

  test('every processor has a run', () => {
    expect(RUNS.map(({ name }) => name).sort()).toEqual([...PROCESSORS].sort())
  })

  test.each(RUNS)(
    '$name: a click becomes a commission, reduced by a refund and, if reported, a dispute',
    async (run) => {
      const merchant = await openMerchant(service, { paymentTrackingMode: 'processor_connect' })
      const { program } = merchant
      const bearer = await signInMember(service, program)
      const secret = run.newSecret(program.id)
      const connected = await send(service.app, 'PUT', `/api/programs/${program.id}/processor`, {
        bearer,
        body: { processor: run.name, webhookSecret: secret, ...run.account },
      })
      expect(connected.status).toBe(200)
      const publish = async (kind: EventKind, spec: EventSpec) => {
        const event = run.event(kind, spec)
        const url = `/api/v1/webhooks/${run.name}?program=${program.id}`
        const headers = { ...event.headers, ...run.sign(event, secret, service.clock.now()) }
        const response = await send(service.app, 'POST', url, { body: event.body, headers })
        expect([kind, response.status, response.body]).toEqual([kind, 200, { received: true }])
      }

      const clickId = await visitShop(program)
      const paid = createEventSpec(program.id, clickId, service.clock.now())
      await publish('payment', paid)
      const later = (hours: number) => ({
        ...paid,
        event: paid.event + hours,
        refund: paid.refund + hours,
        taxCents: 0,
        at: new Date(paid.at.getTime() + hours * HOUR_MS),
      })
      await publish('refund', { ...later(1), cents: REFUNDED_CENTS, refundedCents: REFUNDED_CENTS })
      if (run.hasDisputes) await publish('dispute', { ...later(2), cents: DISPUTED_CENTS })

      const reversed = REFUNDED_CENTS + (run.hasDisputes ? DISPUTED_CENTS : 0)
      expect(await merchant.rows('sale_events')).toMatchObject([
        {
          attributed_by: 'click_id',
          provider: run.name,
          amount_cents: PAID_CENTS,
          refunded_cents: reversed,
          currency: 'USD',
        },
      ])
      const { data } = (
        await send(service.app, 'GET', `/api/programs/${program.id}/commissions?limit=100`, { bearer })
      ).body
      expect(data).toHaveLength(1)
      const left = data.map((one: { amountCents: number; reversedCents: number }) =>
        Number(one.amountCents - one.reversedCents),
      )
      expect(left).toEqual([remainingCommission(reversed)])
      await merchant.verify()
      expect((await verifyMoney(service.database, program.id)).differences).toEqual([])
    },
  )
})

/** A visitor follows a partner's link. Returns the click ID that the merchant's page reads from the cookie. */
async function visitShop(program: { id: number; code: string }): Promise<string> {
  shop.head = `<script src="${trackOrigin}/js/tracker.js" data-program-id="${program.id}" defer></script>`
  const visitor = await newVisitor(browser)
  onTestFinished(() => visitor.close())
  const page = await visitor.newPage()
  await page.goto(`http://www.shop.test:${shop.port}/?aff=${program.code}`)
  // As in the connection page's code.
  const readCookie = () =>
    page.evaluate(() => /(?:^|; )service_click_id=([^;]+)/.exec(document.cookie)?.[1] ?? '')
  await expect.poll(readCookie).not.toBe('')
  return readCookie()
}

/** The remaining 20% commission, computed without the code under test: each step is rounded half up. */
function remainingCommission(reversedCents: number): number {
  const all = Math.floor((PAID_CENTS * 2000 * 2 + 10_000) / 20_000)
  return Math.floor((all * (PAID_CENTS - reversedCents) * 2 + PAID_CENTS) / (2 * PAID_CENTS))
}

function createEventSpec(serial: number, clickId: string, at: Date): EventSpec {
  return {
    event: serial * 1000,
    payment: serial,
    customer: serial,
    subscription: serial,
    refund: serial * 1000,
    metadata: { service_click_id: clickId },
    email: `buyer${serial}@buyers.test`,
    cents: PAID_CENTS,
    taxCents: 782,
    refundedCents: 0,
    currency: 'USD',
    at,
    isTest: false,
  }
}
