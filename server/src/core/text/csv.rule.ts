/** A cell: text from outside is guarded, a number, or digits of ours, is written as it is, null is an empty cell. */
export type CsvCell = string | number | { digits: string } | null

/**
 * One line of a CSV file (RFC 4180): cells that hold a comma, a quote or a line break are quoted, quotes inside
 * are doubled, the line ends with CRLF.
 *
 * A spreadsheet runs a cell that begins like a formula, so such a text gets an apostrophe in front, which
 * spreadsheets take for "this is text". Where the locale's separator is a semicolon or a tab, a cell ends there whatever
 * is quoted, so what follows one, or a line break, is guarded as well. Numbers are ours and need none.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** The text that a cell of our own files was written from: without the apostrophe of the guard. */
export function unguarded(cell: string): string {
  const text = cell.replace(GUARD_INSIDE, '')
  return text.startsWith("'") && STARTS_LIKE_A_FORMULA.test(text.slice(1)) ? text.slice(1) : text
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return cell.digits
  const text = guarded(cell)
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function guarded(cell: string): string {
  const text = cell.replace(FORMULA_INSIDE, "'")
  return STARTS_LIKE_A_FORMULA.test(cell) ? `'${text}` : text
}

/** Also after spaces, and in the full-width forms that spreadsheets of East Asian locales accept. */
const STARTS_LIKE_A_FORMULA = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/
/** Right before the sign there is no other separator: many in a row are walked once. */
const FORMULA_INSIDE = /(?<=[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠])/g
const GUARD_INSIDE = /(?<=[;\t\r\n])'(?=[^\S\t\r\n]*[=+\-@＝＋－＠])/g
const NEEDS_QUOTES = /[",\r\n]/
