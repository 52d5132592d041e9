import { mkdirSync, statSync } from 'node:fs'
import { errorCode, StartError } from '../errors/start-error.ts'

/**
 * Creates the data folder if it doesn't exist.
 * @throws {StartError} with the reason if it can't be created
 */
export function createDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
  } catch (error) {
    throw unusableDataDir(dataDir, error)
  }
}

/**
 * Returns whether a path in the data folder exists.
 * @throws {StartError} if that can't be determined: the data folder is a file, or access is denied
 */
export function exists(dataDir: string, path: string): boolean {
  try {
    if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() === false) {
      throw Object.assign(new Error('not a folder'), { code: 'EEXIST' })
    }
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    throw unusableDataDir(dataDir, error)
  }
}

/** Translates a file system error about the data folder into a `StartError`. Returns other errors unchanged. */
export function unusableDataDir(dataDir: string, error: unknown): unknown {
  const code = errorCode(error) ?? ''
  const reason = REASONS[code]
  if (reason === undefined) return error
  const remedy = DISK_FULL_CODES.has(code)
    ? 'Free up space, or set DATA_DIR to a folder on another disk.'
    : 'Set DATA_DIR to a folder this user can write to.'
  const path = getErrorPath(error)
  const pathNote = path === undefined || path === dataDir ? '' : ` Affected path: ${path}.`
  const message = `The data folder ${dataDir} cannot be used: ${reason} (${code}). ${remedy}${pathNote}`
  return Object.assign(new StartError(message), { code })
}

/** Returns a file system error's path; undefined for other errors. */
function getErrorPath(error: unknown): string | undefined {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined
}

const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT'])

const REASONS: Record<string, string> = {
  EACCES: 'access denied',
  EPERM: 'access denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'part of its path is a file',
  EEXIST: 'a file with that name exists',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the user’s disk quota is used up',
  ENOENT: 'part of its path does not exist',
  EIO: 'disk error',
}
