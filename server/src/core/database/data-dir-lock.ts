import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createDataDir, unusableDataDir } from '../config/data-dir.ts'
import { limits } from '../config/limits.ts'
import { errorCode, StartError } from '../errors/start-error.ts'

/** Each round removes one stale lock, so more rounds mean that something else is wrong. */
const ATTEMPTS = 10

/** Used on systems without `/proc`. */
const UNKNOWN = '-'

/**
 * Locks the data folder for this process: the embedded database has no lock of its own, and two writers would destroy
 * it. The lock file contains the owner's process ID, which is meaningless in another container, so the owner also
 * listens on a socket next to it.
 * @returns a function that unlocks it
 * @throws {StartError} with the process that holds the lock, or why the folder can't be locked
 */
export function lockDataDir(dataDir: string): () => void {
  createDataDir(dataDir)
  const path = join(dataDir, 'lock')
  try {
    // Reads before it writes, so that it works even if the disk is full.
    const holder = readIfExists(path)
    if (holder !== undefined && isAlive(dataDir, holder)) throw inUseError(dataDir, holder)
    return acquireLock(dataDir, path)
  } catch (error) {
    throw unusableDataDir(dataDir, error)
  }
}

function acquireLock(dataDir: string, path: string): () => void {
  // Created before the lock, because a process that reads the lock must find the socket.
  const socket = listenBeside(path)
  const self = [describeProcess(process.pid), currentNamespace(), socket.name].join(' ')
  const unlock = () => {
    removeOwn(path, self)
    socket.close()
  }
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (createAtomically(path, self)) return unlock
      const holder = readIfExists(path)
      if (holder === undefined) continue
      if (isAlive(dataDir, holder)) throw inUseError(dataDir, holder)
      removeStale(path, holder)
    }
    throw new StartError(`Could not lock the data folder ${dataDir}. Check who can write to it.`)
  } catch (error) {
    socket.close()
    throw error
  }
}

/** The socket only accepts connections. The kernel does so even while the process is busy, and stops when it exits. */
function listenBeside(path: string): { name: string; close(): void } {
  const name = `lock.${randomUUID().slice(0, 8)}`
  const otherPath = join(path, '..', name)
  // The system would truncate a longer path, which would then point elsewhere.
  if (Buffer.byteLength(otherPath) > limits.socketPathBytes) return { name: UNKNOWN, close() {} }
  const server = createServer((connection) => connection.destroy()).unref()
  // Without socket support, only the process ID identifies the owner.
  server.on('error', () => {})
  server.listen(otherPath)
  return {
    name,
    close() {
      server.close()
      rmSync(otherPath, { force: true })
    },
  }
}

/**
 * Locks the data folder if it is free.
 * @returns undefined if another process owns it; that process accepts connections
 */
export function tryLockDataDir(dataDir: string): (() => void) | undefined {
  try {
    return lockDataDir(dataDir)
  } catch (error) {
    if (error instanceof DataDirInUseError) return undefined
    throw error
  }
}

/**
 * Identifies a process by its start time, too, because process IDs are reused after a crash or by the next container.
 */
function describeProcess(pid: number): string {
  return [pid, readStartTime(pid), currentBootId()].join(' ')
}

/** Returns the PID namespace of this process. Each container has its own. */
function currentNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return UNKNOWN
  }
}

/** Parses a lock's content: `<pid> <start> <boot> <namespace> <socket>`. Older versions wrote fewer fields. */
function readHolder(holder: string) {
  const [pid = '', start = UNKNOWN, boot = UNKNOWN, namespace = UNKNOWN, socket = UNKNOWN] = holder.split(' ')
  return { described: [pid, start, boot].join(' '), boot, namespace, socket }
}

/** Whether the lock is held on this boot of the machine, but in another PID namespace. */
function isInOtherContainer(holder: string): boolean {
  const { boot, namespace } = readHolder(holder)
  return namespace !== UNKNOWN && boot === currentBootId() && namespace !== currentNamespace()
}

/**
 * Connects from a child process, because the caller is synchronous. Only a missing socket or a refused connection
 * proves that the owner has exited.
 */
function isSocketResponding(place: string): boolean {
  const probeScript = `require('node:net').connect(process.argv[1])
    .on('connect', () => process.exit(0))
    .on('error', ({ code }) => process.exit(['ECONNREFUSED', 'ENOENT'].includes(code) ? 1 : 0))`
  return (
    spawnSync(process.execPath, ['-e', probeScript, place], { timeout: limits.startTimeoutMs }).status !== 1
  )
}

/** Field 22 of `/proc/<pid>/stat`. */
function readStartTime(pid: number): string {
  const stat = readIfExists(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? UNKNOWN
}

/** Identifies the current boot of the machine; start times are relative to it. */
function currentBootId(): string {
  return readIfExists('/proc/sys/kernel/random/boot_id')?.trim() ?? UNKNOWN
}

function isAlive(dataDir: string, holder: string): boolean {
  const { described, socket } = readHolder(holder)
  if (isInOtherContainer(holder)) return socket !== UNKNOWN && isSocketResponding(join(dataDir, socket))
  const pid = Number.parseInt(described, 10)
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false
  }
  return describeProcess(pid) === described
}

/** Thrown if another process has locked the data folder. */
export class DataDirInUseError extends StartError {
  override name = 'DataDirInUseError'
  /** Process ID of the owner, in its own PID namespace. */
  readonly pid: number
  constructor(pid: number, message: string) {
    super(message)
    this.pid = pid
  }
}

function inUseError(dataDir: string, holder: string): DataDirInUseError {
  const pid = Number.parseInt(holder, 10)
  const holderName = isInOtherContainer(holder) ? 'a process in another container' : `process ${pid}`
  return new DataDirInUseError(
    pid,
    `The data folder ${dataDir} is in use by ${holderName}. Stop it, set DATA_DIR to another folder, ` +
      'or use PostgreSQL (DATABASE_URL), which several processes can share.',
  )
}

/** Creates the file with its content atomically, so that other processes never read a partial file. */
function createAtomically(path: string, content: string): boolean {
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, content)
    linkSync(draft, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Removes a stale lock. If several processes find it at once, each moves away the current file; one that moved a fresh
 * lock puts it back.
 */
function removeStale(path: string, holder: string) {
  const movedPath = `${path}.${randomUUID()}`
  try {
    renameSync(path, movedPath)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  const content = readIfExists(movedPath)
  if (content !== undefined && content !== holder) createAtomically(path, content)
  const { socket } = readHolder(holder)
  if (content === holder && socket !== UNKNOWN) rmSync(join(path, '..', socket), { force: true })
  rmSync(movedPath)
}

function removeOwn(path: string, self: string) {
  if (readIfExists(path) === self) rmSync(path, { force: true })
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
