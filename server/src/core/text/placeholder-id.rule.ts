/** What a client sends when it prints a variable that has no value (D56). */
const PLACEHOLDERS = new Set(['undefined', 'null', 'nan', 'none', '[object object]', 'true', 'false'])

/** Whether a value cannot be an id: a printed placeholder in any case, with or without spaces around it. */
export function isPlaceholderId(value: string): boolean {
  return PLACEHOLDERS.has(value.trim().toLowerCase())
}
