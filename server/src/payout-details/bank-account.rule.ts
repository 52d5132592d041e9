/** Lengths of the IBANs of each country that has them, by the registry of ISO 13616. */
const IBAN_CHARS = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 ' +
    'EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 ' +
    'IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 ' +
    'NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 ' +
    'SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((word) => [word.slice(0, 2), Number(word.slice(2))]),
)

/** Countries whose banks take SEPA credit transfers, as the first letters of an IBAN name them. */
const SEPA_COUNTRIES = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL ' +
    'PT RO RS SE SI SK SM VA'
  ).split(' '),
)

/** The longest IBAN there may be, with a space after every fourth character. */
export const TYPED_IBAN_CHARS = 42

export type IbanFault = 'not_an_iban' | 'unknown_country' | 'wrong_length' | 'wrong_checksum'

/** As it is compared and stored: without spaces, in capitals. */
export function compactIban(typed: string): string {
  return typed.replace(/ /g, '').toUpperCase()
}

/** What is wrong with a compact IBAN; null when nothing is. */
export function ibanFault(iban: string): IbanFault | null {
  if (iban.length > 34 || !/^[A-Z]{2}\d{2}[A-Z\d]+$/.test(iban)) return 'not_an_iban'
  const chars = IBAN_CHARS.get(iban.slice(0, 2))
  if (chars === undefined) return 'unknown_country'
  if (chars !== iban.length) return 'wrong_length'
  return remainderOf97(iban.slice(4) + iban.slice(0, 4)) === 1 ? null : 'wrong_checksum'
}

/** Whether a bank of this IBAN's country can be paid by a SEPA credit transfer. */
export function isOfSepa(iban: string): boolean {
  return SEPA_COUNTRIES.has(iban.slice(0, 2))
}

/** Whether it is written as a BIC (ISO 9362), of a bank or of a branch; whether there is such a bank is not asked. */
export function isBic(text: string): boolean {
  return text.length <= 11 && /^[A-Z\d]{4}[A-Z]{2}[A-Z\d]{2}(?:[A-Z\d]{3})?$/.test(text)
}

/** Whether nine digits can be the routing number of a bank of the United States: they carry a checksum. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false
  const sum = [...text].reduce(
    (total, digit, at) => total + Number(digit) * (ROUTING_WEIGHTS[at % 3] ?? 0),
    0,
  )
  return sum % 10 === 0
}

const ROUTING_WEIGHTS = [3, 7, 1]

/** ISO 7064: letters count from 10, and the number is read digit by digit because it outgrows a number. */
function remainderOf97(text: string): number {
  let remainder = 0
  for (const char of text) {
    const value = Number.parseInt(char, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder
}
