import { decryptSecret, encryptSecret } from '../../core/privacy/secret-box.rule.ts'
import type { DebtorAccount, PayoutDetails } from './payout-details.ts'

/** The row that details are encrypted for. They can't be decrypted in another row. */
export interface DetailsPlace {
  programId: number
  partnerId: number
  version: number
}

/** The row and the secret to encrypt with. `nonce` has `NONCE_BYTES`. */
interface DetailsEncryption {
  appSecret: string
  nonce: Buffer
}

export function encryptDetails(
  details: PayoutDetails,
  place: DetailsPlace,
  { appSecret, nonce }: DetailsEncryption,
): string {
  return encryptSecret(JSON.stringify(details), appSecret, nonce, detailsContext(place))
}

/**
 * Decrypts payout details.
 * @returns 'unreadable' if they were encrypted with another APP_SECRET or for another row, or were erased
 */
export function decryptDetails(
  sealed: string | null,
  place: DetailsPlace,
  appSecret: string,
): PayoutDetails | 'unreadable' {
  return sealed === null ? 'unreadable' : open<PayoutDetails>(sealed, appSecret, detailsContext(place))
}

export function encryptDebtor(
  debtor: DebtorAccount,
  programId: number,
  { appSecret, nonce }: DetailsEncryption,
): string {
  return encryptSecret(JSON.stringify(debtor), appSecret, nonce, placeOfDebtor(programId))
}

export function decryptDebtor(
  sealed: string | null,
  programId: number,
  appSecret: string,
): DebtorAccount | 'unreadable' | null {
  return sealed === null ? null : open<DebtorAccount>(sealed, appSecret, placeOfDebtor(programId))
}

/** Returns the context string that a row is encrypted with. */
export function detailsContext({ programId, partnerId, version }: DetailsPlace): string {
  return `payout_details:${programId}:${partnerId}:${version}`
}

export function placeOfDebtor(programId: number): string {
  return `payout_settings:${programId}`
}

function open<Content>(sealed: string, appSecret: string, place: string): Content | 'unreadable' {
  let plain: string
  try {
    plain = decryptSecret(sealed, appSecret, place)
  } catch {
    return 'unreadable'
  }
  return JSON.parse(plain) as Content // safe because only values of this type are encrypted for this place
}
