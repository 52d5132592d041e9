import { addClicks, addCustomers, type Installation, install, signIn } from './installation.ts'
import type { LoadJob, LoadResult } from './load.ts'
import { type Memory, watchMemory } from './memory.ts'
import { load, type Server } from './processes.ts'
import { loadCells, number, spread, table, toFigure } from './report.ts'
import type { Measurement } from './rounds.ts'
import type { Settings } from './settings.ts'

/** Connection counts to try until responses become too slow. */
const CONNECTIONS = [1, 4, 16, 64, 256]
const CLICKS = 1_000_000
const CUSTOMERS = 20_000

interface Subject {
  name: string
  /** 95% of responses must arrive within this time. */
  p95Ms: number
  job: Omit<LoadJob, 'connections' | 'seconds'>
}

interface Throughput {
  connections: number
  rounds: (LoadResult & Measurement & { memory: Memory })[]
}

/**
 * Measures each request's highest throughput at which 95% of responses arrive in time. The database and the load
 * generator share the service's cores.
 */
export async function measureBudget(settings: Settings): Promise<string> {
  const installation = await install(settings.databaseUrl)
  let server: Server | undefined
  try {
    await addClicks(installation, CLICKS)
    await addCustomers(installation, CUSTOMERS)
    server = await installation.start()
    const rows: string[][] = []
    for (const subject of await createSubjects(installation, server)) {
      rows.push(formatRow(subject, await findThroughput(settings, { subject, server, installation })))
    }
    return table(
      [
        'call',
        'p95 below ms',
        'connections',
        'per second',
        'p95 ms',
        'service MB',
        'PostgreSQL MB',
        'load average',
        'other CPU %',
      ],
      rows,
    )
  } finally {
    await server?.stop()
    await installation.drop()
  }
}

async function createSubjects(
  { programId, liveKey, linkCode }: Installation,
  server: Server,
): Promise<Subject[]> {
  const json = { 'content-type': 'application/json' }
  return [
    {
      name: '`POST /api/v1/track/click`',
      p95Ms: 100,
      job: {
        url: `${server.url}/api/v1/track/click`,
        method: 'POST',
        headers: json,
        visits: { linkCode, first: 0 },
      },
    },
    {
      name: '`POST /api/v1/track/sale`',
      p95Ms: 100,
      job: {
        url: `${server.url}/api/v1/track/sale`,
        method: 'POST',
        headers: { ...json, authorization: `Bearer ${liveKey}` },
        sales: { transactionPrefix: '', first: 0, count: CUSTOMERS },
      },
    },
    {
      name: 'performance, 90 days',
      p95Ms: 100,
      job: {
        url: `${server.url}/api/tracking/performance/${programId}?period=90d`,
        method: 'GET',
        headers: { authorization: `Bearer ${await signIn(server)}` },
      },
    },
  ]
}

/** Returns the connection count with the highest throughput within the time limit, across several rounds. */
async function findThroughput(
  { rounds, seconds }: Settings,
  { subject, server, installation }: { subject: Subject; server: Server; installation: Installation },
): Promise<Throughput | undefined> {
  let turn = 0
  const measure = (connections: number) => {
    const { job } = subject
    turn++
    const fresh: Partial<LoadJob> = {
      ...(job.sales && { sales: { ...job.sales, transactionPrefix: `turn-${turn}-` } }),
      ...(job.visits && { visits: { ...job.visits, first: turn * 10_000_000 } }),
    }
    return load({ ...job, ...fresh, connections, seconds })
  }
  // Simulates normal use and maintenance, because the planner has no statistics for empty tables.
  await measure(CONNECTIONS[0] ?? 1)
  await installation.sql.query('vacuum (analyze)')
  let best: { connections: number; ratePerSecond: number } | undefined
  for (const connections of CONNECTIONS) {
    const { ratePerSecond, p95Ms } = await measure(connections)
    if (p95Ms > subject.p95Ms) break
    if (best === undefined || ratePerSecond > best.ratePerSecond) best = { connections, ratePerSecond }
  }
  if (best === undefined) return undefined
  const { connections } = best
  const measured: Throughput['rounds'] = []
  for (let round = 0; round < rounds; round++) {
    measured.push(await watchMemory({ pid: server.pid, sql: installation.sql }, () => measure(connections)))
  }
  return { connections, rounds: measured }
}

function formatRow({ name, p95Ms }: Subject, throughput: Throughput | undefined): string[] {
  if (throughput === undefined) return [name, number(p95Ms), '', '**none in time**', '', '', '', '', '']
  const { connections, rounds } = throughput
  const serviceMb = Math.max(...rounds.map(({ memory }) => memory.serviceMb))
  const postgresMb = rounds.flatMap(({ memory }) => memory.postgresMb ?? [])
  return [
    name,
    number(p95Ms),
    number(connections),
    spread(toFigure(rounds.map(({ ratePerSecond }) => ratePerSecond))),
    spread(toFigure(rounds.map((round) => round.p95Ms))),
    number(serviceMb),
    postgresMb.length === 0 ? 'elsewhere' : number(Math.max(...postgresMb)),
    ...loadCells(rounds.map(({ machine }) => machine)),
  ]
}
