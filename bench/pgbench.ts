import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Call } from '../server/src/core/database/statement.ts'
import { WRITTEN_SHARDS } from '../server/src/statistics/stat-shards.ts'
import type { SaleToSave } from '../server/src/tracking/sales/decide-sale.rule.ts'
import { saveSales } from '../server/src/tracking/sales/sale.sql.ts'
import { watchMachine } from './machine.ts'
import { percentiles } from './percentiles.ts'
import type { Measurement } from './rounds.ts'

/** Runs the service's own statement for saving a sale in pgbench, one sale at a time. */
export interface WriteJob {
  databaseUrl: string
  connections: number
  seconds: number
  /** Returns a sale as the service would save it. Customer, sale count and transaction ID change with each write. */
  sale: SaleToSave
  /** Customer IDs `first` … `first + count - 1`; each connection cycles through its own share. */
  first: number
  count: number
  /** Makes the job's transaction IDs unique. */
  transactionBase: number
}

export async function runPgbench(job: WriteJob): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'affiliate-bench-'))
  try {
    const { text, values } = await captureStatement(job.sale)
    const script = join(folder, 'sale.sql')
    writeFileSync(script, createScript(text, values))
    const { result, load } = await watchMachine(() =>
      promisify(execFile)(
        'pgbench',
        [
          ...['--no-vacuum', '--protocol', 'prepared', '--file', script],
          ...['--client', String(job.connections), '--jobs', '2', '--time', String(job.seconds)],
          ...['--log', '--log-prefix', join(folder, 'latency')],
          ...variables(job, values),
          job.databaseUrl,
        ],
        { timeout: (job.seconds + 60) * 1000 },
      ),
    )
    const { stdout } = result
    const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? '0'
    if (failed !== '0') throw new Error(`pgbench failed ${failed} transactions`)
    const ratePerSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
    return {
      ratePerSecond,
      ...percentiles(readLatencies(folder)),
      connections: job.connections,
      machine: load,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Inserts single rows into a separate table, one per commit: the minimum cost of a durable write on this machine.
 * @param perSecond the total rate; without it, as many as possible
 */
export async function insertRows(
  databaseUrl: string,
  { connections, seconds, perSecond }: { connections: number; seconds: number; perSecond?: number },
): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'affiliate-bench-'))
  try {
    const run = promisify(execFile)
    await run('psql', [databaseUrl, '-c', 'create table if not exists bench_rows (sent text)'])
    const script = join(folder, 'row.sql')
    writeFileSync(script, "insert into bench_rows (sent) values ('a row');\n")
    const { result, load } = await watchMachine(() =>
      run(
        'pgbench',
        [
          ...['--no-vacuum', '--protocol', 'prepared', '--file', script],
          ...(perSecond === undefined ? [] : ['--rate', String(perSecond)]),
          ...['--client', String(connections), '--jobs', '2', '--time', String(seconds)],
          ...['--log', '--log-prefix', join(folder, 'latency')],
          databaseUrl,
        ],
        { timeout: (seconds + 60) * 1000 },
      ),
    )
    const ratePerSecond = Number(/tps = ([\d.]+)/.exec(result.stdout)?.[1])
    return { ratePerSecond, ...percentiles(readLatencies(folder)), connections, machine: load }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// Values that differ between sales are captured as unique placeholders, then replaced. Each customer has one sale
// before the first turn, and one more after each turn.
const CUSTOMER_PLACEHOLDER = -1_000_001
const SALES_PLACEHOLDER = -1_000_002
const SHARD_PLACEHOLDER = -3
const TRANSACTION_PLACEHOLDER = 'the transaction of this sale'
/** Script expressions for the placeholders in the sale's rows, which are sent as one JSON text. */
const CHANGING = new Map([
  [String(CUSTOMER_PLACEHOLDER), ':customer'],
  [String(SALES_PLACEHOLDER), ':sales'],
  [TRANSACTION_PLACEHOLDER, ':transaction'],
])
const ANY_CHANGING = new RegExp(`(${[...CHANGING.keys()].join('|')})`)

/** Captures the statement from the service's SQL, so that the baseline is always the same write. */
async function captureStatement(sale: SaleToSave): Promise<Call> {
  const captured: Call[] = []
  const example = {
    ...sale,
    customer: { ...sale.customer, id: CUSTOMER_PLACEHOLDER, sale_count: SALES_PLACEHOLDER },
    request: { ...sale.request, transaction_id: TRANSACTION_PLACEHOLDER },
  }
  await saveSales(
    async (call) => {
      captured.push(call)
      return [{ place: 0 }] as never[] // safe because the result isn't used
    },
    [example],
    { erase: (name) => name, shard: SHARD_PLACEHOLDER },
  )
  const [only] = captured
  if (only === undefined) throw new Error('saveSales sent no statement')
  return only
}

function createScript(statement: string, values: readonly unknown[]): string {
  const text = statement.replaceAll(/\$(\d+)/g, (_, place: string) => {
    const value = values[Number(place) - 1]
    if (value === null) return 'null'
    if (value === SHARD_PLACEHOLDER) return ':shard'
    if (!holdsChanging(value)) return `:p${place}`
    const parts = splitAtPlaceholders(value).map(
      (part, index) => `${CHANGING.get(part) ?? `:p${place}_${index}`}::text`,
    )
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
    if (value === null || value === SHARD_PLACEHOLDER) return []
    if (!holdsChanging(value)) return [`${name}=${literal(value)}`]
    return splitAtPlaceholders(value).flatMap((part, number) =>
      CHANGING.has(part) ? [] : [`${name}_${number}=${part}`],
    )
  })
  const own = ['n=-1', `first=${first}`, `each=${each}`, `base=${transactionBase}`]
  return [...own, ...constant].flatMap((definition) => ['--define', definition])
}

function holdsChanging(value: unknown): value is string {
  return typeof value === 'string' && ANY_CHANGING.test(value)
}

/** Splits at the placeholders. */
function splitAtPlaceholders(text: string): string[] {
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
