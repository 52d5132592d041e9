import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import type { ServiceDeps } from '../../core/http/service.ts'
import { invitationId } from '../accounts/invitation-id.rule.ts'
import { findOpenInvitation } from '../accounts/invitations.sql.ts'
import { findAccount } from '../accounts/read-account.sql.ts'
import { passwordRejection, passwordRejectionText } from './password.rule.ts'
import { hashVerification, resetIdentifier } from './reset-link.rule.ts'
import { findVerificationEmail } from './verifications.sql.ts'

/**
 * Checks what the accounts library doesn't: whether the email may sign up, and whether a new password is weak.
 * @throws {ApiError} 400 `invalid_request`, 403 `forbidden` if sign-up is closed, 409 `conflict`
 */
export async function checkAuthRequest(
  deps: ServiceDeps,
  path: string,
  sent: Record<string, unknown>,
  userId: string | undefined,
): Promise<void> {
  const { kysely } = deps.database
  switch (path) {
    case 'sign-up/email':
      await rejectUninvited(deps, String(sent.email), sent.invitation)
      return rejectWeak('password', sent.password, String(sent.email))
    case 'change-password': {
      const account = userId === undefined ? undefined : await findAccount(kysely, userId)
      return account === undefined ? undefined : rejectWeak('newPassword', sent.newPassword, account.email)
    }
    case 'reset-password': {
      const identifier = hashVerification(resetIdentifier(String(sent.token)))
      const email = await findVerificationEmail(kysely, identifier, deps.clock.now())
      return email === undefined ? undefined : rejectWeak('newPassword', sent.newPassword, email)
    }
    case 'two-factor/enable': {
      const account = userId === undefined ? undefined : await findAccount(kysely, userId)
      if (account?.two_factor_enabled !== true) return
      throw new ApiError('conflict', 'Two-factor authentication is already on. Turn it off first.')
    }
  }
}

function rejectWeak(field: string, password: unknown, email: string) {
  const rejection = passwordRejection(String(password), email)
  if (rejection !== undefined) throw invalidFieldError(field, passwordRejectionText(rejection))
}

/**
 * If sign-up is closed, requires an open invitation's secret for this email. All rejections are the same, so that they
 * don't reveal which emails were invited or have an account.
 */
async function rejectUninvited(
  { config, database, clock }: ServiceDeps,
  email: string,
  secret: unknown,
): Promise<void> {
  if (config.allowSignUp) return
  const invitation =
    typeof secret === 'string'
      ? await findOpenInvitation(database.kysely, invitationId(secret), clock.now())
      : undefined
  if (invitation?.email === email) return
  throw new ApiError(
    'forbidden',
    'Sign-up is closed. Open the invitation link sent to this email address, or ask a workspace owner for an invitation.',
    { reason: 'sign_up_closed' },
  )
}
