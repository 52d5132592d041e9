import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { addCustomers, type Installation, install, signIn } from './installation.ts'
import { type Server, type SlowProxy, startService, startSlowProxy } from './processes.ts'
import { number } from './report.ts'
import type { Settings } from './settings.ts'

const CUSTOMERS = 2_000
/**
 * The total number of connections of both processes, and the latency of a database round trip: about 800 statements a
 * second.
 */
const DATABASE_CONNECTIONS = 4
const ROUND_TRIP_MS = 5
const LIMIT_MS = 5_000
/** Clients of each kind, far more than the connections can serve. */
const CALLERS = { sales: 300, clicks: 100, reads: 800 }
/** A few clients start first; the others follow within this time. */
const WARM_SECONDS = 5
const JOIN_SECONDS = 5
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36'

/** Results for one kind of request. */
interface Counts {
  /** Latencies in milliseconds by status; 0 is a broken connection. */
  latencies: Map<number, number[]>
}

/**
 * Measures a service with few connections to a slow database with far more clients than it can serve: sales, clicks
 * and reads at once. Each client sends its next request after a response, or after a rejection's `Retry-After`.
 */
export async function measureOverload(settings: Settings): Promise<string> {
  const installation = await install(settings.databaseUrl)
  let server: Server | undefined
  let slow: SlowProxy | undefined
  try {
    await addCustomers(installation, CUSTOMERS)
    slow = await startSlowProxy(installation.databaseUrl, ROUND_TRIP_MS)
    // The connections for both processes and a replacement, and one for each of two commands.
    await installation.sql.query(
      `alter database ${new URL(installation.databaseUrl).pathname.slice(1)} connection limit ${(DATABASE_CONNECTIONS / 2) * 3}`,
    )
    server = await startService({ ...installation.environment, DATABASE_URL: slow.url, WEB_CONCURRENCY: '2' })
    const { tallies, acknowledged, slowestHealthMs } = await overload(settings, installation, server)
    const { rows } = await installation.sql.query<{ recorded: string }>(
      'select count(*) as recorded from sale_events where transaction_id = any ($1)',
      [acknowledged],
    )
    const lost = acknowledged.length - Number(rows[0]?.recorded)
    return [
      '| request | succeeded | p50 ms | p99 ms | slowest ms | rejected (503) | p50 ms | p99 ms | slowest ms | later than 5 s |',
      '|---|---|---|---|---|---|---|---|---|---|',
      ...Object.entries(tallies).map(([name, counts]) => formatRow(name, counts)),
      '',
      `Acknowledged sales: ${number(acknowledged.length)}, ${lost} lost. Slowest response of /healthz and /metrics: ${Math.round(slowestHealthMs)} ms.`,
    ].join('\n')
  } finally {
    await server?.stop()
    slow?.stop()
    await installation.drop()
  }
}

async function overload({ seconds }: Settings, installation: Installation, server: Server) {
  const session = await signIn(server)
  const acknowledged: string[] = []
  const { programId, liveKey, linkCode } = installation
  const json = { 'content-type': 'application/json' }
  const kinds = {
    sales: (call: Call) => {
      const transaction_id = randomUUID()
      const customer_key = `customer-${Math.floor(Math.random() * CUSTOMERS)}`
      return call({
        path: '/api/v1/track/sale',
        headers: { ...json, authorization: `Bearer ${liveKey}` },
        body: JSON.stringify({ transaction_id, customer_key, amount_cents: 4900 }),
      }).then((response) => {
        if (response.status === 200) acknowledged.push(transaction_id)
        return response
      })
    },
    clicks: (call: Call) =>
      call({
        path: '/api/v1/track/click',
        headers: { ...json, 'user-agent': BROWSER },
        body: JSON.stringify({ affiliate_url: `https://shop.example/?aff=${linkCode}` }),
      }),
    reads: (call: Call) =>
      call({
        path: `/api/tracking/performance/${programId}?period=30d`,
        headers: { authorization: `Bearer ${session}` },
      }),
  }
  const names = Object.keys(kinds) as (keyof typeof kinds)[]
  const warmUpEnd = performance.now() + WARM_SECONDS * 1000
  await Promise.all(
    names.map((name) => {
      const unused = { latencies: new Map() }
      return sendRequests(server, new Agent(), { send: kinds[name], tally: unused, until: warmUpEnd })
    }),
  )
  const until = performance.now() + (JOIN_SECONDS + seconds) * 1000
  const tallies = {} as Record<keyof typeof kinds, Counts>
  const callers: Promise<void>[] = []
  for (const name of names) {
    const send = kinds[name]
    const counts: Counts = { latencies: new Map() }
    tallies[name] = counts
    const agent = new Agent({ keepAlive: true, maxSockets: CALLERS[name] })
    for (let n = 0; n < CALLERS[name]; n++) {
      const joins = pause((n / CALLERS[name]) * JOIN_SECONDS * 1000)
      callers.push(joins.then(() => sendRequests(server, agent, { send, tally: counts, until })))
    }
  }
  let slowestHealthMs = 0
  const agent = new Agent({ keepAlive: true })
  while (performance.now() < until) {
    for (const path of ['/healthz', '/metrics']) {
      const startedAt = performance.now()
      await createAgentCaller(server, agent)({ path, headers: {} })
      slowestHealthMs = Math.max(slowestHealthMs, performance.now() - startedAt)
    }
    await pause(200)
  }
  await Promise.all(callers)
  return { tallies, acknowledged, slowestHealthMs }
}

interface TimedResponse {
  /** The response status; 0 if the connection broke. */
  status: number
  retryAfterSeconds: number
}

type Call = (call: { path: string; headers: Record<string, string>; body?: string }) => Promise<TimedResponse>

async function sendRequests(
  server: Server,
  agent: Agent,
  {
    send,
    tally: counts,
    until,
  }: { send: (call: Call) => Promise<TimedResponse>; tally: Counts; until: number },
) {
  while (performance.now() < until) {
    const startedAt = performance.now()
    const { status, retryAfterSeconds } = await send(createAgentCaller(server, agent))
    const times = counts.latencies.get(status) ?? []
    times.push(performance.now() - startedAt)
    counts.latencies.set(status, times)
    if (status !== 200) await pause(retryAfterSeconds * 1000)
  }
}

function createAgentCaller({ url }: Server, agent: Agent): Call {
  return ({ path, headers, body }) =>
    new Promise((resolve) => {
      const sent = request(`${url}${path}`, { agent, headers, method: body === undefined ? 'GET' : 'POST' })
      sent.on('response', (response) => {
        response.resume()
        const retryAfterSeconds = Number(response.headers['retry-after'] ?? 1)
        response.on('end', () => resolve({ status: response.statusCode ?? 0, retryAfterSeconds }))
        response.on('error', () => resolve(BROKEN))
      })
      sent.on('error', () => resolve(BROKEN))
      sent.end(body)
    })
}

const BROKEN: TimedResponse = { status: 0, retryAfterSeconds: 1 }

function formatRow(name: string, { latencies }: Counts): string {
  const succeeded = latencies.get(200) ?? []
  const rejected = latencies.get(503) ?? []
  const all = [...latencies.values()].flat()
  const late = all.filter((ms) => ms > LIMIT_MS).length
  const others = [...latencies.keys()].filter((status) => status !== 200 && status !== 503)
  const more = others.map((status) => ` (and ${latencies.get(status)?.length} × ${status})`).join('')
  const share = all.length === 0 ? 0 : (100 * late) / all.length
  return `| ${name} | ${times(succeeded)} | ${number(rejected.length)}${more} | ${at(rejected, 0.5)} | ${at(rejected, 0.99)} | ${at(rejected, 1)} | ${number(late)} (${share.toFixed(1)} %) |`
}

function times(values: number[]): string {
  return [number(values.length), at(values, 0.5), at(values, 0.99), at(values, 1)].join(' | ')
}

function at(values: number[], share: number): string {
  const sorted = [...values].sort((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return value === undefined ? '' : number(Math.round(value))
}
