import { beforeAll, describe, expect, it } from 'vitest'
import { createDeliverer } from '../../../src/notifications/webhooks/deliver-webhooks.job.ts'
import { planRetention } from '../../../src/operations/retention/plan-retention.flow.ts'
import { SIMULATE_YEAR } from '../../../src/operations/sandbox/simulate-command.flow.ts'
import { createTestProgram, send, startTestService, type TestService } from '../../harness.ts'
import { responses, startReceiver } from '../../notifications/webhooks/webhook-receiver.ts'
import { createEvent, deliver, EVENTS, newId, paidSession } from '../../tracking/processors/processor.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService({
    ownDatabase: true,
    environment: { WEBHOOK_ALLOW_PRIVATE: 'true' },
    config: { clickRetentionMonths: 3, archiveTo: 'none' },
  })
})

/** Sends a sale of 49.00 to a customer with a click. */
async function sell(sandbox: Sandbox, order: string) {
  const { click_id } = (await sandbox.click()).body
  await sandbox.lead({ click_id, customer_key: order })
  const recordedSale = await sandbox.sale({ transaction_id: order, amount_cents: 4900, customer_key: order })
  expect(recordedSale.status).toBe(200)
}

describe('sandbox data outside the service', () => {
  it('marks payouts in responses and files, and never mixes them with real ones', async () => {
    const sandbox = await openSandbox(service)
    await sell(sandbox, 'o-1')
    await sandbox.advance('P31D')
    const created = await sandbox.call('POST', '/payouts', {})
    expect(created.body.data).toMatchObject({ sandbox: true, payouts: 1 })
    expect(await sandbox.get('/payouts')).toMatchObject([{ sandbox: true, status: 'open', amountCents: 980 }])
    const file = await sandbox.call('GET', '/payouts/export.csv')
    expect(file.headers['content-disposition']).toContain(`filename="sandbox-payouts-${sandbox.id}.csv"`)
    const [, head, row] = /^\uFEFF?(sandbox,.*)\r\n(SANDBOX,.*)\r\n$/.exec(file.text) ?? []
    expect(row).toContain(',open,')
    const importPayouts = (id: number, body: string) =>
      send(service.app, 'POST', `/api/programs/${id}/payouts/import`, {
        bearer: sandbox.bearer,
        body,
        headers: { 'content-type': 'text/csv' },
      })
    const paid = `${head}\r\n${row?.replace(',open,', ',paid,')}\r\n`
    const [unmarkedHead, unmarked] = [head?.replace('sandbox,', ''), row?.replace('SANDBOX,', '')]
    const wrong = [
      await importPayouts(sandbox.real.id, paid),
      await importPayouts(sandbox.id, `${unmarkedHead}\r\n${unmarked}\r\n`),
    ]
    for (const { body } of wrong) expect(body.error.details).toMatchObject({ line: 2, field: 'sandbox' })
    expect((await importPayouts(sandbox.id, paid)).body.data).toEqual({ paid: 1, unchanged: 0 })
    // A real program's files have no sandbox column.
    const real = await send(service.app, 'GET', `/api/programs/${sandbox.real.id}/payouts/export.csv`, {
      bearer: sandbox.bearer,
    })
    expect(real.headers['content-disposition']).toContain(`filename="payouts-${sandbox.real.id}.csv"`)
    expect(real.text).not.toMatch(/sandbox/i)
  })

  it('sends webhooks immediately, with the sandbox time and a sandbox mark', async () => {
    const sandbox = await openSandbox(service)
    const receiver = await startReceiver()
    receiver.respondWith(responses.status(204))
    await sandbox.call('POST', '/webhooks', { url: receiver.url, eventTypes: ['sale.created'] })
    await sandbox.advance('P100D')
    await sell(sandbox, 'o-1')
    const now = await sandbox.now()
    await createDeliverer(service.deps, (error) => {
      throw error
    }).deliverDue()
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'sale.created', sandbox: true, timestamp: now, data: { transaction_id: 'o-1' } },
    ])
  })
})

describe('a sandbox and a payment processor', () => {
  it('accept test mode and ignore live events', async () => {
    const sandbox = await openSandbox(service)
    const [accountId, secret] = [newId('acct'), newId('whsec')]
    const connected = await sandbox.call('PUT', '/processor', {
      processorAccountId: accountId,
      webhookSecret: secret,
    })
    expect(connected.body.data).toMatchObject({ isLive: false })
    await sandbox.advance('P10D')
    const { click_id } = (await sandbox.click()).body
    const pay = async (livemode: boolean) => {
      const session = paidSession({ client_reference_id: click_id })
      const event = {
        ...createEvent(service, 'checkout.session.completed', session),
        livemode,
      }
      await deliver(service, event, { url: `${EVENTS}?program=${sandbox.id}`, secret })
    }
    await pay(true)
    expect(await sandbox.get('/sales')).toEqual([])
    await pay(false)
    const [sale, ...others] = await sandbox.get('/sales')
    expect(others).toEqual([])
    expect(sale.receivedAt.slice(0, 10)).toBe((await sandbox.now()).slice(0, 10))
  })
})

describe('a sandbox’s clicks', () => {
  it('age by the sandbox clock, without affecting the current months of other programs', async () => {
    const sandbox = await openSandbox(service)
    await sandbox.click()
    const planSandboxMonths = async () => {
      const months = await planRetention(service.deps)
      return months.filter(({ programs }) => programs.some(({ programId }) => programId === sandbox.id))
    }
    expect(await planSandboxMonths()).toEqual([])
    await sandbox.advance('P1Y')
    expect(await planSandboxMonths()).toMatchObject([{ month: '2026-03', dropsPartition: false }])
  })
})

describe('affiliate simulate', () => {
  it('simulates a year that reconciles, pays no existing partners, and rejects a sandbox without a year left', async () => {
    const sandbox = await openSandbox(service)
    await sell(sandbox, 'o-1')
    await sandbox.advance('P31D')
    const simulate = () => SIMULATE_YEAR.run(service.deps, { programId: sandbox.id, seed: 3 })
    const year = await simulate()
    expect(year.differences).toEqual([])
    expect(year.months).toHaveLength(14)
    expect(year.months.some(({ renewalsAfterPolicy }) => renewalsAfterPolicy > 0)).toBe(true)
    expect(year.months.some(({ tooLate }) => tooLate > 0)).toBe(true)
    expect(year.expected.paid_cents).toBe(year.expected.commission_cents - year.expected.reversed_cents)
    const earlier = await sandbox.get(`/commissions?partnerId=${sandbox.partnerId}`)
    expect(earlier).toMatchObject([{ status: 'approved', amountCents: 980, paidCents: 0 }])
    for (let year = 1; year <= 3; year++) await sandbox.advance('P365D')
    const partners = (await sandbox.get('/partners')).length
    await expect(simulate()).rejects.toThrow('moved by another year')
    expect(await sandbox.get('/partners')).toHaveLength(partners)
  })

  it('rejects a real program', async () => {
    const program = await createTestProgram(service)
    const simulate = SIMULATE_YEAR.run(service.deps, { programId: program.id, seed: 1 })
    await expect(simulate).rejects.toThrow('is not a sandbox')
  })
})
