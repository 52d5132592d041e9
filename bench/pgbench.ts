import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Call } from '../server/src/core/database/statement.ts'
import { WRITTEN_SHARDS } from '../server/src/statistics/stat-shards.ts'
import type { SaleToSave } from '../server/src/tracking/sales/decide-sale.rule.ts'
import { saveSales } from '../server/src/tracking/sales/sale.sql.ts'
import { percentiles } from './percentiles.ts'
import type { Measured } from './rounds.ts'

/** The service's own statement that writes sales, run by pgbench one sale at a time with nothing around it. */
export interface WriteJob {
  databaseUrl: string
  connections: number
  seconds: number
  /** A sale as the service would save it; customer, count and transaction_id change with every write. */
  sale: SaleToSave
  /** Customer ids `first` … `first + count - 1`; each connection goes round its own share of them. */
  first: number
  count: number
  /** Makes the transaction ids of this job its own. */
  transactionBase: number
}

export async function runPgbench(job: WriteJob): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'affiliate-bench-'))
  try {
    const { text, values } = await captureStatement(job.sale)
    const script = join(folder, 'sale.sql')
    writeFileSync(script, scriptOf(text, values))
    const { stdout } = await promisify(execFile)(
      'pgbench',
      [
        ...['--no-vacuum', '--protocol', 'prepared', '--file', script],
        ...['--client', String(job.connections), '--jobs', '2', '--time', String(job.seconds)],
        ...['--log', '--log-prefix', join(folder, 'latency')],
        ...variables(job, values),
        job.databaseUrl,
      ],
      { timeout: (job.seconds + 60) * 1000 },
    )
    const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? '0'
    if (failed !== '0') throw new Error(`pgbench failed ${failed} transactions`)
    const ratePerSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
    return { ratePerSecond, ...percentiles(readLatencies(folder)) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// What differs between two sales is captured as a value that nothing else has, and found again by it. Every customer
// has one sale before the first turn, and one more after each turn of its connection.
const CUSTOMER = -1_000_001
const SALES = -1_000_002
const SHARD = -3
const TRANSACTION = 'the transaction of this sale'
/** How the script computes those that the rows of the sale hold, which go as one JSON text. */
const CHANGING = new Map([
  [String(CUSTOMER), ':customer'],
  [String(SALES), ':sales'],
  [TRANSACTION, ':transaction'],
])
const ANY_CHANGING = new RegExp(`(${[...CHANGING.keys()].join('|')})`)

/** What the service would send, taken from its own SQL, so that the floor stays the same write. */
async function captureStatement(sale: SaleToSave): Promise<Call> {
  const captured: Call[] = []
  const example = {
    ...sale,
    customer: { ...sale.customer, id: CUSTOMER, sale_count: SALES },
    request: { ...sale.request, transaction_id: TRANSACTION },
  }
  await saveSales(
    async (call) => {
      captured.push(call)
      return [{ place: 0 }] as never[] // safe because what comes back is not looked at
    },
    [example],
    { erase: (name) => name, shard: SHARD },
  )
  const [only] = captured
  if (only === undefined) throw new Error('saveSales sent no statement')
  return only
}

function scriptOf(statement: string, values: readonly unknown[]): string {
  const text = statement.replaceAll(/\$(\d+)/g, (_, place: string) => {
    const value = values[Number(place) - 1]
    if (value === null) return 'null'
    if (value === SHARD) return ':shard'
    if (!holdsChanging(value)) return `:p${place}`
    const parts = partsOf(value).map((part, index) => `${CHANGING.get(part) ?? `:p${place}_${index}`}::text`)
    return `concat(${parts.join(', ')})`
  })
  return [
    '\\set n :n + 1',
    '\\set customer :first + :client_id * :each + mod(:n, :each)',
    '\\set sales 1 + :n / :each',
    '\\set transaction :base + :client_id * 100000000 + :n',
    `\\set shard random(0, ${WRITTEN_SHARDS - 1})`,
    `${text};`,
    '',
  ].join('\n')
}

function variables(
  { first, count, connections, transactionBase }: WriteJob,
  values: readonly unknown[],
): string[] {
  const each = Math.floor(count / connections)
  const constant = values.flatMap((value, index) => {
    const name = `p${index + 1}`
    if (value === null || value === SHARD) return []
    if (!holdsChanging(value)) return [`${name}=${literal(value)}`]
    return partsOf(value).flatMap((part, number) => (CHANGING.has(part) ? [] : [`${name}_${number}=${part}`]))
  })
  const own = ['n=-1', `first=${first}`, `each=${each}`, `base=${transactionBase}`]
  return [...own, ...constant].flatMap((definition) => ['--define', definition])
}

function holdsChanging(value: unknown): value is string {
  return typeof value === 'string' && ANY_CHANGING.test(value)
}

/** What changes, and what stands between. */
function partsOf(text: string): string[] {
  return text.split(ANY_CHANGING)
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map(literal).join(',')}}`
  return value instanceof Date ? value.toISOString() : String(value)
}

/** The third column of pgbench's log is the latency in microseconds. */
function readLatencies(folder: string): number[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('latency'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => Number(line.split(' ')[2]))
}
