import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { developmentSecret, keptSecret } from './development-secret.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'affiliate-secret-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('a secret is made once, and stays', () => {
  expect(keptSecret(folder)).toBeUndefined()
  const secret = developmentSecret(folder)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect([developmentSecret(folder), keptSecret(folder)]).toEqual([secret, secret])
})

it.each(['', '\n', 'short', 'x'.repeat(31)])(
  'what is left of one, %j, is taken for none, and stays',
  (left) => {
    const path = join(folder, 'secret')
    writeFileSync(path, left)
    for (const read of [developmentSecret, keptSecret])
      expect(() => read(folder)).toThrow(`The file ${path} does not hold the whole secret any more`)
    expect(readFileSync(path, 'utf8')).toBe(left)
  },
)

it('beside a database that was used no new one is made, and what was written there instead is read', () => {
  mkdirSync(join(folder, 'database'))
  const path = join(folder, 'secret')
  expect(() => developmentSecret(folder)).toThrow(`there is no file ${path}, and APP_SECRET is not set`)
  expect(readdirSync(folder)).toEqual(['database'])
  const own = 'o'.repeat(44)
  writeFileSync(path, `${own}\n`)
  expect(developmentSecret(folder)).toBe(own)
})

it('one that cannot be read is told of by its path', () => {
  const path = join(folder, 'secret')
  mkdirSync(path)
  for (const read of [developmentSecret, keptSecret])
    expect(() => read(folder)).toThrow(`The file ${path} cannot be read (EISDIR)`)
})
