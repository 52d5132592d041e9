import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine, removeGuard } from './csv.rule.ts'

describe('csvLine follows RFC 4180', () => {
  test.each([
    { name: 'plain cells', cells: ['a', 'b'], line: 'a,b\r\n' },
    { name: 'a comma', cells: ['a,b', 'c'], line: '"a,b",c\r\n' },
    { name: 'a quote', cells: ['say "hi"'], line: '"say ""hi"""\r\n' },
    { name: 'a line break', cells: ['a\nb', 'c\r\nd'], line: '"a\nb","c\r\nd"\r\n' },
    { name: 'empty cells', cells: [null, '', 'x'], line: ',,x\r\n' },
    { name: 'numbers, including negative ones', cells: [4900, -1, 0], line: '4900,-1,0\r\n' },
    { name: 'large numbers', cells: [{ digits: '-12.50' }, { digits: '7' }], line: '-12.50,7\r\n' },
    { name: 'non-Latin letters', cells: ['Nguyễn', '株'], line: 'Nguyễn,株\r\n' },
  ])('for $name', ({ cells, line }) => expect(csvLine(cells)).toBe(line))
})

describe('csvLine guards exactly the cells that a spreadsheet would run as formulas', () => {
  test.each([
    { cell: '=1+1', written: "'=1+1" },
    { cell: '+49 30 1', written: "'+49 30 1" },
    { cell: '-2', written: "'-2" },
    { cell: '@SUM(A1)', written: "'@SUM(A1)" },
    { cell: '\t=1', written: "'\t'=1" },
    { cell: '\r=1', written: '"\'\r\'=1"' },
    { cell: ' =1', written: "' =1" },
    { cell: '＝1', written: "'＝1" },
    { cell: '=HYPERLINK("http://x","y")', written: '"\'=HYPERLINK(""http://x"",""y"")"' },
    { cell: "x;=cmd|' /C calc'!A0", written: "x;'=cmd|' /C calc'!A0" },
    { cell: 'x\t=1', written: "x\t'=1" },
    { cell: 'x\n +1', written: '"x\n\' +1"' },
    { cell: 'x; @a;-b', written: "x;' @a;'-b" },
    { cell: 'a;b', written: 'a;b' },
    { cell: 'a=1', written: 'a=1' },
    { cell: 'order-1', written: 'order-1' },
  ])('$cell', ({ cell, written }) => {
    const line = csvLine([cell])
    expect(line).toBe(`${written}\r\n`)
    expect(removeGuard(parse(line)[0] ?? '')).toBe(cell)
  })
})

/** An independent RFC 4180 parser. */
function parse(line: string): string[] {
  return [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}

test('csvLine output reads back unchanged except for apostrophes (property)', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(';', '\t', '\n', '\r', ' ', '=', '-', '"', ',', "'", 'a') }),
  )
  const withoutApostrophe = (cell: string | undefined) => cell?.replaceAll("'", '')
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 6 }), (cells) => {
      const parsed = parse(csvLine(cells))
      expect(parsed).toHaveLength(cells.length)
      for (const [index, cell] of cells.entries())
        expect(withoutApostrophe(parsed[index])).toBe(withoutApostrophe(cell))
      for (const cell of parsed) {
        expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
        expect(cell).not.toMatch(/[;\t\r\n][=+\-@]/)
      }
    }),
  )
})
