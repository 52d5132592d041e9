/** A cell: external text is guarded, numbers and the service's own digits are written unchanged, and null is empty. */
export type CsvCell = string | number | { digits: string } | null

/**
 * Formats a line of a CSV file (RFC 4180): cells with a comma, quote or line break are quoted, quotes are doubled, and
 * the line ends with CRLF. Spreadsheets run cells that begin like a formula, so such text is prefixed with an
 * apostrophe. In locales with semicolons or tabs, a cell ends there despite quotes, so text after one, or after a line
 * break, is guarded as well.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** Removes the guard from a cell in the service's own files. */
export function removeGuard(cell: string): string {
  const text = cell.replace(GUARD_INSIDE, '')
  return text.startsWith("'") && STARTS_LIKE_A_FORMULA.test(text.slice(1)) ? text.slice(1) : text
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return cell.digits
  const text = escapeFormula(cell)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function escapeFormula(cell: string): string {
  const text = cell.replace(FORMULA_INSIDE, "'")
  return STARTS_LIKE_A_FORMULA.test(cell) ? `'${text}` : text
}

/** Formula signs, including after spaces and in the full-width forms of East Asian locales. */
const STARTS_LIKE_A_FORMULA = /^[\t\r\n]|^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/
/** Excludes separators right before the sign, so that long runs are scanned only once. */
const FORMULA_INSIDE = /(?<=[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g
const GUARD_INSIDE = /(?<=[;\t\r\n])'(?=[^\S\t\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g
const NEEDS_QUOTES = /[",\r\n]/
