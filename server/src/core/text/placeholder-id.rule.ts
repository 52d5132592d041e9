/** Values that clients send when they print an unset variable (D56). */
const PLACEHOLDERS = new Set(['undefined', 'null', 'nan', 'none', '[object object]', 'true', 'false'])

/** Whether a value is a printed placeholder instead of an ID, in any case and with or without surrounding spaces. */
export function isPlaceholderId(value: string): boolean {
  return PLACEHOLDERS.has(value.trim().toLowerCase())
}
