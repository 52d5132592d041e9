import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * `npm run dev`: the service, started anew when a file of it changes, and the dashboard as Vite serves it, which hands
 * the API's paths on to the service. Both end together: on Ctrl-C, or when one of them ends.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DASHBOARD = join(ROOT, 'dashboard')
const TSX = fileURLToPath(import.meta.resolve('tsx/cli'))
const vitePackage = createRequire(join(DASHBOARD, 'package.json')).resolve('vite/package.json')
const VITE = join(dirname(vitePackage), 'bin/vite.js')

const { PORT = '3000' } = process.env
const environment = { SERVICE_URL: `http://127.0.0.1:${PORT}`, ...process.env, PORT }
const watch = [
  'watch',
  '--clear-screen=false',
  '--include',
  'server/migrations/*.sql',
  '--include',
  'tracker/src/*.ts',
]

let isStopping = false
const running: ChildProcess[] = []
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
running.push(start(ROOT, [TSX, ...watch, 'server/src/cli/run.ts', 'serve']))
// The address that Vite prints is opened at once, so the service behind it must answer by then.
await serviceAnswers()
if (!isStopping) running.push(start(DASHBOARD, [VITE]))

async function serviceAnswers() {
  while (!isStopping) {
    const response = await fetch(`${environment.SERVICE_URL}/healthz`).catch(() => undefined)
    if (response !== undefined) return
    await setTimeout(200)
  }
}

function start(cwd: string, args: string[]) {
  // A group of its own: a terminal's Ctrl-C reaches this process alone, so that each part is told once.
  const options: SpawnOptions = {
    cwd,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  }
  return spawn(process.execPath, args, options).on('exit', (code) => {
    if (!isStopping) process.exitCode = code ?? 1
    stop()
  })
}

function stop() {
  if (isStopping) return
  isStopping = true
  for (const child of running) child.kill('SIGTERM')
}
