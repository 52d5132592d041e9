import { domainToASCII, domainToUnicode } from 'node:url'

/**
 * Returns the canonical form of an email address that the service may write to: lower case, domain in ASCII (IDNA,
 * `bücher.example` is `xn--bcher-kva.example`), no trailing dot. The local part must be ASCII: many servers don't
 * accept anything else (SMTPUTF8), and other letters allow look-alikes.
 * @returns undefined unless the text is exactly one plain address
 */
export function canonicalEmail(text: string): string | undefined {
  const parts = parseParts(text)
  return parts !== undefined && LOCAL.test(parts.local) ? joinParts(parts) : undefined
}

/** Whether text is a customer's email address. No mail is sent to it, so its local part may be Unicode. */
export function isCustomerEmail(text: string): boolean {
  const parts = parseParts(text)
  return parts !== undefined && CUSTOMER_LOCAL.test(parts.local)
}

/**
 * Returns the forms under which a customer's email may have been hashed (D25: trimmed, lower case): as given, and with
 * its domain in ASCII and in Unicode.
 */
export function customerEmailForms(text: string): string[] {
  const normalized = text.trim().toLowerCase()
  const parts = parseParts(normalized)
  if (parts === undefined) return [normalized]
  const { local, domain } = parts
  return [...new Set([normalized, `${local}@${domain}`, `${local}@${domainToUnicode(domain)}`])]
}

const ADDRESS_CHARS = 254
const DOMAIN_CHARS = 253
const LOCAL = /^(?!\.)(?!.*\.\.)(?!.*\.$)[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}$/
const CUSTOMER_LOCAL = /^[^\s\p{C}@<>()[\]\\,;:"]{1,64}$/u

interface Parts {
  local: string
  domain: string
}

function parseParts(text: string): Parts | undefined {
  const address = text.trim()
  const at = address.lastIndexOf('@')
  if (at < 1 || address.length > ADDRESS_CHARS) return undefined
  const domain = asciiDomain(address.slice(at + 1))
  return domain === undefined ? undefined : { local: address.slice(0, at), domain }
}

function joinParts({ local, domain }: Parts): string | undefined {
  const address = `${local.toLowerCase()}@${domain}`
  return address.length <= ADDRESS_CHARS ? address : undefined
}

/** Other characters would be parsed as parts of a URL, or silently dropped. */
const DOMAIN = /^[\p{L}\p{N}\p{M}.\u3002\uff0e\uff61-]+$/u
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** A numeric last label would make the host an IP address. */
const HOST = new RegExp(`^(?!(?:.*\\.)?[0-9]+$)${LABEL}(?:\\.${LABEL})*$`)

function asciiDomain(text: string): string | undefined {
  if (!DOMAIN.test(text)) return undefined
  const domain = domainToASCII(text).replace(/\.$/, '')
  return domain.length <= DOMAIN_CHARS && HOST.test(domain) ? domain : undefined
}
