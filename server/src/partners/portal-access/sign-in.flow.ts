import type { Queries } from '../../core/database/database.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import { WriteConflict } from '../../core/database/write-conflict.ts'
import type { Deps } from '../../core/deps.ts'
import { formatSecret, hashSecret, isSecret, SECRET_BYTES } from '../../core/privacy/token.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { deviceName } from './device-name.rule.ts'
import { listProgramEnrollments } from './enrollments-of-account.sql.ts'
import { portalAccessLimits } from './limits.ts'
import { findOrInsertPartnerAccount } from './partner-accounts.sql.ts'
import { deleteOldestPartnerSessions, insertPartnerSession } from './partner-sessions.sql.ts'
import { findSignInLink, spendSignInLink } from './sign-in-links.sql.ts'

/** Whom a link would sign in; undefined when it signs nobody in. Nothing is spent. */
export async function previewSignInLink(
  { database: { kysely }, config, clock }: Deps,
  token: string,
): Promise<string | undefined> {
  if (!isSecret(token)) return undefined
  const link = await findSignInLink(kysely, hashSecret('partner_link', token, config.appSecret), clock.now())
  return link?.email
}

/**
 * Signs in by a link, which is spent: of any number who use it at the same time one gets a session.
 * @returns the token of the session; undefined when the link signs nobody in
 */
export async function signInPartner(
  deps: Deps,
  { token, userAgent }: { token: string; userAgent: string | undefined },
): Promise<{ token: string; email: string } | undefined> {
  if (!isSecret(token)) return undefined
  const { config, clock } = deps
  const now = clock.now()
  return withTransaction(deps, async (transaction) => {
    const link = await spendSignInLink(transaction, hashSecret('partner_link', token, config.appSecret), now)
    if (link === undefined) return undefined
    // Whoever was a partner when it was asked for may be none by now.
    if ((await listProgramEnrollments(transaction, link, 1)).length === 0) return undefined
    const account_id = await findOrInsertPartnerAccount(transaction, { email: link.email, created_at: now })
    // Who closed his account while this waited for it is none either: then it begins again, and finds no link.
    if ((await listProgramEnrollments(transaction, link, 1)).length === 0) {
      throw new WriteConflict('the account of this address was closed')
    }
    const of = { accountId: account_id, workspaceId: link.workspace_id }
    return { token: await openPartnerSession(deps, transaction, of, userAgent), email: link.email }
  })
}

/** Begins a session in the transaction that found out who it is for. @returns its token */
export async function openPartnerSession(
  { config, clock, ids }: Pick<Deps, 'config' | 'clock' | 'ids'>,
  transaction: Queries,
  of: { accountId: number; workspaceId: string | null },
  userAgent: string | undefined,
): Promise<string> {
  const now = clock.now()
  const token = formatSecret(ids.bytes(SECRET_BYTES))
  await insertPartnerSession(transaction, {
    account_id: of.accountId,
    token_hash: hashSecret('partner_session', token, config.appSecret),
    workspace_id: of.workspaceId,
    device: deviceName(userAgent),
    created_at: now,
    seen_at: now,
    expires_at: partnerSessionEnd(
      now,
      of.workspaceId === null ? portalAccessLimits.partnerSessionDays : portalAccessLimits.copiedSessionDays,
    ),
  })
  await deleteOldestPartnerSessions(transaction, of, portalAccessLimits.partnerSessions)
  return token
}

export function partnerSessionEnd(now: Date, days: number = portalAccessLimits.partnerSessionDays): Date {
  return new Date(now.getTime() + days * DAY_MS)
}
