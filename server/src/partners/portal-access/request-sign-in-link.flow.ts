import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { Language } from '../../core/enums.ts'
import { formatSecret, hashSecret, SECRET_BYTES } from '../../core/privacy/token.rule.ts'
import { signInSlot } from '../../notifications/mail/sign-in-slot.rule.ts'
import { writeMails } from '../../notifications/mail/write-mails.flow.ts'
import { portalAccessLimits } from './limits.ts'
import { replaceSignInLinks } from './sign-in-links.sql.ts'

const MINUTE_MS = 60 * 1000

export interface LinkRequest {
  email: string
  /** The portal page that sign-in leads to. */
  page: string | undefined
  language: Language | undefined
}

/**
 * Queues the email with a sign-in link. Whether the email has an account is only checked when it is sent, so that the
 * response and its timing are the same for any email. Repeated requests within a few minutes send only one email. Does
 * nothing if email is off.
 * @returns whether the request repeats an earlier one, and the time until another link can be requested
 */
export async function requestSignInLink(
  deps: Deps,
  { email, page, language }: LinkRequest,
): Promise<{ isRepeated: boolean; waitMs: number }> {
  const { config, clock, ids } = deps
  if (config.mail === undefined) return { isRepeated: false, waitMs: 0 }
  const now = clock.now()
  const slot = signInSlot(now)
  const token = formatSecret(ids.bytes(SECRET_BYTES))
  const expiresAt = signInLinkEnd(now)
  const isRepeated = await withTransaction(deps, async (transaction) => {
    const writtenMails = await writeMails(deps, transaction, [
      {
        kind: 'partner_sign_in',
        cause: slot.cause,
        recipient: email,
        ...(language === undefined ? {} : { language }),
        workspaceId: null,
        programId: null,
        data: { minutes: portalAccessLimits.partnerSignInMinutes, ...(page !== undefined && { page }) },
        secret: token,
        expiresAt,
      },
    ])
    if (writtenMails === 0) return true
    await replaceSignInLinks(transaction, {
      token_hash: hashSecret('partner_link', token, config.appSecret),
      email,
      created_at: now,
      expires_at: expiresAt,
      workspace_id: null,
      partner_id: null,
    })
    return false
  })
  return { isRepeated, waitMs: slot.endsAt.getTime() - now.getTime() }
}

export function signInLinkEnd(now: Date): Date {
  return new Date(now.getTime() + portalAccessLimits.partnerSignInMinutes * MINUTE_MS)
}
