import { type Selectable, sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { Schema } from '../../../src/core/database/schema.ts'
import { AUDIT_TARGETS } from '../../../src/core/enums.ts'
import { AUDITED } from '../../../src/workspace/audit/audited-operations.ts'
import { startTestService, TEST_TIME } from '../../harness.ts'
import { type ApiResponse, type AuditFixture, CHANGES, openAuditFixture, withOAuth } from './changes.ts'

const service = await withOAuth(
  await startTestService({ ownDatabase: true, environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } }),
)
const { database, clock } = service
const { kysely } = database

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

/** Expects that no entry contains a secret stored in the database or returned by a response. */
async function expectNoSecret({ body }: ApiResponse) {
  const { rows } = await sql<{ value: string }>`
    select encode(key_hash, 'hex') as value from api_keys
    union all select encode(key_hash, 'hex') from management_keys
    union all select secret from webhook_endpoints
    union all select previous_secret from webhook_endpoints where previous_secret is not null
    union all select webhook_secret from processor_accounts where webhook_secret is not null
    union all select api_key from processor_accounts where api_key is not null
    union all select token from sessions
    union all select id from workspace_invitations
    union all select password from accounts where password is not null
    union all select encode(email_hash, 'hex') from processor_payments where email_hash is not null`.execute(
    kysely,
  )
  const returnedSecrets = [body?.data?.key, body?.data?.secret, body?.data?.invitation?.id]
  const fixtureSecrets = ['t0ken-in-path', 't0ken-in-query', 'rk_live_0123456789', fixture.shop.stripe.secret]
  const secrets = [
    ...fixtureSecrets,
    ...returnedSecrets.filter((one) => one !== undefined),
    ...rows.map(({ value }) => value),
  ]
  const log = await sql<{ text: string }>`
    select audit_log::text as text from audit_log
    union all select program_audit_log::text from program_audit_log`.execute(kysely)
  const text = log.rows.map((row) => row.text).join('\n')
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
}

it.each(Object.entries(CHANGES))(
  '%s writes an entry with the actor and without secrets',
  async (operation, change) => {
    const response = await change(fixture)
    expect(response.status, response.text).toBeLessThan(400)
    const rows = await readAuditRows(response)
    expect(rows.length, 'rows').toBeGreaterThan(0)
    for (const row of rows) {
      expect(row).toMatchObject({
        at: clock.now(),
        workspace_id: response.workspaceId ?? fixture.program.workspaceId,
        user_id: response.by ?? fixture.userId,
        action: AUDITED[operation],
      })
      expect(AUDIT_TARGETS).toContain(row.target_type)
      expect(row.target_id).not.toBe('')
      expect(row.before ?? row.after).not.toBeNull()
    }
    await expectNoSecret(response)
  },
)
