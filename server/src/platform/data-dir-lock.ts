import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataDir } from './data-dir.ts'
import { errorCode, StartError } from './start-error.ts'

/** Every round removes one stale lock, so more rounds than that mean that something else is wrong. */
const ATTEMPTS = 10

/**
 * Takes the data folder for this process alone: the embedded database has no lock of its own, and two
 * processes that write one folder destroy it. The lock is a file with the holder's process id; one left by a
 * process that was killed does not count.
 * @returns how to give the folder back
 * @throws {StartError} naming the process that holds it
 */
export function lockDataDir(dataDir: string): () => void {
  makeDataDir(dataDir)
  const path = join(dataDir, 'lock')
  const self = describeProcess(process.pid)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (createWhole(path, self)) return () => removeOwn(path, self)
    const holder = readIfThere(path)
    if (holder === undefined) continue
    if (isAlive(holder)) throw inUse(dataDir, holder)
    removeStale(path, holder)
  }
  throw new StartError(`The data folder ${dataDir} could not be locked: check who may write in it.`)
}

/** @returns undefined when a process has the folder, which can then be asked */
export function tryLockDataDir(dataDir: string): (() => void) | undefined {
  try {
    return lockDataDir(dataDir)
  } catch (error) {
    if (error instanceof DataDirInUse) return undefined
    throw error
  }
}

/** A process id may be used again after a crash or by the next container; its start time may not. */
function describeProcess(pid: number): string {
  return `${pid} ${startTimeOf(pid)}`.trim()
}

/** Field 22 of `/proc/<pid>/stat`, with the boot it counts from; empty where there is no `/proc`. */
function startTimeOf(pid: number): string {
  const stat = readIfThere(`/proc/${pid}/stat`)
  const boot = readIfThere('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
  const ticks = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  return ticks === undefined ? '' : `${ticks} ${boot}`
}

function isAlive(holder: string): boolean {
  const pid = Number.parseInt(holder, 10)
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false
  }
  return describeProcess(pid) === holder
}

/** Another process has the data folder. */
export class DataDirInUse extends StartError {
  override name = 'DataDirInUse'
  readonly pid: number
  constructor(pid: number, message: string) {
    super(message)
    this.pid = pid
  }
}

function inUse(dataDir: string, holder: string): DataDirInUse {
  const pid = Number.parseInt(holder, 10)
  return new DataDirInUse(
    pid,
    `The data folder ${dataDir} is in use by the process ${pid}: stop it first, set DATA_DIR to ` +
      'another folder, or use a PostgreSQL server (DATABASE_URL), which many processes may share.',
  )
}

/** Creates the file with its content in one step, so that nobody ever reads half of it. */
function createWhole(path: string, content: string): boolean {
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, content)
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft)
  }
}

/** Of several that find one stale lock, each moves away what is there; who caught a fresh one puts it back. */
function removeStale(path: string, holder: string) {
  const moved = `${path}.${randomUUID()}`
  try {
    renameSync(path, moved)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  const content = readIfThere(moved)
  if (content !== undefined && content !== holder) createWhole(path, content)
  rmSync(moved)
}

function removeOwn(path: string, self: string) {
  if (readIfThere(path) === self) rmSync(path, { force: true })
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
