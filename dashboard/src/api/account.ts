import { ApiFailure, api, read, refusalOf } from './client.ts'

/** The calls of `/api/auth/*`: signing in and out, passwords and second factors. */

interface Credentials {
  email: string
  password: string
}

/** What signing in came to: an account with a second factor is asked for its code next. */
export async function signIn(credentials: Credentials): Promise<'signed in' | 'code needed'> {
  const answer = await post('sign-in/email', credentials)
  return has(answer, 'twoFactorRedirect') ? 'code needed' : 'signed in'
}

/** Where sign-up is closed it takes the secret of an invitation. It answers alike for an address that has an account. */
export async function signUp(account: Credentials & { name: string; invitation?: string }) {
  await post('sign-up/email', account)
  return signIn({ email: account.email, password: account.password })
}

/** The second step of signing in. */
export function signInWithCode(code: string): Promise<unknown> {
  // A recovery code has letters and a dash; the app's has six digits.
  const digits = code.replaceAll(' ', '')
  return /^\d+$/.test(digits)
    ? post('two-factor/verify-totp', { code: digits })
    : post('two-factor/verify-backup-code', { code })
}

export function signOut(): Promise<unknown> {
  return post('sign-out', {})
}

/** Ends every session of the account, this one included. */
export function signOutEverywhere(): Promise<unknown> {
  return post('revoke-sessions', {})
}

/** Ends every other session of the account. */
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

export interface TwoFactorStart {
  /** For the app: `otpauth://…`. */
  address: string
  /** The same, for typing. */
  key: string
  recoveryCodes: string[]
}

/** It holds once the first code was sent with `confirmTwoFactor`. */
export async function startTwoFactor(password: string): Promise<TwoFactorStart> {
  const answer = await post('two-factor/enable', { password })
  if (!has(answer, 'totpURI') || !has(answer, 'backupCodes') || !Array.isArray(answer.backupCodes)) {
    throw new ApiFailure(0, 'unknown', 'The service answered something else than a key.')
  }
  const address = String(answer.totpURI)
  const key = new URL(address).searchParams.get('secret') ?? ''
  return { address, key, recoveryCodes: answer.backupCodes.map(String) }
}

export function confirmTwoFactor(code: string): Promise<unknown> {
  return post('two-factor/verify-totp', { code: code.replaceAll(' ', '') })
}

export function endTwoFactor(password: string): Promise<unknown> {
  return post('two-factor/disable', { password })
}

/** New recovery codes; the old ones end. */
export async function renewRecoveryCodes(password: string): Promise<string[]> {
  const answer = await post('two-factor/generate-backup-codes', { password })
  return has(answer, 'backupCodes') && Array.isArray(answer.backupCodes) ? answer.backupCodes.map(String) : []
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
    throw new ApiFailure(0, 'no_connection', 'The service did not answer.')
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) return answer
  throw await refusalOf(response, answer)
}

function has<Name extends string>(answer: unknown, name: Name): answer is Record<Name, unknown> {
  return answer !== null && typeof answer === 'object' && name in answer
}
