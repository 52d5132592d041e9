import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSecretFile, readStoredSecret } from './secret-file.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'affiliate-secret-'))
  path = join(folder, 'secret')
})
afterEach(() => rmSync(folder, { recursive: true }))

it('creates the secret on first use and keeps it', () => {
  expect(readStoredSecret(folder)).toBeUndefined()
  const secret = createSecretFile(folder)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect([readStoredSecret(folder), createSecretFile(folder)]).toEqual([secret, secret])
  expect(readdirSync(folder)).toEqual(['secret'])
})

describe('an unusable secret file is rejected and left unchanged', () => {
  it.each(['', '\n', 'short', 'x'.repeat(31), '\0'.repeat(44), `${'x'.repeat(40)}\0\0\0`])(
    'if it is incomplete: %j',
    (left) => {
      writeFileSync(path, left)
      expectRejected('is incomplete')
      expect(readFileSync(path, 'utf8')).toBe(left)
    },
  )

  it('if it is a folder', () => {
    mkdirSync(path)
    expectRejected('is not a regular file')
  })

  it('if it is a pipe, which is not read', () => {
    execFileSync('mkfifo', [path])
    expectRejected('is not a regular file')
  })

  it('if it is a broken link', () => {
    symlinkSync(join(folder, 'nothing'), path)
    expectRejected('is a broken link')
    expect(readdirSync(folder)).toEqual(['secret'])
  })

  it('if it is a circular link', () => {
    symlinkSync(path, path)
    expectRejected('cannot be read (ELOOP)')
  })

  function expectRejected(expected: string) {
    for (const readSecret of [readStoredSecret, createSecretFile])
      expect(() => readSecret(folder)).toThrow(`The secret file ${path} ${expected}. Set APP_SECRET`)
  }
})

it('follows a link to a file in another folder', () => {
  const elsewhere = join(folder, 'elsewhere')
  writeFileSync(elsewhere, 'x'.repeat(44))
  symlinkSync(elsewhere, path)
  expect(createSecretFile(folder)).toBe('x'.repeat(44))
})

it('creates no secret if the data folder is a file', () => {
  writeFileSync(path, '')
  expect(() => createSecretFile(path)).toThrow(
    `The data folder ${path} cannot be used: a file with that name exists (EEXIST)`,
  )
})
