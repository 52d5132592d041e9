import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { lazily } from '../async/lazy.ts'
import { within } from '../async/within.ts'
import { limits } from '../config/limits.ts'
import { readCommit, readVersion } from '../config/version.ts'
import type { Database } from '../database/database.ts'

const commitOnce = lazily(readCommit)

/** The metrics of one process, as the library reports them. */
export type MetricsSnapshot = { name: string; type: string; aggregator?: string; values: unknown[] }[]

/** What Prometheus is told. Each app has numbers of its own, so that several in one process do not mix. */
export interface Metrics {
  contentType: string
  /** Of the whole service: where several processes serve, their numbers are added up. */
  text(): Promise<string>
  /** The numbers of this process alone. */
  snapshot(): Promise<MetricsSnapshot>
  observeAnswer(labels: { method: string; route: string; status: string }, seconds: number): void
  /** A track call came to this. `reason` is of a fixed list: a named reason, or an error code. */
  countTrackingRequest(labels: {
    event: string
    outcome: 'recorded' | 'test' | 'not_counted' | 'rejected'
    reason: string
    /** The processor that reported it; none for a call of ours. */
    source?: string
  }): void
  /** A track call that names no program, which no program's numbers can count. */
  countUnnamedCall(labels: { event: string }): void
  /** What was to be kept of track calls and is not: of counts how many calls, of rejected requests how many rows. */
  countLostNotes(what: 'count' | 'rejectedRequest', howMany: number): void
  /** A connection was closed for its `reason`, of a fixed list. */
  countClosedConnection(reason: string): void
  /** A mail was looked at, and this became of it, of a fixed list. */
  countMail(outcome: string): void
  /** A job has done its work. */
  noteJob(job: string): void
  /** A number of this process. */
  watch(name: string, help: string, read: () => number): void
  /** A number of the database, which is the same whichever process asks; one that cannot be had in time is `NaN`. */
  watchStored(name: string, help: string, read: () => Promise<number>): void
  /** Numbers of the database that only grow, by a label of a fixed list; left out where they cannot be had. */
  watchTotals(
    total: { name: string; help: string; label: string },
    read: () => Promise<Record<string, number>>,
  ): void
  watchDatabase(database: Pick<Database, 'connections' | 'totals' | 'connectionWait'>): void
}

/** A process among several that serve together. */
export interface MetricsOfWorkers {
  /** Stands beside the numbers that are no sum, such as memory. */
  worker: string
  /** @throws when they cannot be had: a sum without them would look like a restart */
  others(): Promise<MetricsSnapshot[]>
}

export function createMetrics(workers?: MetricsOfWorkers): Metrics {
  const registry = new Registry()
  const registers = [registry]
  // Asked for once, by the process that is asked.
  const stored = new Registry()
  const ofProcess = watchProcess(workers?.worker)
  const calls = countCalls(registers)
  new Gauge({
    name: 'build_info',
    help: 'The version of the service, and the commit it was made of; always 1.',
    labelNames: ['version', 'commit'],
    registers: [stored],
  }).set({ version: readVersion(), commit: commitOnce() ?? 'unknown' }, 1)
  const snapshot = async () => asSnapshot([...(await numbersOf(ofProcess)), ...(await numbersOf(registry))])
  return {
    contentType: registry.contentType,
    async text() {
      if (workers === undefined) {
        return (await Promise.all([ofProcess, registry, stored].map((one) => one.metrics()))).join('\n')
      }
      const [own, others] = await Promise.all([snapshot(), workers.others()])
      return `${await AggregatorRegistry.aggregate([own, ...others]).metrics()}\n${await stored.metrics()}`
    },
    snapshot,
    ...calls,
    watch(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
    },
    watchStored(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [stored],
        async collect() {
          try {
            this.set(await within(limits.scrapeTimeoutMs, read()))
          } catch {
            // Whatever could not be asked is unknown, and the rest is told all the same.
            this.set(Number.NaN)
          }
        },
      })
    },
    watchTotals({ name, help, label }, read) {
      new Counter({
        name,
        help,
        labelNames: [label],
        registers: [stored],
        async collect() {
          const totals = await within(limits.scrapeTimeoutMs, read()).catch(() => ({}))
          this.reset()
          for (const [value, total] of Object.entries(totals)) this.inc({ [label]: value }, total)
        },
      })
    },
    watchDatabase: (database) => watchDatabase(database, registers),
  }
}

const processes = new Map<string | undefined, Registry>()

/** Memory, garbage, delays: watched once in a process, because the library never stops watching. */
function watchProcess(worker: string | undefined): Registry {
  const watched = processes.get(worker)
  if (watched !== undefined) return watched
  const register = new Registry()
  collectDefaultMetrics({ register, ...(worker === undefined ? {} : { labels: { worker } }) })
  processes.set(worker, register)
  return register
}

/** Adds the counters of a process that has ended to those of others; its gauges are gone with it. */
export function addCounters(sum: MetricsSnapshot, ended: MetricsSnapshot): MetricsSnapshot {
  const counters = ended.filter(({ type }) => type !== 'gauge')
  // safe because the library returns what it was given, with sums as values
  return AggregatorRegistry.aggregate([sum, counters]).getMetricsAsArray() as unknown as MetricsSnapshot
}

async function numbersOf(registry: Registry): Promise<MetricsSnapshot> {
  // safe because its types are words; their declaration as numbers is wrong
  return (await registry.getMetricsAsJSON()) as unknown as MetricsSnapshot
}

/** The library leaves out of a sum what has none; here it is told of each process, by its label. */
function asSnapshot(metrics: MetricsSnapshot): MetricsSnapshot {
  return metrics.map((metric) => (metric.aggregator === 'omit' ? { ...metric, aggregator: 'first' } : metric))
}

function countCalls(
  registers: Registry[],
): Pick<
  Metrics,
  | 'observeAnswer'
  | 'countTrackingRequest'
  | 'countUnnamedCall'
  | 'countLostNotes'
  | 'countClosedConnection'
  | 'countMail'
  | 'noteJob'
> {
  const answers = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const trackingRequests = new Counter({
    name: 'tracking_requests_total',
    help: 'Clicks, leads, sales and refunds that were reported, by what became of them.',
    labelNames: ['event', 'outcome', 'reason', 'source'],
    registers,
  })
  const unnamedCalls = new Counter({
    name: 'tracking_requests_without_program_total',
    help: 'Track calls that name no program, so that no program counts them.',
    labelNames: ['event'],
    registers,
  })
  const lostNotes = new Counter({
    name: 'tracking_requests_lost_total',
    help: 'Calls that are missing in the counts of their program, and rejected requests that were not saved.',
    labelNames: ['note'],
    registers,
  })
  const closedConnections = new Counter({
    name: 'connections_closed_total',
    help: 'Connections that were closed because there were too many, or because their client was too slow.',
    labelNames: ['reason'],
    registers,
  })
  const mails = new Counter({
    name: 'mails_total',
    help: 'Attempts to send a mail, by what became of it.',
    labelNames: ['outcome'],
    registers,
  })
  const jobs = new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'When a job last did its work, or the service started; its lag is the time since then.',
    labelNames: ['job'],
    registers,
    aggregator: 'max',
  })
  return {
    observeAnswer: (labels, seconds) => answers.observe(labels, seconds),
    countTrackingRequest: (labels) => trackingRequests.inc(labels),
    countUnnamedCall: (labels) => unnamedCalls.inc(labels),
    countLostNotes: (note, howMany) => lostNotes.inc({ note }, howMany),
    countClosedConnection: (reason) => closedConnections.inc({ reason }),
    countMail: (outcome) => mails.inc({ outcome }),
    noteJob: (job) => jobs.setToCurrentTime({ job }),
  }
}

function watchDatabase(
  database: Pick<Database, 'connections' | 'totals' | 'connectionWait'>,
  registers: Registry[],
) {
  new Gauge({
    name: 'database_expected_wait_seconds',
    help: 'How long a call that comes now waits for a connection; where it is long, calls are rejected.',
    registers,
    aggregator: 'max',
    collect() {
      this.set(database.connectionWait().expectedMs / 1000)
    },
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database, and calls that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(database.connections())) this.set({ state }, count)
    },
  })
  const total = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  total('database_acquired_total', 'How often a connection was taken.', () => database.totals().acquired)
  total(
    'database_wait_seconds_total',
    'For how long calls waited for a connection, in all.',
    () => database.totals().waitedMs / 1000,
  )
  total(
    'database_refused_total',
    'How often no connection could be had in time.',
    () => database.totals().refused,
  )
  total(
    'database_silent_connections_total',
    'How many connections were given up because they had gone silent.',
    () => database.totals().silent,
  )
}
