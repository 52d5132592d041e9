import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { createClickPartitions } from '../src/tracking/clicks/create-click-partitions.job.ts'
import { readServiceUrl, type StartedCommand, startCommand } from './command.ts'
import { readDatabaseUrl } from './data-location.ts'
import { type CalledService, type Caller, type send, startTestService, type TestService } from './harness.ts'
import { isRedisReachable, REDIS_URL } from './redis.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface TwoProcesses {
  /** Sends requests to both processes in turn. Only the test uses this clock. */
  both: CalledService
  /** The same database with the app in the test's process, whose clock the test sets. */
  own: TestService
  environment: Record<string, string>
  stop(): Promise<void>
}

/** Starts the service as two processes on one new PostgreSQL database, with Redis if available. */
export async function startTwoProcesses(): Promise<TwoProcesses> {
  const source = inject('database')
  if (source.kind !== 'postgres') throw new Error('two processes need PostgreSQL: set TEST_DATABASE_URL')
  const own = await startTestService({ ownDatabase: true, now: new Date().toISOString() })
  const address = await readDatabaseUrl(source.url, own.database)
  // Test data needn't survive a crash, so commits don't wait for the disk.
  const name = sql.ref(new URL(address).pathname.slice(1))
  await sql`alter database ${name} set synchronous_commit = off`.execute(own.database.kysely)
  // Tests record events from weeks ago, which need partitions.
  await createClickPartitions(own.deps, new Date(Date.now() - 100 * DAY_MS))
  const environment = {
    DATABASE_URL: address,
    APP_SECRET: own.deps.config.appSecret,
    PORT: '0',
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_KEY_PER_MINUTE: '1000000',
    RATE_LIMIT_IP_PER_MINUTE: '1000000',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    // Trusts the test as a proxy, so that requests can set their client IP.
    TRUST_PROXY: '127.0.0.1',
    ...((await isRedisReachable()) ? { REDIS_URL, REDIS_KEY_PREFIX: `test:${randomUUID()}:` } : {}),
  }
  const started: StartedCommand[] = []
  const stop = async () => {
    for (const { child } of started) child.kill('SIGTERM')
    for (const { ended } of started) await ended
  }
  for (let process = 0; process < 2; process++) {
    started.push(startCommand(['serve', '--json'], environment, { whenOver: () => {} }))
  }
  const addresses = await Promise.all(started.map(readServiceUrl)).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { both: { ...own, app: both(addresses) }, own, environment, stop }
}

/** The number of attempts for a request that gets a 503, and the header that reports it. */
const ATTEMPTS = 5
const SENT = 'x-times-sent'

/** Returns the id of the recorded sale, from the response or from the 409 of a second attempt. */
export function recordedAtLast({ status, body, headers }: Awaited<ReturnType<typeof send>>): number {
  if (status === 200) return Number(body.sale_id)
  if (status === 409 && Number(headers[SENT]) > 1) return Number(body.error.details.sale_id)
  throw new Error(`a sale returned ${status}: ${JSON.stringify(body)}`)
}

/**
 * Sends each request to the next process and retries on 503 like the SDK, because locks may time out on a busy machine.
 * A retried sale may already be recorded: see `recordedAtLast`.
 */
function both(addresses: readonly string[]): Caller {
  let calls = 0
  return {
    async inject({ method, url, headers, remoteAddress, payload }) {
      const post = () =>
        fetch(`${addresses[calls++ % addresses.length]}${url}`, {
          method,
          headers: remoteAddress === undefined ? headers : { ...headers, 'x-forwarded-for': remoteAddress },
          ...(payload === undefined ? {} : { body: payload }),
        })
      let response = await post()
      let attempts = 1
      for (; response.status === 503 && attempts < ATTEMPTS; attempts++) response = await post()
      const body = await response.text()
      return {
        statusCode: response.status,
        headers: { ...Object.fromEntries(response.headers), [SENT]: String(attempts) },
        body,
        json: () => JSON.parse(body),
      }
    },
  }
}
