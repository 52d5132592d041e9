/** What every measurement of one run has in common. */
export interface Settings {
  /** A PostgreSQL server where databases may be created. */
  databaseUrl: string
  connections: number
  /** The length of one turn. */
  seconds: number
  /** Turns of floor and subject that count; one more of each goes before. */
  rounds: number
}

export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  return {
    databaseUrl: environment.BENCH_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres',
    connections: integer(environment, 'BENCH_CONNECTIONS', 16, 256),
    seconds: integer(environment, 'BENCH_SECONDS', 6, 60),
    rounds: integer(environment, 'BENCH_ROUNDS', 3, 20),
  }
}

function integer(environment: NodeJS.ProcessEnv, name: string, fallback: number, most: number): number {
  const value = Number(environment[name] ?? fallback)
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  throw new Error(`${name} takes a whole number from 1 to ${most}.`)
}
