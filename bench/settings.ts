import { fileURLToPath } from 'node:url'

/** Settings for a benchmark run. */
export interface Settings {
  /** A PostgreSQL server where databases can be created. */
  databaseUrl: string
  connections: number
  /** Length of a turn. */
  seconds: number
  /** Counted turns for the baseline and the subject, after one warm-up turn each. */
  rounds: number
  /** Numbers of clicks to measure. */
  sizes: number[]
  /** Number of commissions in the large program in `growth`. */
  commissions: number
  /** Which reads `growth` measures, by path and query. */
  reads: RegExp
  /** The file whose sections are updated; undefined for none. */
  readme: string | undefined
}

export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  return {
    databaseUrl: environment.BENCH_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres',
    connections: integer(environment, 'BENCH_CONNECTIONS', 16, 256),
    seconds: integer(environment, 'BENCH_SECONDS', 6, 60),
    rounds: integer(environment, 'BENCH_ROUNDS', 3, 20),
    sizes: (environment.BENCH_SIZES ?? '10000,1000000').split(',').map(readSize),
    commissions: integer(environment, 'BENCH_COMMISSIONS', 1_000_000, 10_000_000),
    reads: new RegExp(environment.BENCH_READS ?? ''),
    readme: environment.BENCH_README === 'none' ? undefined : (environment.BENCH_README ?? README),
  }
}

const README = fileURLToPath(new URL('README.md', import.meta.url))

function readSize(text: string): number {
  const clicks = Number(text)
  if (Number.isInteger(clicks) && clicks >= 1000 && clicks <= 100_000_000) return clicks
  throw new Error('BENCH_SIZES must be a comma-separated list of integers from 1000 to 100000000.')
}

function integer(environment: NodeJS.ProcessEnv, name: string, fallback: number, max: number): number {
  const value = Number(environment[name] ?? fallback)
  if (Number.isInteger(value) && value >= 1 && value <= max) return value
  throw new Error(`${name} must be an integer from 1 to ${max}.`)
}
