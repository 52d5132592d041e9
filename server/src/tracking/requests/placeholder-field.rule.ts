import { isPlaceholderId } from '../../core/text/placeholder-id.rule.ts'

/**
 * Returns the first of these fields that contains whitespace or a printed placeholder instead of an ID (D56), with a
 * hint.
 */
export function findPlaceholder<Field extends string>(
  fields: Readonly<Partial<Record<Field, string | undefined>>>,
  names: readonly Field[],
): { field: Field; message: string } | undefined {
  for (const field of names) {
    const value = fields[field]
    if (value === undefined || value === '') continue
    const isBlank = value.trim() === ''
    if (!isBlank && !isPlaceholderId(value)) continue
    const message =
      `${field} is ${isBlank ? 'blank' : `"${value.trim()}"`}, which is not an ID. ` +
      'Check your code for a variable that is not set when the request is sent.'
    return { field, message }
  }
  return undefined
}
