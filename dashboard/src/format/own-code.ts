/** The rules of a program for coupon codes that partners choose. */
export interface OwnCodeRules {
  pattern: string
  minChars: number
  maxChars: number
}

/** Returns a code that the rules allow, from the first word of the partner's name if it has Latin letters. */
export function exampleCode(name: string, { pattern, minChars, maxChars }: OwnCodeRules): string {
  const [start = '', end = ''] = pattern.toUpperCase().split('*')
  const ascii = name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  const word = /[A-Z0-9]+/.exec(ascii)?.[0] ?? 'CODE'
  const fixed = start.length + end.length
  return `${start}${word.padEnd(minChars - fixed, '0').slice(0, maxChars - fixed)}${end}`
}

/** Returns what is wrong with a code that a partner chose, like the service; undefined if it is allowed. */
export function ownCodeProblem(
  code: string,
  { pattern, minChars, maxChars }: OwnCodeRules,
): 'length' | 'characters' | 'pattern' | undefined {
  const key = code.trim().toLowerCase()
  if (key.length < minChars || key.length > maxChars) return 'length'
  if (!/^[a-z0-9._-]+$/.test(key)) return 'characters'
  const [start = '', end = ''] = pattern.toLowerCase().split('*')
  const isOfPattern = key.startsWith(start) && key.endsWith(end) && key.length > start.length + end.length
  return isOfPattern ? undefined : 'pattern'
}
