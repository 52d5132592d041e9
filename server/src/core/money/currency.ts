/**
 * Active ISO 4217 currencies by the digits of their minor unit, without funds, metals and test codes. A code stays even
 * if ISO withdraws it, because installations may have sales in it.
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

/** A known currency. `CURRENCIES` sets which of them an installation accepts. */
export type Currency = CodeIn<(typeof WHOLE | typeof HUNDREDTHS | typeof THOUSANDTHS)[number]>

type CodeIn<Row extends string> = Row extends `${infer Code} ${infer Rest}` ? Code | CodeIn<Rest> : Row

/** Decimal digits of each currency: 0 for VND, 3 for KWD. */
export const DECIMALS: Readonly<Record<Currency, number>> = decimals()

/** The default currencies (D9) for sales, commissions and fees. Amounts are never converted. */
export const DEFAULT_CURRENCIES = ['USD', 'EUR', 'VND'] as const satisfies readonly Currency[]

/** The default currency for sales, and the currency for platform fees. Enabled in every installation. */
export const BASE_CURRENCY = 'USD' satisfies Currency

/** Used in statistics for counts without money: clicks, leads and first purchases. */
export const NO_CURRENCY = 'XXX'

export function areDefaultCurrencies(currencies: readonly Currency[]): boolean {
  return String(currencies) === String(DEFAULT_CURRENCIES)
}

export function isCurrency(code: string): code is Currency {
  return Object.hasOwn(DECIMALS, code)
}

function decimals(): Record<Currency, number> {
  const digitGroups: [number, readonly string[]][] = [
    [0, WHOLE],
    [2, HUNDREDTHS],
    [3, THOUSANDTHS],
  ]
  const codes = digitGroups.flatMap(([digits, rows]) =>
    rows
      .join(' ')
      .split(' ')
      .map((code) => [code, digits]),
  )
  return Object.fromEntries(codes) // safe because the type is made of the same rows
}
