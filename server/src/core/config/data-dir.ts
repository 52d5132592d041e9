import { mkdirSync, statSync } from 'node:fs'
import { errorCode, StartError } from '../errors/start-error.ts'

/** @throws {StartError} why the data folder cannot be made or written, in words */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
  } catch (error) {
    throw unusableDataDir(dataDir, error)
  }
}

/**
 * Whether something of this path is in the data folder.
 * @throws {StartError} when nobody can tell: the data folder is a file, or this user may not look into it
 */
export function isThere(dataDir: string, path: string): boolean {
  try {
    if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() === false) {
      throw Object.assign(new Error('it is no folder'), { code: 'EEXIST' })
    }
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    throw unusableDataDir(dataDir, error)
  }
}

/** What an error of the file system says about the data folder. */
export function unusableDataDir(dataDir: string, error: unknown): unknown {
  const code = errorCode(error) ?? ''
  const reason = REASONS[code]
  if (reason === undefined) return error
  const todo = FULL.has(code)
    ? 'Make room there, or set DATA_DIR to a folder of another disk.'
    : 'Set DATA_DIR to a folder this user may write.'
  const path = pathOf(error)
  const where = path === undefined || path === dataDir ? '' : ` It was said of ${path}.`
  return new StartError(`The data folder ${dataDir} cannot be used: ${reason} (${code}). ${todo}${where}`)
}

/** Of the file or folder that a call of the file system was about; undefined for an error of another kind. */
function pathOf(error: unknown): string | undefined {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined
}

const FULL = new Set(['ENOSPC', 'EDQUOT'])

const REASONS: Record<string, string> = {
  EACCES: 'this user may not read or write there',
  EPERM: 'this user may not read or write there',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'there is a file of that name',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user is used up',
  ENOENT: 'a part of its path does not exist',
  EIO: 'the disk failed',
}
