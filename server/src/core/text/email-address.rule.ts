import { domainToASCII, domainToUnicode } from 'node:url'

/**
 * The one form in which an e-mail address of somebody that the service may write to is stored, compared and counted: in
 * lower case, its domain in ASCII (IDNA, `bücher.example` is `xn--bcher-kva.example`) and without a dot at its end. The local
 * part has the letters of ASCII alone: many mail servers take no others (SMTPUTF8), and theirs have look-alikes.
 * @returns undefined for a text that is not exactly one address: with a name, comments, quotes, or a second address
 */
export function canonicalEmail(text: string): string | undefined {
  const parts = partsOf(text)
  return parts !== undefined && LOCAL.test(parts.local) ? joined(parts) : undefined
}

/**
 * Whether a text is the e-mail address of a customer. No mail is sent to it, so its local part may have letters of any
 * language.
 */
export function isCustomerEmail(text: string): boolean {
  const parts = partsOf(text)
  return parts !== undefined && CUSTOMER_LOCAL.test(parts.local)
}

/**
 * The forms under which a customer's e-mail may have been hashed (D25: trimmed and in lower case, as it was sent): as it is
 * written here, and with its domain in ASCII and in Unicode.
 */
export function customerEmailForms(text: string): string[] {
  const written = text.trim().toLowerCase()
  const parts = partsOf(written)
  if (parts === undefined) return [written]
  const { local, domain } = parts
  return [...new Set([written, `${local}@${domain}`, `${local}@${domainToUnicode(domain)}`])]
}

const ADDRESS_CHARS = 254
const DOMAIN_CHARS = 253
const LOCAL = /^(?!\.)(?!.*\.\.)(?!.*\.$)[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}$/
const CUSTOMER_LOCAL = /^[^\s\p{C}@<>()[\]\\,;:"]{1,64}$/u

interface Parts {
  local: string
  domain: string
}

function partsOf(text: string): Parts | undefined {
  const address = text.trim()
  const at = address.lastIndexOf('@')
  if (at < 1 || address.length > ADDRESS_CHARS) return undefined
  const domain = asciiDomain(address.slice(at + 1))
  return domain === undefined ? undefined : { local: address.slice(0, at), domain }
}

function joined({ local, domain }: Parts): string | undefined {
  const address = `${local.toLowerCase()}@${domain}`
  return address.length <= ADDRESS_CHARS ? address : undefined
}

/** Other characters would be read as parts of a URL, or dropped without a trace. */
const DOMAIN = /^[\p{L}\p{N}\p{M}.\u3002\uff0e\uff61-]+$/u
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** A name whose last part is not a number, which would make it an IP address. */
const HOST = new RegExp(`^(?!(?:.*\\.)?[0-9]+$)${LABEL}(?:\\.${LABEL})*$`)

function asciiDomain(text: string): string | undefined {
  if (!DOMAIN.test(text)) return undefined
  const domain = domainToASCII(text).replace(/\.$/, '')
  return domain.length <= DOMAIN_CHARS && HOST.test(domain) ? domain : undefined
}
