import { expect, test } from 'vitest'
import { readFileText } from './file-text.ts'

const utf16 = (text: string) => Buffer.from(text, 'utf16le')

test.each([
  ['UTF-8', Buffer.from('name;Jürgen')],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFname;Jürgen')],
  ['UTF-16', utf16('name;Jürgen')],
  ['UTF-16 with a byte order mark', utf16('\uFEFFname;Jürgen')],
  ['big-endian UTF-16', utf16('\uFEFFname;Jürgen').swap16()],
])('decodes a file in %s', async (_encoding, bytes) => {
  expect(await readFileText(new Blob([bytes]))).toBe('name;Jürgen')
})

test('decodes other encodings with replacement characters', async () => {
  expect(await readFileText(new Blob([Buffer.from('name;Jürgen', 'latin1')]))).toContain('\uFFFD')
})
