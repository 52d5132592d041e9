/**
 * Parses search parameters as text, because an order ID can be `1.10`, `1e5` or twenty digits long. Each page parses
 * its own numbers and enums.
 */
export function parseSearch(text: string): Record<string, string> {
  const entries = [...new URLSearchParams(text)]
  return Object.fromEntries(entries.map(([name, value]) => [name, removeQuotes(value)]))
}

/** Returns the query string with its question mark, or an empty string. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) parameters.set(name, quoteIfNeeded(String(value)))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/** Old URLs contain ambiguous values as JSON strings. */
function removeQuotes(value: string): string {
  if (!value.startsWith('"')) return value
  try {
    const text: unknown = JSON.parse(value)
    return typeof text === 'string' ? text : value
  } catch {
    return value
  }
}

/** Values that contain such quotes themselves are quoted again. */
function quoteIfNeeded(text: string): string {
  return removeQuotes(text) === text ? text : JSON.stringify(text)
}
