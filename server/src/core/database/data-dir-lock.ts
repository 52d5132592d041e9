import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { makeDataDir, unusableDataDir } from '../config/data-dir.ts'
import { limits } from '../config/limits.ts'
import { errorCode, StartError } from '../errors/start-error.ts'

/** Every round removes one stale lock, so more rounds mean that something else is wrong. */
const ATTEMPTS = 10

/** Where there is no `/proc`. */
const UNKNOWN = '-'

/**
 * Locks the data folder for this process: the embedded database has no lock of its own, and two writers destroy
 * it. The lock file holds the owner's process id, which means nothing in another container, so the owner also
 * listens on a socket next to it.
 * @returns a function that unlocks it
 * @throws {StartError} naming the process that holds the lock, or why it can't be taken
 */
export function lockDataDir(dataDir: string): () => void {
  makeDataDir(dataDir)
  const path = join(dataDir, 'lock')
  try {
    // Before anything is written: works even if the disk is full.
    const holder = readIfExists(path)
    if (holder !== undefined && isAlive(dataDir, holder)) throw inUse(dataDir, holder)
    return acquireLock(dataDir, path)
  } catch (error) {
    throw unusableDataDir(dataDir, error)
  }
}

function acquireLock(dataDir: string, path: string): () => void {
  // Before the lock: a reader of the lock must find the socket.
  const socket = listenBeside(path)
  const self = [describeProcess(process.pid), namespaceHere(), socket.name].join(' ')
  const unlock = () => {
    removeOwn(path, self)
    socket.close()
  }
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (createAtomically(path, self)) return unlock
      const holder = readIfExists(path)
      if (holder === undefined) continue
      if (isAlive(dataDir, holder)) throw inUse(dataDir, holder)
      removeStale(path, holder)
    }
    throw new StartError(`Could not lock the data folder ${dataDir}. Check who can write to it.`)
  } catch (error) {
    socket.close()
    throw error
  }
}

/**
 * Accepting connections is the whole protocol. The kernel accepts them even while the process is busy, and
 * stops when it exits.
 */
function listenBeside(path: string): { name: string; close(): void } {
  const name = `lock.${randomUUID().slice(0, 8)}`
  const place = join(path, '..', name)
  // A longer path would be truncated and lead elsewhere.
  if (Buffer.byteLength(place) > limits.socketPathBytes) return { name: UNKNOWN, close() {} }
  const server = createServer((connection) => connection.destroy()).unref()
  // Without socket support, the process id must do.
  server.on('error', () => {})
  server.listen(place)
  return {
    name,
    close() {
      server.close()
      rmSync(place, { force: true })
    },
  }
}

/** @returns undefined if another process owns the folder, which then accepts connections */
export function tryLockDataDir(dataDir: string): (() => void) | undefined {
  try {
    return lockDataDir(dataDir)
  } catch (error) {
    if (error instanceof DataDirInUse) return undefined
    throw error
  }
}

/** A process id may be reused after a crash or by the next container; its start time may not. */
function describeProcess(pid: number): string {
  return [pid, startTimeOf(pid), currentBootId()].join(' ')
}

/** The PID namespace of this process; each container has its own. */
function namespaceHere(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return UNKNOWN
  }
}

/** Content of a lock: `<pid> <start> <boot> <namespace> <socket>`. Older versions wrote fewer fields. */
function readHolder(holder: string) {
  const [pid = '', start = UNKNOWN, boot = UNKNOWN, namespace = UNKNOWN, socket = UNKNOWN] = holder.split(' ')
  return { described: [pid, start, boot].join(' '), boot, namespace, socket }
}

/** Held on this boot of the machine, but in another PID namespace. */
function isOfAnotherContainer(holder: string): boolean {
  const { boot, namespace } = readHolder(holder)
  return namespace !== UNKNOWN && boot === currentBootId() && namespace !== namespaceHere()
}

/**
 * Connects from a child process, because the caller is synchronous. Only a missing or refusing socket proves
 * that the owner has exited.
 */
function respondsAt(place: string): boolean {
  const ask = `require('node:net').connect(process.argv[1])
    .on('connect', () => process.exit(0))
    .on('error', ({ code }) => process.exit(['ECONNREFUSED', 'ENOENT'].includes(code) ? 1 : 0))`
  return spawnSync(process.execPath, ['-e', ask, place], { timeout: limits.startTimeoutMs }).status !== 1
}

/** Field 22 of `/proc/<pid>/stat`. */
function startTimeOf(pid: number): string {
  const stat = readIfExists(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? UNKNOWN
}

/** What start times are relative to. */
function currentBootId(): string {
  return readIfExists('/proc/sys/kernel/random/boot_id')?.trim() ?? UNKNOWN
}

function isAlive(dataDir: string, holder: string): boolean {
  const { described, socket } = readHolder(holder)
  if (isOfAnotherContainer(holder)) return socket !== UNKNOWN && respondsAt(join(dataDir, socket))
  const pid = Number.parseInt(described, 10)
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false
  }
  return describeProcess(pid) === described
}

/** The data folder is locked by another process. */
export class DataDirInUse extends StartError {
  override name = 'DataDirInUse'
  /** As seen in its own container. */
  readonly pid: number
  constructor(pid: number, message: string) {
    super(message)
    this.pid = pid
  }
}

function inUse(dataDir: string, holder: string): DataDirInUse {
  const pid = Number.parseInt(holder, 10)
  const who = isOfAnotherContainer(holder) ? 'a process in another container' : `process ${pid}`
  return new DataDirInUse(
    pid,
    `The data folder ${dataDir} is in use by ${who}. Stop it, set DATA_DIR to another folder, ` +
      'or use PostgreSQL (DATABASE_URL), which several processes can share.',
  )
}

/** Creates the file with its content atomically, so readers never see half of it. */
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
 * If several processes find a stale lock, each moves away whatever is there; one that moved a fresh lock puts
 * it back.
 */
function removeStale(path: string, holder: string) {
  const moved = `${path}.${randomUUID()}`
  try {
    renameSync(path, moved)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  const content = readIfExists(moved)
  if (content !== undefined && content !== holder) createAtomically(path, content)
  const { socket } = readHolder(holder)
  if (content === holder && socket !== UNKNOWN) rmSync(join(path, '..', socket), { force: true })
  rmSync(moved)
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
