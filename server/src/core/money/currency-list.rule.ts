import { BASE_CURRENCY, type Currency, isCurrency } from './currency.ts'

/**
 * Parses a currency list such as `USD,EUR,VND,JPY`.
 * @returns the currencies in order, or an error that follows the setting's name
 */
export function parseCurrencyList(
  text: string,
  maxCurrencies: number,
): { currencies: readonly Currency[] } | { fault: string } {
  const currencies: Currency[] = []
  for (const part of text.split(',')) {
    const code = part.trim()
    if (code === '') return { fault: 'has an empty entry: separate codes with single commas' }
    if (!isCurrency(code)) return { fault: describeCurrencyError(code) }
    if (currencies.includes(code)) return { fault: `has ${code} twice` }
    currencies.push(code)
  }
  if (currencies.length > maxCurrencies) {
    return { fault: `has ${currencies.length} currencies: the maximum is ${maxCurrencies}` }
  }
  if (!currencies.includes(BASE_CURRENCY)) {
    return {
      fault: `lacks ${BASE_CURRENCY}, the currency for invoices and for sales without a currency`,
    }
  }
  return { currencies }
}

function describeCurrencyError(code: string): string {
  if (isCurrency(code.toUpperCase())) return `has ${code}: write codes in capitals, ${code.toUpperCase()}`
  const problem = /^X[A-Z]{2}$/.test(code) ? 'a metal, a unit of account or no currency' : 'not in ISO 4217'
  return `has ${code}, which is ${problem}: use codes of active currencies, such as JPY`
}
