import { foldLinkCode } from '../../partners/enrollments/link-code.rule.ts'

/**
 * Normalizes a value to the form used to compare codes (D59): without surrounding punctuation, in lowercase. No two
 * codes differ only by case, and none starts or ends with punctuation.
 */
export function normalizeCode(value: string): string {
  return foldLinkCode(TRIMMED_CODE.exec(value)?.[0] ?? '')
}

/** From the first letter, mark or number to the last one. */
const TRIMMED_CODE = /[\p{L}\p{M}\p{N}](?:.*[\p{L}\p{M}\p{N}])?/su
