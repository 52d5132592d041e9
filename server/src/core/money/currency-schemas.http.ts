import Type, { type TSchema } from 'typebox'
import { namedObject } from '../http/named-schema.http.ts'
import { remakeSchemas, type SchemaPart } from '../http/remake-schemas.http.ts'
import { cents } from './cents.http.ts'
import { areDefault, BASE_CURRENCY, type Currency, DEFAULT_CURRENCIES } from './currency.ts'

/**
 * The schemas that name currencies. Routes write them down with the three of the specification; `ofInstallation` makes
 * of a schema, wherever these stand in it, what it is where `CURRENCIES` names others.
 */
const SCHEMAS: Readonly<Record<string, (currencies: readonly Currency[], said: TSchema) => TSchema>> = {
  Currency: (currencies, said) => ({ ...said, enum: [...currencies] }) as TSchema,
  CentsByCurrency: (currencies) => centsByCurrency(currencies),
  ExchangeRates: (currencies) => exchangeRates(currencies),
}

export const CentsByCurrency = centsByCurrency(DEFAULT_CURRENCIES)
export const ExchangeRates = exchangeRates(DEFAULT_CURRENCIES)

function centsByCurrency(currencies: readonly Currency[]) {
  return Type.Object(
    perCurrency(currencies, () => Type.Optional(cents({ minimum: 0 }))),
    { title: 'CentsByCurrency', description: 'Exact minor units of each currency that has any.' },
  )
}

function exchangeRates(currencies: readonly Currency[]) {
  return namedObject('ExchangeRates', rateProperties(currencies))
}

/** A rate for each currency but the one that invoices are issued in. */
export function rateProperties(currencies: readonly Currency[]) {
  return perCurrency(ratedCurrencies(currencies), (currency) =>
    Type.Optional(
      Type.String({ maxLength: 32, description: `US dollars for 1 ${currency}, as a decimal: \`1.0832\`.` }),
    ),
  )
}

export function ratedCurrencies(currencies: readonly Currency[]): Currency[] {
  return currencies.filter((currency) => currency !== BASE_CURRENCY)
}

function perCurrency<Made>(currencies: readonly Currency[], make: (currency: Currency) => Made) {
  // safe because it has each of these currencies, and whoever asks for one looks whether it is there
  return Object.fromEntries(currencies.map((currency) => [currency, make(currency)])) as Record<
    Currency,
    Made
  >
}

/**
 * A schema, or any object that holds some, for an installation that takes these currencies. With those of the
 * specification it is the same object.
 */
export function ofInstallation<Said>(said: Said, currencies: readonly Currency[]): Said {
  if (areDefault(currencies)) return said
  return remakeSchemas(said, (schema) => makerOf(schema)?.(currencies, schema))
}

/**
 * What an answer is written with: also of a currency that this process does not know. While processes are replaced by
 * ones that take more, those of the old list read what the others write.
 */
export function writingAnyCurrency<Said>(said: Said): Said {
  return remakeSchemas(said, (schema) => {
    if (makerOf(schema) === undefined) return undefined
    if (schema.properties === undefined) return Type.Unsafe({ type: 'string' })
    const [any] = Object.values(schema.properties)
    return { ...schema, additionalProperties: any }
  })
}

function makerOf({ title }: SchemaPart) {
  return title !== undefined && Object.hasOwn(SCHEMAS, title) ? SCHEMAS[title] : undefined
}
