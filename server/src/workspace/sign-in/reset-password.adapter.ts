import type { Deps } from '../../core/deps.ts'
import { StartError } from '../../core/errors/start-error.ts'
import { canonicalEmail } from '../../core/text/email-address.rule.ts'
import { createAuth } from './auth.adapter.ts'
import { signInLimits } from './limits.ts'
import { resetLink } from './reset-link.rule.ts'

export interface ResetPasswordLink {
  email: string
  link: string
  minutes: number
}

/**
 * Returns a one-time link that sets a new password, like the one sent by email. For the command line, whose users may
 * manage all accounts.
 * @throws {StartError} if there is no such account
 */
export async function createResetPasswordLink(deps: Deps, email: string): Promise<ResetPasswordLink> {
  let link: string | undefined
  const auth = createAuth(deps, async ({ token }) => {
    link = resetLink(deps.config.publicUrl, token)
  })
  const address = canonicalEmail(email)
  if (address !== undefined) await auth.api.requestPasswordReset({ body: { email: address } })
  if (address === undefined || link === undefined) throw new StartError(`There is no account for ${email}.`)
  return { email: address, link, minutes: signInLimits.passwordResetMinutes }
}
