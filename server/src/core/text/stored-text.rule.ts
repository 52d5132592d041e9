/**
 * Which strings may be stored (D2). PostgreSQL cannot hold a NUL, and a lone surrogate has no UTF-8 form:
 * both are refused at the edge, at any depth, so that they never become an error of the database.
 */

/** True when the text has no NUL, is well-formed UTF-16 and has at most `maxChars` code points. */
export function isStorable(text: string, maxChars: number): boolean {
  // Twice as many units hold that many code points: a longer text is not counted out.
  if (text.length > 2 * maxChars || !isWellFormed(text)) return false
  return text.length <= maxChars || [...text].length <= maxChars
}

/** What can be stored of any text: its first code points, with U+FFFD in place of a NUL or a lone surrogate. */
export function keepable(text: string, maxChars: number): string {
  if (text.length <= maxChars && isWellFormed(text)) return text
  // Twice as many units hold that many code points, however long the text is.
  const whole = text.slice(0, 2 * maxChars + 1).replace(UNSTORABLE, '\ufffd')
  return whole.length <= maxChars ? whole : [...whole].slice(0, maxChars).join('')
}

/** What is wrong with a JSON object that is to be stored as it is, or undefined when nothing is. */
export function findUnstorable(
  value: Record<string, unknown>,
  limits: { maxBytes: number; maxLevels: number },
): 'text' | 'levels' | 'bytes' | undefined {
  let level: unknown[] = [value]
  for (let depth = 1; level.length > 0; depth++) {
    const next: unknown[] = []
    for (const node of level) {
      if (typeof node === 'string' && !isWellFormed(node)) return 'text'
      if (node === null || typeof node !== 'object') continue
      if (depth > limits.maxLevels) return 'levels'
      for (const [key, child] of Object.entries(node)) {
        if (!isWellFormed(key)) return 'text'
        next.push(child)
      }
    }
    level = next
  }
  return Buffer.byteLength(JSON.stringify(value)) > limits.maxBytes ? 'bytes' : undefined
}

function isWellFormed(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

const UNSTORABLE = /\0|\p{Surrogate}/gu
