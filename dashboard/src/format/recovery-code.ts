const OLD = /^(.{5})(.{5})$/
const NEW = /^(.{4})(.{4})(.{4})$/

/**
 * What somebody typed as a recovery code, as the service keeps it, whatever spaces and dashes stand in it. One of twelve
 * signs has no capitals, and no sign that is read as another; in those of before, of ten, capitals are other letters. Which
 * it is only its length says, so that no code is tried twice: each try counts.
 */
export function readRecoveryCode(typed: string): string {
  const signs = typed.replace(/[\s-]/g, '')
  if (!NEW.test(signs)) return signs.replace(OLD, '$1-$2')
  return signs.toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1').replace(NEW, '$1-$2-$3')
}
