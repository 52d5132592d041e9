/**
 * Converts field names for the API: `customerKey` becomes `customer_key`. Values such as `additionalData` stay
 * unchanged.
 */
export function toApiNames(input: object): Record<string, unknown> {
  return rename(input, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}

/** Converts an event's field names: `sale_id` becomes `saleId`. */
export function fromApiNames(data: object): Record<string, unknown> {
  return rename(data, (name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))
}

function rename(fields: object, by: (name: string) => string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [by(name), value]))
}
