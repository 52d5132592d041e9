import type { Queries } from '../../core/database/database.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { Deps } from '../../core/deps.ts'
import type { Language } from '../../core/enums.ts'
import { formatSecret, hashSecret, isSecret, SECRET_BYTES } from '../../core/privacy/token.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { deviceName } from './device-name.rule.ts'
import { type EnrollmentRow, listProgramEnrollments } from './enrollments-of-account.sql.ts'
import { portalAccessLimits } from './limits.ts'
import { findOrInsertPartnerAccount, saveBrowserLanguage } from './partner-accounts.sql.ts'
import { deleteOldestPartnerSessions, insertPartnerSession } from './partner-sessions.sql.ts'
import { consumeSignInLink, findSignInLink } from './sign-in-links.sql.ts'

/** The browser that signs in. */
export interface SignInBrowser {
  userAgent: string | undefined
  /** The language in which it shows the portal. */
  language: Language | undefined
}

/**
 * Returns the account a link opens, without using the link, and its program if it has exactly one; undefined if the
 * link is invalid.
 */
export async function previewSignInLink(
  { database: { kysely }, config, clock }: Deps,
  token: string,
): Promise<{ email: string; program: EnrollmentRow | undefined } | undefined> {
  if (!isSecret(token)) return undefined
  const link = await findSignInLink(kysely, hashSecret('partner_link', token, config.appSecret), clock.now())
  if (link === undefined) return undefined
  const [program, otherProgram] = await listProgramEnrollments(kysely, link, 2)
  return { email: link.email, program: otherProgram === undefined ? program : undefined }
}

/**
 * Signs in with a link. The link is used up, so that concurrent attempts create one session.
 * @returns the session token; undefined if the link is invalid
 */
export async function signInPartner(
  deps: Deps,
  { token, browser }: { token: string; browser: SignInBrowser },
): Promise<{ token: string; email: string } | undefined> {
  if (!isSecret(token)) return undefined
  const { config, clock } = deps
  const now = clock.now()
  return withTransaction(deps, async (transaction) => {
    const link = await consumeSignInLink(
      transaction,
      hashSecret('partner_link', token, config.appSecret),
      now,
    )
    if (link === undefined) return undefined
    // The email may no longer belong to a partner.
    if ((await listProgramEnrollments(transaction, link, 1)).length === 0) return undefined
    const account_id = await findOrInsertPartnerAccount(transaction, { email: link.email, created_at: now })
    // The account was closed while this transaction waited for its lock. The retry finds no link.
    if ((await listProgramEnrollments(transaction, link, 1)).length === 0) {
      throw new WriteConflictError('the account with this email was closed')
    }
    const scope = { accountId: account_id, workspaceId: link.workspace_id }
    return { token: await openPartnerSession(deps, transaction, scope, browser), email: link.email }
  })
}

/**
 * Creates a session in the transaction that authenticated the partner and locked their account. A link shared by a team
 * doesn't change the language of the account.
 * @returns the session token
 */
export async function openPartnerSession(
  { config, clock, ids }: Pick<Deps, 'config' | 'clock' | 'ids'>,
  transaction: Queries,
  scope: { accountId: number; workspaceId: string | null },
  { userAgent, language }: SignInBrowser,
): Promise<string> {
  const now = clock.now()
  const token = formatSecret(ids.bytes(SECRET_BYTES))
  await insertPartnerSession(transaction, {
    account_id: scope.accountId,
    token_hash: hashSecret('partner_session', token, config.appSecret),
    workspace_id: scope.workspaceId,
    device: deviceName(userAgent),
    created_at: now,
    seen_at: now,
    expires_at: partnerSessionEnd(
      now,
      scope.workspaceId === null
        ? portalAccessLimits.partnerSessionDays
        : portalAccessLimits.copiedSessionDays,
    ),
  })
  if (language !== undefined && scope.workspaceId === null) {
    await saveBrowserLanguage(transaction, scope.accountId, language)
  }
  await deleteOldestPartnerSessions(transaction, scope, portalAccessLimits.partnerSessions)
  return token
}

export function partnerSessionEnd(now: Date, days: number = portalAccessLimits.partnerSessionDays): Date {
  return new Date(now.getTime() + days * DAY_MS)
}
