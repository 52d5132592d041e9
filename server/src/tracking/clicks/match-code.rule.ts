import { foldLinkCode } from '../../partners/enrollments/link-code.rule.ts'

/**
 * Normalizes a value to a code's name (D59): without surrounding punctuation, in lower case. No two codes differ only
 * by case, and none starts or ends with punctuation.
 */
export function nameOfCode(value: string): string {
  const characters = [...value]
  const isOfCode = (character: string) => /[\p{L}\p{M}\p{N}]/u.test(character)
  const bare = characters.slice(characters.findIndex(isOfCode), characters.findLastIndex(isOfCode) + 1)
  return foldLinkCode(bare.join(''))
}
