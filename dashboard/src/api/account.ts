import { t } from '../messages/shared-text.ts'
import { ApiError, api, read, toReadableFailure } from './client.ts'

/**
 * Sign-in, sign-out and password requests to `/api/auth/*`. Second-factor requests have their own module to
 * keep the first load small.
 */

interface Credentials {
  email: string
  password: string
}

/** Signs in with a password. Accounts with a second factor need a code next. */
export async function signIn(credentials: Credentials): Promise<'signed in' | 'code needed'> {
  const body = await post('sign-in/email', credentials)
  return hasProperty(body, 'twoFactorRedirect') ? 'code needed' : 'signed in'
}

/**
 * Creates an account. Requires an invitation secret if sign-up is closed, and doesn't reveal whether the
 * email has an account.
 */
export async function signUp(account: Credentials & { name: string; invitation?: string }) {
  await post('sign-up/email', account)
  return signIn({ email: account.email, password: account.password })
}

export function signOut(): Promise<unknown> {
  return post('sign-out', {})
}

/** Ends all of the account's sessions, including the current one. */
export function signOutEverywhere(): Promise<unknown> {
  return post('revoke-sessions', {})
}

/** Changes the password and ends all of the account's other sessions. */
export function changePassword(passwords: {
  currentPassword: string
  newPassword: string
}): Promise<unknown> {
  return post('change-password', passwords)
}

export function requestPasswordReset(email: string): Promise<unknown> {
  return post('request-password-reset', { email })
}

export function resetPassword(reset: { token: string; newPassword: string }): Promise<unknown> {
  return post('reset-password', reset)
}

export function createWorkspace(workspace: { name: string; slug: string }): Promise<unknown> {
  return post('organization/create', workspace)
}

export function acceptInvitation(invitation: string): Promise<unknown> {
  return read(api.POST('/api/invitations/accept', { body: { invitation } }))
}

export async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new ApiError(0, 'no_connection', t('api.theServiceDidntRespond'))
  })
  const result: unknown = await response.json().catch(() => undefined)
  if (response.ok) return result
  throw await toReadableFailure(response, result)
}

export function hasProperty<Name extends string>(body: unknown, name: Name): body is Record<Name, unknown> {
  return body !== null && typeof body === 'object' && name in body
}
