import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { StartError } from '../errors/start-error.ts'
import { lockDataDir, tryLockDataDir } from './data-dir-lock.ts'
import { fileError } from './embedded-database.ts'

const disk = vi.hoisted(() => ({ fault: undefined as string | undefined }))

/** Creates files but fails to write their content, like a full disk. */
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>()
  const writeFileSync: typeof fs.writeFileSync = (path, content, options) => {
    if (disk.fault === undefined) return fs.writeFileSync(path, content, options)
    fs.writeFileSync(path, '')
    throw Object.assign(new Error(`${disk.fault}: system message`), { code: disk.fault })
  }
  return { ...fs, writeFileSync }
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'affiliate-lock-'))
  onTestFinished(() => {
    disk.fault = undefined
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

test('names the process that uses the folder even if the disk is full', () => {
  const folder = newFolder()
  const unlock = lockDataDir(folder)
  disk.fault = 'ENOSPC'
  expect(tryLockDataDir(folder)).toBeUndefined()
  expect(() => lockDataDir(folder)).toThrow(`in use by process ${process.pid}`)
  unlock()
})

test.each([
  ['ENOSPC', 'the disk is full (ENOSPC). Free up space, or'],
  ['EDQUOT', 'the user’s disk quota is used up (EDQUOT). Free up space, or'],
  ['EROFS', 'the file system is read-only (EROFS). Set DATA_DIR to'],
  ['EACCES', 'access denied (EACCES). Set DATA_DIR to'],
])("explains why a folder can't be locked and leaves no files behind: %s", (fault, expected) => {
  const folder = newFolder()
  disk.fault = fault
  const lock = () => lockDataDir(folder)
  expect(lock).toThrow(StartError)
  expect(lock).toThrow(`The data folder ${folder} cannot be used: ${expected}`)
  expect(readdirSync(folder)).toEqual([])
  disk.fault = undefined
  lockDataDir(folder)()
})

test('converts file errors of the embedded database to errors with a code', () => {
  expect(fileError({ name: 'ErrnoError', errno: 51 })).toMatchObject({ code: 'ENOSPC' })
  expect(fileError({ name: 'ErrnoError', errno: 69 })).toMatchObject({ code: 'EROFS' })
  const withoutCode = fileError({ name: 'ErrnoError', errno: 1 })
  expect(withoutCode).toBeInstanceOf(Error)
  expect(String(withoutCode)).toContain('errno 1)')
  const otherError = new Error('another')
  expect(fileError(otherError)).toBe(otherError)
})
