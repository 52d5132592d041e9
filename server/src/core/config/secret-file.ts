import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, lstatSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { errorCode, StartError } from '../errors/start-error.ts'
import { unusableSecretFile } from './app-secret.rule.ts'
import { createDataDir, unusableDataDir } from './data-dir.ts'
import { limits } from './limits.ts'

/** Returns the path of the secret file, which is used when `APP_SECRET` is not set. */
export function secretPath(dataDir: string): string {
  return join(dataDir, 'secret')
}

/** Creates a random secret for a process that stores nothing protected by it. */
export function createTemporarySecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Reads the secret generated in the data folder; undefined if there is none.
 * @throws {StartError} if it can't be read
 */
export function readStoredSecret(dataDir: string): string | undefined {
  const path = secretPath(dataDir)
  const secret = readSecretFile(path)
  if (secret === undefined || isComplete(secret)) return secret
  throw new StartError(unusableSecretFile(resolve(path), 'is incomplete'))
}

/** After a disk failure, the file may be truncated or consist of zeros, which anyone could guess. */
function isComplete(secret: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  return secret.length >= limits.minSecretLength && !/[\0-\x08\x0e-\x1f]/.test(secret)
}

/** Reads a secret file; undefined if there is none. @throws {StartError} if it can't be read */
export function readSecretFile(path: string): string | undefined {
  try {
    const file = statSync(path, { throwIfNoEntry: false })
    if (file?.isFile()) return readFileSync(path, 'utf8').trim()
    if (file === undefined && lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
    // Reading a pipe would wait for a writer.
    const fault = file === undefined ? 'is a broken link' : 'is not a regular file'
    throw new StartError(unusableSecretFile(resolve(path), fault))
  } catch (error) {
    const code = errorCode(error)
    if (code === undefined) throw error
    throw new StartError(unusableSecretFile(resolve(path), `cannot be read (${code})`))
  }
}

/**
 * Generates the secret of a data folder. If several processes do so at once, the first file wins and all of them use
 * it.
 * @throws {StartError} if the folder or the existing file is unusable
 */
export function createSecretFile(dataDir: string): string {
  const path = secretPath(dataDir)
  createDataDir(dataDir)
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, `${createTemporarySecret()}\n`, {
      mode: 0o600,
      flag: 'wx',
      // The file is synced to disk before anything is signed or encrypted with it.
      flush: true,
    })
    linkSync(draft, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw unusableDataDir(dataDir, error)
  } finally {
    rmSync(draft, { force: true })
  }
  const storedSecret = readStoredSecret(dataDir)
  if (storedSecret === undefined)
    throw new StartError(unusableSecretFile(resolve(path), 'was removed while it was being created'))
  return storedSecret
}
