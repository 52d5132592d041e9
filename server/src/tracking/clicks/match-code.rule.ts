import { foldLinkCode } from '../../partners/enrollments/link-code.rule.ts'

/**
 * The name of the code that a value means (D59): without punctuation around it, in lower case. No two codes differ only by
 * case, and none begins or ends with punctuation.
 */
export function nameOfCode(value: string): string {
  const characters = [...value]
  const isOfCode = (character: string) => /[\p{L}\p{M}\p{N}]/u.test(character)
  const bare = characters.slice(characters.findIndex(isOfCode), characters.findLastIndex(isOfCode) + 1)
  return foldLinkCode(bare.join(''))
}
