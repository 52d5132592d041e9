/** A cell: text from outside is guarded, a number, or digits of ours, is written as it is, null is an empty cell. */
export type CsvCell = string | number | { digits: string } | null

/**
 * One line of a CSV file (RFC 4180): cells that hold a comma, a quote or a line break are quoted, quotes inside
 * are doubled, the line ends with CRLF.
 *
 * A spreadsheet runs a cell that begins like a formula, so such a text gets an apostrophe in front, which
 * spreadsheets take for "this is text". Numbers are ours and need none.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** The text that a cell of our own files was written from: without the apostrophe of the guard. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && STARTS_LIKE_A_FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return cell.digits
  const text = STARTS_LIKE_A_FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Also after spaces, and in the full-width forms that spreadsheets of East Asian locales accept. */
const STARTS_LIKE_A_FORMULA = /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/
const NEEDS_QUOTES = /[",\r\n]/
