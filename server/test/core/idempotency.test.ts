import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { limits } from '../../src/core/config/limits.ts'
import type { Queries } from '../../src/core/database/database.ts'
import type { Schema } from '../../src/core/database/schema.ts'
import { joinTransaction, withTransaction } from '../../src/core/database/transaction.ts'
import type { Deps } from '../../src/core/deps.ts'
import { purgeResponses } from '../../src/core/idempotency/purge-responses.job.ts'
import { NONCE_BYTES } from '../../src/core/privacy/secret-box.rule.ts'
import { AUDITED } from '../../src/workspace/audit/audited-operations.ts'
import {
  concurrently,
  describeOnServer,
  send,
  signInMember,
  startTestService,
  TEST_TIME,
} from '../harness.ts'
import {
  type ApiResponse,
  type AuditFixture,
  CHANGES,
  openAuditFixture,
  withOAuth,
} from '../workspace/audit/changes.ts'
import { resolved } from './openapi-document.ts'

const service = await withOAuth(
  await startTestService({ ownDatabase: true, environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } }),
)
const { app, database, clock } = service
const { kysely } = database

let fixture: AuditFixture

beforeEach(async () => {
  clock.set(TEST_TIME)
  fixture = await openAuditFixture(service)
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Sends a request with a new key or the given one. */
const callWithKey = (
  path: string,
  body: unknown,
  {
    key = randomUUID(),
    bearer = fixture.session,
    to = app,
  }: { key?: string; bearer?: string; to?: typeof app } = {},
) =>
  send(to, 'POST', `/api/programs/${fixture.program.id}${path}`, {
    bearer,
    ...(body === undefined ? {} : { body }),
    headers: { 'idempotency-key': key },
  })

const partner = (name = 'Pia') => ({ name, email: `${randomUUID()}@partners.test` })
const countPartners = async () =>
  (
    await kysely
      .selectFrom('program_enrollments')
      .selectAll()
      .where('program_id', '=', fixture.program.id)
      .execute()
  ).length
const getStatusAndCode = ({ status, body }: ApiResponse) => [status, body.error?.code]

describe('the API document', () => {
  it('lists the header for every request that creates or changes something, and explains why other requests don’t have it', async () => {
    const { body: published } = await send(app, 'GET', '/openapi.json')
    // biome-ignore lint/suspicious/noExplicitAny: the test reads the document as JSON
    const posts = Object.entries<any>(resolved(published, published).paths).flatMap(([path, { post }]) =>
      // The partner portal authenticates by cookie and asks for confirmation before it sends anything again.
      post === undefined || !/^\/api\/(?!v1\/|auth\/|partner\/)/.test(path) ? [] : [post],
    )
    expect(posts.length).toBeGreaterThan(30)
    const withoutHeader = posts.filter(
      ({ parameters = [] }) =>
        !parameters.some(
          (one: { in: string; name: string }) => one.in === 'header' && one.name === 'Idempotency-Key',
        ),
    )
    // Simulations, files for existing payouts and decrypted details are reads. A test webhook is sent regardless of the
    // transaction, and a listener must not hold a transaction while it waits.
    const expectedOperations = [
      'createPaymentFile',
      'createSyntheticEvents',
      'pollWebhookEvents',
      'previewCommissionPolicy',
      'previewCouponCodeImport',
      'previewCustomerAttribution',
      'previewInvitation',
      'previewJoinPage',
      'previewPartnerImport',
      // Its event's ID is derived from its content, so a repeated request changes nothing.
      'recordReconciliationDifference',
      'revealPayoutDetails',
      'testWebhook',
    ]
    expect(withoutHeader.map(({ operationId }) => operationId).sort()).toEqual(expectedOperations)
    for (const { operationId, responses } of posts) {
      if (!expectedOperations.includes(operationId))
        expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['400', '409']))
    }
  })
})

describe('a request sent twice with the same Idempotency-Key runs once', () => {
  const countAuditRows = async (response: ApiResponse) => {
    const id = String(response.headers['x-request-id'])
    const { rows } = await sql<{ n: number }>`
      select (select count(*) from audit_log where request_id = ${id})::int
        + (select count(*) from program_audit_log where request_id = ${id})::int as n`.execute(kysely)
    return rows[0]?.n
  }

  /** Returns a function that sends a POST twice with the same key. */
  function sendTwice(bearer: string) {
    return async (method: Method, url: string, body?: unknown): Promise<ApiResponse> => {
      const options = { bearer, ...(body === undefined ? {} : { body }) }
      if (method !== 'POST' || /\/(test|preview)$/.test(url) || url.startsWith('/api/auth/'))
        return send(app, method, url, options)
      const headers = { 'idempotency-key': randomUUID() }
      const first = await send(app, method, url, { ...options, headers })
      expect(first.headers['idempotent-replayed']).toBeUndefined()
      if (first.status >= 300) return first
      const second = await send(app, method, url, { ...options, headers })
      expect([second.status, second.text], url).toEqual([first.status, first.text])
      expect(second.headers['content-type']).toBe(first.headers['content-type'])
      expect(second.headers['idempotent-replayed']).toBe('true')
      expect(await countAuditRows(second)).toBe(0)
      const changed = await send(app, method, url, { ...options, body: { another: 'body' }, headers })
      // A different body may be rejected before the key is checked.
      expect([400, 409], url).toContain(changed.status)
      if (changed.status === 409) expect(changed.body.error.code).toBe('idempotency_key_reused')
      return first
    }
  }

  /** Operations without a wrapper, and those of the others that move money or can't be undone. */
  const OPERATIONS = [
    'createProgram',
    'inviteMember',
    'acceptInvitation',
    'createManagementKey',
    'revokeManagementKey',
    'resendMail',
    'addPartner',
    'refundSale',
    'createPayouts',
    'payPayout',
    'issueInvoice',
    'eraseDataSubject',
  ]
  it.each(OPERATIONS)('%s', async (operation) => {
    const call = sendTwice(fixture.session)
    const base = `/api/programs/${fixture.program.id}`
    const response = await CHANGES[operation]?.({
      ...fixture,
      call,
      as: sendTwice,
      inProgram: (method, path, body) => call(method, base + path, body),
      inWorkspace: (method, path, body) =>
        call(method, `/api/workspaces/${fixture.program.workspaceId}${path}`, body),
    })
    expect(response?.status, response?.text).toBeLessThan(400)
    expect(AUDITED[operation]).toBeDefined()
  })

  it('if its body is a file', async () => {
    const payoutId = await fixture.made.payout()
    const { text } = await fixture.inProgram('GET', '/payouts/export.csv')
    const upload = (file: string) =>
      send(app, 'POST', `/api/programs/${fixture.program.id}/payouts/import`, {
        bearer: fixture.session,
        body: file,
        headers: { 'content-type': 'text/csv', 'idempotency-key': 'file-1' },
      })
    const file = text.replace(',open,,', ',paid,wire 8,')
    const first = await upload(file)
    expect(first.body).toEqual({ data: { paid: 1, unchanged: 0 } })
    expect((await upload(file)).text).toBe(first.text)
    expect(getStatusAndCode(await upload(`${file}\n`))).toEqual([409, 'idempotency_key_reused'])
    expect((await fixture.inProgram('GET', `/payouts/${payoutId}`)).body.data.reference).toBe('wire 8')
  })

  it('for 24 hours; then the key can be reused, and a job deletes the stored response', async () => {
    const body = partner()
    const first = await callWithKey('/partners', body, { key: 'k' })
    clock.advance({ hours: 24, ms: -1 })
    expect((await callWithKey('/partners', body, { key: 'k' })).text).toBe(first.text)
    expect(await purgeResponses(service.deps)).toBe(0)
    clock.advance({ ms: 1 })
    // The partner exists, so running the request again fails with a conflict.
    expect(getStatusAndCode(await callWithKey('/partners', body, { key: 'k' }))).toEqual([409, 'conflict'])
    const otherPartner = await callWithKey('/partners', partner('Ada'), { key: 'k' })
    expect([otherPartner.status, otherPartner.body.data.name]).toEqual([201, 'Ada'])
    clock.advance({ hours: 24 })
    expect(await purgeResponses(service.deps)).toBeGreaterThan(0)
    const remaining = kysely
      .selectFrom('idempotent_responses')
      .selectAll()
      .where('program_id', '=', fixture.program.id)
    expect(await remaining.execute()).toEqual([])
  })

  it('for each user, management key, program and operation', async () => {
    const { key } = (
      await fixture.inWorkspace('POST', '/management-keys', { name: 'K', permissions: ['partner:manage'] })
    ).body.data
    const admin = await signInMember(service, fixture.program, { role: 'admin' })
    for (const bearer of [fixture.session, admin, key]) {
      const response = await callWithKey('/partners', partner(), { key: 'same', bearer })
      expect([response.status, response.headers['idempotent-replayed']]).toEqual([201, undefined])
    }
    const link = await callWithKey('/links', { partnerId: fixture.program.partnerId }, { key: 'same' })
    expect(link.status).toBe(201)
    const other = await openAuditFixture(service)
    const otherResponse = await send(app, 'POST', `/api/programs/${other.program.id}/partners`, {
      bearer: other.session,
      body: partner(),
      headers: { 'idempotency-key': 'same' },
    })
    expect(otherResponse.status).toBe(201)
  })

  it('for each URL: one payout’s key has no effect on another payout', async () => {
    const [one, two] = [await fixture.made.partner('pending'), await fixture.made.partner('pending')]
    expect((await callWithKey(`/partners/${one.partnerId}/approve`, undefined, { key: 'a' })).status).toBe(
      200,
    )
    const other = await callWithKey(`/partners/${two.partnerId}/approve`, undefined, { key: 'a' })
    expect(getStatusAndCode(other)).toEqual([409, 'idempotency_key_reused'])
    expect((await fixture.inProgram('GET', `/partners/${two.partnerId}`)).body.data.status).toBe('pending')
  })

  it('but returns the stored response only to a user with the permission', async () => {
    const created = await fixture.inWorkspace('POST', '/management-keys', {
      name: 'K',
      permissions: ['partner:manage'],
    })
    const { id, key: bearer } = created.body.data
    const body = partner()
    expect((await callWithKey('/partners', body, { key: 'k', bearer })).status).toBe(201)
    await fixture.inWorkspace('POST', `/management-keys/${id}/revoke`)
    expect(getStatusAndCode(await callWithKey('/partners', body, { key: 'k', bearer }))).toEqual([
      401,
      'unauthorized',
    ])
  })
})

describe('a request that is rejected or fails', () => {
  it('is not stored: after a fix, it can be sent with the same key', async () => {
    const body = partner()
    expect(getStatusAndCode(await callWithKey('/partners', { ...body, email: 7 }, { key: 'k' }))).toEqual([
      400,
      'invalid_request',
    ])
    expect(
      getStatusAndCode(await callWithKey('/partners', { ...body, code: fixture.program.code }, { key: 'k' })),
    ).toEqual([409, 'conflict'])
    expect((await callWithKey('/partners', body, { key: 'k' })).status).toBe(201)
  })

  it('changes nothing if it fails before the response, and runs when it is retried', async () => {
    const partnersBefore = await countPartners()
    const ids = {
      ...service.deps.ids,
      bytes(length: number) {
        if (length === NONCE_BYTES) throw new Error('between the change and the response')
        return service.deps.ids.bytes(length)
      },
    }
    const failingApp = await buildApp({ ...service.deps, ids })
    await failingApp.ready()
    const body = partner()
    expect((await callWithKey('/partners', body, { key: 'k', to: failingApp })).status).toBe(500)
    await failingApp.close()
    expect(await countPartners()).toBe(partnersBefore)
    const again = await callWithKey('/partners', body, { key: 'k' })
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, undefined])
    expect(await countPartners()).toBe(partnersBefore + 1)
  })

  it.each([
    ['no character', ''],
    ['256 characters', 'k'.repeat(256)],
    ['an unprintable character', 'a\tb'],
    ['a non-ASCII letter', 'schlüssel'],
  ])('may be rejected for its key with %s, but only after the permission check', async (_label, key) => {
    const response = await callWithKey('/partners', partner(), { key })
    expect([response.status, response.body.error.details]).toEqual([400, { field: 'Idempotency-Key' }])
    const viewer = await signInMember(service, fixture.program, { role: 'viewer' })
    expect((await callWithKey('/partners', partner(), { key, bearer: viewer })).status).toBe(403)
  })

  it('is not rejected for a key of 255 characters', async () => {
    expect((await callWithKey('/partners', partner(), { key: `~ ${'k'.repeat(252)}!` })).status).toBe(201)
  })
})

describe('a stored response', () => {
  it('is encrypted and complete', async () => {
    const secrets = [
      (await callWithKey('/api-keys', { mode: 'live' })).body.data.key,
      (await callWithKey('/webhooks', { url: 'https://shop.example/x', eventTypes: ['sale.created'] })).body
        .data.secret,
    ]
    for (const secret of secrets) expect(secret).toMatch(/.{20}/)
    const rows = await kysely.selectFrom('idempotent_responses').selectAll().execute()
    const text = JSON.stringify(rows)
    for (const secret of secrets) expect(text).not.toContain(secret.slice(-12))
    for (const { status, response } of rows) {
      expect(status).not.toBeNull()
      expect(response).toMatch(/^v1:/)
    }
  })
})

describe('a shared transaction', () => {
  const holdTransaction = <Result>(work: (context: Pick<Deps, 'database'>) => Promise<Result>) =>
    withTransaction({ database }, (transaction) => work(joinTransaction({ database }, transaction)))
  const rename = (name: string) => (transaction: Transaction<Schema>) =>
    transaction.updateTable('programs').set({ name }).where('id', '=', fixture.program.id).execute()
  const nameNow = async (queries: Queries = kysely) =>
    (
      await queries
        .selectFrom('programs')
        .select('name')
        .where('id', '=', fixture.program.id)
        .executeTakeFirstOrThrow()
    ).name

  it('contains nested concurrent transactions, each atomic, and is rolled back as a whole', async () => {
    const failing = holdTransaction(async (context) => {
      await Promise.all(
        ['A', 'B', 'C'].map((name) =>
          withTransaction(context, async (transaction) => {
            await rename(name)(transaction)
            expect(await nameNow(transaction)).toBe(name)
          }),
        ),
      )
      throw new Error('at the end')
    })
    await expect(failing).rejects.toThrow('at the end')
    expect(await nameNow()).toBe('Acme partners')
  })

  it('continues after a nested transaction fails', async () => {
    await holdTransaction(async (context) => {
      const inner = withTransaction(context, async (transaction) => {
        await rename('Lost')(transaction)
        await sql`select 1 / 0`.execute(transaction)
      })
      await expect(inner).rejects.toMatchObject({ code: '22012' })
      expect(await nameNow(context.database.kysely)).toBe('Acme partners')
      await withTransaction(context, rename('Kept'))
    })
    expect(await nameNow()).toBe('Kept')
  })
})

/** Blocks changes to the program until the returned function is called. */
async function lockProgram(): Promise<() => void> {
  let release: () => void = () => {}
  await new Promise<void>((resolve, reject) => {
    const program = fixture.program.id
    const held = kysely.transaction().execute(async (transaction) => {
      await transaction.selectFrom('programs').select('id').where('id', '=', program).forUpdate().execute()
      resolve()
      await new Promise<void>((done) => {
        release = done
      })
    })
    held.catch(reject)
  })
  onTestFinished(release)
  return release
}

describeOnServer('concurrent requests with the same key', () => {
  it('create one record and get the same response (20 requests)', async () => {
    const before = await countPartners()
    const body = partner()
    const responses = await concurrently(20, () => callWithKey('/partners', body, { key: 'race' }))
    const done = responses.filter(({ status }) => status === 201)
    const rejections = responses.filter(({ status }) => status !== 201)
    for (const response of rejections)
      expect(getStatusAndCode(response)).toEqual([409, 'idempotency_key_in_use'])
    expect(new Set(done.map(({ text }) => text)).size).toBe(1)
    expect(done.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
    expect(await countPartners()).toBe(before + 1)
  })

  it('create one batch of payouts (20 requests)', async () => {
    await fixture.made.commission()
    const responses = await concurrently(20, () => callWithKey('/payouts', {}, { key: 'pay' }))
    expect(
      responses.filter(
        ({ headers, status }) => status === 201 && headers['idempotent-replayed'] === undefined,
      ),
    ).toHaveLength(1)
    const batches = await kysely
      .selectFrom('payout_batches')
      .selectAll()
      .where('program_id', '=', fixture.program.id)
      .execute()
    expect(batches).toHaveLength(1)
  })

  it('get a conflict while a slow request is running, and its response afterwards', async () => {
    const release = await lockProgram()
    const first = callWithKey('/api-keys', { mode: 'test' }, { key: 'slow' })
    const second = callWithKey('/api-keys', { mode: 'test' }, { key: 'slow' })
    const early = await Promise.race([first, second])
    expect(getStatusAndCode(early)).toEqual([409, 'idempotency_key_in_use'])
    expect(early.headers['retry-after']).toBe('1')
    release()
    const responses = await Promise.all([first, second])
    const created = responses.find(({ status }) => status === 201)
    const again = await callWithKey('/api-keys', { mode: 'test' }, { key: 'slow' })
    expect([again.status, again.text]).toEqual([201, created?.text])
    expect(limits.idempotencyWaitMs).toBeLessThan(limits.statementTimeoutMs)
  })

  it('don’t use a database connection while they wait', async () => {
    const release = await lockProgram()
    const first = callWithKey('/api-keys', { mode: 'test' }, { key: 'many' })
    const repeats = concurrently(30, () => callWithKey('/api-keys', { mode: 'test' }, { key: 'many' }))
    const other = fixture.inWorkspace('GET', '/members').then(({ status }) => status)
    expect(await Promise.race([other, repeats, first])).toBe(200)
    await expect.poll(() => database.connections().waiting, { timeout: limits.idempotencyWaitMs / 2 }).toBe(0)
    release()
    expect((await first).status).toBe(201)
    for (const { status } of await repeats) expect([201, 409]).toContain(status)
    const keys = await kysely
      .selectFrom('api_keys')
      .selectAll()
      .where('program_id', '=', fixture.program.id)
      .execute()
    // The program was created with two of them.
    expect(keys).toHaveLength(3)
  })

  it('all get a response while old ones are deleted', async () => {
    const body = partner()
    await callWithKey('/partners', body, { key: 'old' })
    clock.advance({ hours: 25 })
    const [responses] = await Promise.all([
      concurrently(5, () => callWithKey('/links', { partnerId: fixture.program.partnerId }, { key: 'old' })),
      purgeResponses(service.deps),
    ])
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    expect(responses[0]?.status).toBe(201)
  })
})

describe('requests without the header', () => {
  it('store nothing, and each one runs', async () => {
    const count = async () => (await kysely.selectFrom('idempotent_responses').selectAll().execute()).length
    const before = await count()
    for (let n = 0; n < 2; n++)
      expect((await fixture.inProgram('POST', '/api-keys', { mode: 'test' })).status).toBe(201)
    expect(await count()).toBe(before)
  })
})
