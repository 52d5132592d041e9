/**
 * Rules for strings that may be stored (D2). PostgreSQL can't hold a NUL, and a lone surrogate has no UTF-8 form. Both
 * are rejected at the edge, at any depth, so that they never cause a database error.
 */

/** Whether text has no NUL, is well-formed UTF-16 and has at most `maxChars` code points. */
export function isStorable(text: string, maxChars: number): boolean {
  // A code point has at most two units, so longer text needs no counting.
  if (text.length > 2 * maxChars || !isWellFormed(text)) return false
  return text.length <= maxChars || [...text].length <= maxChars
}

/** Truncates text to `maxChars` code points and replaces NULs and lone surrogates with U+FFFD. */
export function toStorableText(text: string, maxChars: number): string {
  if (text.length <= maxChars && isWellFormed(text)) return text
  // A code point has at most two units, so only this much is scanned.
  const replaced = text.slice(0, 2 * maxChars + 1).replace(UNSTORABLE, '\ufffd')
  return replaced.length <= maxChars ? replaced : [...replaced].slice(0, maxChars).join('')
}

/** Returns the reason a JSON object can't be stored; undefined if it can. */
export function findUnstorable(
  value: Record<string, unknown>,
  limits: { maxBytes: number; maxDepth: number },
): 'text' | 'levels' | 'bytes' | undefined {
  let level: unknown[] = [value]
  for (let depth = 1; level.length > 0; depth++) {
    const next: unknown[] = []
    for (const node of level) {
      if (typeof node === 'string' && !isWellFormed(node)) return 'text'
      if (node === null || typeof node !== 'object') continue
      if (depth > limits.maxDepth) return 'levels'
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
