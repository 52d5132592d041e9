const OLD = /^(.{5})(.{5})$/
const NEW = /^(.{4})(.{4})(.{4})$/

/**
 * Normalizes a typed recovery code, ignoring spaces and dashes. Twelve-character codes aren't case-sensitive,
 * older ten-character codes are; the length decides, because each attempt counts.
 */
export function readRecoveryCode(typed: string): string {
  const signs = typed.replace(/[\s-]/g, '')
  if (!NEW.test(signs)) return signs.replace(OLD, '$1-$2')
  return signs.toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1').replace(NEW, '$1-$2-$3')
}
