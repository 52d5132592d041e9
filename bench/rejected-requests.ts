import { join } from 'node:path'
import { install } from './installation.ts'
import { load, type Server, startService } from './processes.ts'
import { type Comparison, measureAlternately } from './rounds.ts'
import type { Settings } from './settings.ts'

/**
 * Measures sales for unknown customers, each looked up, rejected and stored. A limited rate measures the latency; an
 * unlimited rate measures the total cost.
 */
export async function measureRejectedRequests(
  { databaseUrl, connections, seconds, rounds }: Settings,
  pace: { perSecond?: number } = {},
): Promise<Comparison> {
  const installation = await install(databaseUrl)
  const servers: Server[] = []
  try {
    const { environment, liveKey } = installation
    // The baseline can be another checkout, such as an older version that didn't store rejected requests.
    const base = process.env.BENCH_BASE
    const baseline =
      base === undefined
        ? await startService({ ...environment, REJECTED_REQUESTS_KEPT: '0' })
        : await startService(environment, join(base, 'server/bin/affiliate.js'))
    servers.push(baseline)
    const service = await installation.start()
    servers.push(service)
    const rejected = (server: Server, side: string) => (round: number) =>
      load({
        url: `${server.url}/api/v1/track/sale`,
        method: 'POST',
        headers: { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' },
        connections,
        seconds,
        expected: '4xx',
        ...pace,
        sales: { transactionPrefix: `${side}-${round}-`, first: 0, count: 1_000_000 },
      })
    return await measureAlternately(rounds, rejected(baseline, 'baseline'), rejected(service, 'subject'))
  } finally {
    for (const server of servers) await server.stop()
    await installation.drop()
  }
}
