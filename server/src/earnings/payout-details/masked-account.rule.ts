import type { PayoutAccount } from './payout-details.ts'

const DOTS = '••••'

/** Masks an account so it can be recognized but not used: `DE•• •••• 3000`. */
export function maskedAccount(account: PayoutAccount): string {
  switch (account.method) {
    case 'bank_iban':
      return maskedIban(account.iban)
    case 'bank_account':
      // Without the limit, a short number would be shown in full.
      return `${DOTS} ${account.account_number.slice(-Math.min(4, Math.floor(account.account_number.length / 2)))}`
    case 'paypal':
    case 'wise':
      return maskedEmail(account.email)
    case 'other':
      return DOTS
  }
}

export function maskedIban(iban: string): string {
  return `${iban.slice(0, 2)}•• ${DOTS} ${iban.slice(-4)}`
}

function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${at > 1 ? email.slice(0, 1) : ''}${DOTS}${email.slice(at)}`
}
