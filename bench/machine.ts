import { readdirSync, readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import pg from 'pg'
import type { MachineLoad } from './rounds.ts'

const SAMPLE_MS = 500
/** Benchmark databases. PostgreSQL shows the database in the title of a connection's process. */
const OWN_DATABASE = / affiliate_bench_/

/**
 * Measures the machine's load during `work` (Linux). The benchmark's own processes are this process, all processes it
 * has started, and PostgreSQL without connections to other databases.
 */
export async function watchMachine<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; load: MachineLoad }> {
  const [average = 0] = loadavg()
  const postmaster = findPostmaster(readProcesses())
  const before = readUsage(postmaster)
  const runnable: number[] = []
  const sample = () => runnable.push(countOthersRunnable(postmaster))
  const timer = setInterval(sample, SAMPLE_MS)
  try {
    sample()
    const result = await work()
    sample()
    const after = readUsage(postmaster)
    const otherTicks = after.busy - before.busy - (after.own - before.own)
    return {
      result,
      load: {
        average,
        othersRunnable: runnable.reduce((sum, count) => sum + count, 0) / runnable.length,
        othersPercent: (100 * Math.max(0, otherTicks)) / Math.max(1, after.total - before.total),
      },
    }
  } finally {
    clearInterval(timer)
  }
}

/** The machine properties that results depend on. Results for each machine type are kept separately. */
export interface Machine {
  /** Processor, cores, memory, and major versions of Node and PostgreSQL. */
  type: string
  cores: number
  /** Exact versions, and PostgreSQL's durability settings. */
  details: string
}

export async function describeMachine(databaseUrl: string): Promise<Machine> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commits`,
  )
  await client.end()
  const { version, fsync, commits } = rows[0]
  const postgres = String(version).split(' ', 1)[0] ?? ''
  const [node, cores] = [process.versions.node, cpus().length]
  const major = (text: string) => text.split('.', 1)[0]
  const hardware = `${cores} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB`
  return {
    type: `${hardware}, Node ${major(node)}, PostgreSQL ${major(postgres)}`,
    cores,
    details: `Node ${node}, PostgreSQL ${postgres} (fsync ${fsync}, synchronous_commit ${commits})`,
  }
}

interface Process {
  pid: number
  parent: number
  name: string
  /** CPU time in ticks, including children that have ended. */
  ticks: number
}

/** The machine's and the benchmark's CPU time, in ticks of 10 ms. */
function readUsage(postmaster: number | undefined) {
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] =
    read('/proc/stat')?.split('\n', 1)[0]?.trim().split(/\s+/).slice(1).map(Number) ?? []
  const own = ownProcesses(readProcesses(), postmaster)
  return {
    // Interrupts serve the benchmark's own connections and disk.
    busy: user + nice + system + steal,
    total: user + nice + system + idle + iowait + irq + softirq + steal,
    own: own.reduce((sum, { ticks }) => sum + ticks, 0),
  }
}

/** Returns the number of runnable threads, excluding the benchmark's. */
function countOthersRunnable(postmaster: number | undefined): number {
  const [running = 0] = (read('/proc/loadavg')?.split(' ')[3] ?? '').split('/').map(Number)
  const own = ownProcesses(readProcesses(), postmaster).flatMap(({ pid }) => listThreads(pid))
  const ownRunning = own.filter((path) => statFields(read(`${path}/stat`))?.[0] === 'R').length
  return Math.max(0, running - ownRunning)
}

function ownProcesses(all: Process[], postmaster: number | undefined): Process[] {
  const own = all.filter(({ pid }) => pid === process.pid || pid === postmaster)
  for (const { pid } of own) {
    own.push(...all.filter((one) => one.parent === pid && !(pid === postmaster && isOtherConnection(one))))
  }
  return own
}

/** PostgreSQL's other processes, such as the WAL writer, have no address in their title. */
function isOtherConnection({ pid }: Process): boolean {
  const title = read(`/proc/${pid}/cmdline`) ?? ''
  return /\(\d+\) |\[local\] /.test(title) && !OWN_DATABASE.test(title)
}

/** Returns the PostgreSQL server that has a benchmark's database; undefined if it is on another machine. */
function findPostmaster(all: Process[]): number | undefined {
  return all.find(
    ({ pid, name }) => name === 'postgres' && OWN_DATABASE.test(read(`/proc/${pid}/cmdline`) ?? ''),
  )?.parent
}

function readProcesses(): Process[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return []
    const stat = read(`/proc/${entry}/stat`)
    const fields = statFields(stat)
    if (stat === undefined || fields === undefined) return []
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return [{ pid: Number(entry), parent: Number(fields[1]), name, ticks }]
  })
}

/** Returns the fields after the process name, which may contain spaces: state, parent, … */
function statFields(stat: string | undefined): string[] | undefined {
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function listThreads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`)
  } catch {
    return []
  }
}

/** Returns undefined if the process has ended. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
