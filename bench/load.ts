// A separate process that sends one job's requests and prints the result as one JSON line.
import autocannon from 'autocannon'
import { percentiles } from './percentiles.ts'
import { visit } from './visitors.ts'

/**
 * Sends requests over `connections` keep-alive connections. Each connection sends its next request after a response.
 */
export interface LoadJob {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  connections: number
  seconds: number
  /** The total rate of all connections. Without it, each request follows the previous response. */
  perSecond?: number
  /** The expected status class: redirects return 3xx, rejected requests 4xx. */
  expected?: '2xx' | '3xx' | '4xx'
  /** Sends the same body each time. */
  body?: string
  /** Sends a new sale each time, cycling through customers `first` … `first + count - 1`. */
  sales?: { transactionPrefix: string; first: number; count: number }
  /** Sends a click by a new visitor through this link each time, starting with visitor `first`. */
  visits?: { linkCode: string; first: number }
}

export interface LoadResult {
  ratePerSecond: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
  received: number
}

async function run(job: LoadJob): Promise<LoadResult> {
  const { url, method, headers, connections, seconds, perSecond, expected = '2xx', body, sales, visits } = job
  let sent = 0
  const nextSale = (request: autocannon.Request): autocannon.Request => {
    const n = sent++
    const sale = {
      transaction_id: `${sales?.transactionPrefix}${n}`,
      amount_cents: 4900,
      customer_key: `customer-${(sales?.first ?? 0) + (n % (sales?.count ?? 1))}`,
    }
    return { ...request, body: JSON.stringify(sale) }
  }
  const nextVisit = (request: autocannon.Request): autocannon.Request => {
    const { userAgent, body } = visit((visits?.first ?? 0) + sent++, visits?.linkCode ?? '')
    return { ...request, headers: { ...headers, 'user-agent': userAgent }, body }
  }
  const latenciesUs: number[] = []
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = {
      url,
      method,
      headers,
      connections,
      duration: seconds,
      timeout: 10,
      ...(perSecond === undefined ? {} : { overallRate: perSecond }),
      ...(body === undefined ? {} : { body }),
      ...(sales === undefined ? {} : { requests: [{ setupRequest: nextSale }] }),
      ...(visits === undefined ? {} : { requests: [{ setupRequest: nextVisit }] }),
    }
    const load = autocannon(options, (error: Error | null, done) =>
      error === null ? resolve(done) : reject(error),
    )
    // autocannon's own histogram counts only whole milliseconds.
    load.on('response', (_client, _status, _bytes, milliseconds) => latenciesUs.push(milliseconds * 1000))
  })
  const received = result[expected]
  const bad = result['2xx'] + result.non2xx - received + result.errors + result.timeouts
  if (bad > 0)
    throw new Error(
      `${bad} of ${result.requests.total} requests to ${url} did not return ${expected}: ` +
        JSON.stringify({ ...result.statusCodeStats, errors: result.errors, timeouts: result.timeouts }),
    )
  return {
    ratePerSecond: received / result.duration,
    ...percentiles(latenciesUs),
    received,
  }
}

// safe because only processes.ts starts this file, with a LoadJob
const job = JSON.parse(process.argv[2] ?? '') as LoadJob
process.stdout.write(`${JSON.stringify(await run(job))}\n`)
