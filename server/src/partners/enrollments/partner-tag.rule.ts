import { isDisplayName } from '../../core/text/display-text.rule.ts'

/**
 * The one spelling of a tag: small letters, composed characters, single spaces within and none around. Tags that differ in
 * nothing else are one.
 * @returns undefined where nothing is left, or it is longer than `mostChars`, or holds what cannot be seen
 */
export function normaliseTag(typed: string, mostChars: number): string | undefined {
  // Twice as many units hold that many code points: what is longer is not looked at.
  if (typed.length > 4 * mostChars || !typed.isWellFormed()) return undefined
  const tag = typed.toLowerCase().normalize('NFC').trim().replace(/\s+/gu, ' ')
  if (tag === '' || !isDisplayName(tag) || [...tag].length > mostChars) return undefined
  return tag
}
