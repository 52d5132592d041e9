import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { makeDataDir, unusableDataDir } from '../config/data-dir.ts'
import { limits } from '../config/limits.ts'
import { errorCode, StartError } from '../errors/start-error.ts'

/** Every round removes one stale lock, so more rounds than that mean that something else is wrong. */
const ATTEMPTS = 10

/** Where there is no `/proc`. */
const UNKNOWN = '-'

/**
 * Takes the data folder for this process alone: the embedded database has no lock of its own, and two
 * processes that write one folder destroy it. The lock is a file with the holder's process id; one left by a
 * process that was killed does not count. The id says nothing in another container, so the holder also listens on a
 * socket beside the lock, which answers there too, for as long as it lives.
 * @returns how to give the folder back
 * @throws {StartError} naming the process that holds it, or why nobody can
 */
export function lockDataDir(dataDir: string): () => void {
  makeDataDir(dataDir)
  const path = join(dataDir, 'lock')
  try {
    // Before anything is written: who holds it can be asked also where the disk is full.
    const holder = readIfThere(path)
    if (holder !== undefined && isAlive(dataDir, holder)) throw inUse(dataDir, holder)
    return takeLock(dataDir, path)
  } catch (error) {
    throw unusableDataDir(dataDir, error)
  }
}

function takeLock(dataDir: string, path: string): () => void {
  // Before the lock: whoever reads the lock finds the socket.
  const socket = listenBeside(path)
  const self = [describeProcess(process.pid), namespaceHere(), socket.name].join(' ')
  const unlock = () => {
    removeOwn(path, self)
    socket.close()
  }
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (createWhole(path, self)) return unlock
      const holder = readIfThere(path)
      if (holder === undefined) continue
      if (isAlive(dataDir, holder)) throw inUse(dataDir, holder)
      removeStale(path, holder)
    }
    throw new StartError(`The data folder ${dataDir} could not be locked: check who may write in it.`)
  } catch (error) {
    socket.close()
    throw error
  }
}

/**
 * Nothing is said over it: that somebody takes connections is the message. The kernel takes them also while the process
 * is busy, and no longer when it has ended.
 */
function listenBeside(path: string): { name: string; close(): void } {
  const name = `lock.${randomUUID().slice(0, 8)}`
  const place = join(path, '..', name)
  // A longer one would be cut, and lead somewhere else.
  if (Buffer.byteLength(place) > limits.socketPathBytes) return { name: UNKNOWN, close() {} }
  const server = createServer((connection) => connection.destroy()).unref()
  // Where a file system has no sockets, the process id must do.
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
  return [pid, startTimeOf(pid), bootHere()].join(' ')
}

/** Whose process ids this process sees: containers of one machine have each their own. */
function namespaceHere(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return UNKNOWN
  }
}

/** What a lock says: `<pid> <start> <boot> <namespace> <socket>`. Those of earlier versions end sooner. */
function readHolder(holder: string) {
  const [pid = '', start = UNKNOWN, boot = UNKNOWN, namespace = UNKNOWN, socket = UNKNOWN] = holder.split(' ')
  return { described: [pid, start, boot].join(' '), boot, namespace, socket }
}

/** Of this machine as it runs now, but where process ids mean other processes. */
function isOfAnotherContainer(holder: string): boolean {
  const { boot, namespace } = readHolder(holder)
  return namespace !== UNKNOWN && boot === bootHere() && namespace !== namespaceHere()
}

/**
 * Asked in a process of its own, because this one must know before it goes on. Only a socket that is gone or that nobody
 * has open says that its process has ended.
 */
function answersAt(place: string): boolean {
  const ask = `require('node:net').connect(process.argv[1])
    .on('connect', () => process.exit(0))
    .on('error', ({ code }) => process.exit(['ECONNREFUSED', 'ENOENT'].includes(code) ? 1 : 0))`
  return spawnSync(process.execPath, ['-e', ask, place], { timeout: limits.startTimeoutMs }).status !== 1
}

/** Field 22 of `/proc/<pid>/stat`. */
function startTimeOf(pid: number): string {
  const stat = readIfThere(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? UNKNOWN
}

/** What start times count from. */
function bootHere(): string {
  return readIfThere('/proc/sys/kernel/random/boot_id')?.trim() ?? UNKNOWN
}

function isAlive(dataDir: string, holder: string): boolean {
  const { described, socket } = readHolder(holder)
  if (isOfAnotherContainer(holder)) return socket !== UNKNOWN && answersAt(join(dataDir, socket))
  const pid = Number.parseInt(described, 10)
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false
  }
  return describeProcess(pid) === described
}

/** Another process has the data folder. */
export class DataDirInUse extends StartError {
  override name = 'DataDirInUse'
  /** As its own container sees it. */
  readonly pid: number
  constructor(pid: number, message: string) {
    super(message)
    this.pid = pid
  }
}

function inUse(dataDir: string, holder: string): DataDirInUse {
  const pid = Number.parseInt(holder, 10)
  const who = isOfAnotherContainer(holder) ? 'a process of another container' : `the process ${pid}`
  return new DataDirInUse(
    pid,
    `The data folder ${dataDir} is in use by ${who}: stop it first, set DATA_DIR to ` +
      'another folder, or use a PostgreSQL server (DATABASE_URL), which many processes may share.',
  )
}

/** Creates the file with its content in one step, so that nobody ever reads half of it. */
function createWhole(path: string, content: string): boolean {
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
  const { socket } = readHolder(holder)
  if (content === holder && socket !== UNKNOWN) rmSync(join(path, '..', socket), { force: true })
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
