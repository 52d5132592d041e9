import { describe, expect, test } from 'vitest'
import {
  comparisonTable,
  conclusion,
  conditionCells,
  fileToUpdate,
  findSection,
  formatMachineSection,
  loadText,
  number,
  replaceSection,
  spread,
  table,
  toFigure,
} from './report.ts'

describe('toFigure', () => {
  test.each([
    ['for one round', [3], { median: 3, least: 3, most: 3 }],
    ['for three rounds in any order', [9, 1, 4], { median: 4, least: 1, most: 9 }],
    ['for an even count, with a measured median', [4, 1, 9, 2], { median: 2, least: 1, most: 9 }],
  ])('returns median, minimum and maximum %s', (_name, values, expected) => {
    expect(toFigure(values)).toEqual(expected)
  })

  test('rejects an empty list', () => {
    expect(() => toFigure([])).toThrow('at least one round')
  })

  test('formats a figure’s spread', () => {
    expect(spread({ median: 0.614, least: 0.58, most: 0.6449 }, 2)).toBe('0.61 (0.58 … 0.64)')
    expect(spread({ median: 14_317.4, least: 9, most: 1_000_000 })).toBe('14,317 (9 … 1,000,000)')
    expect(number(4.4, 2)).toBe('4.40')
  })
})

describe('the table', () => {
  test('has one line for the header and one for each row', () => {
    expect(
      table(
        ['what', 'ms'],
        [
          ['a', '1'],
          ['b | c', '2'],
        ],
      ),
    ).toBe('| what | ms |\n|---|---|\n| a | 1 |\n| b \\| c | 2 |')
  })

  test('rejects a row with a different number of cells', () => {
    expect(() => table(['what', 'ms'], [['a']])).toThrow('a row with 1 cells in a table of 2')
  })
})

test.each([
  ['at the minimum', 0.4, { at: 0.4, is: 'least' }, '≥ 0.4: met'],
  ['just below the minimum', 0.399, { at: 0.4, is: 'least' }, '≥ 0.4: **missed**'],
  ['at the maximum', 1.2, { at: 1.2, is: 'most' }, '≤ 1.2: met'],
  ['just above the maximum', 1.201, { at: 1.2, is: 'most' }, '≤ 1.2: **missed**'],
] as const)('compares a value with its target: %s', (_name, value, target, expected) => {
  expect(conclusion(value, target)).toBe(expected)
})

test('a comparison shows each side’s median and each round’s ratio', () => {
  const measured = (ratePerSecond: number) => ({
    ...{ ratePerSecond, p50Ms: 1, p95Ms: 2, p99Ms: 2.5, connections: 256 },
    machine: { average: 1.5, othersRunnable: 0.2, othersPercent: 3 },
  })
  const comparison = {
    baseline: [measured(1000), measured(2000), measured(3000)],
    subject: [measured(600), measured(900), measured(1500)],
  }
  const shown = comparisonTable(
    { baseline: 'baseline', subject: 'subject' },
    comparison,
    (subject, baseline) => subject.ratePerSecond / baseline.ratePerSecond,
    { at: 0.5, is: 'least' },
  )
  expect(shown.split('\n').slice(2)).toEqual([
    '| baseline | 2,000 | 1.00 | 2.50 | 256 | 1.5 | 3 (3 … 3) |  |  |',
    '| subject | 900 | 1.00 | 2.50 | 256 | 1.5 | 3 (3 … 3) | 0.50 (0.45 … 0.60) | ≥ 0.5: met |',
  ])
})

describe('a section in the report', () => {
  const file = '# Title\n\n<!-- bench:a -->\n\nold\n\n<!-- /bench:a -->\n\nBetween.\n'

  test('replaces the existing one and leaves everything else unchanged', () => {
    expect(replaceSection(file, 'a', '\nnew\n')).toBe(
      '# Title\n\n<!-- bench:a -->\n\nnew\n\n<!-- /bench:a -->\n\nBetween.\n',
    )
  })

  test('is appended if it doesn’t exist yet', () => {
    const both = replaceSection(file, 'b', 'first')
    expect(both).toBe(`${file}\n<!-- bench:b -->\n\nfirst\n\n<!-- /bench:b -->\n`)
    expect(replaceSection(both, 'b', 'first')).toBe(both)
  })

  test('isn’t written if its markers don’t match', () => {
    expect(() => replaceSection('<!-- bench:a -->\nno end', 'a', 'new')).toThrow("don't form a pair")
    expect(() => replaceSection('<!-- /bench:a --> <!-- bench:a -->', 'a', 'new')).toThrow(
      "don't form a pair",
    )
  })
})

describe('a run while the machine is doing other work', () => {
  const load = (othersRunnable: number) => ({ average: 9, othersRunnable, othersPercent: 60 })

  test.each([
    ['on a quiet machine', load(0), 2, 'README.md'],
    ['with as much other work as CPUs', load(2), 2, 'README.md'],
    ['with more other work than CPUs', load(2.1), 2, undefined],
    ['with the same other work on more CPUs', load(2.1), 4, 'README.md'],
  ])('updates the report or not: %s', (_name, measured, cores, file) => {
    expect(fileToUpdate('README.md', measured, cores)).toBe(file)
    expect(loadText(measured, cores).includes('Noisy')).toBe(file === undefined)
  })

  test('updates no file if none is requested', () => {
    expect(fileToUpdate(undefined, load(0), 2)).toBeUndefined()
  })

  test('shows the first round’s load and the range of other CPU use in each row', () => {
    const round = (average: number, othersPercent: number) => ({
      connections: 1_000,
      machine: { average, othersRunnable: 0, othersPercent },
    })
    expect(conditionCells([round(0.25, 1), round(4, 30), round(5, 7)])).toEqual([
      '1,000',
      '0.3',
      '7 (1 … 30)',
    ])
    expect(conditionCells([])).toEqual(['', '', ''])
  })
})

describe('results from several machines', () => {
  const put = (text: string, machine: string, results: string) => {
    const section = formatMachineSection(findSection(text, 'a'), { title: 'Title', machine, results })
    return replaceSection(text, 'a', section)
  }

  test('are kept side by side, with only each machine’s latest results', () => {
    const both = put(put('# File\n', 'two cores', 'slow'), 'eight cores', 'fast\n\nMore.')
    expect(findSection(both, 'a')).toBe(
      '## Title\n\n### two cores\n\nslow\n\n### eight cores\n\nfast\n\nMore.',
    )
    const again = put(both, 'two cores', 'slower')
    expect(again).toBe(both.replace('slow', 'slower'))
    expect(findSection(again, 'b')).toBeUndefined()
  })
})
