import { type Comparison, type Measured, median, ratios } from './rounds.ts'

/** The median, minimum and maximum of several rounds. */
export interface Figure {
  median: number
  least: number
  most: number
}

export function figureOf(values: number[]): Figure {
  if (values.length === 0) throw new Error('a figure needs at least one round')
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) }
}

/** Formats `0.61 (0.58 … 0.64)`. */
export function spread({ median: middle, least, most }: Figure, digits = 0): string {
  return `${number(middle, digits)} (${number(least, digits)} … ${number(most, digits)})`
}

/** Formats `14,317` or `4.40`. */
export function number(value: number, digits = 0): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** Formats a Markdown table. Cells can't contain `|`, which ends a cell. */
export function table(head: string[], rows: string[][]): string {
  const malformed = rows.find((row) => row.length !== head.length)
  if (malformed !== undefined)
    throw new Error(`a row with ${malformed.length} cells in a table of ${head.length}`)
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** A target value, and whether it is a minimum or maximum. */
export interface Target {
  at: number
  is: 'least' | 'most'
}

/** Formats `≥ 0.4: met`. */
export function conclusion(value: number, { at, is }: Target): string {
  const isMet = is === 'least' ? value >= at : value <= at
  return `${is === 'least' ? '≥' : '≤'} ${at}: ${isMet ? 'met' : '**missed**'}`
}

/** Formats the baseline, the subject and their ratio. */
export function comparisonTable(
  names: { baseline: string; subject: string },
  comparison: Comparison,
  ratio: (subject: Measured, baseline: Measured) => number,
  target: Target,
): string {
  const found = ratios(comparison, ratio)
  return table(
    ['what', 'per second', 'p50 ms', 'p99 ms', 'ratio (min … max)', 'target'],
    [
      [names.baseline, ...measuredCells(comparison.baseline), '', ''],
      [
        names.subject,
        ...measuredCells(comparison.subject),
        spread(found, 2),
        conclusion(found.median, target),
      ],
    ],
  )
}

function measuredCells(measured: Measured[]): string[] {
  const of = (key: keyof Measured) => median(measured.map((one) => one[key]))
  return [number(of('ratePerSecond')), number(of('p50Ms'), 2), number(of('p99Ms'), 2)]
}

/** Replaces the section with this name, or appends it. Text outside the markers is left as it is. */
export function putSection(text: string, name: string, section: string): string {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const marked = `${begin}\n\n${section.trim()}\n\n${end}`
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from === -1 && to === -1) return `${text.trimEnd()}\n\n${marked}\n`
  if (from === -1 || to < from) throw new Error(`the markers of ${name} don't form a pair`)
  return text.slice(0, from) + marked + text.slice(to + end.length)
}
