import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine } from './csv.rule.ts'

describe('a line of CSV follows RFC 4180', () => {
  test.each([
    { name: 'plain cells', cells: ['a', 'b'], line: 'a,b\r\n' },
    { name: 'a comma', cells: ['a,b', 'c'], line: '"a,b",c\r\n' },
    { name: 'a quote', cells: ['say "hi"'], line: '"say ""hi"""\r\n' },
    { name: 'a line break', cells: ['a\nb', 'c\r\nd'], line: '"a\nb","c\r\nd"\r\n' },
    { name: 'nothing', cells: [null, '', 'x'], line: ',,x\r\n' },
    { name: 'numbers, a negative one too', cells: [4900, -1, 0], line: '4900,-1,0\r\n' },
    { name: 'digits of ours', cells: [{ digits: '-12.50' }, { digits: '7' }], line: '-12.50,7\r\n' },
    { name: 'letters of any script', cells: ['Nguyễn', '株'], line: 'Nguyễn,株\r\n' },
  ])('$name', ({ cells, line }) => expect(csvLine(cells)).toBe(line))
})

describe('a text that a spreadsheet would run is shown as text', () => {
  test.each([
    { cell: '=1+1', written: "'=1+1" },
    { cell: '+49 30 1', written: "'+49 30 1" },
    { cell: '-2', written: "'-2" },
    { cell: '@SUM(A1)', written: "'@SUM(A1)" },
    { cell: '\t=1', written: "'\t=1" },
    { cell: '\r=1', written: '"\'\r=1"' },
    { cell: ' =1', written: "' =1" },
    { cell: '＝1', written: "'＝1" },
    { cell: '=HYPERLINK("http://x","y")', written: '"\'=HYPERLINK(""http://x"",""y"")"' },
    { cell: 'a=1', written: 'a=1' },
    { cell: 'order-1', written: 'order-1' },
  ])('$cell', ({ cell, written }) => expect(csvLine([cell])).toBe(`${written}\r\n`))
})

/** An independent reader of RFC 4180. */
function parse(line: string): string[] {
  return [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}

test('what is written reads back as it was, but for the apostrophe', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 6 }), (cells) => {
      const read = parse(csvLine(cells))
      expect(read).toHaveLength(cells.length)
      for (const [index, cell] of cells.entries()) expect([cell, `'${cell}`]).toContain(read[index])
      for (const cell of read) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
    }),
  )
})
