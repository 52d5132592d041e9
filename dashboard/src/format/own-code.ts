/** The rules of a program for coupon codes that partners choose. */
export interface OwnCodeRules {
  pattern: string
  minChars: number
  maxChars: number
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
