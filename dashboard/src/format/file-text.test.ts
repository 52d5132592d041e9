import { expect, test } from 'vitest'
import { textOfFile } from './file-text.ts'

const utf16 = (text: string) => Buffer.from(text, 'utf16le')

test.each([
  ['UTF-8', Buffer.from('name;Jürgen')],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFname;Jürgen')],
  ['UTF-16', utf16('name;Jürgen')],
  ['UTF-16 with a byte order mark', utf16('\uFEFFname;Jürgen')],
  ['UTF-16, the other way round', utf16('\uFEFFname;Jürgen').swap16()],
])('a file in %s is read', async (_encoding, bytes) => {
  expect(await textOfFile(new Blob([bytes]))).toBe('name;Jürgen')
})

test('another encoding leaves a sign of it', async () => {
  expect(await textOfFile(new Blob([Buffer.from('name;Jürgen', 'latin1')]))).toContain('\uFFFD')
})
