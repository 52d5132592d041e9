import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { formatSecret, hashSecret, SECRET_BYTES } from '../../core/privacy/token.rule.ts'
import { stillHasPermission } from '../../workspace/accounts/recheck-permission.flow.ts'
import { findPartner } from '../enrollments/partners.sql.ts'
import { signInLinkEnd } from './request-sign-in-link.flow.ts'
import { replaceSignInLinks } from './sign-in-links.sql.ts'

export type CopiedLink =
  | { kind: 'made'; token: string; expiresAt: Date }
  | { kind: 'no_partner' }
  /** The partner closed their account. */
  | { kind: 'closed' }
  /** The installation sends email, so partners request links themselves. */
  | { kind: 'mailed' }
  /** The member's permission was just removed. */
  | { kind: 'not_permitted' }

/**
 * Creates a sign-in link that the team shares if the installation sends no email. The member could use it, too, and any
 * workspace can add any email, so it gives access only to this workspace’s programs.
 */
export async function copySignInLink(
  deps: Deps,
  program: { id: number; workspace_id: string },
  { partnerId, actorId }: { partnerId: number; actorId: string },
): Promise<CopiedLink> {
  const { config, clock, ids } = deps
  if (config.mail !== undefined) return { kind: 'mailed' }
  return withTransaction(deps, async (transaction) => {
    const now = clock.now()
    if (!(await stillHasPermission(transaction, program.workspace_id, { actorId, now }, 'partner:manage'))) {
      return { kind: 'not_permitted' }
    }
    const partner = await findPartner(transaction, program.id, partnerId)
    if (partner === undefined) return { kind: 'no_partner' }
    if (partner.status === 'closed') return { kind: 'closed' }
    const token = formatSecret(ids.bytes(SECRET_BYTES))
    const expiresAt = signInLinkEnd(now)
    await replaceSignInLinks(transaction, {
      token_hash: hashSecret('partner_link', token, config.appSecret),
      email: partner.email,
      created_at: now,
      expires_at: expiresAt,
      workspace_id: program.workspace_id,
      partner_id: partnerId,
    })
    return { kind: 'made', token, expiresAt }
  })
}
