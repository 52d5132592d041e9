/** Spaces of all widths and invisible characters, which text copied from emails or PDFs contains. */
const SPACES = /[\p{Zs}\t]+/gu
const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF]/g

/** Normalizes one line: single plain spaces, trimmed, accents composed. */
export function pastedLine(text: string): string {
  return text.replace(INVISIBLE, '').replace(SPACES, ' ').trim().normalize('NFC')
}

/**
 * Normalizes a code's line: like `pastedLine`, and without line breaks and the direction marks that apps put around
 * numbers.
 */
export function pastedCodeLine(text: string): string {
  return pastedLine(text.replace(/\p{Bidi_Control}/gu, '').replace(/\s+/gu, ' '))
}

/** Normalizes a code such as an IBAN: capitals, without separators or a leading label. */
export function pastedCode(text: string): string {
  return pastedCodeLine(text.normalize('NFKC'))
    .replace(/^(?:IBAN|BIC|SWIFT)\s*:?\s+|^(?:IBAN|BIC|SWIFT):/i, '')
    .replace(/[\s\p{Pd}.,'\u2019/_]/gu, '')
    .toUpperCase()
}
