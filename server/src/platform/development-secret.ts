import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, lstatSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, limits } from './config.ts'
import { makeDataDir, unusableDataDir } from './data-dir.ts'
import { databasePlace, sentenceOf } from './database-place.rule.ts'
import { findEmbedded } from './embedded-database.ts'
import { secretMissing, secretUnusable } from './lost-secret.rule.ts'
import { errorCode, StartError } from './start-error.ts'

/** Where a service without `APP_SECRET` keeps its secret, and where the data is that it protects. */
export type SecretPlace = Pick<Config, 'dataDir' | 'databaseUrl'>

export function secretPath(dataDir: string): string {
  return join(dataDir, 'secret')
}

/** A secret for a process that protects nothing with it, where there is none or none that can be used. */
export function standInSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The secret of an installation that has no `APP_SECRET`, kept in its data folder so that sessions and
 * e-mail hashes outlive a restart. Only its owner may read it. Several processes may ask at once: the first
 * file stays, and all read that one.
 * @throws {StartError} the folder cannot be used, or its database was used with a secret that is not there any more
 */
export function developmentSecret(place: SecretPlace): string {
  return secretOfDatabase(place) ?? makeSecret(place.dataDir)
}

/**
 * The secret of a data folder where its embedded database was used with it; undefined where there is neither. Of a server
 * its database alone knows whether it was used: `requireSecret`.
 * @throws {StartError} the database is there, and the secret is not
 */
export function secretOfDatabase({ dataDir, databaseUrl }: SecretPlace): string | undefined {
  // Asked first: whoever starts in a new folder makes the secret, and then the database.
  const isUsed = databaseUrl === undefined && findEmbedded(dataDir) !== undefined
  return isUsed
    ? requireSecret(dataDir, sentenceOf(databasePlace({ dataDir, databaseUrl })))
    : keptSecret(dataDir)
}

/**
 * The secret of a database that was used with it.
 * @param database in words, at the beginning of a sentence
 * @throws {StartError} it is not there, or cannot be used
 */
export function requireSecret(dataDir: string, database: string): string {
  const kept = keptSecret(dataDir)
  if (kept === undefined) throw new StartError(secretMissing(database, resolve(secretPath(dataDir))))
  return kept
}

/**
 * The secret that a service without `APP_SECRET` has made in its data folder; undefined where there is none.
 * @throws {StartError} it cannot be read
 */
export function keptSecret(dataDir: string): string | undefined {
  const path = secretPath(dataDir)
  const secret = readSecretFile(path)
  if (secret === undefined || isWhole(secret)) return secret
  throw new StartError(secretUnusable(resolve(path), 'does not hold the whole secret any more'))
}

/** A failed disk leaves less than there was, or zeros: anybody could guess it. */
function isWhole(secret: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  return secret.length >= limits.secretChars && !/[\0-\x08\x0e-\x1f]/.test(secret)
}

/** What stands in a file for a secret, if there is one. @throws {StartError} it cannot be read */
export function readSecretFile(path: string): string | undefined {
  try {
    const file = statSync(path, { throwIfNoEntry: false })
    if (file?.isFile()) return readFileSync(path, 'utf8').trim()
    if (file === undefined && lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
    // Reading a pipe would wait for somebody who writes.
    const what = file === undefined ? 'is a link to a file that is not there' : 'is no file'
    throw new StartError(secretUnusable(resolve(path), what))
  } catch (error) {
    const code = errorCode(error)
    if (code === undefined) throw error
    throw new StartError(secretUnusable(resolve(path), `cannot be read (${code})`))
  }
}

/**
 * Makes the secret of a data folder, or reads the one that somebody else has just made there.
 * @throws {StartError} the folder cannot be used, or what stands there cannot
 */
export function makeSecret(dataDir: string): string {
  const path = secretPath(dataDir)
  makeDataDir(dataDir)
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, `${standInSecret()}\n`, {
      mode: 0o600,
      flag: 'wx',
      // It is on the disk before anything is signed or encrypted with it.
      flush: true,
    })
    linkSync(draft, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw unusableDataDir(dataDir, error)
  } finally {
    rmSync(draft, { force: true })
  }
  return requireSecret(dataDir, `What is in the data folder ${dataDir}`)
}
