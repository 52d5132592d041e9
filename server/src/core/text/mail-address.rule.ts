import { canonicalEmail } from './email-address.rule.ts'

/** The sender or recipient of a mail. */
export interface Mailbox {
  /** Display name; empty if there is none. */
  name: string
  address: string
}

/** Parses `Name <address>` or a plain address; undefined if it is neither. */
export function parseMailbox(text: string): Mailbox | undefined {
  const match = /^(?:([^<>]*)<([^<>]*)>|([^<>]*))$/.exec(text.trim())
  if (match === null) return undefined
  const [, name = '', bracketed, bare] = match
  const address = canonicalEmail(bracketed ?? bare ?? '')
  if (address === undefined) return undefined
  const displayName = name.trim().replace(/^"(.*)"$/, '$1')
  return /[\p{Cc}"\\]/u.test(displayName) ? undefined : { name: displayName, address }
}

/** Makes a name safe for a mail header or sentence: one line, no control or direction characters, limited length. */
export function cleanName(text: string, most = 100): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...line]
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}
