import { install, verifyStatistics } from './installation.ts'
import { insertRows } from './pgbench.ts'
import { load, type Server, startEmptyRoute } from './processes.ts'
import {
  CONDITIONS,
  conclusion,
  conditionCells,
  type Figure,
  number,
  spread,
  table,
  toFigure,
} from './report.ts'
import {
  type Comparison,
  type Measurement,
  type MeasurementFigure,
  measureAlternately,
  median,
} from './rounds.ts'
import type { Settings } from './settings.ts'

/**
 * Clicks come from many browsers. With many connections, concurrent clicks share a commit; a single connection would
 * wait for each commit.
 */
const BROWSERS = 256

/** Compares `POST /api/v1/track/click` with an empty route, each in its own process with the same body. */
export async function measureClicks({ databaseUrl, seconds, rounds }: Settings): Promise<Comparison> {
  const installation = await install(databaseUrl)
  const servers: Server[] = []
  try {
    const empty = await startEmptyRoute()
    servers.push(empty)
    const service = await installation.start()
    servers.push(service)
    const click = {
      ...createClickRequest(installation.linkCode),
      method: 'POST',
      connections: BROWSERS,
      seconds,
    } as const
    const comparison = await measureAlternately(
      rounds,
      () => load({ ...click, url: `${empty.url}/` }),
      () => load({ ...click, url: `${service.url}/api/v1/track/click` }),
    )
    await verifyStatistics(installation)
    return comparison
  } finally {
    for (const server of servers) await server.stop()
    await installation.drop()
  }
}

/**
 * Compares clicks and redirect links with an empty route in one run: at full load, and at 1,000 per second, where
 * `pgbench` commits one row at the same rate, because a redirect waits for such a commit. The target is the server's
 * time, as reported by its own metrics: client latencies include the time the load generator waits for a CPU.
 */
export async function measureRedirects({ databaseUrl, seconds, rounds }: Settings): Promise<string> {
  const installation = await install(databaseUrl)
  const servers: Server[] = []
  try {
    await installation.sql.query('update programs set site_url = $1 where id = $2', [
      'https://shop.example/',
      installation.programId,
    ])
    const empty = await startEmptyRoute()
    servers.push(empty)
    const service = await installation.start()
    servers.push(service)
    const click = { ...createClickRequest(installation.linkCode), method: 'POST', seconds } as const
    const { headers } = click
    const redirect = {
      headers,
      method: 'GET',
      expected: '3xx',
      seconds,
      url: `${service.url}/r/${installation.linkCode}`,
    } as const
    const full = { connections: BROWSERS }
    const paced = { connections: 32, perSecond: PACE }
    const turns: Turn[] = [
      { name: 'an empty route', measure: () => load({ ...click, ...full, url: `${empty.url}/` }) },
      {
        name: '`POST /api/v1/track/click`',
        measure: () => load({ ...click, ...full, url: `${service.url}/api/v1/track/click` }),
      },
      { name: 'a redirect link', measure: () => load({ ...redirect, ...full }) },
      {
        name: 'an empty route, 1,000 per second',
        measure: () => load({ ...click, ...paced, url: `${empty.url}/` }),
      },
      {
        name: '`pgbench`, one row, 1,000 per second',
        measure: () => insertRows(installation.databaseUrl, { ...paced, seconds }),
      },
      { name: 'a redirect link, 1,000 per second', measure: () => load({ ...redirect, ...paced }) },
    ]
    const fastRedirects: number[] = []
    const measured = turns.map((): Measurement[] => [])
    for (let round = 0; round <= rounds; round++) {
      for (const [place, turn] of turns.entries()) {
        const before = await countRedirects(service)
        const result = await turn.measure()
        const after = await countRedirects(service)
        // The first round warms up.
        if (round === 0) continue
        measured[place]?.push(result)
        if (place === turns.length - 1)
          fastRedirects.push((after.inTime - before.inTime) / (after.count - before.count))
      }
    }
    await verifyStatistics(installation)
    return redirectTable(turns, measured, toFigure(fastRedirects.map((share) => share * 100)))
  } finally {
    for (const server of servers) await server.stop()
    await installation.drop()
  }
}

const PACE = 1_000
/** Percentage of redirects that the server responds to within 10 ms: the 99th percentile is at most 10 ms. */
const IN_TIME = { at: 99, is: 'least' } as const

/** Returns how many redirects the server has responded to, and how many of them within 10 ms. */
async function countRedirects({ url }: Server): Promise<{ count: number; inTime: number }> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const read = (name: string, more: string) => {
    const labels = `method="GET",route="/r/:code",status="302"`
    const lines = text.split('\n').filter((line) => line.startsWith(`http_request_duration_seconds_${name}{`))
    const line = lines.find((one) => one.includes(labels) && one.includes(more))
    return Number(line?.split(' ').at(-1) ?? 0)
  }
  return { count: read('count', ''), inTime: read('bucket', 'le="0.01"') }
}

interface Turn {
  name: string
  measure: () => Promise<Measurement>
}

function redirectTable(
  turns: readonly Turn[],
  measured: readonly Measurement[][],
  fastRedirects: Figure,
): string {
  const middle = (place: number, key: MeasurementFigure) =>
    median((measured[place] ?? []).map((one) => one[key]))
  const rows = turns.map(({ name }, place) => [
    name,
    number(middle(place, 'ratePerSecond')),
    place < 3 ? number(middle(place, 'ratePerSecond') / middle(0, 'ratePerSecond'), 2) : '',
    number(middle(place, 'p50Ms'), 2),
    number(middle(place, 'p99Ms'), 2),
    ...conditionCells(measured[place] ?? []),
  ])
  const server = `At the server, ${spread(fastRedirects, 2)}% of the redirects at 1,000 per second took at most 10 ms; target ${conclusion(fastRedirects.median, IN_TIME)}.`
  return `${table(['what', 'per second', 'of the empty route', 'p50 ms', 'p99 ms', ...CONDITIONS], rows)}\n\n${server}`
}

function createClickRequest(linkCode: string) {
  const headers = {
    'content-type': 'application/json',
    'user-agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  }
  const body = {
    affiliate_url: `https://shop.example/?aff=${linkCode}`,
    page_url: 'https://shop.example/',
    page_title: 'Shop',
    session_id: '0198c5a2-5d2f-7d6e-8f0a-1b2c3d4e5f60',
    screen_resolution: '1920x1080',
    language: 'en-US',
    timezone: 'Europe/Berlin',
  }
  return { headers, body: JSON.stringify(body) }
}
