import Type, { type TSchema } from 'typebox'
import { namedObject } from '../http/named-schema.http.ts'
import { type SchemaPart, transformSchemas } from '../http/transform-schemas.http.ts'
import { cents } from './cents.http.ts'
import { areDefaultCurrencies, BASE_CURRENCY, type Currency, DEFAULT_CURRENCIES } from './currency.ts'

/**
 * Schemas that contain currencies. Routes are declared with the specification's three; `installationSchema` replaces
 * them with the ones in `CURRENCIES`.
 */
const SCHEMAS: Readonly<Record<string, (currencies: readonly Currency[], declared: TSchema) => TSchema>> = {
  Currency: (currencies, declared) => ({ ...declared, enum: [...currencies] }) as TSchema,
  CentsByCurrency: (currencies) => centsByCurrency(currencies),
  ExchangeRates: (currencies) => exchangeRates(currencies),
}

export const CentsByCurrency = centsByCurrency(DEFAULT_CURRENCIES)
export const ExchangeRates = exchangeRates(DEFAULT_CURRENCIES)

function centsByCurrency(currencies: readonly Currency[]) {
  return Type.Object(
    perCurrency(currencies, () => Type.Optional(cents({ minimum: 0 }))),
    { title: 'CentsByCurrency', description: 'Exact minor units, for each currency with a balance.' },
  )
}

function exchangeRates(currencies: readonly Currency[]) {
  return namedObject('ExchangeRates', rateProperties(currencies))
}

/** Properties for the exchange rate of each currency except the invoice currency. */
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

function perCurrency<Made>(currencies: readonly Currency[], create: (currency: Currency) => Made) {
  // safe because it has each of these currencies, and callers check whether a rate is present
  return Object.fromEntries(currencies.map((currency) => [currency, create(currency)])) as Record<
    Currency,
    Made
  >
}

/**
 * Returns a schema, or any object that contains schemas, with these currencies. With the specification's currencies, it
 * returns the same object.
 */
export function installationSchema<T>(declared: T, currencies: readonly Currency[]): T {
  if (areDefaultCurrencies(currencies)) return declared
  return transformSchemas(declared, (schema) => findSchemaFactory(schema)?.(currencies, schema))
}

/**
 * Makes serializers accept any currency: during a rolling update, processes with the old list read what newer ones
 * write.
 */
export function acceptingAnyCurrency<T>(declared: T): T {
  return transformSchemas(declared, (schema) => {
    if (findSchemaFactory(schema) === undefined) return undefined
    if (schema.properties === undefined) return Type.Unsafe({ type: 'string' })
    const [any] = Object.values(schema.properties)
    return { ...schema, additionalProperties: any }
  })
}

function findSchemaFactory({ title }: SchemaPart) {
  return title !== undefined && Object.hasOwn(SCHEMAS, title) ? SCHEMAS[title] : undefined
}
