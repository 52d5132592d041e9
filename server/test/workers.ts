import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { sql } from 'kysely'
import { expect, inject, onTestFinished } from 'vitest'
import { type StartedCommand, startCommand } from './command.ts'
import { readDatabaseUrl } from './data-location.ts'
import { createTestProgram, openTestDatabase, TestClock } from './harness.ts'

/** Runs the service as several processes from one command, on a PostgreSQL database for one test. */
export interface Workers extends StartedCommand {
  address: string
  /** The first output. */
  ready: Record<string, unknown>
  /** The process ids of the workers, oldest first. */
  pids(): number[]
  /** Returns the log lines with this message. */
  logged(message: string): Record<string, unknown>[]
}

/** Creates a database for one test and the environment of a process that uses it. */
export async function createWorkerDatabase(environment: Record<string, string> = {}) {
  const source = inject('database')
  if (source.kind !== 'postgres') throw new Error('several processes need PostgreSQL: set TEST_DATABASE_URL')
  const { database, drop } = await openTestDatabase()
  onTestFinished(drop)
  const address = await readDatabaseUrl(source.url, database)
  // Test data needn't survive a crash, so commits don't wait for the disk.
  const name = sql.ref(new URL(address).pathname.slice(1))
  await sql`alter database ${name} set synchronous_commit = off`.execute(database.kysely)
  return {
    database,
    name: new URL(address).pathname.slice(1),
    environment: {
      DATABASE_URL: address,
      APP_SECRET: 'a-secret-that-only-the-tests-know-0123456789',
      WEB_CONCURRENCY: '2',
      PORT: '0',
      LOG_LEVEL: 'info',
      RATE_LIMIT_KEY_PER_MINUTE: '1000000',
      RATE_LIMIT_IP_PER_MINUTE: '1000000',
      // Trusts the test as a proxy, so that requests can set their client IP.
      TRUST_PROXY: '127.0.0.1',
      ...environment,
    },
  }
}

/** Starts the service and waits until it is ready. */
export async function startWorkers(
  environment: Record<string, string>,
  options: { command?: string } = {},
): Promise<Workers> {
  const started = startCommand(['serve', '--json'], environment, options)
  const { child, output, ended } = started
  onTestFinished(async () => {
    const workers = pids(child.pid ?? 0)
    child.kill('SIGKILL')
    await waitUntilExited(workers)
  })
  const logged = (message: string) =>
    parseJsonLines(output.stdout).filter((line) => line.msg === message || line.message === message)
  const ready = await new Promise<Record<string, unknown>>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const line = parseJsonLines(output.stdout).find(({ address }) => address !== undefined)
      if (line !== undefined) resolve(line)
    })
    void ended.then((code) => reject(new Error(`it ended with ${code}: ${output.stdout}${output.stderr}`)))
  })
  return { ...started, address: String(ready.address), ready, pids: () => pids(child.pid ?? 0), logged }
}

/** Parses the complete JSON lines. */
function parseJsonLines(text: string): Record<string, unknown>[] {
  const lines = text.split('\n').slice(0, -1)
  return lines.map((line) => {
    try {
      return JSON.parse(line)
    } catch {
      return { msg: line }
    }
  })
}

function pids(parent: number): number[] {
  try {
    const text = execFileSync('pgrep', ['-P', String(parent)], { encoding: 'utf8' })
    return text.trim().split('\n').map(Number)
  } catch {
    return []
  }
}

/** Waits until none of these processes exist anymore. */
export async function waitUntilExited(all: readonly number[]): Promise<void> {
  await expect.poll(() => all.filter(isAlive), { timeout: 60_000 }).toEqual([])
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the parts of the response that they read
export type ApiResponse = { status: number; headers: Record<string, any>; body: any; text: string }

/** Returns a client with its own connections, with or without keep-alive. Throws on network errors. */
export function createCaller(address: string, { keepAlive = false }: { keepAlive?: boolean } = {}) {
  const agent = new Agent({ keepAlive })
  onTestFinished(() => agent.destroy())
  return (
    method: 'GET' | 'POST',
    path: string,
    { body, bearer, ip }: { body?: unknown; bearer?: string | undefined; ip?: string } = {},
  ): Promise<ApiResponse> =>
    new Promise((resolve, reject) => {
      const headers = {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(ip === undefined ? {} : { 'x-forwarded-for': ip }),
      }
      const call = request(address + path, { method, agent, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => {
          text += chunk
        })
        response.once('error', reject)
        response.once('end', () => {
          const isJson = response.headers['content-type']?.includes('json')
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: isJson ? JSON.parse(text) : undefined,
            text,
          })
        })
      })
      call.once('error', reject)
      call.end(body === undefined ? undefined : JSON.stringify(body))
    })
}

export type Call = ReturnType<typeof createCaller>

/** The requests sent and the service's responses. */
export interface Ledger {
  clicks: Set<string>
  leads: Set<string>
  /** transaction_id → sale_id. */
  sales: Map<string, number>
  responses: number
  /** Requests without a 200 response (or, if retried, the sale's own 409). */
  failed: string[]
}

export function newLedger(): Ledger {
  return { clicks: new Set(), leads: new Set(), sales: new Map(), responses: 0, failed: [] }
}

const SALES_PER_CUSTOMER = 3

/**
 * Simulates a visitor who clicks, signs up and buys until `isOver`. @param attempts how often a request is sent if the
 * connection fails; a retried click is a new one
 */
export async function visit(
  call: Call,
  shop: { url: string; key: string },
  { ledger, isOver, attempts }: { ledger: Ledger; isOver: () => boolean; attempts: number },
) {
  const post = async (event: string, body: object, bearer?: string): Promise<ApiResponse | undefined> => {
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await call('POST', `/api/v1/track/${event}`, { body, bearer })
        ledger.responses++
        const isOwn = attempt > 1 && response.status === 409
        if (response.status === 200 || isOwn) return response
        ledger.failed.push(`${event}: ${response.status} ${response.text}`)
        return undefined
      } catch (error) {
        if (attempt < attempts) continue
        ledger.failed.push(`${event}: ${error}`)
        return undefined
      }
    }
  }
  while (!isOver()) {
    const click = await post('click', { affiliate_url: shop.url })
    if (click === undefined) continue
    ledger.clicks.add(click.body.click_id)
    const customer_key = randomUUID()
    const lead = await post('lead', { click_id: click.body.click_id, customer_key }, shop.key)
    if (lead === undefined) continue
    ledger.leads.add(String(lead.body.lead_id))
    for (let n = 0; n < SALES_PER_CUSTOMER; n++) {
      const transaction_id = randomUUID()
      const sale = await post('sale', { transaction_id, amount_cents: 4900, customer_key }, shop.key)
      const sale_id = sale?.body.sale_id ?? sale?.body.error?.details.sale_id
      if (sale_id !== undefined) ledger.sales.set(transaction_id, sale_id)
    }
  }
}

/** Returns the process IDs of the two workers, oldest first. */
export function requireTwoWorkers(service: Workers): [number, number] {
  const [first, second, ...more] = service.pids()
  if (first === undefined || second === undefined || more.length > 0)
    throw new Error('there are not two workers')
  return [first, second]
}

/** Returns a worker's startup log message. */
export const listening = ({ address }: Workers) => `Server listening at ${address}`

/** Creates a database with a shop that accepts orders. */
export async function openWorkersShop(environment: Record<string, string> = {}) {
  const place = await createWorkerDatabase(environment)
  const clock = new TestClock(new Date().toISOString())
  const program = await createTestProgram({ database: place.database, clock })
  return { ...place, shop: { url: `https://shop.test/?aff=${program.code}`, key: program.liveKey } }
}
