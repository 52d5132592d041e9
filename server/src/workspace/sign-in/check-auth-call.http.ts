import { ApiError, invalidField } from '../../core/errors/errors.http.ts'
import type { ServiceDeps } from '../../core/http/service.ts'
import { invitationId } from '../accounts/invitation-id.rule.ts'
import { findOpenInvitation } from '../accounts/invitations.sql.ts'
import { findAccount } from '../accounts/read-account.sql.ts'
import { passwordWords, refusePassword } from './password.rule.ts'
import { hashVerification, resetIdentifier } from './reset-link.rule.ts'
import { findEmailOfVerification } from './verifications.sql.ts'

/**
 * What the account library would not ask: whether this address may sign up, and whether a new password is one that can be
 * guessed.
 * @throws {ApiError} 400 `invalid_request`, 403 `forbidden` where sign-up is closed, 409 `conflict`
 */
export async function checkAuthCall(
  deps: ServiceDeps,
  path: string,
  sent: Record<string, unknown>,
  userId: string | undefined,
): Promise<void> {
  const { kysely } = deps.database
  switch (path) {
    case 'sign-up/email':
      await refuseUninvited(deps, String(sent.email), sent.invitation)
      return refuseWeak('password', sent.password, String(sent.email))
    case 'change-password': {
      const account = userId === undefined ? undefined : await findAccount(kysely, userId)
      return account === undefined ? undefined : refuseWeak('newPassword', sent.newPassword, account.email)
    }
    case 'reset-password': {
      const identifier = hashVerification(resetIdentifier(String(sent.token)))
      const email = await findEmailOfVerification(kysely, identifier, deps.clock.now())
      return email === undefined ? undefined : refuseWeak('newPassword', sent.newPassword, email)
    }
    case 'two-factor/enable': {
      const account = userId === undefined ? undefined : await findAccount(kysely, userId)
      if (account?.two_factor_enabled !== true) return
      throw new ApiError('conflict', 'This account has a second factor already: switch it off first.')
    }
  }
}

function refuseWeak(field: string, password: unknown, email: string) {
  const refusal = refusePassword(String(password), email)
  if (refusal !== undefined) throw invalidField(field, passwordWords(refusal))
}

/**
 * Where sign-up is closed, it takes the secret of an open invitation to this very address. Every refusal is the same: it
 * does not tell which addresses were invited or have an account.
 */
async function refuseUninvited(
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
    'Sign-up is closed here: open the link of an invitation to this e-mail address, or ask a workspace owner for one.',
    { reason: 'sign_up_closed' },
  )
}
