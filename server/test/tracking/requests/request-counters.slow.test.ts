import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openPostgres, type Run } from '../../../src/core/database/database.ts'
import { DatabaseUnavailableError } from '../../../src/core/database/database-unavailable.ts'
import { reportDay } from '../../../src/core/time/report-day.rule.ts'
import { eraseDataSubject } from '../../../src/operations/data-subjects/erase-data-subject.flow.ts'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { requestLimits } from '../../../src/tracking/requests/limits.ts'
import { createRequestCounters } from '../../../src/tracking/requests/request-counters.flow.ts'
import type {
  BufferedRejection,
  RejectedRequest,
  RequestRecord,
} from '../../../src/tracking/requests/request-outcome.ts'
import {
  concurrently,
  createTestPartner,
  send,
  signInMember,
  someIp,
  startTestService,
} from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'
import { readRequestCounts, saved, track } from './request-helpers.ts'

const service = await startTestService({ ownDatabase: true })
const { app, clock, database, deps } = service
const { kysely } = database

const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}
const withProbability = (chance: number) => Math.random() < chance

/** Derives the outcome from the response alone, independently of the implementation. */
function deriveOutcome(type: string, { status, body }: { status: number; body: Record<string, never> }) {
  const { error, reason, success, sale_id, commission_id, message, provisional } = body as unknown as {
    error?: { code: string }
    reason?: string
    success?: boolean
    sale_id?: number | null
    commission_id?: number | null
    message: string
    provisional?: boolean
  }
  if (error !== undefined) {
    if (status === 401) return 'unauthorized'
    if (status === 409) return 'duplicate'
    const expectedCodes = ['no_attribution', 'unsupported_currency', 'sale_not_found']
    return expectedCodes.includes(error.code) ? error.code : 'rejected'
  }
  if (type === 'click') return success ? 'counted' : reason
  if (type === 'refund') return message.includes('already recorded') ? 'repeat' : 'applied'
  if (type === 'sale') {
    if (sale_id === null) return 'window_expired'
    return commission_id === null ? 'no_policy' : 'with_commission'
  }
  if (message.includes('already')) return 'repeat'
  // A repeated provisional lead gets the same response as the first request.
  return provisional ? 'provisional or repeat' : 'settled'
}

/** Sends random requests for one shop: valid, invalid, repeated, forged, and test requests. */
function randomRequests(shop: Shop, known: { clicks: string[]; sales: string[]; off: string }) {
  const unknownKey = () => `aff_live_${shop.program.id}_${randomBytes(24).toString('base64url')}`
  const bearer = () =>
    withProbability(0.05) ? unknownKey() : withProbability(0.1) ? shop.program.testKey : shop.program.liveKey
  const requests = {
    click: () => ({
      affiliate_url: `https://shop.test/?aff=${withProbability(0.8) ? shop.program.code : withProbability(0.5) ? known.off : 'nobody'}`,
      ...(withProbability(0.1) ? { user_agent: 'Googlebot/2.1' } : {}),
      ...(withProbability(0.5) ? { program_id: withProbability(0.9) ? shop.program.id : 'x' } : {}),
    }),
    lead: () => ({
      click_id: withProbability(0.9) ? pick(known.clicks) : 'x',
      customer_key: withProbability(0.8) ? `cus-${Math.floor(Math.random() * 400)}` : undefined,
      ...(withProbability(0.05) ? { program_id: 'x' } : {}),
    }),
    sale: () => ({
      transaction_id: withProbability(0.2) ? pick(known.sales) : randomUUID(),
      customer_key: withProbability(0.9) ? `cus-${Math.floor(Math.random() * 400)}` : undefined,
      amount_cents: withProbability(0.95) ? 1000 : 'much',
      currency: withProbability(0.9) ? 'USD' : 'XAU',
      ...(withProbability(0.05) ? { livemode: false } : {}),
    }),
    refund: () => ({
      transaction_id: withProbability(0.8) ? pick(known.sales) : 'x',
      refund_id: `r-${pick([1, 2, 3])}`,
    }),
  }
  return async (type: keyof typeof requests) => {
    const body = withProbability(0.02) ? 'no JSON' : requests[type]()
    const key = type === 'click' || (type === 'lead' && withProbability(0.4)) ? undefined : bearer()
    const options = { ip: someIp(), ...(key === undefined ? {} : { bearer: key }) }
    const response = await track(service, type, body, options)
    const sent = typeof body === 'string' ? {} : (body as Record<string, unknown>)
    const isTest = key === shop.program.testKey || sent.livemode === false
    if (response.body.click_id) known.clicks.push(response.body.click_id)
    if (response.body.sale_id) known.sales.push(String(sent.transaction_id))
    const isNamed =
      key !== undefined ||
      (type === 'lead' && String(sent.click_id).includes('-')) ||
      (type === 'click' &&
        (sent.program_id === shop.program.id ||
          (!('program_id' in sent) && !String(sent.affiliate_url ?? 'nobody').endsWith('nobody'))))
    return { type, response, isTest, isNamed }
  }
}

test('each of 2,400 random live requests has exactly one outcome, which matches its response', async () => {
  const shops = await Promise.all([openShop(service), openShop(service, { timeZone: 'Asia/Kathmandu' })])
  for (const shop of shops) {
    const { code: off, linkId } = await createTestPartner(service, shop.program)
    await kysely.updateTable('links').set({ status: 'inactive' }).where('id', '=', linkId).execute()
    const known = { clicks: [await shop.clickId()], sales: ['none'], off }
    const type = randomRequests(shop, known)
    const expected: Record<string, number> = { 'click counted': 1 }
    const sums: Record<string, number> = { click: 1 }
    for (let round = 0; round < 24; round++) {
      const responses = await concurrently(50, () => type(pick(['click', 'lead', 'sale', 'sale', 'refund'])))
      for (const { type: name, response, isTest, isNamed } of responses) {
        expect(response.status).toBeLessThan(500)
        if (isTest || !isNamed) continue
        const outcome = `${name} ${deriveOutcome(name, response)}`
        expected[outcome] = (expected[outcome] ?? 0) + 1
        sums[name] = (sums[name] ?? 0) + 1
      }
      clock.advance({ hours: 2 })
    }
    const { provisional } = await kysely
      .selectFrom('lead_events')
      .select((rows) => rows.fn.countAll<number>().as('provisional'))
      .where('program_id', '=', shop.program.id)
      .where('source', '=', 'browser')
      .executeTakeFirstOrThrow()
    const {
      'lead provisional or repeat': provisionalCount = 0,
      'lead repeat': repeatCount = 0,
      ...rest
    } = expected
    const counts = await readRequestCounts(service, shop.program.id)
    expect(counts).toEqual({
      ...rest,
      'lead provisional': provisional,
      'lead repeat': repeatCount + provisionalCount - provisional,
    })
    expect(Object.keys(counts).length).toBeGreaterThan(14)
    const bearer = await signInMember(service, shop.program)
    const { body } = await send(app, 'GET', `/api/tracking/health/${shop.program.id}?period=all`, { bearer })
    for (const { type: name, requests, outcomes } of body.data.requests) {
      expect([name, requests]).toEqual([name, sums[name]])
      expect(outcomes.reduce((sum: number, one: { requests: number }) => sum + one.requests, 0)).toBe(
        requests,
      )
    }
    expect((await verifyMoney(database, shop.program.id)).differences).toEqual([])
  }
}, 120_000)

test('requests count on their program’s local day, even around midnight', async () => {
  const shop = await openShop(service, { timeZone: 'Asia/Kathmandu' })
  clock.set('2026-05-01T18:14:59.999Z')
  await shop.click()
  clock.set('2026-05-01T18:15:00.000Z')
  await shop.click()
  await saved(service)
  const rows = await kysely
    .selectFrom('request_counts')
    .select(['day', 'requests'])
    .where('program_id', '=', shop.program.id)
    .orderBy('day')
    .execute()
  expect(rows).toEqual([
    { day: '2026-05-01', requests: 1 },
    { day: '2026-05-02', requests: 1 },
  ])
  expect(reportDay(clock.now(), 'Asia/Kathmandu')).toBe('2026-05-02')
})

describe('a process’s unsaved outcomes', () => {
  const createRecord = (programId: number, changes: Partial<RequestRecord> = {}): RequestRecord => ({
    programId,
    isProven: true,
    receivedAt: clock.now(),
    type: 'sale',
    outcome: 'rejected',
    rejectedRequest: undefined,
    ...changes,
  })
  const rejectedRequest = (changes: Partial<RejectedRequest> = {}): BufferedRejection => {
    const row: RejectedRequest = {
      type: 'sale',
      is_test: false,
      code: 'invalid_request',
      message: 'm',
      field: null,
      transaction_id: randomUUID(),
      customer_key: null,
      browser: null,
      landing_page: null,
      click_id: null,
      link_code: null,
      decision_code: null,
      decision_facts: null,
      amount: null,
      currency: null,
      coupon_code: null,
      key_id: 1,
      is_authenticated: true,
      request_id: randomUUID(),
      count: 1,
      first_at: clock.now(),
      last_at: clock.now(),
      ...changes,
    }
    return { code: row.code, isAuthenticated: row.is_authenticated, read: () => row }
  }
  const open = (run: Run = database.run, queries = kysely) => {
    const lostEntries = { count: 0, rejectedRequest: 0 }
    const ledger = createRequestCounters(
      { database: { run, kysely: queries }, config: deps.config },
      (what, count) => {
        lostEntries[what] += count
      },
    )
    return { ledger, lost: lostEntries }
  }

  test('wait for the current save, so that stopping the service loses none', async () => {
    const ownProgramId = (await openShop(service)).program.id
    let resume = () => {}
    const held = new Promise<void>((resolve) => {
      resume = resolve
    })
    const { ledger } = open(async (type) => {
      await held
      return database.run(type)
    })
    ledger.add(createRecord(ownProgramId, { rejectedRequest: rejectedRequest() }))
    const saving = ledger.save()
    expect(ledger.waiting).toBe(2)
    resume()
    await saving
    expect(ledger.waiting).toBe(0)
  })

  test('are bounded: excess outcomes count as lost, and no program displaces another', async () => {
    const { ledger, lost: lostEntries } = open()
    const [ownProgramId, otherProgramId] = [
      (await openShop(service)).program.id,
      (await openShop(service)).program.id,
    ]
    for (let number = 0; number < 20_000; number++) {
      const forgedRequest = rejectedRequest({ is_authenticated: false, key_id: null })
      ledger.add(createRecord(1_000_000_000 + number, { isProven: false, rejectedRequest: forgedRequest }))
    }
    const capacity = requestLimits.otherCountsNoted + requestLimits.otherRejectedRequestsNoted
    expect(ledger.waiting).toBeLessThanOrEqual(capacity)
    expect(lostEntries.count + lostEntries.rejectedRequest).toBe(40_000 - ledger.waiting)
    const fill = (programId: number) => {
      for (let number = 0; number < requestLimits.rejectedRequestsNotedEach + 10; number++)
        ledger.add(createRecord(programId, { rejectedRequest: rejectedRequest() }))
    }
    for (const programId of [otherProgramId, ownProgramId]) fill(programId)
    expect(ledger.waiting).toBeLessThanOrEqual(capacity + 2 * (requestLimits.rejectedRequestsNotedEach + 1))
    await ledger.save()
    expect(ledger.waiting).toBe(0)
    const { rows } = await sql<{ rejectedRequests: number; requests: number }>`
      select (select count(*)::int from rejected_requests where program_id = ${ownProgramId}) as "rejectedRequests",
        (select sum(requests)::int from request_counts where program_id = ${ownProgramId}) as requests`.execute(
      kysely,
    )
    expect(rows).toEqual([
      {
        rejectedRequests: requestLimits.rejectedRequestsNotedEach,
        requests: requestLimits.rejectedRequestsNotedEach + 10,
      },
    ])
  })

  test('read a request’s text only if the buffer has capacity or may contain an equal entry', async () => {
    const { ledger, lost: lostEntries } = open()
    const ownProgramId = (await openShop(service)).program.id
    let readCount = 0
    const counted = (changes?: Partial<RejectedRequest>) => {
      const one = rejectedRequest(changes)
      const reading = () => {
        readCount++
        return one.read()
      }
      ledger.add(createRecord(ownProgramId, { rejectedRequest: { ...one, read: reading } }))
    }
    const repeatCount = { code: 'duplicate_transaction', transaction_id: 'order-1' }
    counted(repeatCount)
    for (let number = 1; number < requestLimits.rejectedRequestsNotedEach; number++) counted()
    expect([readCount, lostEntries.rejectedRequest]).toEqual([requestLimits.rejectedRequestsNotedEach, 0])
    for (let number = 0; number < 5; number++) counted()
    expect([readCount, lostEntries.rejectedRequest]).toEqual([requestLimits.rejectedRequestsNotedEach, 5])
    counted(repeatCount)
    expect([readCount, lostEntries.rejectedRequest]).toEqual([requestLimits.rejectedRequestsNotedEach + 1, 5])
    await ledger.save()
    const storedRequests = await kysely
      .selectFrom('rejected_requests')
      .select('count')
      .where('program_id', '=', ownProgramId)
      .where('transaction_id', '=', 'order-1')
      .executeTakeFirstOrThrow()
    expect(storedRequests.count).toBe(2)
  })

  test('include a complete burst of rejected requests and a steady share of a sustained flood', async () => {
    const { rejectedRequestsNotedEach: capacity, rejectedRequestsNotedPerSave: perSave } = requestLimits
    const { ledger, lost: lostEntries } = open()
    const ownProgramId = (await openShop(service)).program.id
    const sendRequests = async (count: number) => {
      const before = lostEntries.rejectedRequest
      for (let number = 0; number < count; number++)
        ledger.add(createRecord(ownProgramId, { rejectedRequest: rejectedRequest() }))
      await ledger.save()
      return count - (lostEntries.rejectedRequest - before)
    }
    expect(await sendRequests(capacity + 1)).toBe(capacity)
    expect(await sendRequests(capacity)).toBe(perSave)
    expect(await sendRequests(0)).toBe(0)
    // One share for each save since the last rejected request.
    expect(await sendRequests(capacity)).toBe(2 * perSave)
    expect(await sendRequests(capacity)).toBe(perSave)
    for (let save = 0; save < capacity / perSave; save++) await ledger.save()
    expect(await sendRequests(capacity)).toBe(capacity)
    expect(lostEntries.count).toBe(0)
  })

  test('are saved after the database was unreachable, and never counted twice if a response is lost', async () => {
    const { id } = (await openShop(service)).program
    const unreachableDatabase = await openPostgres({
      connectionString: 'postgres://postgres@127.0.0.1:1/nothing',
      maxConnections: 1,
      statementTimeoutMs: 1_000,
      connectTimeoutMs: 1_000,
    })
    const disconnected = open(unreachableDatabase.run, unreachableDatabase.kysely)
    disconnected.ledger.add(createRecord(id, { rejectedRequest: rejectedRequest() }))
    await expect(disconnected.ledger.save()).rejects.toBeInstanceOf(DatabaseUnavailableError)
    expect([disconnected.ledger.waiting, disconnected.lost]).toEqual([2, { count: 0, rejectedRequest: 0 }])
    await unreachableDatabase.close()

    const connectionError = new DatabaseUnavailableError(new Error('gone'))
    let losesResponses = true
    const { ledger, lost: lostEntries } = open(async (type) => {
      const rows = await database.run(type)
      if (losesResponses) throw connectionError
      return rows as never[]
    })
    const counted = async () =>
      (
        await kysely
          .selectFrom('request_counts')
          .select('requests')
          .where('program_id', '=', id)
          .executeTakeFirst()
      )?.requests
    ledger.add(createRecord(id, { rejectedRequest: rejectedRequest() }))
    // The statement ran but its response was lost, so the outcome counts as lost instead of twice.
    await expect(ledger.save()).rejects.toBe(connectionError)
    expect([ledger.waiting, lostEntries, await counted()]).toEqual([1, { count: 1, rejectedRequest: 0 }, 1])
    losesResponses = false
    ledger.add(createRecord(id))
    await ledger.save()
    expect([ledger.waiting, await counted()]).toEqual([0, 2])
  })

  test('wait for a program’s locked rows while others are saved', async () => {
    const [held, freeProgramId] = [(await openShop(service)).program.id, (await openShop(service)).program.id]
    let holds = true
    const timeout = Object.assign(new Error('canceling statement due to statement timeout'), {
      code: '57014',
    })
    const { ledger } = open(async (type) => {
      if (holds && type.name === 'add-request-counts' && type.values.includes(held)) throw timeout
      return database.run(type)
    })
    ledger.add(createRecord(held))
    ledger.add(createRecord(freeProgramId))
    await expect(ledger.save()).rejects.toBe(timeout)
    expect(ledger.waiting).toBe(1)
    holds = false
    await ledger.save()
    for (const id of [held, freeProgramId])
      expect(await readRequestCounts(service, id)).toEqual({ 'sale rejected': 1 })
  })

  test('update other processes’ rows for duplicates, and count once each', async () => {
    const { id } = (await openShop(service)).program
    const transactions = Array.from({ length: 40 }, () => randomUUID())
    const processes = [open(), open(), open(), open()]
    for (const [index, { ledger }] of processes.entries()) {
      for (const transaction_id of index % 2 === 0 ? transactions : transactions.toReversed()) {
        ledger.add(
          createRecord(id, {
            rejectedRequest: rejectedRequest({ code: 'duplicate_transaction', transaction_id }),
          }),
        )
      }
    }
    await Promise.all(processes.map(({ ledger }) => ledger.save()))
    const rows = await kysely
      .selectFrom('rejected_requests')
      .select('count')
      .where('program_id', '=', id)
      .execute()
    expect(rows.map(({ count }) => count)).toEqual(transactions.map(() => processes.length))
    for (const { lost: lostEntries } of processes)
      expect(lostEntries).toEqual({ count: 0, rejectedRequest: 0 })
  })

  test('are stored under a pseudonym for an erased data subject', async () => {
    const shop = await openShop(service)
    await shop.customer('cus-1')
    const sale = { transaction_id: 'order-1', amount_cents: 100, customer_key: 'cus-1' }
    await shop.sale(sale)
    await shop.sale(sale)
    await saved(service)
    const erased = await eraseDataSubject(deps, shop.program.id, { customerKey: 'cus-1' })
    expect(erased).toMatchObject({ kind: 'erased', counts: { rejectedRequests: 1 } })
    expect((await shop.sale({ ...sale, customer_key: 'cus-1' })).status).toBe(409)
    await saved(service)
    const rows = await kysely
      .selectFrom('rejected_requests')
      .select(['transaction_id', 'count', 'customer_key', 'amount'])
      .where('program_id', '=', shop.program.id)
      .execute()
    const name = expect.stringMatching(/^erased-/)
    expect(rows).toEqual([{ transaction_id: name, count: 2, customer_key: null, amount: null }])
  })

  test('are not saved twice by concurrent saves, and newer outcomes are saved by the next one', async () => {
    const { id } = (await openShop(service)).program
    const { ledger } = open()
    for (let number = 0; number < 50; number++)
      ledger.add(createRecord(id, { rejectedRequest: rejectedRequest() }))
    const saving = [ledger.save(), ledger.save()]
    ledger.add(createRecord(id))
    await Promise.all([...saving, ledger.save()])
    await ledger.save()
    expect(await readRequestCounts(service, id)).toEqual({ 'sale rejected': 51 })
  })
})
