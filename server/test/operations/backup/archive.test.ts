import { createHash, randomBytes } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Decrypter } from 'age-encryption'
import { expect, test } from 'vitest'
import type { Manifest } from '../../../src/operations/backup/backup.ts'
import { decryptManifest, encryptManifest } from '../../../src/operations/backup/encryption.flow.ts'
import { folderStore } from '../../../src/operations/backup/folder-store.adapter.ts'
import { backupLimits } from '../../../src/operations/backup/limits.ts'
import { pruneBackups } from '../../../src/operations/backup/prune-backups.flow.ts'
import { checkArchive, readArchive } from '../../../src/operations/backup/read-archive.flow.ts'
import { writeArchive } from '../../../src/operations/backup/write-archive.flow.ts'
import { newFolder } from '../../new-folder.ts'

const NAME = 'affiliate-20260310T120000Z-0a1b2c'
const PASSPHRASE = 'a sufficiently long passphrase'

/** Content that fills two files and starts a third. */
const content = randomBytes(2 * backupLimits.backupFileBytes + 12_345)

/** Each backup is written once, because its encryption takes longer than the tests. */
const written = {
  encrypted: await writeAll(newFolder(), PASSPHRASE),
  plain: await writeAll(newFolder(), undefined),
}

/** Returns a copy that a test may damage. */
function copyBackup({ folder, manifest, passphrase }: WrittenBackup): WrittenBackup {
  const copy = newFolder()
  cpSync(folder, copy, { recursive: true })
  return backupIn(copy, manifest, passphrase)
}

type WrittenBackup = ReturnType<typeof backupIn>

function backupIn(folder: string, manifest: Manifest, passphrase: string | undefined) {
  return {
    folder,
    store: folderStore(folder),
    manifest,
    passphrase,
    path: (index: number) => join(folder, NAME, `data.0000${index}`),
  }
}

/** Writes the content and returns its manifest entries. */
async function writeAll(folder: string, used: string | undefined) {
  const store = folderStore(folder)
  const draft = await store.begin(NAME)
  async function* inUnevenChunks() {
    for (let at = 0; at < content.length; at += 1_000_003) yield content.subarray(at, at + 1_000_003)
  }
  const archive = await writeArchive(draft, inUnevenChunks(), used)
  await draft.finish('{}')
  const encryption = used === undefined ? null : 'age'
  // safe because only these manifest fields are read
  return backupIn(folder, { name: NAME, ...archive, encryption } as Manifest, used)
}

test.each([
  ['encrypted', written.encrypted],
  ['not encrypted', written.plain],
])('reads back an archive of several files unchanged: %s', async (_, backup) => {
  expect(backup.manifest).toMatchObject({ archiveBytes: content.length, files: { length: 3 } })
  const read: Uint8Array[] = []
  for await (const bytes of readArchive(backup)) read.push(bytes)
  expect(Buffer.concat(read).equals(content)).toBe(true)
})

test('detects swapped files, even with a matching manifest', async () => {
  const backup = copyBackup(written.encrypted)
  const [first, second] = [backup.path(0), backup.path(1)]
  renameSync(first, `${first}.kept`)
  renameSync(second, first)
  renameSync(`${first}.kept`, second)
  await expect(checkArchive(backup)).rejects.toMatchObject({
    code: 'reordered',
    message: expect.stringMatching(/data\.00000 has the content of data\.00001/),
  })
  const [one, two, ...others] = backup.manifest.files
  const files = [
    { ...two, name: 'data.00000' },
    { ...one, name: 'data.00001' },
    ...others,
  ] as Manifest['files']
  await expect(checkArchive({ ...backup, manifest: { ...backup.manifest, files } })).rejects.toMatchObject({
    code: 'altered',
    message: expect.stringMatching(/cannot be decrypted/),
  })
})

test('detects a missing last file, even with a matching manifest', async () => {
  const backup = written.encrypted
  const files = backup.manifest.files.slice(0, 2)
  await expect(checkArchive({ ...backup, manifest: { ...backup.manifest, files } })).rejects.toMatchObject({
    code: 'truncated',
  })
  const { plain } = written
  const shorter = { ...plain.manifest, files: plain.manifest.files.slice(0, 2) }
  await expect(checkArchive({ ...plain, manifest: shorter })).rejects.toMatchObject({ code: 'truncated' })
})

test('detects a replaced file', async () => {
  const backup = copyBackup(written.encrypted)
  copyFileSync(backup.path(1), backup.path(0))
  await expect(checkArchive(backup)).rejects.toMatchObject({ code: 'reordered' })
})

test('does not list an unfinished backup, and deletes it once it is abandoned', async () => {
  const folder = newFolder()
  const store = folderStore(folder)
  const draft = await store.begin(NAME)
  await draft.write('data.00000', Buffer.from('half'))
  expect([await store.list(), await store.listUnfinished()]).toEqual([[], [NAME]])
  const begun = Date.parse('2026-03-10T12:00:00Z')
  expect(await pruneBackups(store, 1, new Date(begun + backupLimits.backupUnfinishedMs))).toEqual([])
  expect(readdirSync(folder)).toHaveLength(1)
  expect(await pruneBackups(store, undefined, new Date(begun + backupLimits.backupUnfinishedMs + 1))).toEqual(
    [],
  )
  expect(readdirSync(folder)).toEqual([])
})

test('leaves no backup after an interrupted deletion', async () => {
  const { folder, store } = copyBackup(written.plain)
  expect(await store.list()).toEqual([NAME])
  await store.remove(NAME)
  expect([await store.list(), existsSync(join(folder, NAME))]).toEqual([[], false])
})

test('writes files that together form an age file that other tools can open', async () => {
  const backup = written.encrypted
  const encrypted = Buffer.concat([0, 1, 2].map((index) => readFileSync(backup.path(index))))
  const decrypter = new Decrypter()
  decrypter.addPassphrase(PASSPHRASE)
  expect(Buffer.from(await decrypter.decrypt(encrypted)).equals(content)).toBe(true)
})

test('detects a changed bit, even with a matching manifest', async () => {
  const backup = copyBackup(written.encrypted)
  const path = backup.path(1)
  const bytes = readFileSync(path)
  bytes[1_000] = (bytes[1_000] ?? 0) ^ 1
  writeFileSync(path, bytes)
  await expect(checkArchive(backup)).rejects.toMatchObject({ code: 'altered' })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const files = backup.manifest.files.map((file, index) => (index === 1 ? { ...file, sha256 } : file))
  await expect(checkArchive({ ...backup, manifest: { ...backup.manifest, files } })).rejects.toMatchObject({
    code: 'altered',
    message: expect.stringMatching(/cannot be decrypted/),
  })
})

test.each([
  ['with a passphrase', PASSPHRASE],
  ['without a passphrase', undefined],
])('detects any change to a manifest: %s', async (_, passphrase) => {
  const unencrypted = { name: NAME, encryption: passphrase === undefined ? null : 'age', migration: '0025' }
  const sealed = JSON.parse(await encryptManifest(unencrypted, passphrase, 'the secret, ä'))
  const appSecret = passphrase === undefined ? undefined : 'the secret, ä'
  expect(await decryptManifest(sealed, passphrase)).toEqual({ appSecret })
  await expect(decryptManifest({ ...sealed, migration: '0024' }, passphrase)).rejects.toMatchObject({
    code: 'altered',
  })
  await expect(decryptManifest(sealed, 'another passphrase')).rejects.toMatchObject({
    code: 'wrong_passphrase',
  })
})
