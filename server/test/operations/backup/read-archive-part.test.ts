import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { BackupStore } from '../../../src/operations/backup/backup.ts'
import { readArchivePart } from '../../../src/operations/backup/read-archive.flow.ts'

const CONTENT = ['0123456789', 'abcdefghij', 'ABCDE']
const files = CONTENT.map((text, index) => ({
  name: `data.0000${index}`,
  bytes: text.length,
  sha256: createHash('sha256').update(text).digest('hex'),
}))

test.each([
  ['within a file', { at: 12, bytes: 3 }, 'cde', ['data.00001']],
  ['at the start of a file', { at: 10, bytes: 10 }, 'abcdefghij', ['data.00001']],
  ['across files', { at: 8, bytes: 14 }, '89abcdefghijAB', ['data.00000', 'data.00001', 'data.00002']],
  ['at the end', { at: 20, bytes: 5 }, 'ABCDE', ['data.00002']],
])('reads only the files that contain a part: %s', async (_case, part, text, expectedFiles) => {
  const read: string[] = []
  const store = {
    read: async (_name: string, file: string) => {
      read.push(file)
      return Buffer.from(CONTENT[files.findIndex(({ name }) => name === file)] ?? '')
    },
  } as unknown as BackupStore // safe because reading uses nothing else
  const manifest = { name: 'clicks-1-2025-01', archiveBytes: 25, encryption: null, files }
  const { signal } = new AbortController()
  expect((await readArchivePart({ store, manifest, passphrase: undefined }, part, signal)).toString()).toBe(
    text,
  )
  expect(read).toEqual(expectedFiles)
})

test('rejects a part beyond the end', async () => {
  const store = {} as BackupStore // safe because no file contains the part
  const manifest = { name: 'clicks-1-2025-01', archiveBytes: 25, encryption: null, files }
  const part = readArchivePart(
    { store, manifest, passphrase: undefined },
    { at: 30, bytes: 1 },
    new AbortController().signal,
  )
  await expect(part).rejects.toMatchObject({ code: 'truncated' })
})
