import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { install } from './installation.ts'
import { watchMachine } from './machine.ts'
import { processorUs, residentMb } from './memory.ts'
import { affiliate, BIN, freePort, stop } from './processes.ts'
import { type Figure, toFigure } from './report.ts'
import type { MachineLoad } from './rounds.ts'
import type { Settings } from './settings.ts'

export interface StartMeasurement {
  database: 'PostgreSQL' | 'embedded'
  /** From the process's start to the first 200 from `/readyz`. */
  readyMs: Figure
  /** CPU time until then. */
  processorMs: Figure
  /** Resident memory after a few idle seconds. */
  idleMb: Figure
  target: { readyMs: number; idleMb: number }
  /** The machine's load during each start. */
  loads: MachineLoad[]
}

const IDLE_MS = 10_000
const READY_MS = 60_000

/**
 * Starts the service on each existing database in turn. The first turn isn't counted, because it may bundle the
 * service.
 */
export async function measureStarts(
  settings: Pick<Settings, 'databaseUrl' | 'rounds'>,
): Promise<StartMeasurement[]> {
  const installation = await install(settings.databaseUrl)
  const dataDir = mkdtempSync(join(tmpdir(), 'affiliate-bench-'))
  try {
    const embedded = { DATA_DIR: dataDir, APP_SECRET: 'a-secret-that-only-the-bench-knows-0123456789' }
    await affiliate(['demo'], embedded)
    const postgresStarts: Start[] = []
    const embeddedStarts: Start[] = []
    for (let round = 0; round <= settings.rounds; round++) {
      postgresStarts.push(await startOnce(installation.environment))
      embeddedStarts.push(await startOnce(embedded))
    }
    return [
      {
        database: 'PostgreSQL',
        ...summarizeStarts(postgresStarts.slice(1)),
        target: { readyMs: 800, idleMb: 120 },
      },
      {
        database: 'embedded',
        ...summarizeStarts(embeddedStarts.slice(1)),
        target: { readyMs: 1500, idleMb: 350 },
      },
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
    await installation.drop()
  }
}

interface Start {
  readyMs: number
  processorMs: number
  idleMb: number
  load: MachineLoad
}

async function startOnce(environment: Record<string, string>): Promise<Start> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, [BIN, 'serve'], {
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const { pid } = child
  if (pid === undefined) throw new Error('the service could not be started')
  try {
    const { result: readyMs, load } = await watchMachine(async () => {
      while (!(await isReady(port))) {
        if (child.exitCode !== null) throw new Error(`the service ended with exit code ${child.exitCode}`)
        if (performance.now() - startedAt > READY_MS) throw new Error(`not ready within ${READY_MS} ms`)
        await setTimeout(5)
      }
      return performance.now() - startedAt
    })
    const processorMs = processorUs(pid) / 1000
    await setTimeout(IDLE_MS)
    return { readyMs, processorMs, idleMb: residentMb(pid), load }
  } finally {
    await stop(child)
  }
}

async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.status === 200
}

function summarizeStarts(starts: Start[]) {
  const figure = (of: 'readyMs' | 'processorMs' | 'idleMb') => toFigure(starts.map((start) => start[of]))
  return {
    readyMs: figure('readyMs'),
    processorMs: figure('processorMs'),
    idleMb: figure('idleMb'),
    loads: starts.map(({ load }) => load),
  }
}
