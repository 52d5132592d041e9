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
import { developmentSecret, keptSecret, makeSecret, secretOfDatabase } from './development-secret.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'affiliate-secret-'))
  path = join(folder, 'secret')
})
afterEach(() => rmSync(folder, { recursive: true }))

const embedded = () => ({ dataDir: folder, databaseUrl: undefined })

it('a secret is made once, and stays', () => {
  expect(keptSecret(folder)).toBeUndefined()
  const secret = developmentSecret(embedded())
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect([developmentSecret(embedded()), keptSecret(folder), makeSecret(folder)]).toEqual([
    secret,
    secret,
    secret,
  ])
  expect(readdirSync(folder)).toEqual(['secret'])
})

describe('what stands there and is no secret is taken for none, and stays', () => {
  it.each(['', '\n', 'short', 'x'.repeat(31), '\0'.repeat(44), `${'x'.repeat(40)}\0\0\0`])(
    'what is left of one: %j',
    (left) => {
      writeFileSync(path, left)
      expectRefused('does not hold the whole secret any more')
      expect(readFileSync(path, 'utf8')).toBe(left)
    },
  )

  it('a folder', () => {
    mkdirSync(path)
    expectRefused('is no file')
  })

  it('a pipe, which nobody waits for', () => {
    execFileSync('mkfifo', [path])
    expectRefused('is no file')
  })

  it('a link to nothing', () => {
    symlinkSync(join(folder, 'nothing'), path)
    expectRefused('is a link to a file that is not there')
    expect(readdirSync(folder)).toEqual(['secret'])
  })

  it('a link to itself', () => {
    symlinkSync(path, path)
    expectRefused('cannot be read (ELOOP)')
  })

  function expectRefused(words: string) {
    for (const read of [
      () => developmentSecret(embedded()),
      () => keptSecret(folder),
      () => makeSecret(folder),
    ])
      expect(read).toThrow(`The file ${path} ${words}, where this service keeps its secret: set APP_SECRET`)
  }
})

it('a link to a file of another folder is followed', () => {
  const elsewhere = join(folder, 'elsewhere')
  writeFileSync(elsewhere, 'x'.repeat(44))
  symlinkSync(elsewhere, path)
  expect(developmentSecret(embedded())).toBe('x'.repeat(44))
})

it('beside a database that was used no new one is made, and what was written there instead is read', () => {
  const database = join(folder, 'database')
  mkdirSync(database)
  writeFileSync(join(database, 'PG_VERSION'), '18\n')
  for (const read of [developmentSecret, secretOfDatabase])
    expect(() => read(embedded())).toThrow(`there is no file ${path}, and APP_SECRET is not set`)
  expect(readdirSync(folder)).toEqual(['database'])
  const own = 'o'.repeat(44)
  writeFileSync(path, `${own}\n`)
  expect(developmentSecret(embedded())).toBe(own)
})

it('whoever uses a server has nothing to do with an embedded database of before', () => {
  mkdirSync(join(folder, 'database'))
  const place = { dataDir: folder, databaseUrl: 'postgres://db.test/shop' }
  expect(secretOfDatabase(place)).toBeUndefined()
  expect(developmentSecret(place)).toBe(keptSecret(folder))
})

it.each([
  ['database', 'holds no database: it has no file PG_VERSION'],
  ['database.restoring', 'A restore into the data folder'],
])('beside %s, which is no database, no secret is made, and it is said why', (name, words) => {
  mkdirSync(join(folder, name))
  expect(() => developmentSecret(embedded())).toThrow(words)
  expect(readdirSync(folder)).toEqual([name])
})

it('a data folder that is a file is no new one', () => {
  writeFileSync(path, '')
  expect(() => developmentSecret({ dataDir: path, databaseUrl: undefined })).toThrow(
    `The data folder ${path} cannot be used: there is a file of that name (EEXIST)`,
  )
})
