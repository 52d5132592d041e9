/** Whether the recipient is a person or a company. */
export const PAYEE_KINDS = ['person', 'company'] as const
export type PayeeKind = (typeof PAYEE_KINDS)[number]

/** The account that receives the payout. */
export type PayoutAccount =
  | { method: 'bank_iban'; iban: string; bic: string | null }
  | { method: 'bank_account'; account_number: string; routing_number: string }
  | { method: 'paypal'; email: string }
  | { method: 'wise'; email: string }
  | { method: 'other'; instructions: string }

/** A partner's payout details: stored encrypted, shown masked. */
export interface PayoutDetails {
  account: PayoutAccount
  payee_kind: PayeeKind
  legal_name: string
  address: string
  city: string
  postal_code: string
  /** ISO 3166-1 alpha-2. */
  country: string
  tax_id: string | null
}

/** The account that a program pays from. */
export interface DebtorAccount {
  name: string
  iban: string
  bic: string | null
}
