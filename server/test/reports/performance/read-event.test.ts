import { describe, expect, test } from 'vitest'
import {
  createTestProgram,
  send,
  signInMember,
  startTestService,
  type TestProgram,
  type TestProgramOptions,
} from '../../harness.ts'

const service = await startTestService()
const { app, clock } = service

/** Creates a program with a click and its settled lead, and a member who can read both. */
async function referredCustomer(options: TestProgramOptions = {}) {
  const program = await createTestProgram(service, options)
  const token = await signInMember(service, program, { role: 'viewer' })
  const click = await track(program, 'click', { affiliate_url: `https://shop.test/?aff=${program.code}` })
  const lead = await track(program, 'lead', { click_id: click.click_id, customer_key: 'c1' }, program.liveKey)
  const read = (path: string, bearer: string = token) =>
    send(app, 'GET', `/api/tracking/events/${program.id}/${path}`, { bearer })
  return { program, token, clickId: String(click.click_id), leadId: Number(lead.lead_id), read }
}

async function track(_program: TestProgram, kind: string, body: object, key?: string) {
  const response = await send(app, 'POST', `/api/v1/track/${kind}`, {
    body,
    ...(key === undefined ? {} : { bearer: key }),
  })
  expect(response.status).toBe(200)
  return response.body
}

describe('reading an event', () => {
  test('returns a sale with its click, partner, customer, fee and policy version (D28, D31)', async () => {
    const { program, clickId, read } = await referredCustomer()
    clock.advance({ days: 2 })
    const { sale_id, commission_id } = await track(
      program,
      'sale',
      { transaction_id: 't1', amount_cents: 4900, customer_key: 'c1' },
      program.liveKey,
    )
    const { status, body } = await read(`sale/${sale_id}`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      event: { type: 'sale', id: sale_id, transactionId: 't1', amountCents: 4900, isTest: false },
      partner: { id: program.partnerId, status: 'approved' },
      click: { clickId, linkCode: program.code },
      customer: { customerKey: 'c1', status: 'conversion', saleCount: 1 },
      attributionWindowDays: 60,
      isFirstSale: true,
      commission: { id: commission_id, amountCents: 980, currency: 'USD', status: 'pending' },
      commissionReason: 'policy',
      policy: { productId: null, version: 1, type: 'percent', rateBps: 2000, duration: 'lifetime' },
      platformFee: { amountCents: 172, rateBps: 350 },
    })
  })

  test('returns the policy for a sale past the policy’s duration (D28)', async () => {
    const { program, read } = await referredCustomer()
    await service.database.kysely
      .updateTable('commission_policies')
      .set({ duration: 'first_sale' })
      .where('program_id', '=', program.id)
      .execute()
    const sale = (transaction_id: string) =>
      track(program, 'sale', { transaction_id, amount_cents: 100, customer_key: 'c1' }, program.liveKey)
    await sale('first')
    clock.advance({ days: 1 })
    const renewal = await sale('renewal')
    expect(renewal.commission_id).toBeNull()
    const { body } = await read(`sale/${renewal.sale_id}`)
    expect(body.data).toMatchObject({
      isFirstSale: false,
      commission: null,
      commissionReason: 'past_duration',
      policy: { version: 1, duration: 'first_sale' },
    })
  })

  test('returns a lead with its commission, or shows that the program pays none (D21)', async () => {
    const paying = await referredCustomer({ perLead: { amount_cents: 250, currency: 'EUR' } })
    expect((await paying.read(`lead/${paying.leadId}`)).body.data).toMatchObject({
      event: { type: 'lead', state: 'settled' },
      commission: { amountCents: 250, currency: 'EUR' },
      commissionReason: 'per_lead_commission',
    })
    const other = await referredCustomer()
    expect((await other.read(`lead/${other.leadId}`)).body.data).toMatchObject({
      commission: null,
      commissionReason: 'no_per_lead_commission',
    })
  })

  test('finds a click by click ID (D18)', async () => {
    const { program, clickId, read } = await referredCustomer()
    expect((await read(`click/${clickId}`)).body.data).toMatchObject({
      event: { type: 'click', clickId },
      click: { clickId, linkCode: program.code },
      commissionReason: 'click',
    })
  })

  test('returns a test event without partner or commission (D13, D17)', async () => {
    const { program, read } = await referredCustomer()
    const { data } = await track(program, 'lead', {
      additional_data: { test_mode: true, program_id: program.id },
    })
    expect((await read(`lead/${data.eventId}`)).body.data).toMatchObject({
      event: { isTest: true },
      partner: null,
      click: null,
      commission: null,
      commissionReason: 'test_event',
    })
  })

  test.each(['sale/999999', 'sale/0', 'sale/abc', 'lead/1e3', 'click/nonsense', 'visit/1', 'sale/%00'])(
    'returns 404 not_found for %s',
    async (path) => {
      const { read } = await referredCustomer()
      const { status, body } = await read(path)
      expect([status, body.error.code]).toEqual([404, 'not_found'])
    },
  )

  test('returns the same response for another program’s event as for an unknown one', async () => {
    const theirs = await referredCustomer()
    const ours = await referredCustomer()
    for (const path of [`lead/${theirs.leadId}`, `click/${theirs.clickId}`]) {
      expect((await ours.read(path)).status).toBe(404)
      expect((await theirs.read(path, ours.token)).status).toBe(403)
    }
  })
})
