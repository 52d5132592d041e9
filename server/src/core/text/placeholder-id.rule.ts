/** What clients send when they print an unset variable (D56). */
const PLACEHOLDERS = new Set(['undefined', 'null', 'nan', 'none', '[object object]', 'true', 'false'])

/** Whether a value can't be an id: a printed placeholder in any case, with or without surrounding spaces. */
export function isPlaceholderId(value: string): boolean {
  return PLACEHOLDERS.has(value.trim().toLowerCase())
}
