import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { lazily } from '../async/lazy.ts'
import { rejectAfter } from '../async/promise-timeout.ts'
import { limits } from '../config/limits.ts'
import { readCommit, readVersion } from '../config/version.ts'
import type { Database } from '../database/database.ts'

const cachedCommit = lazily(readCommit)

/** The metrics of one process, in the library's format. */
export type MetricsSnapshot = { name: string; type: string; aggregator?: string; values: unknown[] }[]

/** Prometheus metrics. Each app has its own registry, so that several apps in one process don't mix. */
export interface Metrics {
  contentType: string
  /** Returns the metrics of the whole service, summed across its processes. */
  text(): Promise<string>
  /** Returns only this process's metrics. */
  snapshot(): Promise<MetricsSnapshot>
  observeResponse(labels: { method: string; route: string; status: string }, seconds: number): void
  /** Counts a tracking request's outcome. `reason` is from a fixed list: a named reason, or an error code. */
  countTrackingRequest(labels: TrackingRequestLabels): void
  /** Counts a tracking request that belongs to no program and so is missing from every program's counters. */
  countRequestWithoutProgram(labels: { event: string }): void
  /** Counts lost records of tracking requests: requests missing in counters, or rows of rejected requests. */
  countLostRecords(record: 'count' | 'rejectedRequest', lostCount: number): void
  /** Counts a closed connection by `reason`, from a fixed list. */
  countClosedConnection(reason: string): void
  /** Counts a processed mail by outcome, from a fixed list. */
  countMail(outcome: string): void
  /** Records a job's success. */
  recordJobSuccess(job: string): void
  /** Adds a gauge for this process. */
  watch(name: string, help: string, readValue: () => number): void
  /** Adds a gauge read from the database, which is the same in every process; `NaN` if it isn't available in time. */
  watchStored(name: string, help: string, read: () => Promise<number>): void
  /** Adds counters read from the database, by a label from a fixed list. They are omitted if unavailable. */
  watchTotals(
    total: { name: string; help: string; label: string },
    read: () => Promise<Record<string, number>>,
  ): void
  watchDatabase(database: Pick<Database, 'connections' | 'totals' | 'connectionWait'>): void
}

interface TrackingRequestLabels {
  event: string
  outcome: 'recorded' | 'test' | 'not_counted' | 'rejected'
  reason: string
  /** The processor that reported it; undefined for a direct request. */
  source?: string
}

/** A process that serves together with others. */
export interface WorkerMetrics {
  /** Label for values that can't be summed, such as memory. */
  worker: string
  /**
   * Returns the metrics of the other processes.
   * @throws if any is unavailable, because a partial sum would look like a restart
   */
  others(): Promise<MetricsSnapshot[]>
}

export function createMetrics(workers?: WorkerMetrics): Metrics {
  const registry = new Registry()
  const registers = [registry]
  // Metrics read from the database, only by the process that is scraped.
  const storedRegistry = new Registry()
  const processRegistry = processMetricsRegistry(workers?.worker)
  const calls = createRequestCounters(registers)
  new Gauge({
    name: 'build_info',
    help: 'Version and commit of the service; always 1.',
    labelNames: ['version', 'commit'],
    registers: [storedRegistry],
  }).set({ version: readVersion(), commit: cachedCommit() ?? 'unknown' }, 1)
  const snapshot = async () =>
    normalizeSnapshot([...(await readMetrics(processRegistry)), ...(await readMetrics(registry))])
  return {
    contentType: registry.contentType,
    async text() {
      if (workers === undefined) {
        return (
          await Promise.all([processRegistry, registry, storedRegistry].map((one) => one.metrics()))
        ).join('\n')
      }
      const [ownMetrics, others] = await Promise.all([snapshot(), workers.others()])
      return `${await AggregatorRegistry.aggregate([ownMetrics, ...others]).metrics()}\n${await storedRegistry.metrics()}`
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
        registers: [storedRegistry],
        async collect() {
          try {
            this.set(await rejectAfter(limits.scrapeTimeoutMs, read()))
          } catch {
            // Unavailable values become NaN; the others are still reported.
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
        registers: [storedRegistry],
        async collect() {
          const totals = await rejectAfter(limits.scrapeTimeoutMs, read()).catch(() => ({}))
          this.reset()
          for (const [value, total] of Object.entries(totals)) this.inc({ [label]: value }, total)
        },
      })
    },
    watchDatabase: (database) => watchDatabase(database, registers),
  }
}

const processes = new Map<string | undefined, Registry>()

/**
 * Collects memory, garbage collection and event loop metrics. Registered once per process, because the library never
 * stops collecting.
 */
function processMetricsRegistry(worker: string | undefined): Registry {
  const processMetrics = processes.get(worker)
  if (processMetrics !== undefined) return processMetrics
  const register = new Registry()
  collectDefaultMetrics({ register, ...(worker === undefined ? {} : { labels: { worker } }) })
  processes.set(worker, register)
  return register
}

/** Adds an exited process's counters to the others'. Its gauges are dropped. */
export function addCounters(sum: MetricsSnapshot, endedWorkerMetrics: MetricsSnapshot): MetricsSnapshot {
  const counters = endedWorkerMetrics.filter(({ type }) => type !== 'gauge')
  // safe because the library returns what it was given, with sums as values
  return AggregatorRegistry.aggregate([sum, counters]).getMetricsAsArray() as unknown as MetricsSnapshot
}

async function readMetrics(registry: Registry): Promise<MetricsSnapshot> {
  // safe because its types are strings; their declaration as numbers is wrong
  return (await registry.getMetricsAsJSON()) as unknown as MetricsSnapshot
}

/** The library drops metrics that can't be summed. This reports them per process instead, by label. */
function normalizeSnapshot(metrics: MetricsSnapshot): MetricsSnapshot {
  return metrics.map((metric) => (metric.aggregator === 'omit' ? { ...metric, aggregator: 'first' } : metric))
}

function createRequestCounters(
  registers: Registry[],
): Pick<
  Metrics,
  | 'observeResponse'
  | 'countTrackingRequest'
  | 'countRequestWithoutProgram'
  | 'countLostRecords'
  | 'countClosedConnection'
  | 'countMail'
  | 'recordJobSuccess'
> {
  const responses = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  // Added up until the metrics are read, because the library hashes the labels of each increment.
  const requestsSinceRead = new Map<string, { labels: TrackingRequestLabels; count: number }>()
  new Counter({
    name: 'tracking_requests_total',
    help: 'Reported clicks, leads, sales and refunds, by outcome.',
    labelNames: ['event', 'outcome', 'reason', 'source'],
    registers,
    collect() {
      for (const { labels, count } of requestsSinceRead.values()) this.inc({ ...labels }, count)
      requestsSinceRead.clear()
    },
  })
  const unnamedCalls = new Counter({
    name: 'tracking_requests_without_program_total',
    help: 'Tracking requests that belong to no program and are not in any program’s counters.',
    labelNames: ['event'],
    registers,
  })
  const lostRecords = new Counter({
    name: 'tracking_requests_lost_total',
    help: 'Tracking requests missing from their program’s counters, and rejected requests that were not saved.',
    labelNames: ['note'],
    registers,
  })
  const closedConnections = new Counter({
    name: 'connections_closed_total',
    help: 'Connections closed because of a limit or a slow client.',
    labelNames: ['reason'],
    registers,
  })
  const mails = new Counter({
    name: 'mails_total',
    help: 'Attempts to send a mail, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  const jobs = new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'Last success of each job, or the start of the service. Its lag is the time since then.',
    labelNames: ['job'],
    registers,
    aggregator: 'max',
  })
  return {
    observeResponse: (labels, seconds) => responses.observe(labels, seconds),
    countTrackingRequest(labels) {
      const key = `${labels.event} ${labels.outcome} ${labels.reason} ${labels.source}`
      const counted = requestsSinceRead.get(key)
      if (counted === undefined) requestsSinceRead.set(key, { labels, count: 1 })
      else counted.count++
    },
    countRequestWithoutProgram: (labels) => unnamedCalls.inc(labels),
    countLostRecords: (note, lostCount) => lostRecords.inc({ note }, lostCount),
    countClosedConnection: (reason) => closedConnections.inc({ reason }),
    countMail: (outcome) => mails.inc({ outcome }),
    recordJobSuccess: (job) => jobs.setToCurrentTime({ job }),
  }
}

function watchDatabase(
  database: Pick<Database, 'connections' | 'totals' | 'connectionWait'>,
  registers: Registry[],
) {
  new Gauge({
    name: 'database_expected_wait_seconds',
    help: 'Expected wait of a new request for a connection. If the wait is too long, requests are rejected.',
    registers,
    aggregator: 'max',
    collect() {
      this.set(database.connectionWait().expectedMs / 1000)
    },
  })
  new Gauge({
    name: 'database_connections',
    help: 'Database connections, and requests waiting for one.',
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
  total('database_acquired_total', 'Connections acquired.', () => database.totals().acquired)
  total(
    'database_wait_seconds_total',
    'Total time requests waited for a connection.',
    () => database.totals().waitedMs / 1000,
  )
  total(
    'database_refused_total',
    'Requests that got no connection in time.',
    () => database.totals().rejected,
  )
  total(
    'database_silent_connections_total',
    'Connections dropped because they went silent.',
    () => database.totals().silent,
  )
}
