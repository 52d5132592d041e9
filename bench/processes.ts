import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import type { LoadJob, LoadResult } from './load.ts'
import { watchMachine } from './machine.ts'
import type { Measurement } from './rounds.ts'

const HERE = new URL('./', import.meta.url)
export const BIN = new URL('../server/bin/affiliate.js', HERE).pathname
const START_MS = 60_000
const STOP_MS = 15_000

/** Runs `affiliate <args> --json` and returns its parsed output. */
export async function affiliate(args: string[], environment: Record<string, string>): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [BIN, ...args, '--json'], {
    env: { ...process.env, ...environment },
    timeout: 20 * 60_000,
  })
  return JSON.parse(stdout)
}

/** A server in its own process, as it would be deployed. */
export interface Server {
  url: string
  pid: number
  stop(): Promise<void>
}

/** Starts the service with its own command in production mode and discards its log. */
export function startService(environment: Record<string, string>, bin = BIN): Promise<Server> {
  return startServer([...profilerArguments(), bin, 'serve'], '/healthz', environment)
}

/** Starts Fastify with one route that does nothing. */
export function startEmptyRoute(): Promise<Server> {
  return startServer(['--import', 'tsx', new URL('empty-route.ts', HERE).pathname], '/', {})
}

/** `BENCH_CPU_PROFILE=<folder>` writes a profile of every service process to that folder. */
function profilerArguments(): string[] {
  const folder = process.env.BENCH_CPU_PROFILE
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`]
}

/** A database behind a proxy that adds latency. */
export interface SlowProxy {
  url: string
  stop(): Promise<void>
}

/** Started as its own process, so that the load doesn't slow it down further. */
export async function startSlowProxy(databaseUrl: string, roundTripMs: number): Promise<SlowProxy> {
  const url = new URL(databaseUrl)
  const port = await freePort()
  const file = new URL('slow-proxy.ts', HERE).pathname
  const job = JSON.stringify({ port, host: url.hostname, to: Number(url.port || 5432), roundTripMs })
  const child = spawn(process.execPath, ['--import', 'tsx', file, job], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  url.port = String(port)
  return { url: url.toString(), stop: () => stop(child) }
}

async function startServer(
  args: string[],
  path: string,
  environment: Record<string, string>,
): Promise<Server> {
  const port = await freePort()
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  try {
    await waitUntilReady(`${url}${path}`, child)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return { url, pid: child.pid ?? 0, stop: () => stop(child) }
}

async function waitUntilReady(url: string, child: ChildProcess) {
  const deadline = performance.now() + START_MS
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with exit code ${child.exitCode}`)
    const response = await fetch(url).catch(() => undefined)
    await response?.arrayBuffer()
    if (response !== undefined && response.status < 500) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`no response from ${url} within ${START_MS} ms`)
}

export async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(timer)
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })
}

/** Runs a job in its own process, so that the server under load keeps its event loop to itself. */
export async function load(job: LoadJob): Promise<LoadResult & Measurement> {
  const file = new URL('load.ts', HERE).pathname
  const args = ['--import', 'tsx', file, JSON.stringify(job)]
  const timeout = (job.seconds + 60) * 1000
  const { result, load } = await watchMachine(() => promisify(execFile)(process.execPath, args, { timeout }))
  const measured = JSON.parse(result.stdout) as LoadResult // safe because load.ts prints a LoadResult
  return { ...measured, connections: job.connections, machine: load }
}
