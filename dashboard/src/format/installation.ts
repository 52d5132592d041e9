import type { Currency } from '../api/types.ts'

/** An installation's currencies with default settings. */
const DEFAULT_CURRENCIES = ['USD', 'EUR', 'VND']

/**
 * Returns the installation's currencies. The service writes them into the page if they differ from the
 * default.
 */
export function readCurrencies(
  page: Pick<Document, 'querySelector'> | undefined = globalThis.document,
): Currency[] {
  const content = page?.querySelector('meta[name="currencies"]')?.getAttribute('content') ?? ''
  return content === '' ? DEFAULT_CURRENCIES : content.split(' ')
}
