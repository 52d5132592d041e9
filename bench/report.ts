import {
  type Comparison,
  type MachineLoad,
  type Measurement,
  type MeasurementFigure,
  median,
  ratios,
} from './rounds.ts'

/** Whether other processes had more runnable threads than there are CPUs, which slows down the benchmark. */
export function isNoisy({ othersRunnable }: MachineLoad, cores: number): boolean {
  return othersRunnable > cores
}

/** Returns the file to update, or none after a noisy run, whose results are only printed. */
export function fileToUpdate(
  readme: string | undefined,
  load: MachineLoad,
  cores: number,
): string | undefined {
  return isNoisy(load, cores) ? undefined : readme
}

/** Describes the machine's load during a part. */
export function loadText(load: MachineLoad, cores: number): string {
  const { average, othersRunnable, othersPercent } = load
  const noisy = isNoisy(load, cores)
    ? ` **Noisy: other processes kept all ${cores} CPUs busy, so these figures are not usable.**`
    : ''
  return `Load average ${number(average, 1)} at the start; other processes: load ${number(othersRunnable, 1)}, ${number(othersPercent)}% of the CPUs.${noisy}`
}

/** Columns with the conditions under which a row was measured. */
export const CONDITIONS = ['connections', 'load average', 'other CPU %']

/** Formats the connections, the load average at the start, and other processes' CPU time. */
export function conditionCells(measured: Pick<Measurement, 'connections' | 'machine'>[]): string[] {
  const [first] = measured
  if (first === undefined) return ['', '', '']
  return [number(first.connections), ...loadCells(measured.map(({ machine }) => machine))]
}

/** Formats the load average at the start of the first round, and other processes' CPU time. */
export function loadCells(loads: MachineLoad[]): string[] {
  const percent = spread(toFigure(loads.map(({ othersPercent }) => othersPercent)))
  return [number(loads[0]?.average ?? 0, 1), percent]
}

/** The median, minimum and maximum of several rounds. */
export interface Figure {
  median: number
  least: number
  most: number
}

export function toFigure(values: number[]): Figure {
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
  ratio: (subject: Measurement, baseline: Measurement) => number,
  target: Target,
): string {
  const found = ratios(comparison, ratio)
  return table(
    ['what', 'per second', 'p50 ms', 'p99 ms', ...CONDITIONS, 'ratio (min … max)', 'target'],
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

function measuredCells(measured: Measurement[]): string[] {
  const of = (key: MeasurementFigure) => median(measured.map((one) => one[key]))
  return [
    number(of('ratePerSecond')),
    number(of('p50Ms'), 2),
    number(of('p99Ms'), 2),
    ...conditionCells(measured),
  ]
}

/**
 * Puts a machine's results into a section, which has each machine type's latest results under a separate heading.
 * @param section the section's current text; undefined if it is new
 */
export function formatMachineSection(
  section: string | undefined,
  { title, machine, results }: { title: string; machine: string; results: string },
): string {
  const blocks = new Map<string, string>()
  for (const block of section?.split(/^### /m).slice(1) ?? []) {
    const [heading = '', ...rest] = block.split('\n')
    blocks.set(heading.trim(), rest.join('\n').trim())
  }
  blocks.set(machine, results.trim())
  return [`## ${title}`, ...[...blocks].map(([heading, text]) => `### ${heading}\n\n${text}`)].join('\n\n')
}

/** Returns the text between a section's markers; undefined if there is none. */
export function findSection(text: string, name: string): string | undefined {
  const [, rest] = text.split(`<!-- bench:${name} -->`)
  return rest?.split(`<!-- /bench:${name} -->`, 1)[0]?.trim()
}

/** Replaces the section with this name, or appends it. Text outside the markers is left unchanged. */
export function replaceSection(text: string, name: string, section: string): string {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const marked = `${begin}\n\n${section.trim()}\n\n${end}`
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from === -1 && to === -1) return `${text.trimEnd()}\n\n${marked}\n`
  if (from === -1 || to < from) throw new Error(`the markers of ${name} don't form a pair`)
  return text.slice(0, from) + marked + text.slice(to + end.length)
}
