import { createDatabase } from './installation.ts'
import { insertRows } from './pgbench.ts'
import { load, startEmptyRoute } from './processes.ts'
import { number } from './report.ts'
import type { Settings } from './settings.ts'

const SECONDS = 2

/** Measures an empty route and a one-row commit, to compare machines and days. Every part starts with it. */
export async function calibrate({ databaseUrl, connections }: Settings): Promise<string> {
  const [server, database] = await Promise.all([startEmptyRoute(), createDatabase(databaseUrl)])
  try {
    const request = {
      url: `${server.url}/`,
      method: 'POST',
      headers: {},
      connections,
      seconds: SECONDS,
    } as const
    // The first turn warms up.
    await load(request)
    const route = await load(request)
    const rows = await insertRows(database.databaseUrl, { connections, seconds: SECONDS })
    return `Calibration at ${connections} connections: empty route ${number(route.ratePerSecond)} per second, \`pgbench\` with one row per commit ${number(rows.ratePerSecond)} per second.`
  } finally {
    await server.stop()
    await database.drop()
  }
}
