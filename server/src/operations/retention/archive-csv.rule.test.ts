import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ARCHIVE_HEADER, ArchiveReader, archiveLine, findClickLine } from './archive-csv.rule.ts'
import { ARCHIVE_COLUMNS } from './retention.ts'

it('distinguishes null from an empty text, and quotes values that PostgreSQL would misread', () => {
  expect(archiveLine(['a', null, '', 'b,c', 'd"e', 'f\ng', '=1+1', '\\.'])).toBe(
    'a,,"","b,c","d""e","f\ng",=1+1,"\\."\n',
  )
  expect(ARCHIVE_HEADER).toBe(`${ARCHIVE_COLUMNS.join(',')}\n`)
})

it('reads back what it wrote, in chunks of any size', () => {
  const line = fc.array(
    fc.oneof(fc.constant(null), fc.string({ unit: 'grapheme' }), fc.constantFrom('', '"', ',', '\n', '\r\n')),
    {
      minLength: 2,
      maxLength: 6,
    },
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), fc.integer({ min: 1, max: 7 }), (lines, size) => {
      const text = lines.map(archiveLine).join('')
      const reader = new ArchiveReader()
      const letters = [...text]
      const read: (string | null)[][] = []
      for (let at = 0; at < letters.length; at += size)
        read.push(...reader.read(letters.slice(at, at + size).join('')))
      expect(read).toEqual(lines)
      expect(reader.isAtEnd).toBe(true)
    }),
  )
})

it('reports a truncated line', () => {
  const reader = new ArchiveReader()
  expect([...reader.read('a,"b')]).toEqual([])
  expect(reader.isAtEnd).toBe(false)
})

it('finds the line of a click, whatever the texts of other clicks contain', () => {
  const text = fc.constantFrom(null, '', 'x', '"', '\na,forged', '"\na,forged\n"', '\n"a,', ',')
  const line = fc.tuple(fc.constantFrom('a', 'b', 'c'), text, text)
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
      const found = findClickLine(lines.map(archiveLine).join(''), 'a')
      expect(found).toEqual(lines.find(([id]) => id === 'a'))
    }),
  )
})
