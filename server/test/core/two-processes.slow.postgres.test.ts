import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { readServiceUrl, startCommand } from '../command.ts'
import {
  concurrently,
  createTestProgram,
  PASSWORD,
  send,
  signInMember,
  signUp,
  someIp,
  type TestProgram,
} from '../harness.ts'
import { openShop, platformError, type Shop } from '../merchant.ts'
import { startReceiver } from '../notifications/webhooks/webhook-receiver.ts'
import { isRedisReachable } from '../redis.ts'
import { expectTriedAtMost, statuses } from '../statuses.ts'
import {
  type ConnectedShop,
  createEvent,
  failedRefund,
  invoicePayment,
  newId,
  openConnectedShop,
  paidInvoice,
  paidSession,
  publish,
  refundedCharge,
} from '../tracking/processors/processor.ts'
import { recordedAtLast, startTwoProcesses, type TwoProcesses } from '../two-processes.ts'

const isPostgres = inject('database').kind === 'postgres'
const redisAnswers = isPostgres && (await isRedisReachable())

let pair: TwoProcesses

type Account = Record<'token' | 'userId' | 'email', string>

/** Repeats a race, with a fresh start each time. */
async function rounds(count: number, race: (round: number) => Promise<void>) {
  for (let round = 0; round < count; round++) await race(round)
}

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, bearer: string, body?: unknown) =>
  send(pair.both.app, method, path, { bearer, ...(body === undefined ? {} : { body }) })

/** Opens a shop with two team members. Past events are sent to the app in this process, whose clock can be set. */
async function open({ isPast = false }: { isPast?: boolean } = {}) {
  const shop = await openShop(isPast ? pair.own : pair.both)
  await shop.customer('cus-1')
  const [one, two] = [await signInMember(pair.own, shop.program), await signInMember(pair.own, shop.program)]
  const url = (path: string) => `/api/programs/${shop.program.id}/${path}`
  return {
    ...shop,
    one,
    two,
    get: (path: string) => call('GET', url(path), one),
    post: (path: string, body?: unknown, bearer = one) => call('POST', url(path), bearer, body),
    refund: (body: Record<string, unknown>) =>
      call('POST', '/api/v1/track/refund', shop.program.liveKey, { transaction_id: 't', ...body }),
    /** Creates approved commissions of 9.80. */
    async approved(count: number): Promise<number[]> {
      const ids: number[] = []
      for (let n = 0; n < count; n++) {
        const sale = { transaction_id: n === 0 ? 't' : `t${n}`, amount_cents: 4900, customer_key: 'cus-1' }
        ids.push((await shop.sale(sale)).body.commission_id)
      }
      expect((await this.post('commissions/approve', { commissionIds: ids })).status).toBe(200)
      return ids
    },
  }
}

/** Expects that replaying each commission's history yields its current state (D48). */
async function expectHistories({ rows, program }: Pick<Shop, 'rows' | 'program'>, bearer: string) {
  for (const { id, status, amount_cents, reversed_cents } of await rows('commissions')) {
    const path = `/api/programs/${program.id}/commissions/${id}/changes`
    const { data } = (await call('GET', path, bearer)).body
    let before = { toStatus: 'pending', toAmountCents: amount_cents }
    for (const change of data) {
      expect([change.fromStatus, change.fromAmountCents]).toEqual([before.toStatus, before.toAmountCents])
      before = change
    }
    expect([before.toStatus, before.toAmountCents]).toEqual([
      status,
      Number(amount_cents) - Number(reversed_cents),
    ])
  }
}

describe.skipIf(!isPostgres)(
  `two processes on one PostgreSQL${isPostgres ? '' : ' (TEST_DATABASE_URL is not set)'}`,
  () => {
    beforeAll(async () => {
      pair = await startTwoProcesses()
      return () => expectAllConsistent().finally(pair.stop)
    })
    beforeEach(() => pair.own.clock.set(new Date()))

    describe('sales and leads', salesAndLeads)
    describe('refunds', refunds)
    describe('processor payments', payments)
    describe('payouts', payouts)
    describe('invoices', invoices)
    describe('members', members)
    describe('background work', backgroundWork)
  },
)

/** Runs `affiliate stats verify` after all races. Ignores partners, because test partners aren't counted. */
async function expectAllConsistent() {
  const verify = startCommand(['stats', 'verify', '--json'], pair.environment, { whenOver: () => {} })
  await verify.ended
  const { programs, differences, moneyDifferences } = JSON.parse(verify.output.stdout)
  expect(programs).toBeGreaterThan(10)
  expect(differences.filter(({ column }: { column: string }) => column !== 'partners')).toEqual([])
  expect(moneyDifferences).toEqual([])
}

function salesAndLeads() {
  it('records one of 20 identical sales and returns 409 with its sale_id for the others', () =>
    rounds(10, async () => {
      const shop = await open()
      const sale = { transaction_id: 't', amount_cents: 4900, customer_key: 'cus-1' }
      const responses = await concurrently(20, () => shop.sale(sale))
      expect(statuses(responses)).toEqual({ 200: 1, 409: 19 })
      const recorded = responses.find(({ status }) => status === 200)
      for (const { body } of responses.filter(({ status }) => status === 409)) {
        expect(body).toEqual(platformError(409, 'duplicate_transaction', { sale_id: recorded?.body.sale_id }))
      }
      expect(await shop.counts()).toMatchObject({ sale_events: 1, commissions: 1, platform_fees: 1 })
    }))

  it('records all of a customer’s concurrent sales, and only the first one pays under first_sale', () =>
    rounds(6, async () => {
      const shop = await open()
      await shop.policy({ duration: 'first_sale' })
      const responses = await concurrently(12, (n) =>
        shop.sale({ transaction_id: `t${n}`, amount_cents: 1000, customer_key: 'cus-1' }),
      )
      expect(statuses(responses)).toEqual({ 200: 12 })
      expect(responses.filter(({ body }) => body.commission_id !== null)).toHaveLength(1)
      expect(await shop.rows('customers')).toMatchObject([{ sale_count: 12, status: 'conversion' }])
      expect(await shop.counts()).toMatchObject({ sale_events: 12, commissions: 1, platform_fees: 12 })
    }))

  it('records each sale of overlapping batches once, without deadlocks', () =>
    rounds(4, async () => {
      const shop = await open()
      const keys = ['cus-1', 'cus-2', 'cus-3', 'cus-4', 'cus-5']
      for (const key of keys.slice(1)) await shop.customer(key)
      const responses = await concurrently(100, (n) => {
        const order = (n * 37) % 50
        const customer_key = keys[order % keys.length]
        return shop.sale({ transaction_id: `t${order}`, amount_cents: 1000, customer_key })
      })
      expect(statuses(responses)).toEqual({ 200: 50, 409: 50 })
      expect(await shop.counts()).toMatchObject({ sale_events: 50, commissions: 50, platform_fees: 50 })
      const counts = (await shop.rows('customers')).map(({ sale_count }) => sale_count)
      expect(counts).toEqual([10, 10, 10, 10, 10])
    }))

  it('doesn’t lose an acknowledged key when a new customer gets two keys', () =>
    rounds(20, async () => {
      const shop = await open()
      const [click_id, email] = [await shop.clickId(), 'ada@example.com']
      await shop.serverLead({ click_id, email })
      const [clickLead, emailLead] = await Promise.all([
        shop.serverLead({ click_id, customer_key: 'by-click' }),
        shop.serverLead({ email, customer_key: 'by-email' }),
      ])
      // Without a click, the second key has a customer only if it arrived first.
      expect(clickLead.status).toBe(200)
      if (emailLead.status !== 200) expect(emailLead.body.error.code).toBe('no_attribution')
      const keys = (await shop.rows('customers')).map(({ customer_key }) => customer_key)
      expect(keys).toContain('by-click')
      expect(keys.includes('by-email')).toBe(emailLead.status === 200)
    }))
}

function refunds() {
  it('accepts two of four refunds that together exceed their sale, and rejects the others', () =>
    rounds(10, async () => {
      const shop = await open()
      await shop.approved(1)
      const responses = await concurrently(4, (n) =>
        shop.refund({ refund_id: `r${n}`, refund_amount_cents: 2000 }),
      )
      expect(statuses(responses)).toEqual({ 200: 2, 400: 2 })
      for (const { body } of responses.filter(({ status }) => status === 400)) {
        expect(body.error.details).toEqual({ field: 'refund_amount_cents' })
      }
      expect(await shop.rows('sale_events')).toMatchObject([{ refunded_cents: 4000 }])
      expect(await shop.rows('commissions')).toMatchObject([{ amount_cents: 980, reversed_cents: 800 }])
      await expectHistories(shop, shop.one)
    }))

  it('orders the history by when changes were applied, even if the clocks differ by up to 2 s', () =>
    rounds(8, async (round) => {
      const shop = await open()
      await shop.approved(1)
      const behindMs = [1, 5, 50, 250, 500, 1000, 1500, 2000][round] ?? 1
      pair.own.clock.set(new Date(Date.now() - behindMs))
      const refund = (n: number) => ({
        transaction_id: 't',
        refund_id: `r${n}`,
        refund_amount_cents: 500 + n,
      })
      const responses = await concurrently(8, (n) =>
        n % 2 === 0
          ? shop.refund(refund(n))
          : send(pair.own.app, 'POST', '/api/v1/track/refund', {
              bearer: shop.program.liveKey,
              body: refund(n),
            }),
      )
      expect(statuses(responses)).toEqual({ 200: 8 })
      expect(await shop.rows('sale_events')).toMatchObject([{ refunded_cents: 8 * 500 + 28 }])
      await expectHistories(shop, shop.one)
    }))

  it('counts a refund once when the merchant and the processor report it in three ways (D47)', () =>
    rounds(10, async () => {
      const shop = await openConnectedShop(pair.both)
      const { click_id } = await shop.customer('cus-1')
      const session = paidSession({ metadata: { service_click_id: click_id } })
      await publish(shop, 'checkout.session.completed', session)
      const [intent, id] = [session.payment_intent, newId('re')]
      const body = { transaction_id: intent, refund_id: id, refund_amount_cents: 1500 }
      const refund = failedRefund(intent, 1500, { id, status: 'succeeded', failure_reason: null })
      const reported = () => [
        call('POST', '/api/v1/track/refund', shop.program.liveKey, body).then(({ status }) =>
          expect(status).toBe(200),
        ),
        publish(shop, 'charge.refunded', refundedCharge(intent, 1500)),
        publish(shop, 'refund.created', refund),
      ]
      await Promise.all([...reported(), ...reported()])
      expect(await shop.rows('sale_events')).toMatchObject([{ amount_cents: 4900, refunded_cents: 1500 }])
      expect(await shop.rows('commissions')).toMatchObject([{ amount_cents: 980, reversed_cents: 300 }])
      await expectHistories(shop, shop.session)
    }))
}

function payments() {
  const expectOneSale = async (shop: ConnectedShop) => {
    expect(await shop.rows('sale_events')).toMatchObject([{ amount_cents: 4900, status: 'paid' }])
    expect(await shop.counts()).toMatchObject({ commissions: 1, platform_fees: 1 })
  }

  it('creates one sale for an invoice and its payment that arrive at once', () =>
    rounds(10, async () => {
      const shop = await openConnectedShop(pair.both)
      await shop.customer('cus-1')
      const [invoice, intent] = [paidInvoice({ metadata: { service_customer_key: 'cus-1' } }), newId('pi')]
      const events = [
        createEvent(pair.own, 'invoice.paid', invoice),
        createEvent(pair.own, 'invoice_payment.paid', invoicePayment(invoice.id, intent)),
      ]
      const responses = await Promise.all([...events, ...events].map((event) => shop.stripe.deliver(event)))
      expect(statuses(responses)).toEqual({ 200: 4 })
      await expectOneSale(shop)
    }))

  it('creates one sale for a checkout, its payment intent and the merchant’s own request that arrive at once', () =>
    rounds(10, async () => {
      const shop = await openConnectedShop(pair.both)
      const { click_id } = await shop.customer('cus-1')
      const metadata = { service_click_id: click_id }
      const session = paidSession({ metadata })
      const id = session.payment_intent
      const intent = { id, amount_received: 4900, currency: 'usd', metadata }
      const [reported, own] = await Promise.all([
        Promise.all([
          publish(shop, 'checkout.session.completed', session),
          publish(shop, 'payment_intent.succeeded', intent),
        ]),
        shop.sale({ transaction_id: id, amount_cents: 4900, customer_key: 'cus-1' }),
      ])
      expect(reported).toHaveLength(2)
      expect(own.status).toBeOneOf([200, 409])
      await expectOneSale(shop)
    }))
}

function payouts() {
  const openPayout = async (shop: Awaited<ReturnType<typeof open>>): Promise<{ id: number }> => {
    const { data } = (await shop.get('payouts?status=open')).body
    expect(data).toHaveLength(1)
    return data[0]
  }

  it('puts each commission in one payout when two users create payouts at once', () =>
    rounds(8, async () => {
      const shop = await open()
      const ids = await shop.approved(4)
      const responses = await concurrently(6, (n) =>
        shop.post('payouts', {}, n % 2 === 0 ? shop.one : shop.two),
      )
      expect(statuses(responses)).toEqual({ 201: 1, 409: 5 })
      const { rows } = await sql<{ id: number }>`select commission_id as id from payout_items
        where program_id = ${shop.program.id} order by 1`.execute(pair.own.database.kysely)
      expect(rows.map(({ id }) => id)).toEqual(ids.map(Number).sort((a, b) => a - b))
    }))

  it('either pays or cancels a payout that two users close at once, and its commissions match', () =>
    rounds(8, async () => {
      const shop = await open()
      await shop.approved(2)
      await shop.post('payouts')
      const { id } = await openPayout(shop)
      const responses = await concurrently(4, (n) => shop.post(`payouts/${id}/${n < 2 ? 'pay' : 'cancel'}`))
      expect(statuses(responses)).toEqual({ 200: 1, 409: 3 })
      const { status } = (await shop.get(`payouts/${id}`)).body.data
      const paid_cents = status === 'paid' ? 980 : 0
      const expectedState = { paid_cents, payout_id: null, status: status === 'paid' ? 'paid' : 'approved' }
      expect(await shop.rows('commissions')).toMatchObject([expectedState, expectedState])
      await expectHistories(shop, shop.one)
    }))

  it('pays the amount shown when a commission is refunded while its payout is created', () =>
    rounds(8, async () => {
      const shop = await open()
      await shop.approved(2)
      await shop.post('payouts')
      const { id } = await openPayout(shop)
      const [paymentOutcome, ...refunded] = await Promise.all([
        shop.post(`payouts/${id}/pay`),
        shop.refund({ refund_id: 'a', refund_amount_cents: 1000 }),
        shop.refund({ refund_id: 'b', refund_amount_cents: 900 }),
        shop.post('payouts'),
      ])
      expect([paymentOutcome.status, ...refunded.map(({ status }) => status)].slice(0, 3)).toEqual([
        200, 200, 200,
      ])
      const { data } = (await shop.get('balances')).body
      expect(data[0].balances).toMatchObject([{ currency: 'USD', owedCents: -380 }])
      await expectHistories(shop, shop.one)
    }))

  it('either approves or rejects a commission that two users review at once, with a matching history', () =>
    rounds(8, async () => {
      const shop = await open()
      const ids: number[] = []
      for (const transaction_id of ['a', 'b', 'c']) {
        const { body } = await shop.sale({ transaction_id, amount_cents: 4900, customer_key: 'cus-1' })
        ids.push(body.commission_id)
      }
      await Promise.all([
        shop.post('commissions/approve', { commissionIds: ids }),
        shop.post('commissions/reject', { commissionIds: [...ids].reverse(), reason: 'fraud' }, shop.two),
      ])
      await expectHistories(shop, shop.one)
    }))
}

function invoices() {
  const now = new Date()
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15))
  const month = lastMonth.toISOString().slice(0, 7)

  async function openLastMonth() {
    pair.own.clock.set(lastMonth)
    const shop = await open({ isPast: true })
    for (const transaction_id of ['t', 'u', 'v']) {
      const sale = { transaction_id, amount_cents: 10_000, customer_key: 'cus-1' }
      expect((await shop.sale(sale)).status).toBe(200)
    }
    pair.own.clock.set(new Date())
    return shop
  }

  it('creates an invoice once when it is issued many times at once, and the next invoice gets the next number', () =>
    rounds(6, async () => {
      const shop = await openLastMonth()
      const responses = await concurrently(6, (n) =>
        shop.post('invoices', { month }, n % 2 === 0 ? shop.one : shop.two),
      )
      expect(statuses(responses)).toEqual({ 201: 1, 409: 5 })
      const [issued] = (await shop.get('invoices')).body.data
      expect(issued).toMatchObject({ number: `${shop.program.id}-0001`, lines: 3, totalUsdCents: 1050 })
      const voids = await concurrently(4, () => shop.post(`invoices/${issued.id}/void`, { reason: 'x' }))
      expect(statuses(voids)).toMatchObject({ 201: 1 })
      const numbers = (await shop.get('invoices')).body.data.map((one: { number: string }) => one.number)
      expect(numbers.sort()).toEqual([`${shop.program.id}-0001`, `${shop.program.id}-0002`])
    }))

  it('reduces the fee or credits it later when a refund arrives during invoicing', () =>
    rounds(6, async () => {
      const shop = await openLastMonth()
      const [issued, refunded] = await Promise.all([
        shop.post('invoices', { month }),
        shop.refund({ refund_id: 'r', refund_amount_cents: 5000 }),
      ])
      expect([issued.status, refunded.status]).toEqual([201, 200])
      expect(issued.body.data.totalUsdCents).toBeOneOf([1050, 875])
      const { rows } = await sql<{ left: number; invoiced: number }>`select
        sum(amount_cents - reversed_cents)::int as left, sum(invoiced_cents)::int as invoiced
        from platform_fees where program_id = ${shop.program.id}`.execute(pair.own.database.kysely)
      expect(rows).toEqual([{ left: 875, invoiced: issued.body.data.totalUsdCents }])
    }))
}

function members() {
  const listMembers = ({ workspaceId }: TestProgram) =>
    pair.own.database.kysely
      .selectFrom('workspace_members')
      .select(['id', 'user_id', 'role', 'status'])
      .where('workspace_id', '=', workspaceId)
      .execute()

  async function invite(program: TestProgram, owner: string, { email }: Account) {
    const url = `/api/workspaces/${program.workspaceId}/members`
    const { status, body } = await call('POST', url, owner, { email, role: 'viewer' })
    expect(status).toBe(201)
    return body.data
  }

  it('accepts an invitation at most once when it is accepted many times and canceled at once', async () => {
    const invitees = await concurrently(6, () => signUp(pair.both))
    for (const invitee of invitees) {
      const program = await createTestProgram(pair.own)
      const owner = await signInMember(pair.own, program)
      const { id, secret } = await invite(program, owner, invitee)
      const accept = () => call('POST', '/api/invitations/accept', invitee.token, { invitation: secret })
      const [canceled, ...accepted] = await Promise.all([
        call('DELETE', `/api/workspaces/${program.workspaceId}/invitations/${id}`, owner),
        ...Array.from({ length: 4 }, accept),
      ])
      const counts = statuses(accepted)
      expect(counts).toEqual(canceled.status === 200 ? { 404: 4 } : { 200: 1, 404: 3 })
      const memberships = (await listMembers(program)).filter(({ user_id }) => user_id === invitee.userId)
      expect(memberships).toHaveLength(canceled.status === 200 ? 0 : 1)
    }
  })

  it('creates one membership when an invitation is accepted many times at once', async () => {
    const invitees = await concurrently(4, () => signUp(pair.both))
    for (const invitee of invitees) {
      const program = await createTestProgram(pair.own)
      const { secret } = await invite(program, await signInMember(pair.own, program), invitee)
      const accept = () => call('POST', '/api/invitations/accept', invitee.token, { invitation: secret })
      expect(statuses(await concurrently(6, accept))).toEqual({ 200: 1, 404: 5 })
      expect((await listMembers(program)).filter(({ user_id }) => user_id === invitee.userId)).toHaveLength(1)
    }
  })

  it('a workspace keeps one of two owners who remove each other at once', () =>
    rounds(15, async () => {
      const program = await createTestProgram(pair.own)
      const tokens = [await signInMember(pair.own, program), await signInMember(pair.own, program)]
      const url = `/api/workspaces/${program.workspaceId}/members`
      const ids = await Promise.all(tokens.map((token) => readMembershipId(program, token)))
      const responses = await concurrently(2, (n) => call('DELETE', `${url}/${ids[1 - n]}`, tokens[n] ?? ''))
      expect(statuses(responses)[200]).toBe(1)
      expect(await listMembers(program)).toMatchObject([{ role: 'owner', status: 'active' }])
    }))

  /** Returns a session's membership id. */
  async function readMembershipId(program: TestProgram, token: string): Promise<string | undefined> {
    const { body } = await call('GET', '/api/account', token)
    return (await listMembers(program)).find(({ user_id }) => user_id === body.data.user.id)?.id
  }

  it.skipIf(!redisAnswers && process.env.TEST_REQUIRE_ALL !== '1')(
    `attempts 30 of 80 sign-ins sent at once from one address${redisAnswers ? '' : ' (Redis does not respond)'}`,
    async () => {
      const { email } = await signUp(pair.both)
      const ip = someIp()
      const responses = await concurrently(80, (n) => {
        const wrong = { email: `${randomUUID()}@accounts.test`, password: 'a wrong password' }
        const body = n < 60 ? wrong : { email, password: PASSWORD }
        return send(pair.both.app, 'POST', '/api/auth/sign-in/email', { ip, body })
      })
      expectTriedAtMost(30, responses)
    },
  )
}

function backgroundWork() {
  it('delivers each webhook message once while the receiver accepts', async () => {
    const receiver = await startReceiver()
    const shop = await open()
    const webhook = { url: receiver.url, eventTypes: ['sale.created'] }
    expect((await shop.post('webhooks', webhook)).status).toBe(201)
    const responses = await concurrently(60, (n) =>
      shop.sale({ transaction_id: `t${n}`, amount_cents: 100, customer_key: 'cus-1' }),
    )
    const recordedSale = responses.map(recordedAtLast).sort((a, b) => a - b)
    expect(new Set(recordedSale).size).toBe(60)
    const { kysely } = pair.own.database
    const deliveries = async () => {
      const { rows } = await sql`select state, attempts, count(*)::int as count from webhook_deliveries
        where program_id = ${shop.program.id} group by 1, 2`.execute(kysely)
      return rows
    }
    const all = [{ state: 'delivered', attempts: 1, count: 60 }]
    await expect.poll(deliveries, { timeout: 60_000 }).toEqual(all)
    const reported = receiver.received.map(({ event }) => Number(event.data.sale_id)).sort((a, b) => a - b)
    expect(reported).toEqual(recordedSale)
    expect(new Set(receiver.ids()).size).toBe(60)
  })

  it('approves each due commission once when both processes start at the same time', async () => {
    pair.own.clock.set(new Date(Date.now() - 40 * 24 * 60 * 60 * 1000))
    const shop = await open({ isPast: true })
    for (let n = 0; n < 60; n++) {
      await shop.sale({ transaction_id: `t${n}`, amount_cents: 100, customer_key: 'cus-1' })
    }
    const starting = concurrently(2, () =>
      readServiceUrl(startCommand(['serve', '--json'], pair.environment)),
    )
    const state = async () => (await shop.rows('commissions')).map(({ status }) => status)
    await expect.poll(state, { timeout: 60_000 }).toEqual(Array(60).fill('approved'))
    await starting
    const changes = await shop.rows('commission_changes')
    expect(changes).toHaveLength(60)
    expect(new Set(changes.map(({ commission_id }) => commission_id)).size).toBe(60)
    expect(new Set(changes.map(({ to_status, reason }) => `${to_status}: ${reason}`))).toEqual(
      new Set(['approved: hold ended']),
    )
  })
}
