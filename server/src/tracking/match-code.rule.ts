import { foldLinkCode } from '../partners/link-code.rule.ts'

/** The names in lower case, as `foldLinkCode` makes them, under which all codes are found that a value may mean. */
export function namesOfCode(value: string): string[] {
  return [...new Set([value, bareCode(value)].map(foldLinkCode))]
}

/**
 * Finds the code that a value means (D59): the same code, else the one without punctuation around it, else the only one
 * that differs by case.
 * @param named what is known under each of `namesOfCode(value)`
 */
export function matchCode<Known extends { code: string }>(
  value: string,
  named: (name: string) => readonly Known[],
): Known | undefined {
  const folded = named(foldLinkCode(value))
  const exact = folded.find(({ code }) => code === value)
  if (exact !== undefined) return exact
  const bare = bareCode(value)
  const bareFolded = named(foldLinkCode(bare))
  return bareFolded.find(({ code }) => code === bare) ?? only(folded) ?? only(bareFolded)
}

function only<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined
}

/** Without what is neither letter nor digit at either end: quotes, brackets, a full stop, the slash of a path. */
function bareCode(value: string): string {
  const characters = [...value]
  const isOfCode = (character: string) => /[\p{L}\p{M}\p{N}]/u.test(character)
  return characters.slice(characters.findIndex(isOfCode), characters.findLastIndex(isOfCode) + 1).join('')
}
