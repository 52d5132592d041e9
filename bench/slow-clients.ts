import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { installEmbedded } from './embedded-sales.ts'
import { addCustomers, install, verifyStatistics } from './installation.ts'
import type { LoadResult } from './load.ts'
import { load, type Server, startService } from './processes.ts'
import { CONDITIONS, conclusion, conditionCells, number, table } from './report.ts'
import type { Measurement } from './rounds.ts'
import type { Settings } from './settings.ts'

const CALLERS = 1_000
/** Addresses, each below its own limit; a tenth of the clients share one address. */
const ADDRESSES = 100
const SECONDS = 120
const DRIP_MS = 4_000
/** Longer than a connection may stay open without a request. */
const CLOSED_MS = 90_000
/** Connections of this process, for health checks. */
const OWN_CONNECTIONS = 4
const CUSTOMERS = 20_000
const SALES = { perSecond: 100, connections: 20, p95Ms: 250 }

/** What a slow client sends: `first`, then one byte every few seconds. */
const KINDS: readonly { first: string; drip: string; reads?: false }[] = [
  { first: '', drip: '' },
  { first: 'GET / HTTP/1.1\r\nhost: a\r\nx-slow: ', drip: 'x' },
  {
    first:
      'POST /api/v1/track/click HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n{',
    drip: ' ',
  },
  {
    first:
      'POST /api/programs/1/partners HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n{',
    drip: ' ',
  },
  { first: 'GET /openapi.json HTTP/1.1\r\nhost: a\r\n\r\n', drip: '\r\n', reads: false },
  { first: '\x16\x03\x01\x02\x00', drip: 'x' },
]

/**
 * Sends sales at a steady rate while 1,000 clients send a byte every four seconds or read nothing, and reconnect when
 * disconnected.
 * @throws if a sale doesn't return 200, a slow connection stays open, or the service stops responding
 */
export async function measureSlowClients(settings: Settings): Promise<string> {
  const rows = [
    formatRow('embedded', await measureWithSlowClients(await installEmbedded(CUSTOMERS))),
    formatRow('PostgreSQL, one process', await measureWithSlowClients(await installPostgres(settings, '1'))),
    formatRow('PostgreSQL, two workers', await measureWithSlowClients(await installPostgres(settings, '2'))),
  ]
  return table(
    [
      'service',
      'slow connections',
      'sales per second',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      ...CONDITIONS,
      'target',
    ],
    rows,
  )
}

interface ConnectionsResult extends LoadResult, Measurement {
  slowConnections: number
}

function formatRow(name: string, result: ConnectionsResult): string[] {
  const { slowConnections, ratePerSecond, p50Ms, p95Ms, p99Ms } = result
  return [
    name,
    number(slowConnections),
    number(ratePerSecond),
    number(p50Ms, 1),
    number(p95Ms, 1),
    number(p99Ms, 1),
    ...conditionCells([result]),
    conclusion(p95Ms, { at: SALES.p95Ms, is: 'most' }),
  ]
}

interface Place {
  liveKey: string
  start(): Promise<Server>
  verify(): Promise<unknown>
  drop(): Promise<void>
}

async function installPostgres({ databaseUrl }: Settings, workers: string): Promise<Place> {
  const installation = await install(databaseUrl)
  await addCustomers(installation, CUSTOMERS)
  const { environment, liveKey, drop } = installation
  return {
    liveKey,
    start: () => startService({ ...environment, WEB_CONCURRENCY: workers }),
    verify: () => verifyStatistics(installation),
    drop,
  }
}

async function measureWithSlowClients({ liveKey, start, verify, drop }: Place): Promise<ConnectionsResult> {
  let server: Server | undefined
  try {
    server = await start()
    const port = Number(new URL(server.url).port)
    const slow = Array.from({ length: CALLERS }, (_, n) => new SlowCaller(port, n))
    const result = await load({
      url: `${server.url}/api/v1/track/sale`,
      method: 'POST',
      headers: { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' },
      connections: SALES.connections,
      perSecond: SALES.perSecond,
      seconds: SECONDS,
      sales: { transactionPrefix: 'slow-', first: 0, count: CUSTOMERS },
    })
    for (const caller of slow) caller.giveUp()
    await allClosed(server)
    const health = await fetch(`${server.url}/readyz`)
    if (health.status !== 200) throw new Error(`the service returned ${health.status} afterwards`)
    await server.stop()
    server = undefined
    await verify()
    return { ...result, slowConnections: slow.reduce((sum, { calls }) => sum + calls, 0) }
  } finally {
    await server?.stop()
    await drop()
  }
}

/** Uses the service's own count, because a client only notices a closed connection when it writes. */
async function allClosed({ url }: Server) {
  const deadline = performance.now() + CLOSED_MS
  let open = CALLERS
  while (open > OWN_CONNECTIONS && performance.now() < deadline) {
    await wait(1_000)
    const metrics = await (await fetch(`${url}/metrics`)).text()
    open = Number(/^connections(?:\{[^}]*\})? (\d+)$/m.exec(metrics)?.[1] ?? CALLERS)
  }
  if (open > OWN_CONNECTIONS) throw new Error(`${open} connections of slow callers are still open`)
}

/** Keeps its connections open as long as possible, and reconnects when the service closes one. */
class SlowCaller {
  /** Number of connections opened. */
  calls = 0
  #isPersistent = true
  readonly #port: number
  readonly #n: number

  constructor(port: number, n: number) {
    this.#port = port
    this.#n = n
    this.#call()
  }

  /** Stops reconnecting, but keeps its open connections. */
  giveUp() {
    this.#isPersistent = false
  }

  #call() {
    const { first, drip, reads = true } = KINDS[this.calls % KINDS.length] ?? { first: '', drip: '' }
    const localAddress = this.#n % 10 === 0 ? '127.0.2.1' : `127.0.1.${1 + (this.#n % ADDRESSES)}`
    const socket = connect({ port: this.#port, host: '127.0.0.1', localAddress, allowHalfOpen: true })
    this.calls++
    socket.on('error', () => {})
    if (reads) socket.resume()
    else socket.pause()
    if (first !== '') socket.write(first, 'latin1')
    const timer = setInterval(() => drip !== '' && socket.write(drip, 'latin1'), DRIP_MS)
    socket.once('close', () => clearInterval(timer))
    let isOver = false
    const next = () => {
      if (isOver || !this.#isPersistent) return
      isOver = true
      setTimeout(() => this.#call(), 100)
    }
    socket.once('end', next).once('close', next)
  }
}
