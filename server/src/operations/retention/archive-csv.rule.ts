import { createHash } from 'node:crypto'
import { ARCHIVE_COLUMNS, type ArchivedClick } from './retention.ts'

/**
 * Formats an archive line as read by `copy … (format csv, header)` of PostgreSQL: null is nothing, an empty text is
 * `""`. Not escaped for spreadsheets, so that values are read back unchanged.
 */
export function archiveLine(values: readonly (string | null)[]): string {
  return `${values.map(cell).join(',')}\n`
}

export const ARCHIVE_HEADER = archiveLine(ARCHIVE_COLUMNS)

export function clickLine(click: ArchivedClick): string {
  return archiveLine(ARCHIVE_COLUMNS.map((column) => click[column]))
}

function cell(value: string | null): string {
  if (value === null) return ''
  return value === '' || /[",\r\n\\]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/** Parses lines written by `archiveLine` from chunks of any size. */
export class ArchiveReader {
  #cells: (string | null)[] = []
  #cell = ''
  #state: 'plain' | 'quoted' | 'closed' = 'plain'
  #wasQuoted = false

  /** Whether the text ended with a complete line. */
  get isAtEnd(): boolean {
    return this.#cells.length === 0 && this.#cell === '' && this.#state === 'plain'
  }

  /**
   * Parses a chunk.
   * @returns the lines completed by this chunk
   */
  *read(text: string): Generator<(string | null)[]> {
    for (const letter of text) {
      if (this.#state === 'quoted') {
        if (letter === '"') this.#state = 'closed'
        else this.#cell += letter
      } else if (letter === '"') {
        // A doubled quote is an escaped one.
        if (this.#state === 'closed') this.#cell += letter
        this.#state = 'quoted'
        this.#wasQuoted = true
      } else if (letter === ',' || letter === '\n') {
        this.#cells.push(this.#cell === '' && !this.#wasQuoted ? null : this.#cell)
        this.#cell = ''
        this.#state = 'plain'
        this.#wasQuoted = false
        if (letter === '\n') {
          yield this.#cells
          this.#cells = []
        }
      } else this.#cell += letter
    }
  }
}

/**
 * Finds the line of a click, of which only this line is parsed. A page title may contain text that looks like a line, but
 * then the number of quotes before it is odd.
 */
export function findClickLine(lines: string, clickId: string): (string | null)[] | undefined {
  const text = `\n${lines}`
  let isQuoted = false
  let counted = 0
  for (let at = text.indexOf(`\n${clickId},`); at !== -1; at = text.indexOf(`\n${clickId},`, at + 1)) {
    const quotes = text.slice(counted, at).split('"').length - 1
    isQuoted = isQuoted !== (quotes % 2 === 1)
    counted = at
    if (isQuoted) continue
    for (const line of new ArchiveReader().read(text.slice(at + 1))) return line
  }
  return undefined
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
