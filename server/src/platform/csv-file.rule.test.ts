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
    if (!step.done) records.push(step.value)
    else return step.value === undefined ? { records } : { brokenLine: step.value.line }
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
  ])('%s', (_name, text, cells) => expect(cellsOf(text)).toEqual(cells))

  it.each([
    ['a quote that does not end', 'a\n"b', 2],
    ['text after a quote', 'a\nb\n"c"d\n', 3],
    ['a quote inside a plain cell', 'a"b\n', 1],
    ['after a cell of two lines', '"a\nb"\n"c', 3],
  ])('%s is broken in its line', (_name, text, brokenLine) => {
    expect(readAll(text)).toEqual({ brokenLine })
  })

  it('tells the line that a record begins on', () => {
    const file = readAll('a\n"b\nc"\n\nd\n')
    expect('records' in file && file.records.map(({ line }) => line)).toEqual([1, 2, 5])
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
