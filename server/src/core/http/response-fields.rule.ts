type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

type ResponseFields<Row> = {
  [Name in keyof Row as Name extends string ? CamelCase<Name> : never]: Date extends Row[Name]
    ? Exclude<Row[Name], Date> | string
    : Row[Name]
}

/**
 * Returns a row's columns as response fields: names in camelCase, timestamps in ISO 8601. A response only contains the
 * fields of its schema, so a row may have more.
 */
export function toResponseFields<Row extends object>(row: Row): ResponseFields<Row> {
  const fields = Object.entries(row).map(([name, value]) => [
    name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(fields) as ResponseFields<Row> // safe because the type converts names and timestamps alike
}
