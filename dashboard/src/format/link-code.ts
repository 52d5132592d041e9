import { t } from '../messages/shared-text.ts'

/** The link codes that the service accepts. */
const LINK_CODE = /^[A-Za-z0-9](?:[A-Za-z0-9._~-]{0,62}[A-Za-z0-9])?$/
const PLACEHOLDER = /^(?:undefined|null|nan|none|true|false|aff|ref|via)$/i

/**
 * Returns a hint on what to enter instead; undefined if the code is valid or empty (the service then generates one).
 */
export function linkCodeError(code: string): string | undefined {
  if (code === '') return undefined
  if (!LINK_CODE.test(code)) {
    return t('format.useLettersDigitsAndWithout')
  }
  return PLACEHOLDER.test(code) ? t('format.thisCodeIsReservedChoose') : undefined
}

const SUGGESTED_CHARS = 32

/**
 * Suggests a link code from a partner's name: `Zoë van Dam` becomes `zoe-van-dam`. Empty if the name has no usable
 * characters.
 */
export function suggestLinkCode(name: string): string {
  const code = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SUGGESTED_CHARS + 1)
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, SUGGESTED_CHARS)
    .replace(/-+$/, '')
  return linkCodeError(code) === undefined ? code : ''
}
