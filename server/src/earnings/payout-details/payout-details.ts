/** Who a partner is to a bank: a person, or a company. */
export const PAYEE_KINDS = ['person', 'company'] as const
export type PayeeKind = (typeof PAYEE_KINDS)[number]

/** Where the money goes. */
export type PayoutAccount =
  | { method: 'bank_iban'; iban: string; bic: string | null }
  | { method: 'bank_account'; account_number: string; routing_number: string }
  | { method: 'paypal'; email: string }
  | { method: 'wise'; email: string }
  | { method: 'other'; instructions: string }

/** What a partner says about being paid: it is stored sealed, and shown masked. */
export interface PayoutDetails {
  account: PayoutAccount
  payee_kind: PayeeKind
  legal_name: string
  address: string
  city: string
  postal_code: string
  /** ISO 3166-1, two letters. */
  country: string
  tax_id: string | null
}

/** The account that a program pays from. */
export interface DebtorAccount {
  name: string
  iban: string
  bic: string | null
}
