import { capitalize } from '../../core/text/capitalize.rule.ts'

const MAX_WORD_CHARS = 20

/**
 * Returns a product ID as people read it: `annual_plan` is `Annual plan`. Merchants choose these IDs for their code, and
 * processors generate them, so IDs that aren't words have no name.
 * @returns null if the ID has no readable name
 */
export function productName(productId: string): string | null {
  const words = productId.trim().split(/[-_.\s]+/)
  const isReadable = words.every(
    (word) => word.length <= MAX_WORD_CHARS && /^(?:\p{Lu}?\p{Ll}+|\p{Lu}+|\d{1,3})$/u.test(word),
  )
  if (!isReadable || !/\p{L}/u.test(productId)) return null
  const name = words.join(' ')
  return capitalize(name)
}
