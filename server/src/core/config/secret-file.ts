import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, lstatSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { errorCode, StartError } from '../errors/start-error.ts'
import { unusableSecretFile } from './app-secret.rule.ts'
import { makeDataDir, unusableDataDir } from './data-dir.ts'
import { limits } from './limits.ts'

/** Where a service without `APP_SECRET` keeps its secret. */
export function secretPath(dataDir: string): string {
  return join(dataDir, 'secret')
}

/** A secret for a process that protects nothing with it, where there is none or none that can be used. */
export function standInSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The secret that a service without `APP_SECRET` has made in its data folder; undefined where there is none.
 * @throws {StartError} it cannot be read
 */
export function keptSecret(dataDir: string): string | undefined {
  const path = secretPath(dataDir)
  const secret = readSecretFile(path)
  if (secret === undefined || isWhole(secret)) return secret
  throw new StartError(unusableSecretFile(resolve(path), 'no longer holds the whole secret'))
}

/** A failed disk leaves less than there was, or zeros, which anyone could guess. */
function isWhole(secret: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  return secret.length >= limits.secretChars && !/[\0-\x08\x0e-\x1f]/.test(secret)
}

/** The secret in a file; undefined where there is no file. @throws {StartError} it cannot be read */
export function readSecretFile(path: string): string | undefined {
  try {
    const file = statSync(path, { throwIfNoEntry: false })
    if (file?.isFile()) return readFileSync(path, 'utf8').trim()
    if (file === undefined && lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
    // Reading a pipe would wait for a writer.
    const fault = file === undefined ? 'is a link to a file that is not there' : 'is not a regular file'
    throw new StartError(unusableSecretFile(resolve(path), fault))
  } catch (error) {
    const code = errorCode(error)
    if (code === undefined) throw error
    throw new StartError(unusableSecretFile(resolve(path), `cannot be read (${code})`))
  }
}

/**
 * Makes the secret of a data folder. Several processes may do so at once: the first file stays, and all read that one.
 * @throws {StartError} the folder, or the file that is there, cannot be used
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
  const kept = keptSecret(dataDir)
  if (kept === undefined)
    throw new StartError(unusableSecretFile(resolve(path), 'was removed while it was made'))
  return kept
}
