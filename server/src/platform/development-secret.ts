import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from './config.ts'
import { makeDataDir, unusableDataDir } from './data-dir.ts'
import { embeddedFolder } from './embedded-database.ts'
import { LOST_WITHOUT_SECRET } from './lost-secret.rule.ts'
import { errorCode, StartError } from './start-error.ts'

/**
 * The secret that a service without `APP_SECRET` has made in its data folder; undefined where there is none.
 * @throws {StartError} it cannot be read
 */
export function keptSecret(dataDir: string): string | undefined {
  const path = join(dataDir, SECRET_FILE)
  const secret = readIfThere(path)
  if (secret === undefined || secret.length >= limits.secretChars) return secret
  // A failed disk has left less than there was: anybody could guess it.
  throw new StartError(`The file ${path} does not hold the whole secret any more: ${todo(path)}`)
}

const SECRET_FILE = 'secret'

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
export function developmentSecret(dataDir: string): string {
  return secretOfDatabase(dataDir) ?? makeSecret(dataDir)
}

/**
 * The secret of a data folder where the database was used with it; undefined where there is neither.
 * @throws {StartError} the database is there, and the secret is not
 */
export function secretOfDatabase(dataDir: string): string | undefined {
  // Asked first: whoever starts in a new folder makes the secret, and then the database.
  const isUsed = existsSync(embeddedFolder(dataDir))
  const kept = keptSecret(dataDir)
  if (kept !== undefined || !isUsed) return kept
  const path = join(dataDir, SECRET_FILE)
  throw new StartError(
    `The database in the data folder ${dataDir} was used with a secret that is not here: there is no file ${path}, and ` +
      `APP_SECRET is not set. Set APP_SECRET as it was, or ${todo(path)}`,
  )
}

/** Makes the secret of a data folder, or reads the one that somebody else has just made there. */
export function makeSecret(dataDir: string): string {
  const path = join(dataDir, SECRET_FILE)
  makeDataDir(dataDir)
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, {
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
  return readFileSync(path, 'utf8').trim()
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new StartError(`The file ${path} cannot be read (${code}): this service keeps its secret there.`)
  }
}

function todo(path: string): string {
  const make = `(umask 077; openssl rand -base64 32 > '${path}')`
  return `put it back from a backup. To go on with a new one, write it there (\`${make}\`); then ${LOST_WITHOUT_SECRET}.`
}
