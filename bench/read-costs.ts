import { createDemo, signIn } from './installation.ts'
import { processorUs } from './memory.ts'
import type { Server } from './processes.ts'
import { figureOf, number, spread, table } from './report.ts'
import type { Settings } from './settings.ts'

const CALLS = 100
const WARM_UP = 300

type Get = (path: string) => Promise<{ status: number; bytes: number }>

/** Measures the CPU time of each API read on the demo's program. */
export async function measureReadCosts(settings: Settings): Promise<string> {
  const demo = await createDemo(settings.databaseUrl)
  let server: Server | undefined
  try {
    server = await demo.start()
    const get = getterOf(server, await signIn(server, demo.account))
    const rows: string[][] = []
    for (const path of await pathsOf(server)) {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(demo.ids[name] ?? 1))
      const { status, bytes } = await get(filled)
      // Some resources, such as payouts and invoices, don't exist in the demo.
      if (status !== 200) continue
      const costs = await costOf(settings, server, () => get(filled))
      rows.push([`\`${path}\``, number(bytes), spread(figureOf(costs))])
    }
    return table(['GET', 'bytes', 'CPU time µs'], rows)
  } finally {
    await server?.stop()
    await demo.drop()
  }
}

async function pathsOf({ url }: Server): Promise<string[]> {
  const document = await (await fetch(`${url}/openapi.json`)).json()
  // safe because an OpenAPI document has this shape
  const { paths } = document as { paths: Record<string, object> }
  const reads = Object.keys(paths).filter((path) => path.startsWith('/api/') && 'get' in (paths[path] ?? {}))
  const periods = ['90d', 'all'].map((period) => `/api/tracking/performance/{programId}?period=${period}`)
  return [...periods, ...reads]
}

function getterOf({ url }: Server, token: string): Get {
  return async (path) => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    return { status: response.status, bytes: (await response.arrayBuffer()).byteLength }
  }
}

async function costOf(
  { rounds }: Settings,
  { pid }: Server,
  call: () => Promise<unknown>,
): Promise<number[]> {
  for (let n = 0; n < WARM_UP; n++) await call()
  const costs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = processorUs(pid)
    for (let n = 0; n < CALLS; n++) await call()
    costs.push((processorUs(pid) - before) / CALLS)
  }
  return costs
}
