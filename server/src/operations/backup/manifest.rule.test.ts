import { describe, expect, it } from 'vitest'
import type { Manifest } from './backup.ts'
import { checkRestorable, parseManifest, type RestoreTarget } from './manifest.rule.ts'

const NAME = 'affiliate-20260310T120000Z-0a1b2c'
const UNENCRYPTED: Omit<Manifest, 'seal'> = {
  format: 1,
  name: NAME,
  madeAt: '2026-03-10T12:00:00.000Z',
  version: '0.2.0',
  engine: 'embedded',
  serverVersion: 170_005,
  migration: '0025',
  archive: 'tar.gz',
  archiveBytes: 10,
  files: [{ name: 'data.00000', bytes: 10, sha256: 'a'.repeat(64) }],
  encryption: null,
  appSecretPrint: 'b'.repeat(32),
}
const TARGET: RestoreTarget = {
  engine: 'embedded',
  version: '0.2.0',
  migration: '0025',
  serverVersion: 170_005,
}

describe('a manifest is either accepted completely or rejected', () => {
  const files = [
    { name: 'data.00001', bytes: 1, sha256: 'a'.repeat(64) },
    { name: 'data.00000', bytes: 1, sha256: 'a'.repeat(64) },
  ]
  it.each([
    ['not JSON', '{', /cannot be read/],
    ['not an object', '[]', /cannot be read/],
    ['a later format', { ...UNENCRYPTED, format: 2 }, /has format 2, but this version reads 1/],
    ['another file name', { ...UNENCRYPTED, name: 'affiliate-20260310T120000Z-ffffff' }, /is invalid/],
    [
      'a file name with a path',
      { ...UNENCRYPTED, files: [{ ...UNENCRYPTED.files[0], name: '../x' }] },
      /is invalid/,
    ],
    ['with files in another order', { ...UNENCRYPTED, files }, /is invalid/],
    ['with another encryption', { ...UNENCRYPTED, encryption: 'rot13' }, /is invalid/],
    ['encrypted with an unencrypted seal', { ...UNENCRYPTED, encryption: 'age' }, /is invalid/],
  ])('rejects an invalid manifest: %s', (_, given, message) => {
    const seal = 'c'.repeat(64)
    const text = typeof given === 'string' ? given : JSON.stringify({ ...given, seal })
    expect(() => parseManifest(text, NAME)).toThrow(message)
  })
})

describe('restoring a backup', () => {
  const sealed: Manifest = { ...UNENCRYPTED, seal: 'c'.repeat(64) }
  const postgres: Manifest = { ...sealed, engine: 'postgres', archive: 'pg_dump', serverVersion: 150_004 }
  const server: RestoreTarget = { ...TARGET, engine: 'postgres', serverVersion: 160_001 }

  it.each([
    ['the same version', sealed, TARGET],
    ['a newer service', { ...sealed, version: '0.1.9' }, TARGET],
    ['a newer patch version', { ...sealed, version: '0.2.0' }, { ...TARGET, version: '0.10.0' }],
    ['older migrations', { ...sealed, migration: '0016' }, TARGET],
    ['a newer server', postgres, server],
  ])('is allowed with %s', (_, manifest, target) => {
    expect(() => checkRestorable(manifest, target)).not.toThrow()
  })

  it.each([
    [
      'of an embedded database, on a server',
      sealed,
      server,
      'another_engine',
      /from the embedded database, but DATABASE_URL is set/,
    ],
    ['of a server, on an embedded database', postgres, TARGET, 'another_engine', /DATABASE_URL is not set/],
    [
      'from a newer version',
      { ...sealed, version: '0.10.0' },
      TARGET,
      'newer_version',
      /made by version 0\.10\.0/,
    ],
    ['with a newer migration', { ...sealed, migration: '0026' }, TARGET, 'newer_version', /migration 0026/],
    [
      'created before the first release',
      { ...sealed, migration: '195' },
      TARGET,
      'before_release',
      /before version 1\.0\.0/,
    ],
    [
      'from a newer server',
      { ...postgres, serverVersion: 170_000 },
      server,
      'newer_version',
      /from PostgreSQL 17, but the server/,
    ],
    [
      'from an embedded database with a different PostgreSQL version',
      { ...sealed, serverVersion: 160_000 },
      TARGET,
      'newer_version',
      /PostgreSQL 16, but the embedded/,
    ],
  ])('is rejected for a backup %s', (_, manifest, target, code, message) => {
    expect(() => checkRestorable(manifest, target)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    )
  })
})
