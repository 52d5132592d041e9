import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * `npm run dev`: runs the service with automatic restarts, and the dashboard in Vite, which proxies API requests to the
 * service. Both stop on Ctrl-C or when either one exits.
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
// Waits for the service, because the browser opens Vite's address immediately.
await waitForService()
if (!isStopping) running.push(start(DASHBOARD, [VITE]))

async function waitForService() {
  while (!isStopping) {
    const response = await fetch(`${environment.SERVICE_URL}/healthz`).catch(() => undefined)
    if (response !== undefined) return
    await setTimeout(200)
  }
}

function start(cwd: string, args: string[]) {
  // A separate process group, so that Ctrl-C in a terminal signals only this process, which stops each part once.
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
