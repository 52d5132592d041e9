/**
 * The names of a call's fields as the API has them: `customerKey` becomes `customer_key`. What stands inside a
 * field (`additionalData`) is the caller's and stays as it is.
 */
export function toWire(input: object): Record<string, unknown> {
  return rename(input, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}

/** The names of an event's data as TypeScript has them: `sale_id` becomes `saleId`. */
export function fromWire(data: object): Record<string, unknown> {
  return rename(data, (name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))
}

function rename(fields: object, by: (name: string) => string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [by(name), value]))
}
