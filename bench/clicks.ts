import { install, verifyStatistics } from './installation.ts'
import { load, type Server, startEmptyRoute } from './processes.ts'
import { type Comparison, inTurns } from './rounds.ts'
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
      ...clickOf(installation.linkCode),
      method: 'POST',
      connections: BROWSERS,
      seconds,
    } as const
    const comparison = await inTurns(
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

/** Compares redirect links, 1,000 per second, with an empty route at the same rate. */
export async function measureRedirects(settings: Settings): Promise<Comparison> {
  const { databaseUrl, seconds, rounds } = settings
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
    const job = { headers: clickOf('').headers, connections: 32, seconds, perSecond: 1_000 }
    const comparison = await inTurns(
      rounds,
      () => load({ ...job, ...clickOf(installation.linkCode), method: 'POST', url: `${empty.url}/` }),
      () =>
        load({ ...job, method: 'GET', expected: '3xx', url: `${service.url}/r/${installation.linkCode}` }),
    )
    await verifyStatistics(installation)
    return comparison
  } finally {
    for (const server of servers) await server.stop()
    await installation.drop()
  }
}

function clickOf(linkCode: string) {
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
