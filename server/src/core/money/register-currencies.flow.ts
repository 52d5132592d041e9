import type { Config } from '../config/config.ts'
import { limits } from '../config/limits.ts'
import type { Database } from '../database/database.ts'
import { StartError } from '../errors/start-error.ts'
import {
  addStoredCurrencies,
  findCurrencyUses,
  listStoredCurrencies,
  lockStoredCurrencies,
} from './currencies.sql.ts'
import type { Currency } from './currency.ts'
import { missingCurrencies } from './missing-currencies.rule.ts'

/**
 * Stores the installation's currencies. The list can only grow: without a currency, a process could neither sum nor
 * invoice the amounts stored in it.
 * @throws {StartError} if the list lacks a currency the installation was started with, with the tables that use it
 */
export async function claimCurrencies(
  database: Pick<Database, 'kysely'>,
  { currencies }: Pick<Config, 'currencies'>,
): Promise<void> {
  const { kysely } = database
  const started = await listStoredCurrencies(kysely)
  await requireAll(database, started, currencies)
  if (currencies.every((currency) => started.includes(currency))) return
  await kysely.transaction().execute(async (transaction) => {
    await lockStoredCurrencies(transaction)
    // Another process may have added some in the meantime.
    const now = await listStoredCurrencies(transaction)
    if (missingCurrencies(now, currencies).length === 0) await addStoredCurrencies(transaction, currencies)
  })
  await requireAll(database, await listStoredCurrencies(kysely), currencies)
}

async function requireAll(
  database: Pick<Database, 'kysely'>,
  knownCurrencies: readonly Currency[],
  currencies: readonly Currency[],
): Promise<void> {
  const missing = missingCurrencies(knownCurrencies, currencies)
  if (missing.length === 0) return
  const uses: string[] = []
  for (const currency of missing) {
    const tables = await findCurrencyUses(database, currency, limits.currencyUsesMs)
    uses.push(`${currency} (${tables.length === 0 ? 'not used yet' : `used by ${tables.join(', ')}`})`)
  }
  throw new StartError(
    `CURRENCIES is ${currencies.join(',')}, but this installation already has ${uses.join(', ')}, and currencies can’t be ` +
      `removed. Set CURRENCIES=${[...currencies, ...missing].join(',')} for every process and command.`,
  )
}
