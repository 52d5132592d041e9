/** Of one text. A page that people read stays far below; what exceeds them takes the parser quadratic time. */
export const MARKDOWN_MOST = { lines: 1_000, quotedLines: 100, marks: 5_000 }

/**
 * Checks in linear time whether a Markdown text is cheap to render. The parser goes through the rest of a quote for each
 * quoted line in it, and through a paragraph for each delimiter.
 * @returns what is too much, for an error; undefined for a text that may be rendered
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

/** Quote markers may stand behind those of lists. */
const QUOTED = /^[\s\d*+.)-]*>/

const MARKS = /[*_~`[\]()<>&\\!"]/g
