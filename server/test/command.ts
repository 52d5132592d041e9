import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject, vi } from 'vitest'
import { runCommandLine } from '../src/cli/cli.ts'
import { createSecretFile } from '../src/core/config/secret-file.ts'
import { addCleanup } from './cleanup.ts'

/** The installed `affiliate`, which compiles the service on every start. */
export const BIN = fileURLToPath(new URL('../bin/affiliate.js', import.meta.url))

/** A copy of `affiliate` that is compiled once per test run and starts twice as fast. */
export const COMMAND = inject('command')

/**
 * Creates a migrated embedded database and a secret in a data folder, which saves most of the first start's time.
 * Does nothing on PostgreSQL, where every command has its own database.
 */
export function makeDatabaseAhead(dataDir: string) {
  const source = inject('database')
  if (source.kind !== 'embedded') return
  createSecretFile(dataDir)
  const folder = join(dataDir, 'database')
  mkdirSync(folder)
  execFileSync('tar', ['-xf', source.templateFile, '-C', folder], { stdio: ['ignore', 'ignore', 'pipe'] })
}

/**
 * Runs a command in this process, which is five times faster than starting one. Tests that need a process (kills,
 * concurrency, `serve`) use `startCommand`.
 */
export async function runCommand(args: string[], environment: Record<string, string>) {
  const output = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      output[name] += String(chunk)
      return true
    }),
  )
  try {
    const code = await runCommandLine(args, { LOG_LEVEL: 'error', ...environment })
    return { code, ...output }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

export interface StartedCommand {
  child: ChildProcess
  output: { stdout: string; stderr: string }
  /** Resolves with the exit code or signal once all output has arrived. */
  ended: Promise<number | NodeJS.Signals | null>
}

/**
 * Starts `affiliate` in its data folder. Its environment contains only PATH and the test run's id. @param whenOver
 * registers the function that kills the process at the end
 */
export function startCommand(
  args: string[],
  environment: Record<string, string>,
  {
    command = COMMAND,
    whenOver = addCleanup,
  }: { command?: string; whenOver?: (end: () => Promise<void>) => void } = {},
): StartedCommand {
  const child = spawn(process.execPath, [command, ...args], {
    cwd: environment.DATA_DIR ?? tmpdir(),
    env: {
      PATH: process.env.PATH ?? '',
      LOG_LEVEL: 'error',
      ...(process.env.TEST_RUN_ID === undefined ? {} : { TEST_RUN_ID: process.env.TEST_RUN_ID }),
      ...environment,
    },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk
  })
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal))
  })
  whenOver(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, output, ended }
}

/** Sends SIGHUP repeatedly while a service starts, from the moment it handles the signal (Linux). */
export async function reloadWhileStarting({ child, output, ended }: StartedCommand): Promise<void> {
  const polling = setInterval(() => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    const caught = BigInt(`0x${/SigCgt:\s*([0-9a-f]+)/.exec(status)?.[1] ?? '0'}`)
    if ((caught & 1n) === 1n) child.kill('SIGHUP')
  }, 20)
  const isReady = new Promise<void>((resolve) => {
    child.stdout?.on('data', () => output.stdout.includes('"address"') && resolve())
  })
  await Promise.race([isReady, ended]).finally(() => clearInterval(polling))
}

/** Returns the address that `serve --json` prints once it is ready. */
export async function readServiceUrl({ child, output, ended }: StartedCommand): Promise<string> {
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      if (output.stdout.includes('\n')) resolve(output.stdout.split('\n', 1)[0] ?? '')
    })
    void ended.then((code) =>
      reject(new Error(`the service ended with ${code}: ${output.stdout}${output.stderr}`)),
    )
  })
  return JSON.parse(line).address
}
