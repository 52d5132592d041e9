import { t } from '../messages/shared-text.ts'

/** What the service accepts as the code of a new link. */
const LINK_CODE = /^[A-Za-z0-9](?:[A-Za-z0-9._~-]{0,62}[A-Za-z0-9])?$/
const PLACEHOLDER = /^(?:undefined|null|nan|none|true|false|aff|ref|via)$/i

/** Returns what to type instead; undefined for a valid code, and for none: the service then generates one. */
export function faultOfCode(code: string): string | undefined {
  if (code === '') return undefined
  if (!LINK_CODE.test(code)) {
    return t('format.useLettersDigitsAndWithout')
  }
  return PLACEHOLDER.test(code) ? t('format.thisCodeIsReservedChoose') : undefined
}
