import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createTestPartner,
  createTestProgram,
  send,
  signInMember,
  signUp,
  startTestService,
  type TestProgram,
  type TestService,
} from '../../harness.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})

async function start(options: Parameters<typeof createTestProgram>[1] = {}) {
  const program = await createTestProgram(service, options)
  return { program, token: await signInMember(service, program, { role: 'viewer' }) }
}

function readStatus(programId: number | string, bearer?: string) {
  return send(service.app, 'GET', `/api/tracking/status/${programId}`, bearer === undefined ? {} : { bearer })
}

async function addTestClick(program: TestProgram, received_at: Date) {
  const click = await service.database.kysely
    .insertInto('click_events')
    .values({ program_id: program.id, received_at, click_uuid: randomUUID(), is_test: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return click.id
}

async function addTestLead(program: TestProgram, received_at: Date) {
  const lead = await service.database.kysely
    .insertInto('lead_events')
    .values({ program_id: program.id, is_test: true, state: 'provisional', source: 'browser', received_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return lead.id
}

describe('GET /api/tracking/status/:programId', () => {
  test('a new program has every field, with every step pending', async () => {
    const { program, token } = await start()
    const response = await readStatus(program.id, token)
    expect(response.status).toBe(200)
    const nothing = { testEventCount: 0, hasTestEvents: false, latestTestEvent: null }
    expect(response.body).toEqual({
      data: {
        programId: String(program.id),
        stepStatuses: { pageview: 'pending', referrals: 'pending', payments: 'pending' },
        statistics: {
          pageview: nothing,
          referrals: nothing,
          payments: {
            paymentTrackingMode: 'processor_connect',
            methodReady: false,
            processorConnectionStatus: 'not_connected',
            isProcessorConnected: false,
            processorAccountId: null,
            chargesEnabled: false,
            payoutsEnabled: false,
            detailsSubmitted: false,
            connectionDate: null,
          },
        },
        hasPartners: true,
        lastUpdated: service.clock.now().toISOString(),
      },
    })
  })

  test('a test click completes pageview, a test lead completes referrals, and live events complete neither', async () => {
    const { program, token } = await start()
    await service.database.kysely
      .insertInto('click_events')
      .values({
        program_id: program.id,
        received_at: service.clock.now(),
        click_uuid: randomUUID(),
        is_test: false,
        link_id: program.linkId,
        partner_id: program.partnerId,
      })
      .execute()
    expect((await readStatus(program.id, token)).body.data.stepStatuses.pageview).toBe('pending')
    await addTestClick(program, service.clock.now())
    expect((await readStatus(program.id, token)).body.data.stepStatuses).toEqual({
      pageview: 'complete',
      referrals: 'pending',
      payments: 'pending',
    })
    await addTestLead(program, service.clock.now())
    expect((await readStatus(program.id, token)).body.data.stepStatuses).toEqual({
      pageview: 'complete',
      referrals: 'complete',
      payments: 'pending',
    })
  })

  test.each([
    ['clicks', 'pageview', addTestClick],
    ['leads', 'referrals', addTestLead],
  ] as const)(
    'test %s are counted up to 10, and the latest is chosen by time, not by ID (D43)',
    async (_label, step, add) => {
      const { program, token } = await start()
      const minutes = (count: number) => new Date(service.clock.now().getTime() - count * 60_000)
      await add(program, minutes(2))
      const latest = await add(program, minutes(1))
      await add(program, minutes(3))
      const { statistics } = (await readStatus(program.id, token)).body.data
      expect(statistics[step]).toEqual({
        testEventCount: 3,
        hasTestEvents: true,
        latestTestEvent: {
          id: latest,
          timestamp: minutes(1).toISOString(),
          createdAt: minutes(1).toISOString(),
        },
      })
      for (let count = 4; count <= 11; count += 1) await add(program, minutes(count))
      expect((await readStatus(program.id, token)).body.data.statistics[step].testEventCount).toBe(10)
    },
  )

  test('a connected processor shows its account and completes payments', async () => {
    const { program, token } = await start()
    await service.database.kysely
      .updateTable('programs')
      .set({
        processor_connection_status: 'connected',
        processor_account_id: 'acct_1',
        processor_charges_enabled: true,
        processor_payouts_enabled: true,
        processor_details_submitted: true,
        processor_connected_at: new Date('2026-02-01T10:00:00.000Z'),
      })
      .where('id', '=', program.id)
      .execute()
    const { data } = (await readStatus(program.id, token)).body
    expect(data.stepStatuses.payments).toBe('complete')
    expect(data.statistics.payments).toEqual({
      paymentTrackingMode: 'processor_connect',
      methodReady: true,
      processorConnectionStatus: 'connected',
      isProcessorConnected: true,
      processorAccountId: 'acct_1',
      chargesEnabled: true,
      payoutsEnabled: true,
      detailsSubmitted: true,
      connectionDate: '2026-02-01T10:00:00.000Z',
    })
  })

  test('an inactive connection shows its raw status and no account', async () => {
    const { program, token } = await start()
    await service.database.kysely
      .updateTable('programs')
      .set({ processor_connection_status: 'disconnected', processor_account_id: 'acct_1' })
      .where('id', '=', program.id)
      .execute()
    const { payments } = (await readStatus(program.id, token)).body.data.statistics
    expect(payments).toMatchObject({
      methodReady: false,
      processorConnectionStatus: 'disconnected',
      isProcessorConnected: false,
      processorAccountId: null,
    })
  })

  test('payment tracking mode s2s completes payments without a processor', async () => {
    const { program, token } = await start({ paymentTrackingMode: 's2s' })
    const { data } = (await readStatus(program.id, token)).body
    expect(data.stepStatuses.payments).toBe('complete')
    expect(data.statistics.payments).toMatchObject({
      paymentTrackingMode: 's2s',
      methodReady: true,
      isProcessorConnected: false,
    })
  })

  test('hasPartners counts only approved enrollments', async () => {
    const { program, token } = await start()
    await createTestPartner(service, program, 'pending')
    await service.database.kysely
      .updateTable('program_enrollments')
      .set({ status: 'rejected' })
      .where('program_id', '=', program.id)
      .where('partner_id', '=', program.partnerId)
      .execute()
    expect((await readStatus(program.id, token)).body.data.hasPartners).toBe(false)
    await createTestPartner(service, program)
    expect((await readStatus(program.id, token)).body.data.hasPartners).toBe(true)
  })

  test('other programs’ events and partners stay hidden', async () => {
    const { program, token } = await start()
    const other = await createTestProgram(service)
    await addTestClick(other, service.clock.now())
    await addTestLead(other, service.clock.now())
    const { data } = (await readStatus(program.id, token)).body
    expect(data.stepStatuses).toMatchObject({ pageview: 'pending', referrals: 'pending' })
  })
})

describe('the checks run in order: session, program, permission (D37)', () => {
  test.each([
    ['no credential', async () => undefined],
    ['a made-up token', async () => 'abcdefghijklmnopqrstuvwxyz012345'],
    ['a program API key', async (program: TestProgram) => program.liveKey],
  ])('%s returns 401, before the program is looked up', async (_label, credential) => {
    const { program } = await start()
    for (const id of [program.id, 'abc']) {
      const response = await readStatus(id, await credential(program))
      expect(response.status).toBe(401)
      expect(response.body).toMatchObject({ data: null, error: { status: 401, code: 'unauthorized' } })
    }
  })

  test.each(['abc', '0', '-1', '1.5', '1e3', '%20', '999999999999', '99999999999999999999'])(
    'the program "%s" returns 404',
    async (id) => {
      const { token } = await start()
      const response = await readStatus(id, token)
      expect(response.status).toBe(404)
      expect(response.body).toMatchObject({ data: null, error: { status: 404, code: 'not_found' } })
    },
  )

  test('a stranger and a suspended member get 403', async () => {
    const { program } = await start()
    const { token: stranger } = await signUp(service)
    const suspended = await signInMember(service, program, { status: 'suspended' })
    const outsider = await signInMember(service, await createTestProgram(service))
    for (const token of [stranger, suspended, outsider]) {
      const response = await readStatus(program.id, token)
      expect(response.status).toBe(403)
      expect(response.body).toMatchObject({ data: null, error: { status: 403, code: 'forbidden' } })
    }
  })
})
