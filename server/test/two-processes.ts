import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { createClickPartitions } from '../src/tracking/clicks/create-click-partitions.job.ts'
import { addressOf, type StartedCommand, startCommand } from './command.ts'
import { type CalledService, type Caller, type send, startTestService, type TestService } from './harness.ts'
import { addressOfDatabase } from './place.ts'
import { doesRedisAnswer, REDIS_URL } from './redis.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface TwoProcesses {
  /** Called through both processes in turn; its clock is only the test's. */
  both: CalledService
  /** The same database with the app in the test's own process, whose clock the test sets. */
  own: TestService
  environment: Record<string, string>
  stop(): Promise<void>
}

/** The service in two processes of its own, on one PostgreSQL that nobody else has, with Redis where there is one. */
export async function startTwoProcesses(): Promise<TwoProcesses> {
  const source = inject('database')
  if (source.kind !== 'postgres') throw new Error('two processes need PostgreSQL: set TEST_DATABASE_URL')
  const own = await startTestService({ ownDatabase: true, now: new Date().toISOString() })
  const address = await addressOfDatabase(source.url, own.database)
  // Nothing here must outlive a crash of the machine, so no commit waits for the disk.
  const name = sql.ref(new URL(address).pathname.slice(1))
  await sql`alter database ${name} set synchronous_commit = off`.execute(own.database.kysely)
  // What a test lets happen weeks ago has a place to be.
  await createClickPartitions(own.deps, new Date(Date.now() - 100 * DAY_MS))
  const environment = {
    DATABASE_URL: address,
    APP_SECRET: own.deps.config.appSecret,
    PORT: '0',
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_KEY_PER_MINUTE: '1000000',
    RATE_LIMIT_IP_PER_MINUTE: '1000000',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    // The test is the proxy, so that a call may come from any address.
    TRUST_PROXY: '127.0.0.1',
    ...((await doesRedisAnswer()) ? { REDIS_URL, REDIS_KEY_PREFIX: `test:${randomUUID()}:` } : {}),
  }
  const started: StartedCommand[] = []
  const stop = async () => {
    for (const { child } of started) child.kill('SIGTERM')
    for (const { ended } of started) await ended
  }
  for (let process = 0; process < 2; process++) {
    started.push(startCommand(['serve', '--json'], environment, { whenOver: () => {} }))
  }
  const addresses = await Promise.all(started.map(addressOf)).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { both: { ...own, app: both(addresses) }, own, environment, stop }
}

/** How often a call is sent that is told to come again, and the header that says how often it was. */
const ATTEMPTS = 5
const SENT = 'x-times-sent'

/** The id of the sale that a call came to: of its answer, or of the 409 that a second attempt was told. */
export function recordedAtLast({ status, body, headers }: Awaited<ReturnType<typeof send>>): number {
  if (status === 200) return Number(body.sale_id)
  if (status === 409 && Number(headers[SENT]) > 1) return Number(body.error.details.sale_id)
  throw new Error(`a sale was answered ${status}: ${JSON.stringify(body)}`)
}

/**
 * Real processes, called as the app is: each call goes to the next of them. On a busy machine a call may wait for a row
 * longer than a statement may take; what is answered 503 is sent again, as the SDK sends it. It may have been recorded all
 * the same, and its caller is told so (`recordedAtLast`).
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
