/** Limits for one text. Pages written by people stay far below them; above them, the parser takes quadratic time. */
export const MAX_MARKDOWN = { lines: 1_000, quotedLines: 100, marks: 5_000 }

/**
 * Checks in linear time whether Markdown is cheap to render: the parser scans the rest of a quote for each quoted line,
 * and the rest of a paragraph for each delimiter.
 * @returns the exceeded limit as an error; undefined if the text is fine
 */
export function markdownError(text: string): string | undefined {
  const lines = text.split(/\r\n?|\n/)
  if (lines.length > MAX_MARKDOWN.lines) return `has more than ${MAX_MARKDOWN.lines} lines`
  const quotedLines = lines.filter((line) => QUOTED.test(line)).length
  if (quotedLines > MAX_MARKDOWN.quotedLines) return `has more than ${MAX_MARKDOWN.quotedLines} quoted lines`
  const marks = text.match(MARKUP_CHARACTERS)?.length ?? 0
  if (marks > MAX_MARKDOWN.marks) return `has more than ${MAX_MARKDOWN.marks} characters of markup`
  return undefined
}

/** Quote markers may follow list markers. */
const QUOTED = /^[\s\d*+.)-]*>/

const MARKUP_CHARACTERS = /[*_~`[\]()<>&\\!"]/g
