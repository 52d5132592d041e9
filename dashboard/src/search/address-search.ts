/**
 * The parameters of an address are texts, and stay what was typed: an order may be called `1.10`, `1e5` or by twenty digits.
 * What a page takes for a number or a choice, its own reader says.
 */
export function parseSearch(text: string): Record<string, string> {
  const entries = [...new URLSearchParams(text)]
  return Object.fromEntries(entries.map(([name, value]) => [name, unquoted(value)]))
}

/** As an address ends: with a question mark, or with nothing. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) parameters.set(name, quoted(String(value)))
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/** Addresses of before have texts that might have been read as something else in the quotes of JSON. */
function unquoted(value: string): string {
  if (!value.startsWith('"')) return value
  try {
    const text: unknown = JSON.parse(value)
    return typeof text === 'string' ? text : value
  } catch {
    return value
  }
}

/** A text that has such quotes by itself keeps them within others. */
function quoted(text: string): string {
  return unquoted(text) === text ? text : JSON.stringify(text)
}
