import type { PayoutMethod } from '../../core/enums.ts'
import { isDisplayName } from '../../core/text/display-text.rule.ts'
import { canonicalEmail } from '../../core/text/email-address.rule.ts'
import { pastedCode, pastedCodeLine, pastedLine } from '../../core/text/pasted-text.rule.ts'
import { isStorable } from '../../core/text/stored-text.rule.ts'
import { type IbanError, ibanError, isBic, isRoutingNumber } from './bank-account.rule.ts'
import { isCountry } from './country.rule.ts'
import type { PayeeKind, PayoutAccount, PayoutDetails } from './payout-details.ts'

/** Maximum characters per input. Codes leave room for pasted separators. */
export const DETAILS_CHARS = {
  iban: 64,
  bic: 32,
  accountNumber: 64,
  routingNumber: 32,
  email: 254,
  instructions: 500,
  legalName: 100,
  address: 200,
  city: 100,
  postalCode: 20,
  country: 2,
  taxId: 40,
} as const

/** Payout details as sent: the selected method's fields and the common ones. */
export type SentPayoutDetails = { method: PayoutMethod; payeeKind: PayeeKind } & {
  [Field in keyof typeof DETAILS_CHARS]?: string | undefined
}

type Field = keyof typeof DETAILS_CHARS

export interface DetailsError {
  kind: 'fault'
  field: Field
  message: string
}

const FIELDS_OF: Record<PayoutMethod, readonly Field[]> = {
  bank_iban: ['iban', 'bic'],
  bank_account: ['accountNumber', 'routingNumber'],
  paypal: ['email'],
  wise: ['email'],
  other: ['instructions'],
}
const COMMON_FIELDS: readonly Field[] = ['legalName', 'address', 'city', 'postalCode', 'country', 'taxId']

const IBAN_ERRORS: Record<IbanError, string> = {
  not_an_iban: 'not an IBAN (two letters, two digits, then the account number)',
  unknown_country: 'the first two letters are not a country with IBANs',
  wrong_length: 'wrong length for an IBAN from this country',
  wrong_format: 'wrong format for an IBAN from this country',
  wrong_checksum: 'the check digits don’t match; check for a typing error',
}

/** Parses payout details. Accepts exactly the method's fields; otherwise, returns the first error. */
export function readPayoutDetails(
  input: SentPayoutDetails,
): { kind: 'read'; details: PayoutDetails } | DetailsError {
  const fields = Object.keys(DETAILS_CHARS) as Field[] // safe because these are the keys of the input
  for (const field of fields) {
    const text = input[field]
    if (text === undefined) continue
    if (!isStorable(text, DETAILS_CHARS[field]) || !isDisplayName(cleanPastedText(field, text)))
      return detailsFault(field, `must be one line of at most ${DETAILS_CHARS[field]} visible characters`)
    if (!FIELDS_OF[input.method].includes(field) && !COMMON_FIELDS.includes(field))
      return detailsFault(field, `does not belong to the method ${input.method}`)
  }
  const account = readAccount(input)
  if ('kind' in account) return account
  const country = getText(input, 'country').toUpperCase()
  for (const field of ['legalName', 'address', 'city', 'country'] as const)
    if (getText(input, field) === '') return detailsFault(field, 'is required')
  if (!isCountry(country)) return detailsFault('country', 'must be a two-letter country code (ISO 3166-1)')
  const taxId = getText(input, 'taxId')
  const details = {
    account,
    payee_kind: input.payeeKind,
    legal_name: getText(input, 'legalName'),
    address: getText(input, 'address'),
    city: getText(input, 'city'),
    postal_code: getText(input, 'postalCode'),
    country,
    tax_id: taxId === '' ? null : taxId,
  }
  return { kind: 'read', details }
}

function readAccount(input: SentPayoutDetails): PayoutAccount | DetailsError {
  switch (input.method) {
    case 'bank_iban':
      return readIban(input.iban ?? '', input.bic ?? '')
    case 'bank_account': {
      const account_number = getText(input, 'accountNumber')
        .replace(/ /g, '')
        .replace(/\p{Pd}/gu, '-')
      const routing_number = pastedCode(input.routingNumber ?? '')
      if (!/^[A-Za-z0-9-]{4,34}$/.test(account_number))
        return detailsFault('accountNumber', 'must have 4 to 34 letters, digits and dashes')
      if (!isRoutingNumber(routing_number))
        return detailsFault(
          'routingNumber',
          'must be a routing number: nine digits, the last being a check digit',
        )
      return { method: 'bank_account', account_number, routing_number }
    }
    case 'paypal':
    case 'wise': {
      const email = getText(input, 'email')
      return isPayableEmail(email)
        ? { method: input.method, email }
        : detailsFault(
            'email',
            'must be an email address of ASCII characters that starts with a letter or digit',
          )
    }
    case 'other': {
      const instructions = getText(input, 'instructions')
      return instructions === ''
        ? detailsFault('instructions', 'is required')
        : { method: 'other', instructions }
    }
  }
}

/** Parses a bank account with an IBAN and an optional BIC. */
export function readIban(
  rawIban: string,
  rawBic: string,
): Extract<PayoutAccount, { method: 'bank_iban' }> | DetailsError {
  const [iban, bic] = [pastedCode(rawIban), pastedCode(rawBic)]
  const ibanFault = ibanError(iban)
  if (ibanFault !== null) return detailsFault('iban', IBAN_ERRORS[ibanFault])
  if (bic !== '' && !isBic(bic)) return detailsFault('bic', 'must be a BIC: 8 or 11 letters and digits')
  return { method: 'bank_iban', iban, bic: bic === '' ? null : bic }
}

/** Returns whether an email can be written to files unchanged because no spreadsheet would read it as a formula. */
function isPayableEmail(email: string): boolean {
  return canonicalEmail(email) !== undefined && /^[A-Za-z0-9][!-~]*$/.test(email)
}

function getText(input: SentPayoutDetails, field: Field): string {
  return cleanPastedText(field, input[field] ?? '')
}

const CODE_FIELDS: readonly Field[] = ['iban', 'bic', 'accountNumber', 'routingNumber']

function cleanPastedText(field: Field, text: string): string {
  return CODE_FIELDS.includes(field) ? pastedCodeLine(text) : pastedLine(text)
}

function detailsFault(field: Field, message: string): DetailsError {
  return { kind: 'fault', field, message }
}
