import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

const EVERY_MS = 250

export interface Memory {
  /** The service's resident memory, including its workers. */
  serviceMb: number
  /**
   * Memory of all PostgreSQL processes, with shared memory counted once; undefined if the server is on another machine.
   */
  postgresMb: number | undefined
}

/** Measures the service's and PostgreSQL's peak memory during `run`. */
export async function watchMemory<Result>(
  { pid, sql }: { pid: number; sql: pg.Client },
  work: () => Promise<Result>,
): Promise<Result & { memory: Memory }> {
  const postmaster = await findPostmaster(sql)
  const memory: Memory = { serviceMb: 0, postgresMb: undefined }
  const sample = () => {
    memory.serviceMb = Math.max(memory.serviceMb, sumBy(listProcessTree(pid), residentMb))
    if (postmaster === undefined) return
    memory.postgresMb = Math.max(memory.postgresMb ?? 0, sumBy(listProcessTree(postmaster), proportionalMb))
  }
  const timer = setInterval(sample, EVERY_MS)
  try {
    return { ...(await work()), memory }
  } finally {
    sample()
    clearInterval(timer)
  }
}

/** Returns a process's CPU time in microseconds, including its workers (Linux). */
export function processorUs(pid: number): number {
  const readProcessNs = (process: number) =>
    readdirSync(`/proc/${process}/task`).reduce((nanoseconds, thread) => {
      const [used] = readFileSync(`/proc/${process}/task/${thread}/schedstat`, 'utf8').split(' ')
      return nanoseconds + Number(used)
    }, 0)
  return sumBy(listProcessTree(pid), readProcessNs) / 1000
}

/**
 * Returns the CPU time in microseconds that every other connection to this database has used so far, by process ID
 * (Linux, with PostgreSQL on this machine).
 */
export async function backendUs(sql: pg.Client): Promise<Map<number, number>> {
  const { rows } = await sql.query<{ pid: number }>(
    `select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return new Map(
    rows.map(({ pid }) => [pid, Number(read(`/proc/${pid}/schedstat`)?.split(' ', 1)[0] ?? 0) / 1000]),
  )
}

/** Returns the parent process of this connection's backend; undefined if the server is on another machine. */
async function findPostmaster(sql: pg.Client): Promise<number | undefined> {
  const { rows } = await sql.query('select pg_backend_pid() as pid')
  return readStat(rows[0].pid)?.parent
}

function listProcessTree(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined
    if (stat !== undefined) parents.set(Number(name), stat.parent)
  }
  const family = [pid]
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child)
  }
  return family
}

/** Parses the fields after the process name, which may contain spaces. */
function readStat(pid: number): { parent: number } | undefined {
  const fields = read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')
  return fields === undefined ? undefined : { parent: Number(fields[1]) }
}

/** Returns a process's resident memory, including shared memory (Linux). */
export function residentMb(pid: number): number {
  return kilobytes(read(`/proc/${pid}/status`), 'VmRSS') / 1024
}

function proportionalMb(pid: number): number {
  return kilobytes(read(`/proc/${pid}/smaps_rollup`), 'Pss') / 1024
}

function kilobytes(text: string | undefined, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text ?? '')?.[1] ?? 0)
}

/** Returns undefined if the process has ended. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function sumBy(pids: number[], of: (pid: number) => number): number {
  return pids.reduce((total, pid) => total + of(pid), 0)
}
