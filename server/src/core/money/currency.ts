/**
 * The active currencies of ISO 4217 by the digits of their minor unit, without its funds, metals and codes for tests. A
 * code that an installation may use stays, also when ISO withdraws it: its sales are there.
 */
const WHOLE = ['BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'] as const
const HUNDREDTHS = [
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF',
  'CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL',
  'HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT',
  'MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB',
  'SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH',
  'USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
] as const
const THOUSANDTHS = ['BHD IQD JOD KWD LYD OMR TND'] as const

/** A currency that there is. Which of them an installation takes is its setting `CURRENCIES`. */
export type Currency = CodeIn<(typeof WHOLE | typeof HUNDREDTHS | typeof THOUSANDTHS)[number]>

type CodeIn<Row extends string> = Row extends `${infer Code} ${infer Rest}` ? Code | CodeIn<Rest> : Row

/** Digits after the point in each currency's own unit: a dong has no smaller unit, a dinar of Kuwait has a thousand. */
export const DECIMALS: Readonly<Record<Currency, number>> = decimals()

/** The currencies of sales, commissions and fees (D9) where `CURRENCIES` says nothing else; nothing is converted. */
export const DEFAULT_CURRENCIES = ['USD', 'EUR', 'VND'] as const satisfies readonly Currency[]

/** What a sale is in that names none, what a platform fee is invoiced in, and so a currency of every installation. */
export const BASE_CURRENCY = 'USD' satisfies Currency

/** Stands in statistics where there is no money: a click, a lead, a first purchase. */
export const NO_CURRENCY = 'XXX'

/** Whether an installation's list is that of one that says nothing. */
export function areDefault(currencies: readonly Currency[]): boolean {
  return String(currencies) === String(DEFAULT_CURRENCIES)
}

export function isCurrency(code: string): code is Currency {
  return Object.hasOwn(DECIMALS, code)
}

function decimals(): Record<Currency, number> {
  const byDigits: [number, readonly string[]][] = [
    [0, WHOLE],
    [2, HUNDREDTHS],
    [3, THOUSANDTHS],
  ]
  const codes = byDigits.flatMap(([digits, rows]) =>
    rows
      .join(' ')
      .split(' ')
      .map((code) => [code, digits]),
  )
  return Object.fromEntries(codes) // safe because the type is made of the same rows
}
