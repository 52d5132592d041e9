import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'
import { within } from '../../core/async/within.ts'
import { errorCode } from '../../core/errors/start-error.ts'
import { BackupError } from './backup.ts'
import { backupLimits } from './limits.ts'
import { majorOf } from './manifest.rule.ts'
import { toolConnection } from './tool-connection.rule.ts'

type Tool = 'pg_dump' | 'pg_restore'

/**
 * Whether a tool of PostgreSQL is there and new enough.
 * @param serverVersion `server_version_num` of the server that it is to work with
 * @throws {BackupError} it is missing, or older than the server
 */
export async function requireTool(tool: Tool, serverVersion: number): Promise<void> {
  const { stdout } = await promisify(execFile)(tool, ['--version']).catch((cause: unknown) => {
    throw new BackupError(
      'tool_missing',
      `${tool} cannot be run (${errorCode(cause) ?? 'it failed'}): install the client tools of PostgreSQL ${majorOf(serverVersion)} or newer, and put them into PATH.`,
      { cause },
    )
  })
  const major = Number(/(\d+)(?:\.\d+)*(?:devel|beta\d+|rc\d+)?/.exec(stdout.replace(/^.*?\)/, ''))?.[1])
  if (major >= majorOf(serverVersion)) return
  throw new BackupError(
    'tool_too_old',
    `${tool} is of PostgreSQL ${major}, and the server is ${majorOf(serverVersion)}: install the client tools of ${majorOf(serverVersion)} or newer, and put them first into PATH.`,
  )
}

/**
 * The whole database as `pg_dump` tells it, at the moment of a snapshot.
 * @throws {BackupError} with what the tool said, when it fails: after the last byte, so what came is to be thrown away
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
    yield* untilSilent(tool.child.stdout, backupLimits.backupToolSilenceMs)
    await tool.ended
  } finally {
    // Whoever reads no further wants no more of it.
    tool.child.kill('SIGKILL')
  }
}

/**
 * What a tool writes, as long as it does: one whose server has frozen would else be waited for as long as that lasts.
 * @throws {BackupError} it has written nothing, and not ended, for so long
 */
export async function* untilSilent(stream: Readable, mostMs: number): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  for (;;) {
    const next = await within(mostMs, chunks.next(), () => silent(mostMs))
    if (next.done) return
    yield next.value
  }
}

function silent(mostMs: number): BackupError {
  return new BackupError(
    'tool_failed',
    `pg_dump has written nothing for ${Math.round(mostMs / 60_000)} minutes: see whether the database answers, and run the backup again.`,
  )
}

/**
 * Fills an empty database from what `dumpDatabase` made, in one transaction: all of it is there, or nothing.
 * @throws whatever the archive throws, or {BackupError} with what the tool said
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
  // What is written to a tool that has failed is lost; `ended` says why.
  stdin.on('error', () => {})
  try {
    for await (const bytes of archive) {
      if (stdin.destroyed || tool.child.exitCode !== null) break
      if (!stdin.write(bytes)) await untilTaken(tool.child)
    }
  } catch (error) {
    // Before its input ends: it must not take what has come for all.
    tool.child.kill('SIGKILL')
    await tool.ended.catch(() => {})
    throw error
  }
  stdin.end()
  await tool.ended
}

/** Until the tool has room for more, or has ended. Each of many waits takes its listeners with it. */
function untilTaken(child: StartedTool['child']): Promise<void> {
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
  /** Rejects with what the tool said, when it failed. */
  ended: Promise<void>
}

function start(tool: Tool, databaseUrl: string, options: string[]): StartedTool {
  const { address, password } = toolConnection(databaseUrl)
  const child = spawn(tool, [...options, '--no-password', `--dbname=${address}`], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C', ...(password === undefined ? {} : { PGPASSWORD: password }) },
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-backupLimits.backupToolChars)
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new BackupError('tool_failed', `${tool} cannot be run.`, { cause })),
    )
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new BackupError('tool_failed', `${tool} failed: ${said.trim() || `it ended with ${code}`}`))
    })
  })
  // It is waited for later, and may fail before.
  ended.catch(() => {})
  return { child, ended }
}
