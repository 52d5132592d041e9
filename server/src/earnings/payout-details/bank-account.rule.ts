import { isValidBIC, ValidationErrorsIBAN as Violation, validateIBAN } from 'ibantools'

/** SEPA countries by the first letters of their IBANs. ibantools lacks countries that have joined since 2024. */
const SEPA_COUNTRIES = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL ' +
    'PT RO RS SE SI SK SM VA'
  ).split(' '),
)

export type IbanError = 'not_an_iban' | 'unknown_country' | 'wrong_length' | 'wrong_format' | 'wrong_checksum'

/** Violations in the order they are reported. National check digits are left to the banks. */
const FAULTS: [Violation, IbanError][] = [
  [Violation.NoIBANCountry, 'unknown_country'],
  [Violation.WrongBBANLength, 'wrong_length'],
  [Violation.WrongBBANFormat, 'wrong_format'],
  [Violation.WrongIBANChecksum, 'wrong_checksum'],
]

/** Returns an IBAN's error (uppercase, without spaces), or null if it is valid. */
export function ibanError(iban: string): IbanError | null {
  if (iban.length > 34 || !/^[A-Z]{2}\d{2}[A-Z\d]+$/.test(iban)) return 'not_an_iban'
  const { errorCodes } = validateIBAN(iban)
  return FAULTS.find(([violation]) => errorCodes.includes(violation))?.[1] ?? null
}

/** Returns whether banks in the IBAN's country accept SEPA credit transfers. */
export function isSepaIban(iban: string): boolean {
  return SEPA_COUNTRIES.has(iban.slice(0, 2))
}

/** Returns whether the text has the format of a BIC (ISO 9362). Doesn't check that the bank exists. */
export function isBic(text: string): boolean {
  return text === text.toUpperCase() && isValidBIC(text)
}

/** Returns whether nine digits can be a US routing number, which has a checksum. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false
  const sum = [...text].reduce(
    (total, digit, at) => total + Number(digit) * (ROUTING_WEIGHTS[at % 3] ?? 0),
    0,
  )
  return sum % 10 === 0
}

const ROUTING_WEIGHTS = [3, 7, 1]
