/**
 * Returns the known name that an unknown one most likely means: another case style, one or two typos, or one contained
 * in the other (`rate` and `rateBps`). Returns undefined if none is close.
 */
export function nearestName(name: string, knownNames: readonly string[]): string | undefined {
  const words = splitName(name.slice(0, MAX_CHARS))
  const letters = words.join('')
  const candidates = knownNames.map((one) => ({
    one,
    words: splitName(one),
    letters: splitName(one).join(''),
  }))
  const exactMatch = candidates.find((candidate) => candidate.letters === letters)
  if (exactMatch !== undefined) return exactMatch.one
  const sortedByDistance = candidates
    .map((candidate) => ({ ...candidate, distance: editDistance(letters, candidate.letters) }))
    .sort((a, b) => a.distance - b.distance)
  const [closest] = sortedByDistance
  const maxTypos = Math.floor(letters.length / 3)
  if (closest !== undefined && closest.distance <= maxTypos) return closest.one
  return sortedByDistance.find(
    (candidate) => containsAll(candidate.words, words) || containsAll(words, candidate.words),
  )?.one
}

/** Splits a name of any case style into lower-case words: `refundAmount_cents` is refund, amount, cents. */
export function splitName(name: string): string[] {
  return name
    .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
}

const MAX_CHARS = 64

function containsAll(words: readonly string[], wantedWords: readonly string[]): boolean {
  return wantedWords.length > 0 && wantedWords.every((word) => words.includes(word))
}

/** Returns the Levenshtein distance. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1]
    for (let column = 0; column < b.length; column++) {
      const substitution = (row[column] ?? 0) + (letter === b[column] ? 0 : 1)
      next.push(Math.min(substitution, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
