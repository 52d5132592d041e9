import { foldLinkCode } from '../../partners/enrollments/link-code.rule.ts'

/**
 * Normalizes a value to the form in which codes are compared (D59): without surrounding punctuation, in lowercase.
 * No two codes differ only by case, and none starts or ends with punctuation.
 */
export function normalizeCode(value: string): string {
  const characters = [...value]
  const isCodeCharacter = (character: string) => /[\p{L}\p{M}\p{N}]/u.test(character)
  const trimmed = characters.slice(
    characters.findIndex(isCodeCharacter),
    characters.findLastIndex(isCodeCharacter) + 1,
  )
  return foldLinkCode(trimmed.join(''))
}
