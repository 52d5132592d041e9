import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, removeGuard } from '../text/csv.rule.ts'
import { readCsv } from './read-csv.http.ts'

const LIMITS = { rows: 100_000, columns: 100 }

async function readCells(text: string) {
  const result = await readCsv(text, LIMITS)
  return result.kind === 'fault' ? result : result.records.map(({ cells }) => cells)
}

const TWO = [
  ['a', 'b'],
  ['1', '2'],
]

describe('readCsv', () => {
  it.each([
    ['CRLF', 'a,b\r\n1,2\r\n', TWO],
    ['LF', 'a,b\n1,2\n', TWO],
    ['CR', 'a,b\r1,2\r', TWO],
    ['semicolons', 'a;b\n1;2\n', TWO],
    ['tabs', 'a\tb\n1\t2', TWO],
    ['Excel’s separator line', '\uFEFFsep=;\r\na;b\r\n1;2\r\n', TWO],
    ['a custom separator in a separator line', '"SEP=|"\na|b\n1|2', TWO],
    ['a last line without a line break', 'a\n1', [['a'], ['1']]],
    ['a byte order mark', '\uFEFFa\n1\n', [['a'], ['1']]],
    ['quoted cells', '"a,b","c ""d""","e\r\nf"\n', [['a,b', 'c "d"', 'e\nf']]],
    [
      'decimal commas between semicolons',
      'a;b\n12,50;"x;y"',
      [
        ['a', 'b'],
        ['12,50', 'x;y'],
      ],
    ],
    [
      'empty cells',
      'a,,\n,b,\n',
      [
        ['a', '', ''],
        ['', 'b', ''],
      ],
    ],
    ['empty rows', 'a\n\n\r\n""\n"",""\n , \nb\n', [['a'], ['b']]],
    ['an empty last cell', 'a,', [['a', '']]],
    ['an empty file', '', []],
    ['multibyte characters at any offset', `ä,"${'𝄞ß'.repeat(3_000)}"`, [['ä', '𝄞ß'.repeat(3_000)]]],
    [
      'quoted cells with many quotes',
      `"${'""'.repeat(5_000)}","x${'""'.repeat(5_000)}"`,
      [['"'.repeat(5_000), `x${'"'.repeat(5_000)}`]],
    ],
  ])('reads %s', async (_name, text, cells) => expect(await readCells(text)).toEqual(cells))

  it.each([
    ['an unclosed quote', 'a\n"b', 2, /quotes/],
    ['text after a closing quote', 'a\nb\n"c"d\n', 3, /quotes/],
    ['a quote in an unquoted cell', 'a"b\n', 1, /quotes/],
    ['an unclosed quote after a two-line cell', '"a\r\nb"\n"c', 3, /quotes/],
    ['an odd number of quotes', '"""', 1, /quotes/],
    ['an unclosed quote in a long file', `a\n"${'x\n'.repeat(200_000)}`, 2, /quote may be missing/],
    ['too many columns', `a\n${','.repeat(100)}x`, 2, /more than 100 columns/],
    ['a row of separators only', `a\n${','.repeat(500_000)}`, 2, /more than 100 columns/],
    ['too many empty rows', `a\n${'""\n'.repeat(30_000)}`, 20_002, /more than/],
    ['a cell that is too long', `a\n${'x'.repeat(10_001)}`, 2, /more than 10000 characters/],
    ['another encoding', 'a\nb\nJos\uFFFD', 3, /UTF-8/],
  ])('reports the line of %s', async (_name, text, line, message) => {
    expect(await readCsv(text, LIMITS)).toEqual({
      kind: 'fault',
      line,
      message: expect.stringMatching(message),
    })
  })

  it('returns the line on which each record starts', async () => {
    const read = await readCsv('a\r\n"b\r\nc"\r\n\r\n\r\nd\r\n', LIMITS)
    expect('records' in read && read.records.map(({ line }) => line)).toEqual([1, 2, 6])
    const result = await readCsv('sep=;\r\na;b\r\n1;2', LIMITS)
    expect('records' in result && result.records.map(({ line }) => line)).toEqual([2, 3])
  })

  it('stops reading at the maximum number of rows', async () => {
    expect(await readCsv('head\n1\n2\n3\n4', { rows: 2, columns: 5 })).toMatchObject({
      kind: 'fault',
      line: 4,
    })
    expect(await readCsv('head\n1\n2\n', { rows: 2, columns: 5 })).toMatchObject({ kind: 'records' })
  })

  it('reads back what was written, without the formula guard’s apostrophe', async () => {
    // Line breaks are normalized to \n, as everywhere in storage.
    const cell = fc
      .string({ unit: 'binary', maxLength: 20 })
      .map((text) => text.replace(/\r\n?/g, '\n'))
      .filter((text) => removeGuard(text) === text && !text.includes('\uFFFD'))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 })), async (rows) => {
        const nonEmptyRows = rows.filter((row) => row.some((value) => value.trim() !== ''))
        // The separator is detected from the header line.
        const text = `\uFEFF${csvLine(['a', 'b'])}${rows.map(csvLine).join('')}`
        const read = await readCsv(text, LIMITS)
        if (read.kind === 'fault') throw new Error(`line ${read.line}: ${read.message}`)
        expect(read.records.slice(1).map(({ cells }) => cells.map(removeGuard))).toEqual(nonEmptyRows)
      }),
    )
  })
})
