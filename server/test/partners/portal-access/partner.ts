import { randomBytes } from 'node:crypto'
import { formatSecret, hashSecret } from '../../../src/core/privacy/token.rule.ts'
import { findOrInsertPartnerAccount } from '../../../src/partners/portal-access/partner-accounts.sql.ts'
import { insertPartnerSession } from '../../../src/partners/portal-access/partner-sessions.sql.ts'
import { PARTNER_COOKIE } from '../../../src/partners/portal-access/session-cookie.rule.ts'
import { partnerSessionEnd } from '../../../src/partners/portal-access/sign-in.flow.ts'
import { send, type TestService } from '../../harness.ts'

/** The partner's email. */
export async function readEmail({ database: { kysely } }: Pick<TestService, 'database'>, partnerId: number) {
  const row = await kysely
    .selectFrom('partners')
    .select('email')
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow()
  return row.email
}

/** Signs a partner in by inserting the rows. Returns a function that sends requests. */
export async function signInAs(
  service: TestService,
  partnerId: number,
  { workspaceId = null }: { workspaceId?: string | null } = {},
) {
  const { database, clock, deps } = service
  const email = await readEmail(service, partnerId)
  const now = clock.now()
  const token = formatSecret(randomBytes(32))
  const account_id = await findOrInsertPartnerAccount(database.kysely, { email, created_at: now })
  await insertPartnerSession(database.kysely, {
    account_id,
    token_hash: hashSecret('partner_session', token, deps.config.appSecret),
    workspace_id: workspaceId,
    device: 'Chrome, Linux',
    created_at: now,
    seen_at: now,
    expires_at: partnerSessionEnd(now),
  })
  return { email, token, accountId: account_id, ...createCaller(service, token) }
}

/** Sends requests with a partner session's cookie. */
export function createCaller({ app }: Pick<TestService, 'app'>, token: string) {
  const cookie = `${PARTNER_COOKIE}=${token}`
  return {
    cookie,
    call: (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
      send(app, method, `/api/partner${path}`, {
        headers: { cookie },
        ...(body === undefined ? {} : { body }),
      }),
  }
}

export type SignedInPartner = Awaited<ReturnType<typeof signInAs>>
