import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { RateLimiterClusterMaster } from 'rate-limiter-flexible'
import { WORKER_PROTOCOL, WORKER_VARIABLE, type WorkerSettings } from '../config/config.ts'
import { limits } from '../config/limits.ts'
import { StartError } from '../errors/start-error.ts'
import { addCounters, type MetricsSnapshot } from '../observability/metrics.ts'

/** Messages from a worker to the primary. The rate limiter has its own messages. */
export type PrimaryMessage =
  | { kind: 'ready' }
  | { kind: 'failed'; reason: string }
  | { kind: 'metrics'; metrics: MetricsSnapshot }
  | { kind: 'collect_metrics'; id: number }

/** Messages from the primary to a running worker. */
export type WorkerMessage =
  | { kind: 'leave' | 'send_metrics' }
  | { kind: 'collected_metrics'; id: number; metrics: MetricsSnapshot[] }

interface Options {
  count: number
  /** Database connections per worker. */
  connections: number
  environment: Record<string, string>
  log: Record<'info' | 'error' | 'fatal', (line: object, message: string) => void>
  ownMetrics(): Promise<MetricsSnapshot>
}

/** A worker and its state: starting → serving → leaving, then removed. */
interface Member {
  readonly number: number
  readonly worker: Worker
  /** Resolves with the exit code or signal, after the worker's last message. */
  readonly ended: Promise<number | string>
  state: 'starting' | 'serving' | 'leaving'
  unanswered: number
  metrics: MetricsSnapshot
}

/**
 * The workers behind one port, numbered from 1. A worker that dies or hangs is replaced. If none is serving and new
 * ones keep failing, the process exits.
 */
export class Workers {
  readonly #options: Options
  readonly #members = new Set<Member>()
  readonly #stopping = new AbortController()
  /** Failed starts in a row, across all workers. Each lengthens the pause before the next start. */
  #earlyDeaths = 0
  #renewal: Promise<void> | undefined
  #isRenewalRequested = false
  /** Counters of exited workers, because a decreasing sum would look like a restart. */
  #endedMetrics: MetricsSnapshot = []

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Starts all workers.
   * @throws {StartError} with the reason if one can't start; all of them are then stopped
   */
  async start(): Promise<void> {
    cluster.schedulingPolicy = cluster.SCHED_RR
    new RateLimiterClusterMaster()
    process.once('exit', () => this.#killAll())
    try {
      await Promise.all(this.#numbers.map((number) => this.#launch(number)))
    } catch (error) {
      this.#stopping.abort()
      this.#killAll()
      await Promise.all([...this.#members].map(({ ended }) => ended))
      throw error
    }
    // biome-ignore lint/style/noRestrictedGlobals: the primary runs no jobs
    const pingTimer = setInterval(() => this.#pingAll(), limits.workerPingMs)
    this.#stopping.signal.addEventListener('abort', () => clearInterval(pingTimer))
  }

  /**
   * Replaces all workers one by one. A call during a replacement starts over afterwards, because the code may be newer.
   */
  renew(): void {
    this.#isRenewalRequested = true
    this.#renewal ??= this.#renewAll().finally(() => {
      this.#renewal = undefined
    })
  }

  /** Drains all workers. @throws if one did not exit cleanly */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const ends = [...this.#members].map(({ state, worker, ended }) => {
      worker.process.kill(state === 'starting' ? 'SIGKILL' : 'SIGTERM')
      return state === 'starting' ? 0 : ended
    })
    if ((await Promise.all(ends)).some((code) => code !== 0)) throw new Error('a worker did not exit in time')
  }

  get #numbers() {
    return Array.from({ length: this.#options.count }, (_, index) => index + 1)
  }

  get #isStopping() {
    return this.#stopping.signal.aborted
  }

  #killAll() {
    for (const member of this.#members) kill(member)
  }

  /**
   * Resolves when a new worker is serving.
   * @throws {StartError} with the reason if it can't
   */
  async #launch(number: number): Promise<void> {
    const { connections, environment } = this.#options
    const settings: WorkerSettings = { number, connections, protocol: WORKER_PROTOCOL }
    const worker = cluster.fork({ ...environment, [WORKER_VARIABLE]: JSON.stringify(settings) })
    const exit = waitForExit(worker)
    const member: Member = { number, worker, ended: exit, state: 'starting', unanswered: 0, metrics: [] }
    this.#members.add(member)
    let failure: string | undefined
    worker.on('message', (message: PrimaryMessage) => {
      member.unanswered = 0
      if (message.kind === 'failed') failure = message.reason
      if (message.kind === 'collect_metrics') void this.#collectMetrics(member, message.id)
      if (message.kind === 'metrics') member.metrics = message.metrics
      if (message.kind === 'ready' || message.kind === 'metrics') worker.emit(message.kind)
    })
    const startedAt = performance.now()
    const timeout = setTimeout(() => {
      failure = `A worker was not ready within ${limits.workerStartMs / 1000} seconds.`
      kill(member)
    }, limits.workerStartMs)
    const ready = new Promise<void>((resolve) => worker.once('ready', () => resolve()))
    const outcome = await Promise.race([ready, exit])
    clearTimeout(timeout)
    if (outcome === undefined) member.state = 'serving'
    void exit.then((code) => this.#onEnd(member, { code, ranMs: performance.now() - startedAt }))
    if (member.state === 'starting')
      throw new StartError(failure ?? `A worker exited (${outcome}) before it was ready.`)
  }

  #onEnd(member: Member, { code, ranMs }: { code: number | string; ranMs: number }) {
    const { number, worker, state } = member
    this.#members.delete(member)
    this.#endedMetrics = addCounters(this.#endedMetrics, member.metrics)
    if (state !== 'serving' || this.#isStopping) return
    const line = { number, workerPid: worker.process.pid, ended: code }
    this.#options.log.error(line, 'a worker died and is being replaced')
    this.#earlyDeaths = ranMs < limits.workerSettledMs ? this.#earlyDeaths + 1 : 0
    void this.#replace(number)
  }

  /** Starts workers with this number until one is serving, with growing pauses in between. */
  async #replace(number: number): Promise<void> {
    const isHeld = (member: Member) => member.number === number && member.state !== 'leaving'
    for (let failures = 0; ; failures++) {
      const failureCount = this.#earlyDeaths + failures
      const pauseMs = failureCount < 2 ? 0 : limits.workerRetryMs * 2 ** (failureCount - 2)
      await pause(Math.min(limits.maxWorkerRetryMs, pauseMs), undefined, this.#stopping).catch(() => {})
      if (this.#isStopping || [...this.#members].some(isHeld)) return
      await this.#launch(number).catch(({ message: reason }: Error) => {
        if (this.#isStopping) return
        const line = { number, failures: failures + 1, reason }
        this.#options.log.error(line, 'a worker could not be started')
        const isServed = [...this.#members].some(({ state }) => state === 'serving')
        if (line.failures < limits.workerFailures || isServed) return
        this.#options.log.fatal({ reason }, 'no worker can be started; exiting')
        process.exit(1)
      })
    }
  }

  async #renewAll(): Promise<void> {
    const { log } = this.#options
    while (this.#isRenewalRequested && !this.#isStopping) {
      this.#isRenewalRequested = false
      log.info({}, 'replacing the workers one by one')
      for (const number of this.#numbers) {
        const old = [...this.#members].filter((member) => member.number === number)
        try {
          await this.#launch(number)
        } catch (error) {
          if (this.#isStopping) return
          const line = { number, reason: error instanceof Error ? error.message : String(error) }
          log.error(line, 'the new worker could not be started; keeping the old ones')
          void this.#replace(number)
          break
        }
        await Promise.all(old.map(dismiss))
        if (this.#isStopping) return
        if (number === this.#options.count) log.info({}, 'all workers were replaced')
      }
    }
  }

  /**
   * Pings all workers. Counts its own turns instead of time: if the primary itself was suspended, the workers aren't at
   * fault.
   */
  #pingAll() {
    for (const member of this.#members) {
      if (member.state !== 'serving') continue
      if (member.unanswered++ < limits.workerPingsMissed) {
        send(member, { kind: 'send_metrics' })
        continue
      }
      const line = { number: member.number, workerPid: member.worker.process.pid }
      this.#options.log.error(line, 'a worker hangs and is being killed')
      kill(member)
    }
  }

  /** If a worker doesn't respond in time, its last known metrics are used. */
  async #collectMetrics(requester: Member, id: number): Promise<void> {
    const otherWorkers = () =>
      [...this.#members].filter((one) => one !== requester && one.state !== 'starting')
    const signal = AbortSignal.timeout(limits.scrapeTimeoutMs)
    const responses = otherWorkers().map((member) => {
      send(member, { kind: 'send_metrics' })
      return Promise.race([once(member.worker, 'metrics', { signal }).catch(() => {}), member.ended])
    })
    const [own] = await Promise.all([this.#options.ownMetrics(), ...responses])
    const metrics = [own, ...otherWorkers().map((member) => member.metrics), this.#endedMetrics]
    send(requester, { kind: 'collected_metrics', id, metrics })
  }
}

function send({ worker }: Member, message: WorkerMessage) {
  // If the channel is broken, the worker's exit is reported.
  worker.send(message, undefined, () => {})
}

function kill({ worker }: Member) {
  worker.process.kill('SIGKILL')
}

/** Drains a worker after its successor has started serving. */
async function dismiss(member: Member): Promise<void> {
  if (member.state === 'starting') kill(member)
  member.state = 'leaving'
  send(member, { kind: 'leave' })
  const timeout = setTimeout(() => kill(member), limits.replacedDrainMs)
  await member.ended
  clearTimeout(timeout)
}

/**
 * Resolves with the exit code or signal, after the last message, which may arrive after the exit. A channel with a
 * connection in transit reports no end.
 */
async function waitForExit(worker: Worker): Promise<number | string> {
  const { process: child } = worker
  worker.on('error', () => {})
  if (child.pid === undefined) return String(await once(child, 'error'))
  const closePendingConnection = trackPendingConnection(worker)
  const disconnected = new Promise((resolve) => child.once('disconnect', resolve))
  const how = await new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code ?? ''))
  })
  closePendingConnection()
  await Promise.race([disconnected, pause(limits.workerLastMessagesMs)])
  return how
}

/**
 * Closes connections that were handed to a worker which died before accepting them. The cluster module leaks them, and
 * the client would wait forever. Closing one breaks the request, which is then retried.
 */
function trackPendingConnection({ process: child }: Worker): () => void {
  let transferredHandle: { close(): void } | undefined
  const forward = child.send.bind(child) as (...sent: unknown[]) => boolean
  child.send = (...sent: unknown[]) => {
    const [, handle] = sent
    // safe because only handles are sent along with messages, and a handle can be closed twice
    if (handle !== null && typeof handle === 'object' && 'close' in handle)
      transferredHandle = handle as typeof transferredHandle
    return forward(...sent)
  }
  return () => transferredHandle?.close()
}
