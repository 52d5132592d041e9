import { decryptSecret, encryptSecret } from '../../core/privacy/secret-box.rule.ts'
import type { DebtorAccount, PayoutDetails } from './payout-details.ts'

/** The row that details are encrypted for. They can't be decrypted in another row. */
export interface DetailsLocation {
  programId: number
  partnerId: number
  version: number
}

/** The secret and the nonce (`NONCE_BYTES` long) for encrypting payout details. */
interface DetailsEncryption {
  appSecret: string
  nonce: Buffer
}

export function encryptDetails(
  details: PayoutDetails,
  location: DetailsLocation,
  { appSecret, nonce }: DetailsEncryption,
): string {
  return encryptSecret(JSON.stringify(details), appSecret, nonce, detailsContext(location))
}

/**
 * Decrypts payout details.
 * @returns 'unreadable' if they were encrypted with another APP_SECRET or for another row, or were erased
 */
export function decryptDetails(
  sealed: string | null,
  location: DetailsLocation,
  appSecret: string,
): PayoutDetails | 'unreadable' {
  return sealed === null ? 'unreadable' : decrypt<PayoutDetails>(sealed, appSecret, detailsContext(location))
}

export function encryptDebtor(
  debtor: DebtorAccount,
  programId: number,
  { appSecret, nonce }: DetailsEncryption,
): string {
  return encryptSecret(JSON.stringify(debtor), appSecret, nonce, debtorLocation(programId))
}

export function decryptDebtor(
  sealed: string | null,
  programId: number,
  appSecret: string,
): DebtorAccount | 'unreadable' | null {
  return sealed === null ? null : decrypt<DebtorAccount>(sealed, appSecret, debtorLocation(programId))
}

/** Returns the context string for encrypting a row. */
export function detailsContext({ programId, partnerId, version }: DetailsLocation): string {
  return `payout_details:${programId}:${partnerId}:${version}`
}

export function debtorLocation(programId: number): string {
  return `payout_settings:${programId}`
}

function decrypt<Content>(sealed: string, appSecret: string, location: string): Content | 'unreadable' {
  let plaintext: string
  try {
    plaintext = decryptSecret(sealed, appSecret, location)
  } catch {
    return 'unreadable'
  }
  return JSON.parse(plaintext) as Content // safe because only values of this type are encrypted for this row
}
