/** Who a mail is from or for. */
export interface Mailbox {
  /** As it is shown; empty where there is none. */
  name: string
  address: string
}

const ADDRESS_CHARS = 254
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}$/
const DOMAIN = /^(?!.*\.\.)[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?$/u

/**
 * Whether a mail can be sent to this address: one address, without quotes, comments or anything else that could be read
 * as more than that. The domain may have letters of any language, the part before it only those of ASCII.
 */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || text.length > ADDRESS_CHARS) return false
  const local = text.slice(0, at)
  return LOCAL.test(local) && !/^\.|\.\.|\.$/.test(local) && DOMAIN.test(text.slice(at + 1))
}

/** Reads `Name <address>` or an address alone; undefined when it is neither. */
export function parseMailbox(text: string): Mailbox | undefined {
  const match = /^(?:([^<>]*)<([^<>]*)>|([^<>]*))$/.exec(text.trim())
  if (match === null) return undefined
  const [, name = '', bracketed, bare] = match
  const address = (bracketed ?? bare ?? '').trim()
  if (!isMailAddress(address)) return undefined
  const shown = name.trim().replace(/^"(.*)"$/, '$1')
  return /[\p{Cc}"\\]/u.test(shown) ? undefined : { name: shown, address }
}

/**
 * A name as it may stand in a header or a sentence of a mail: on one line, without what steers a terminal or turns text
 * around, and cut where it is no name any more.
 */
export function plainName(text: string, most = 100): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}
