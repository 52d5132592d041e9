import { isDisplayName } from '../../core/text/display-text.rule.ts'

/**
 * Normalizes a tag: lower case, composed characters, and single spaces only between words.
 * @returns undefined if it is empty, longer than `maxChars` or has invisible characters
 */
export function normalizeTag(text: string, maxChars: number): string | undefined {
  // A code point has at most two UTF-16 units, so longer text is rejected early.
  if (text.length > 4 * maxChars || !text.isWellFormed()) return undefined
  const tag = text.toLowerCase().normalize('NFC').trim().replace(/\s+/gu, ' ')
  if (tag === '' || !isDisplayName(tag) || [...tag].length > maxChars) return undefined
  return tag
}
