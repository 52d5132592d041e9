import { canonicalEmail } from './email-address.rule.ts'

/** Who a mail is from or for. */
export interface Mailbox {
  /** As it is shown; empty where there is none. */
  name: string
  address: string
}

/** Reads `Name <address>` or an address alone; undefined when it is neither. */
export function parseMailbox(text: string): Mailbox | undefined {
  const match = /^(?:([^<>]*)<([^<>]*)>|([^<>]*))$/.exec(text.trim())
  if (match === null) return undefined
  const [, name = '', bracketed, bare] = match
  const address = canonicalEmail(bracketed ?? bare ?? '')
  if (address === undefined) return undefined
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
