/** A program's rules for coupon codes that partners choose. */
export interface OwnCodeRules {
  pattern: string
  minChars: number
  maxChars: number
}

/** Suggests a code that the rules allow, based on the first word of the partner's name if it has Latin letters. */
export function suggestOwnCode(name: string, { pattern, minChars, maxChars }: OwnCodeRules): string {
  const [start = '', end = ''] = pattern.toUpperCase().split('*')
  const ascii = name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  const word = /[A-Z0-9]+/.exec(ascii)?.[0] ?? 'CODE'
  const fixed = start.length + end.length
  return `${start}${word.padEnd(minChars - fixed, '0').slice(0, maxChars - fixed)}${end}`
}

export type OwnCodeProblem = 'length' | 'characters' | 'pattern'

/** Returns every problem with a partner's code, by the service's rules. */
export function ownCodeProblems(
  code: string,
  { pattern, minChars, maxChars }: OwnCodeRules,
): OwnCodeProblem[] {
  const key = code.trim().toLowerCase()
  const [start = '', end = ''] = pattern.toLowerCase().split('*')
  const fixed = start.length + end.length
  const matchesPattern = fixed === 0 || (key.startsWith(start) && key.endsWith(end) && key.length > fixed)
  return [
    ...(key.length < minChars || key.length > maxChars ? (['length'] as const) : []),
    ...(/^[a-z0-9._-]*$/.test(key) ? [] : (['characters'] as const)),
    ...(matchesPattern ? [] : (['pattern'] as const)),
  ]
}
