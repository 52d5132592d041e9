import type { Currency } from '../api/types.ts'

/** What an installation takes that says nothing else. */
const DEFAULT_CURRENCIES = ['USD', 'EUR', 'VND']

/** What the installation takes: the service writes other currencies than the default into the page that it serves. */
export function readCurrencies(
  page: Pick<Document, 'querySelector'> | undefined = globalThis.document,
): Currency[] {
  const said = page?.querySelector('meta[name="currencies"]')?.getAttribute('content') ?? ''
  return said === '' ? DEFAULT_CURRENCIES : said.split(' ')
}
