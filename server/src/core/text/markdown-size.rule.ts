/** Limits of one text. Human-written pages stay far below; beyond them, the parser takes quadratic time. */
export const MARKDOWN_MOST = { lines: 1_000, quotedLines: 100, marks: 5_000 }

/**
 * Checks in linear time whether Markdown is cheap to render: the parser scans the rest of a quote for each
 * quoted line, and a paragraph for each delimiter.
 * @returns the exceeded limit, for an error; undefined if the text is fine
 */
export function markdownFault(text: string): string | undefined {
  const lines = text.split(/\r\n?|\n/)
  if (lines.length > MARKDOWN_MOST.lines) return `has more than ${MARKDOWN_MOST.lines} lines`
  const quotedLines = lines.filter((line) => QUOTED.test(line)).length
  if (quotedLines > MARKDOWN_MOST.quotedLines)
    return `has more than ${MARKDOWN_MOST.quotedLines} quoted lines`
  const marks = text.match(MARKS)?.length ?? 0
  if (marks > MARKDOWN_MOST.marks) return `has more than ${MARKDOWN_MOST.marks} characters of markup`
  return undefined
}

/** Quote markers may follow list markers. */
const QUOTED = /^[\s\d*+.)-]*>/

const MARKS = /[*_~`[\]()<>&\\!"]/g
