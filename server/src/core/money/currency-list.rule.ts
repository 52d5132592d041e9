import { BASE_CURRENCY, type Currency, isCurrency } from './currency.ts'

/**
 * Reads an installation's list of currencies, such as `USD,EUR,VND,JPY`.
 * @returns the currencies in their order, or what is wrong with the list, to be read after its name
 */
export function parseCurrencyList(
  text: string,
  mostCurrencies: number,
): { currencies: readonly Currency[] } | { fault: string } {
  const currencies: Currency[] = []
  for (const part of text.split(',')) {
    const code = part.trim()
    if (code === '') return { fault: 'has an empty place: it takes codes with one comma between two of them' }
    if (!isCurrency(code)) return { fault: faultOf(code) }
    if (currencies.includes(code)) return { fault: `names ${code} twice` }
    currencies.push(code)
  }
  if (currencies.length > mostCurrencies) {
    return { fault: `names ${currencies.length} currencies: it takes at most ${mostCurrencies}` }
  }
  if (!currencies.includes(BASE_CURRENCY)) {
    return {
      fault: `lacks ${BASE_CURRENCY}: a sale that names no currency is in US dollars, and invoices are issued in them`,
    }
  }
  return { currencies }
}

function faultOf(code: string): string {
  if (isCurrency(code.toUpperCase()))
    return `names ${code}: codes are written in capitals, ${code.toUpperCase()}`
  const what = /^X[A-Z]{2}$/.test(code)
    ? 'a metal, a unit of account or no currency at all'
    : 'none of ISO 4217'
  return `names ${code}, which is ${what}: it takes codes of active currencies, such as JPY`
}
