import { readRecoveryCode } from '../format/recovery-code.ts'
import { t } from '../messages/shared-text.ts'
import { hasProperty, post } from './account.ts'
import { ApiError } from './client.ts'

/** Second-factor requests to `/api/auth/two-factor/*`. */

/** Completes sign-in with an authenticator or recovery code. */
export function signInWithCode(code: string): Promise<unknown> {
  // Recovery codes have ten or twelve characters, authenticator codes six digits.
  const signs = code.replace(/[\s-]/g, '')
  return /^\d{1,9}$/.test(signs)
    ? post('two-factor/verify-totp', { code: signs })
    : post('two-factor/verify-backup-code', { code: readRecoveryCode(code) })
}

export interface TwoFactorSetup {
  /** `otpauth://…` URI for the authenticator app. */
  address: string
  /** The same secret for manual entry. */
  key: string
  recoveryCodes: string[]
}

/** Starts setting up two-factor authentication. It takes effect after `confirmTwoFactor`. */
export async function startTwoFactor(password: string): Promise<TwoFactorSetup> {
  const result = await post('two-factor/enable', { password })
  if (
    !hasProperty(result, 'totpURI') ||
    !hasProperty(result, 'backupCodes') ||
    !Array.isArray(result.backupCodes)
  ) {
    throw new ApiError(0, 'unknown', t('api.theServiceDidntReturnKey'))
  }
  const address = String(result.totpURI)
  const key = new URL(address).searchParams.get('secret') ?? ''
  return { address, key, recoveryCodes: result.backupCodes.map(String) }
}

export function confirmTwoFactor(code: string): Promise<unknown> {
  return post('two-factor/verify-totp', { code: code.replaceAll(' ', '') })
}

export function disableTwoFactor(password: string): Promise<unknown> {
  return post('two-factor/disable', { password })
}

/** Generates new recovery codes and invalidates the old ones. */
export async function renewRecoveryCodes(password: string): Promise<string[]> {
  const result = await post('two-factor/generate-backup-codes', { password })
  return hasProperty(result, 'backupCodes') && Array.isArray(result.backupCodes)
    ? result.backupCodes.map(String)
    : []
}
