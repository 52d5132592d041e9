import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'
import { rejectAfter } from '../../core/async/promise-timeout.ts'
import { errorCode } from '../../core/errors/start-error.ts'
import { BackupError } from './backup.ts'
import { backupLimits } from './limits.ts'
import { toMajorVersion } from './manifest.rule.ts'
import { toolConnection } from './tool-connection.rule.ts'

type Tool = 'pg_dump' | 'pg_restore'

/**
 * Checks that a PostgreSQL tool is installed and recent enough.
 * @param serverVersion `server_version_num` of the server
 * @throws {BackupError} if it is missing, or older than the server
 */
export async function requireTool(tool: Tool, serverVersion: number): Promise<void> {
  const { stdout } = await promisify(execFile)(tool, ['--version']).catch((cause: unknown) => {
    throw new BackupError(
      'tool_missing',
      `${tool} cannot be run (${errorCode(cause) ?? 'it failed'}). Install PostgreSQL client tools ${toMajorVersion(serverVersion)} or newer and add them to PATH.`,
      { cause },
    )
  })
  const major = Number(/(\d+)(?:\.\d+)*(?:devel|beta\d+|rc\d+)?/.exec(stdout.replace(/^.*?\)/, ''))?.[1])
  if (major >= toMajorVersion(serverVersion)) return
  throw new BackupError(
    'tool_too_old',
    `${tool} is version ${major}, but the server is PostgreSQL ${toMajorVersion(serverVersion)}. Install client tools ${toMajorVersion(serverVersion)} or newer and put them first in PATH.`,
  )
}

/**
 * Streams a `pg_dump` of the whole database as of a snapshot.
 * @throws {BackupError} with the tool's output, possibly after the last byte, so discard what was read
 */
export async function* dumpDatabase(databaseUrl: string, snapshot: string): AsyncGenerator<Buffer> {
  const tool = start('pg_dump', databaseUrl, [
    '--format=custom',
    '--no-owner',
    '--no-privileges',
    `--snapshot=${snapshot}`,
  ])
  tool.child.stdin.end()
  try {
    yield* readUntilSilent(tool.child.stdout, backupLimits.backupToolSilenceMs)
    await tool.ended
  } finally {
    // The reader stopped early, so the dump is no longer needed.
    tool.child.kill('SIGKILL')
  }
}

/**
 * Yields a tool's output as long as it keeps writing, so that a frozen server doesn't block it forever.
 * @throws {BackupError} if it is silent for too long
 */
export async function* readUntilSilent(stream: Readable, maxMs: number): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  for (;;) {
    const next = await rejectAfter(maxMs, chunks.next(), () => noOutputError(maxMs))
    if (next.done) return
    yield next.value
  }
}

function noOutputError(maxMs: number): BackupError {
  return new BackupError(
    'tool_failed',
    `pg_dump has written nothing for ${Math.round(maxMs / 60_000)} minutes. Check that the database responds and run the backup again.`,
  )
}

/**
 * Restores a dump into an empty database in one transaction.
 * @throws {BackupError} with the tool's output, or any error of the archive
 */
export async function restoreDatabase(
  databaseUrl: string,
  archive: AsyncIterable<Uint8Array>,
): Promise<void> {
  const tool = start('pg_restore', databaseUrl, [
    '--single-transaction',
    '--exit-on-error',
    '--no-owner',
    '--no-privileges',
  ])
  tool.child.stdout.resume()
  const { stdin } = tool.child
  // Writes to a failed tool are lost. `ended` contains the reason.
  stdin.on('error', () => {})
  try {
    for await (const bytes of archive) {
      if (stdin.destroyed || tool.child.exitCode !== null) break
      if (!stdin.write(bytes)) await waitForInput(tool.child)
    }
  } catch (error) {
    // The tool must be killed before its input ends. Otherwise, it would accept a partial dump.
    tool.child.kill('SIGKILL')
    await tool.ended.catch(() => {})
    throw error
  }
  stdin.end()
  await tool.ended
}

/** Resolves when the tool can accept more input or has ended. Removes its listeners. */
function waitForInput(child: StartedTool['child']): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      child.stdin.off('drain', done)
      child.off('close', done)
      resolve()
    }
    child.stdin.on('drain', done)
    child.on('close', done)
  })
}

interface StartedTool {
  child: ChildProcessByStdio<Writable, Readable, Readable>
  /** Rejects with the tool's output if it failed. */
  ended: Promise<void>
}

function start(tool: Tool, databaseUrl: string, options: string[]): StartedTool {
  const { address, password } = toolConnection(databaseUrl)
  const child = spawn(tool, [...options, '--no-password', `--dbname=${address}`], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C', ...(password === undefined ? {} : { PGPASSWORD: password }) },
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-backupLimits.maxBackupToolOutputLength)
  })
  const exit = new Promise<void>((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new BackupError('tool_failed', `${tool} cannot be run.`, { cause })),
    )
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new BackupError('tool_failed', `${tool} failed: ${output.trim() || `exit code ${code}`}`))
    })
  })
  // The promise is awaited later and may reject before.
  exit.catch(() => {})
  return { child, ended: exit }
}
