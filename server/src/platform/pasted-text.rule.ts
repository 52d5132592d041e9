/** Spaces of every width, and characters that are not seen: a mail or a PDF has them where a keyboard has none. */
const SPACES = /[\p{Zs}\t]+/gu
const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF]/g

/** One line as it is meant: plain single spaces, none around it, accents composed. */
export function pastedLine(text: string): string {
  return text.replace(INVISIBLE, '').replace(SPACES, ' ').trim().normalize('NFC')
}

/** The letters and digits of a code, in capitals: what a person puts between them, or before it, is not part of it. */
export function pastedCode(text: string): string {
  return pastedLine(text.normalize('NFKC'))
    .replace(/^(?:IBAN|BIC|SWIFT)\s*:?\s+|^(?:IBAN|BIC|SWIFT):/i, '')
    .replace(/[\s\p{Pd}.,'’/_]/gu, '')
    .toUpperCase()
}
