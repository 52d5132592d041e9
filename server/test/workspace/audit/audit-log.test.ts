import { randomUUID } from 'node:crypto'
import type {} from '@fastify/swagger'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { type Selectable, sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Schema } from '../../../src/core/database/schema.ts'
import { commandActor, contextWithActor, withTransaction } from '../../../src/core/database/transaction.ts'
import { AUDIT_ACTIONS, AUDIT_TARGETS, type AuditAction } from '../../../src/core/enums.ts'
import type { App } from '../../../src/core/http/service.ts'
import { initWorkspace } from '../../../src/operations/setup/init-workspace.flow.ts'
import { rebuildStatistics } from '../../../src/statistics/rebuild-statistics.flow.ts'
import { AUDITED, BY_PARTNERS, UNAUDITED } from '../../../src/workspace/audit/audited-operations.ts'
import { nameAuditedRoutes } from '../../../src/workspace/audit/audited-routes.http.ts'
import { accountCreator } from '../../../src/workspace/sign-in/create-account.adapter.ts'
import {
  createTestProgram,
  PASSWORD,
  send,
  signInMember,
  startTestService,
  TEST_TIME,
} from '../../harness.ts'
import {
  type ApiResponse,
  type AuditFixture,
  CHANGES,
  type Change,
  openAuditFixture,
  withOAuth,
} from './changes.ts'

const service = await withOAuth(
  await startTestService({ ownDatabase: true, environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } }),
)
const { app, database, clock } = service
const { kysely } = database

/** Every API operation that isn't a read, and the one read that changes something. */
const OPERATIONS = Object.values(
  (await send(app, 'GET', '/openapi.json')).body.paths as Record<string, object>,
)
  .flatMap((operations) =>
    Object.entries(operations as Record<string, { operationId: string; tags: string[] }>),
  )
  .filter(([method]) => method !== 'get')
  .map(([, { operationId }]) => operationId)
  .concat('finishProcessorAuthorization')

/** Returns a command's context. */
const commandContext = (action: AuditAction) => contextWithActor(service.deps, commandActor(action, clock))

let fixture: AuditFixture

beforeEach(async () => {
  clock.set(TEST_TIME)
  fixture = await openAuditFixture(service)
})

/** Reads both logs, in order of insertion. */
const allRows = () =>
  sql<Selectable<Schema['audit_log']>>`(
    select id, at, written_at, workspace_id, program_id, user_id, action, target_type, target_id, before, after,
      request_id from audit_log
    union all
    select id, at, written_at, workspace_id, program_id, user_id, action, target_type, target_id, before, after,
      request_id from program_audit_log)`.as('a')

const readAuditRows = (response: ApiResponse) =>
  kysely
    .selectFrom(allRows())
    .selectAll()
    .where('request_id', '=', String(response.headers['x-request-id']))
    .orderBy('written_at')
    .orderBy('id')
    .execute()

const listEntries = (query = '', bearer = fixture.session, workspaceId = fixture.program.workspaceId) =>
  send(app, 'GET', `/api/workspaces/${workspaceId}/audit${query}`, { bearer })

function run(operation: string): Promise<Change> {
  const change = CHANGES[operation]
  if (change === undefined) throw new Error(`there is no change for ${operation}`)
  return change(fixture)
}

describe('an audit entry without secrets is written', () => {
  it('for each API operation, which must have a test and either an action or an exemption', () => {
    expect(OPERATIONS.filter((one) => !(one in AUDITED) && !(one in UNAUDITED))).toEqual([])
    expect(Object.keys(AUDITED).sort()).toEqual(OPERATIONS.filter((one) => !(one in UNAUDITED)).sort())
    expect(Object.keys(CHANGES).sort()).toEqual(Object.keys(AUDITED).sort())
  })

  it('on every route: a route without an action cannot be served', () => {
    const emptyApp: App = Fastify().withTypeProvider<TypeBoxTypeProvider>()
    nameAuditedRoutes(emptyApp)
    const add = (operationId: string) => () =>
      emptyApp.route({
        method: 'POST',
        url: `/api/${operationId}`,
        schema: { operationId },
        handler: async () => null,
      })
    expect(add('doSomethingNew')).toThrow(
      'Give its operation doSomethingNew an action in audit/audited-operations.ts',
    )
    expect(add('addPartner')).not.toThrow()
  })

  it('for a change by a command, without a user', async () => {
    const { id } = fixture.program
    await rebuildStatistics(commandContext('command.stats_rebuild').database, id)
    const { body } = await listEntries('?limit=1')
    expect(body.data[0]).toMatchObject({
      actor: { kind: 'command', userId: null, name: null, email: null },
      action: 'command.stats_rebuild',
      target: { type: 'program', id: String(id) },
      after: { statistics: 'rebuilt' },
      requestId: null,
    })
  })

  it('with a partner’s name, and the terms of both versions of a policy', async () => {
    const { inProgram, program } = fixture
    await inProgram('POST', `/partners/${program.partnerId}/hold`, { reason: 'under review' })
    const response = await listEntries('?limit=1')
    expect(response.body.data[0].target).toMatchObject({ type: 'partner', name: 'Pat', policy: null })
    await inProgram('POST', '/commission-policies', { type: 'percent', rateBps: 1500 })
    const policyEntries = await listEntries('?limit=2&action=commission_policy.set')
    const rates = policyEntries.body.data.map(({ target }: { target: { policy: unknown } }) => target.policy)
    const terms = { productId: null, groupId: null, type: 'percent', amountCents: null, currency: null }
    expect(rates).toEqual([
      { ...terms, rateBps: 1500 },
      { ...terms, rateBps: 2000 },
    ])
  })

  it('when `affiliate init` creates a workspace', async () => {
    const makeAccount = accountCreator(service.deps)
    const input = { password: PASSWORD, workspace: 'Acme', program: 'Acme partners', timeZone: 'UTC' }
    const created = await initWorkspace(commandContext('command.init'), makeAccount, {
      ...input,
      email: `${randomUUID()}@init.test`,
    })
    const rows = await kysely
      .selectFrom(allRows())
      .select(['action', 'target_type', 'user_id'])
      .where('workspace_id', '=', created.workspace.id)
      .orderBy('written_at')
      .orderBy('id')
      .execute()
    const targets = ['workspace', 'member', 'program', 'commission_policy', 'api_key', 'api_key']
    expect(rows).toEqual(
      targets.map((target_type) => ({ action: 'command.init', target_type, user_id: null })),
    )
  })

  it('once for each changed record, with the values before and after', async () => {
    const { inProgram, program, made: created } = fixture
    const [renamed] = await readAuditRows(
      await inProgram('PATCH', '', { name: 'Renamed', holdPeriodDays: 7 }),
    )
    expect(renamed).toMatchObject({
      program_id: program.id,
      target_type: 'program',
      target_id: String(program.id),
      before: { name: 'Acme partners', hold_period_days: 30 },
      after: { name: 'Renamed', hold_period_days: 7 },
    })
    const { body } = await listEntries(`?action=program.update&limit=1`)
    expect(body.data[0].target).toEqual({ type: 'program', id: String(program.id), name: null, policy: null })
    const ids = [(await created.commission('pending')).id, (await created.commission('pending')).id]
    const approved = await readAuditRows(
      await inProgram('POST', '/commissions/approve', { commissionIds: ids }),
    )
    expect(approved.map((row) => [row.target_type, row.target_id, row.before, row.after])).toEqual(
      ids.map((id) => [
        'commission',
        String(id),
        { status: 'pending', approved_at: null },
        { status: 'approved', approved_at: expect.any(String) },
      ]),
    )
  })
})

describe('no other audit entries are written', () => {
  it('for a change that is rolled back or changes nothing', async () => {
    const { inProgram, program, made: created } = fixture
    const partner = { name: 'Pat', email: 'pat@undone.test', code: program.code }
    const undone = await inProgram('POST', '/partners', partner)
    expect(undone.status).toBe(409)
    expect(await readAuditRows(undone)).toEqual([])
    const { partnerId } = await created.partner('approved')
    const response = await inProgram('POST', `/partners/${partnerId}/approve`)
    expect(response.status).toBe(200)
    expect(await readAuditRows(response)).toEqual([])
  })

  it('for a failure between the change and the end of its transaction', async () => {
    const before = await listEntries()
    const failure = withTransaction(commandContext('command.init'), async (transaction) => {
      await transaction
        .updateTable('programs')
        .set({ name: 'Undone' })
        .where('id', '=', fixture.program.id)
        .execute()
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from program_audit_log
        where action = 'command.init' and program_id = ${fixture.program.id}`.execute(transaction)
      expect(rows).toEqual([{ n: 1 }])
      throw new Error('after the change')
    })
    await expect(failure).rejects.toThrow('after the change')
    expect((await listEntries()).body).toEqual(before.body)
  })

  it('for visitors, merchants, processors and jobs', async () => {
    const before = await listEntries()
    const { shop } = fixture
    await shop.customer('cus-1')
    const recordedSale = await shop.sale({ transaction_id: 'o-1', amount_cents: 4900, customer_key: 'cus-1' })
    expect(recordedSale.status).toBe(200)
    await send(app, 'POST', '/api/v1/track/refund', {
      bearer: shop.program.liveKey,
      body: { transaction_id: 'o-1' },
    })
    await kysely.updateTable('programs').set({ name: 'By a job' }).where('id', '=', shop.program.id).execute()
    expect((await listEntries()).body).toEqual(before.body)
  })

  it('for a read, which would fail if it changed something', async () => {
    const actor = { userId: 'user-1', keyId: null, action: null, requestId: null, now: clock.now }
    const readWithWrite = withTransaction(contextWithActor(service.deps, actor), (transaction) =>
      transaction.updateTable('programs').set({ name: 'X' }).where('id', '=', fixture.program.id).execute(),
    )
    await expect(readWithWrite).rejects.toThrow('action')
  })
})

describe('secrets in the audit log', () => {
  it('are removed from URLs, which are shown with only their origin', async () => {
    const response = await run('createWebhook')
    expect(await readAuditRows(response)).toMatchObject([
      { after: { url: 'https://shop.example', secret: 'hidden', event_types: ['sale.created'] } },
    ])
  })

  it('are recorded as replaced, without their value', async () => {
    expect(await readAuditRows(await run('rotateWebhookSecret'))).toMatchObject([
      {
        before: { secret: 'hidden', previous_secret: null },
        after: { secret: 'hidden', previous_secret: 'hidden' },
      },
    ])
  })

  it('are omitted or hidden in columns whose names suggest a secret', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select t.tgrelid::regclass::text as table, a.attname as column
      from pg_trigger t join pg_attribute a on a.attrelid = t.tgrelid and a.attnum > 0 and not a.attisdropped
      where t.tgname = 'audit' and a.attname ~ '(secret|token|hash|password|nonce|signature|recovery|cipher)'`.execute(
      kysely,
    )
    expect(rows.length).toBeGreaterThan(3)
    const definitions = await sql<{ table: string; definition: string }>`
      select tgrelid::regclass::text as table, pg_get_triggerdef(oid) as definition
      from pg_trigger where tgname = 'audit'`.execute(kysely)
    const visibleColumns = rows.filter(({ table, column }) => {
      const [, columnList = ''] =
        definitions.rows.find((one) => one.table === table)?.definition.split('audit_change(') ?? []
      return column !== 'previous_secret_until' && !new RegExp(`[{,]${column}[},]`).test(columnList)
    })
    expect(visibleColumns).toEqual([])
    for (const { definition } of definitions.rows) {
      expect(AUDIT_TARGETS).toContain(/audit_change\('(\w+)'/.exec(definition)?.[1])
    }
  })
})

describe('audit entries', () => {
  it('are never changed or deleted', async () => {
    await fixture.inProgram('PATCH', '', { name: 'Renamed' })
    for (const log of ['audit_log', 'program_audit_log']) {
      for (const statement of [
        sql`update ${sql.table(log)} set user_id = 'somebody else'`,
        sql`delete from ${sql.table(log)}`,
        sql`truncate ${sql.table(log)}`,
      ]) {
        await expect(statement.execute(kysely)).rejects.toThrow('audit_log is append-only')
      }
    }
  })

  it('are listed page by page in order of insertion, whatever the clocks say', async () => {
    for (const [index, minutes] of [5, -60, 20, -5].entries()) {
      clock.advance({ minutes })
      await fixture.inProgram('PATCH', '', { name: `Name ${index}` })
    }
    const all = (await listEntries()).body.data
    const written = await kysely
      .selectFrom(allRows())
      .select('id')
      .where('workspace_id', '=', fixture.program.workspaceId)
      .orderBy('written_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    expect(all.map(({ id }: { id: number }) => id)).toEqual(written.map(({ id }) => id))
    expect(all.slice(0, 4).map(({ after }: ApiResponse['body']) => after.name)).toEqual([
      'Name 3',
      'Name 2',
      'Name 1',
      'Name 0',
    ])
    const pages: unknown[] = []
    let cursor = ''
    do {
      const { body } = await listEntries(`?limit=3${cursor}`)
      pages.push(...body.data)
      cursor = body.meta.nextCursor === null ? '' : `&cursor=${body.meta.nextCursor}`
    } while (cursor !== '')
    expect(pages).toEqual(all)
  })

  it('can be filtered by user, action and period', async () => {
    const admin = await signInMember(service, fixture.program, { role: 'admin' })
    const { id } = fixture.program
    clock.advance({ days: 2 })
    await send(app, 'PATCH', `/api/programs/${id}`, { bearer: admin, body: { name: 'By the admin' } })
    clock.advance({ days: 2 })
    await fixture.inProgram('POST', '/api-keys', { mode: 'test' })
    const userEntries = (await listEntries(`?userId=${fixture.userId}`)).body.data
    expect(userEntries[0].actor).toMatchObject({ kind: 'user', userId: fixture.userId, name: 'Sam' })
    expect(userEntries.every(({ actor }: ApiResponse['body']) => actor.userId === fixture.userId)).toBe(true)
    const listActions = async (query: string) =>
      (await listEntries(query)).body.data.map(({ action }: ApiResponse['body']) => action)
    expect(await listActions('?action=program.update')).toEqual(['program.update'])
    expect(await listActions('?from=2026-03-12&to=2026-03-12')).toEqual(['program.update'])
    expect(await listActions('?from=2026-03-12&to=2026-03-12&timeZone=Pacific/Kiritimati')).toEqual([])
    expect(await listActions('?from=2026-03-13T00:00:00Z')).toEqual(['api_key.create'])
    for (const query of [
      'action=program.explode',
      'from=soon',
      'timeZone=Mars/Olympus',
      'limit=0',
      'cursor=x',
      'from=2026-03-13&to=2026-03-12',
    ]) {
      expect((await listEntries(`?${query}`)).status, query).toBe(400)
    }
  })

  it('are readable only by the workspace’s owners and admins', async () => {
    for (const role of ['owner', 'admin', 'member', 'viewer'] as const) {
      const bearer = await signInMember(service, fixture.program, { role })
      const { status, body } = await listEntries('', bearer)
      if (role === 'owner' || role === 'admin') expect(status).toBe(200)
      else expect([status, body.error.details]).toEqual([403, { permission: 'audit:read' }])
    }
    const suspended = await signInMember(service, fixture.program, { status: 'suspended' })
    expect((await listEntries('', suspended)).status).toBe(403)
    const outsider = await signInMember(service, await createTestProgram(service))
    expect((await listEntries('', outsider)).status).toBe(403)
    expect((await send(app, 'GET', `/api/workspaces/${fixture.program.workspaceId}/audit`)).status).toBe(401)
  })

  it('name former members, but never an outsider who ended a connection by proving that the account is theirs', async () => {
    const outsider = await createTestProgram(service)
    await sql`insert into audit_log (at, workspace_id, user_id, action, target_type, target_id)
      values (${clock.now()}, ${outsider.workspaceId}, ${fixture.userId}, 'processor.connect', 'program', '1')`.execute(
      kysely,
    )
    const owner = await signInMember(service, outsider)
    expect((await listEntries('', owner, outsider.workspaceId)).body.data[0].actor).toEqual({
      kind: 'user',
      userId: fixture.userId,
      keyId: null,
      name: null,
      email: null,
    })
    const memberId = await fixture.made.member()
    await fixture.inWorkspace('DELETE', `/members/${memberId}`)
    const [removalEntry] = (await listEntries('?action=member.remove')).body.data
    expect(removalEntry.target).toMatchObject({
      type: 'member',
      name: expect.stringContaining('@accounts.test'),
    })
  })

  it('include every known action', () => {
    const used = Object.values(AUDITED)
    const commands = AUDIT_ACTIONS.filter((word) => word.startsWith('command.'))
    expect([...AUDIT_ACTIONS].sort()).toEqual([...new Set([...used, ...commands, ...BY_PARTNERS])].sort())
  })
})
