import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from './config.ts'
import { makeDataDir, unusableDataDir } from './data-dir.ts'
import { errorCode, StartError } from './start-error.ts'

/** The secret that a service without `APP_SECRET` has made in its data folder; undefined where there is none. */
export function keptSecret(dataDir: string): string | undefined {
  try {
    return readWhole(join(dataDir, SECRET_FILE))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
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
 */
export function developmentSecret(dataDir: string): string {
  const path = join(dataDir, SECRET_FILE)
  makeDataDir(dataDir)
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    linkSync(draft, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw unusableDataDir(dataDir, error)
  } finally {
    rmSync(draft, { force: true })
  }
  return readWhole(path)
}

/** @throws {StartError} a failed disk has left less than there was: anybody could guess it */
function readWhole(path: string): string {
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length >= limits.secretChars) return secret
  throw new StartError(
    `The file ${path} does not hold the whole secret any more: put it back from a backup. To make a new one, delete it; then ` +
      'everybody signs in anew, and e-mail addresses and payout details of before are not read any more.',
  )
}
