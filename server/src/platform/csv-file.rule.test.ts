import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, unguarded } from './csv.rule.ts'
import { type CsvRecord, readCsvFile } from './csv-file.rule.ts'

/** All records, or the line where the file is broken. */
function readAll(text: string) {
  const steps = readCsvFile(text, 1_000)
  const records: CsvRecord[] = []
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value === undefined ? { records } : { brokenLine: step.value.line }
    if (step.value !== undefined) records.push(step.value)
  }
}

const cellsOf = (text: string) => {
  const file = readAll(text)
  return 'records' in file ? file.records.map(({ cells }) => cells) : file
}

describe('readCsvFile', () => {
  it.each([
    [
      'CRLF',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'LF',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['no end of the last line', 'a\n1', [['a'], ['1']]],
    ['a byte order mark', '\uFEFFa\n1\n', [['a'], ['1']]],
    ['quoted cells', '"a,b","c ""d""","e\r\nf"\n', [['a,b', 'c "d"', 'e\r\nf']]],
    [
      'empty cells',
      'a,,\n,b,\n',
      [
        ['a', '', ''],
        ['', 'b', ''],
      ],
    ],
    ['empty lines', 'a\n\n\r\nb\n', [['a'], ['b']]],
    ['a last empty cell at the end of the file', 'a,', [['a', '']]],
    ['nothing', '', []],
    ['a quoted cell that is empty', '"",b\n', [['', 'b']]],
    ['rows of empty quoted cells', 'a\n""\n"",""\nb', [['a'], ['b']]],
    [
      'quoted cells of many pieces, also where a doubled quote stands between two',
      `"${'""'.repeat(50_000)}","x${'""'.repeat(50_000)}"`,
      [['"'.repeat(50_000), `x${'"'.repeat(50_000)}`]],
    ],
  ])('%s', (_name, text, cells) => expect(cellsOf(text)).toEqual(cells))

  it.each([
    ['a quote that does not end', 'a\n"b', 2],
    ['text after a quote', 'a\nb\n"c"d\n', 3],
    ['a quote inside a plain cell', 'a"b\n', 1],
    ['after a cell of two lines', '"a\nb"\n"c', 3],
    ['a quote at the very end', 'a\n"', 2],
    ['an odd number of quotes', '"""', 1],
    ['a return alone', 'a\rb', 1],
  ])('%s is broken in its line', (_name, text, brokenLine) => {
    expect(readAll(text)).toEqual({ brokenLine })
  })

  it('tells the line that a record begins on', () => {
    const file = readAll('a\n"b\nc"\n\nd\n')
    expect('records' in file && file.records.map(({ line }) => line)).toEqual([1, 2, 5])
  })

  it.each([
    ['empty lines', '\n'.repeat(50_000), 50_000],
    ['lines of an empty cell', '""\n'.repeat(50_000), 50_000],
    ['one cell of quotes', `"${'""'.repeat(500_000)}"`, 50],
    ['one cell of line breaks', `"${'\n'.repeat(500_000)}"`, 25],
    ['one cell that never ends', `"${'x'.repeat(500_000)}`, 25],
  ])('%s are read in many steps', (_name, text, steps) => {
    expect([...readCsvFile(text, 1_000)].length).toBeGreaterThanOrEqual(steps)
  })

  it('reads back what is written, without the apostrophe of the guard', () => {
    const cell = fc.string({ unit: 'binary' }).filter((text) => unguarded(text) === text)
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 })), (rows) => {
        const shown = rows.filter((row) => row.some((value) => value !== ''))
        const text = `\uFEFF${rows.map(csvLine).join('')}`
        const file = readAll(text)
        if (!('records' in file)) throw new Error(`line ${file.brokenLine} is broken`)
        expect(file.records.map(({ cells }) => cells.map(unguarded))).toEqual(shown)
      }),
    )
  })
})
