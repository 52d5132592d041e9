import { readRecoveryCode } from '../format/recovery-code.ts'
import { t } from '../messages/shared-text.ts'
import { has, post } from './account.ts'
import { ApiFailure } from './client.ts'

/** The calls of `/api/auth/two-factor/*`. */

/** The second step of signing in. */
export function signInWithCode(code: string): Promise<unknown> {
  // A recovery code has ten signs or twelve; the app's has six digits.
  const signs = code.replace(/[\s-]/g, '')
  return /^\d{1,9}$/.test(signs)
    ? post('two-factor/verify-totp', { code: signs })
    : post('two-factor/verify-backup-code', { code: readRecoveryCode(code) })
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
    throw new ApiFailure(0, 'unknown', t('api.theServiceDidntReturnKey'))
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
