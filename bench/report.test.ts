import { describe, expect, test } from 'vitest'
import { comparisonTable, conclusion, figureOf, number, putSection, spread, table } from './report.ts'

describe('figureOf', () => {
  test.each([
    ['for one round', [3], { median: 3, least: 3, most: 3 }],
    ['for three rounds in any order', [9, 1, 4], { median: 4, least: 1, most: 9 }],
    ['for an even count, with a measured median', [4, 1, 9, 2], { median: 2, least: 1, most: 9 }],
  ])('returns median, minimum and maximum %s', (_name, values, expected) => {
    expect(figureOf(values)).toEqual(expected)
  })

  test('rejects an empty list', () => {
    expect(() => figureOf([])).toThrow('at least one round')
  })

  test('formats the spread of a figure', () => {
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

test('a comparison shows the median of each side and the ratio of each round', () => {
  const measured = (ratePerSecond: number) => ({ ratePerSecond, p50Ms: 1, p95Ms: 2, p99Ms: 2.5 })
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
    '| baseline | 2,000 | 1.00 | 2.50 |  |  |',
    '| subject | 900 | 1.00 | 2.50 | 0.50 (0.45 … 0.60) | ≥ 0.5: met |',
  ])
})

describe('a section of the report', () => {
  const file = '# Title\n\n<!-- bench:a -->\n\nold\n\n<!-- /bench:a -->\n\nBetween.\n'

  test('replaces the existing one and leaves everything else unchanged', () => {
    expect(putSection(file, 'a', '\nnew\n')).toBe(
      '# Title\n\n<!-- bench:a -->\n\nnew\n\n<!-- /bench:a -->\n\nBetween.\n',
    )
  })

  test('is appended if it doesn’t exist yet', () => {
    const both = putSection(file, 'b', 'first')
    expect(both).toBe(`${file}\n<!-- bench:b -->\n\nfirst\n\n<!-- /bench:b -->\n`)
    expect(putSection(both, 'b', 'first')).toBe(both)
  })

  test('isn’t written if its markers don’t match', () => {
    expect(() => putSection('<!-- bench:a -->\nno end', 'a', 'new')).toThrow("don't form a pair")
    expect(() => putSection('<!-- /bench:a --> <!-- bench:a -->', 'a', 'new')).toThrow("don't form a pair")
  })
})
