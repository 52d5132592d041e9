import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import { limits, WORKER_PROTOCOL, WORKER_VARIABLE, type WorkerSettings } from './config.ts'
import { ProcessChannel } from './process-channel.ts'
import type { MetricsSnapshot, PrimaryAnswers, WorkerAnswers } from './process-messages.ts'
import { StartError } from './start-error.ts'

/** One process that serves, from its start to its end. */
export interface WorkerProcess {
  readonly number: number
  readonly pid: number | undefined
  metrics(): Promise<MetricsSnapshot>
}

interface Log {
  info(line: object, message: string): void
  error(line: object, message: string): void
}

interface Options {
  count: number
  connections: number
  /** Added to this process's own environment. */
  environment: Record<string, string>
  log: Log
  /** What one of them asks for, beside its own start. */
  answersTo(worker: WorkerProcess): Omit<PrimaryAnswers, 'ready' | 'failed'>
  onEnd(worker: WorkerProcess): void
  /** Nobody serves, and starting anew has failed again and again. */
  onGivenUp(reason: string): void
}

/**
 * The processes that serve behind one port: started together, replaced when they die or hang, renewed one by one, ended
 * together. A place (1 … count) is held by one process; while it is renewed, by the old one until the new one listens.
 *
 * A process is *starting* → *serving* → *leaving*, and gone. Only one that was serving is replaced: at once, and after a
 * growing pause when it or its successors keep failing.
 */
export class WorkerProcesses {
  readonly #options: Options
  readonly #places: Place[]
  readonly #all = new Set<Member>()
  readonly #stopping = new AbortController()
  #pings: NodeJS.Timeout | undefined
  #renewing: Promise<void> | undefined
  #isRenewalAsked = false

  constructor(options: Options) {
    this.#options = options
    this.#places = Array.from({ length: options.count }, (_, index) => ({ number: index + 1, failures: 0 }))
  }

  /** All that take calls, or still answer some. */
  get serving(): readonly WorkerProcess[] {
    return [...this.#all].filter(({ state }) => state !== 'starting')
  }

  /** @throws {StartError} why one of them cannot start; then nothing goes on serving */
  async start(): Promise<void> {
    // This process holds the port and deals out connections: with it, the port is free.
    cluster.schedulingPolicy = cluster.SCHED_RR
    process.once('exit', () => this.#killAll())
    this.#pings = setInterval(() => this.#lookForHanging(), limits.workerPingMs)
    try {
      await Promise.all(this.#places.map((place) => this.#launch(place)))
    } catch (error) {
      this.#end()
      this.#killAll()
      await Promise.all([...this.#all].map(({ ended }) => ended))
      throw error
    }
  }

  /** Replaces each in its turn. Asked again meanwhile, it begins again after the last: what is on the disk may be newer. */
  renew(): void {
    if (this.#isStopping) return
    this.#isRenewalAsked = true
    this.#renewing ??= this.#renewAll().finally(() => {
      this.#renewing = undefined
    })
  }

  /** Ends all of them: what is in flight is answered. @throws when one did not end well */
  async stop(): Promise<void> {
    this.#end()
    for (const member of this.#all) {
      if (member.state === 'starting') member.kill()
      else member.leave({ isGentle: false })
    }
    const codes = await Promise.all([...this.#all].map(async ({ state, ended }) => [state, await ended]))
    if (codes.some(([state, code]) => state !== 'starting' && code !== 0))
      throw new Error('a worker did not end in time')
  }

  get #isStopping() {
    return this.#stopping.signal.aborted
  }

  #end() {
    this.#stopping.abort()
    clearInterval(this.#pings)
  }

  #killAll() {
    for (const member of this.#all) member.kill()
  }

  /** @returns when it listens; then the place is its own @throws {StartError} why it does not */
  async #launch(place: Place): Promise<void> {
    const { connections, environment, answersTo } = this.#options
    const settings: WorkerSettings = { number: place.number, connections, protocol: WORKER_PROTOCOL }
    const member = new Member(
      cluster.fork({ ...environment, [WORKER_VARIABLE]: JSON.stringify(settings) }),
      place,
      answersTo,
    )
    this.#all.add(member)
    void member.ended.then((how) => this.#noteEnd(member, how))
    await member.ready
    place.holder = member
    this.#appoint()
  }

  #noteEnd(member: Member, how: Ending) {
    const { place, state, pid } = member
    this.#all.delete(member)
    this.#options.onEnd(member)
    if (place.holder === member) delete place.holder
    this.#appoint()
    if (state !== 'serving' || this.#isStopping) return
    const line = { number: place.number, workerPid: pid, ended: how }
    this.#options.log.error(line, 'a worker has died and is replaced')
    place.failures = member.age < limits.workerSettledMs ? place.failures + 1 : 0
    if (!place.isRenewed) this.#refill(place)
  }

  /** Starts until somebody holds the place. */
  #refill(place: Place) {
    place.refilled = (async () => {
      while (place.holder === undefined && !this.#isStopping) {
        await pause(pauseAfter(place.failures), undefined, { signal: this.#stopping.signal }).catch(() => {})
        if (this.#isStopping) return
        await this.#launch(place).catch((error: Error) => {
          place.failures++
          if (this.#isStopping) return
          const line = { number: place.number, failures: place.failures, reason: error.message }
          this.#options.log.error(line, 'a worker could not be started')
          if (place.failures >= limits.workerFailures && !this.#places.some(({ holder }) => holder))
            this.#options.onGivenUp(error.message)
        })
      }
    })()
  }

  async #renewAll() {
    while (this.#isRenewalAsked && !this.#isStopping) {
      this.#isRenewalAsked = false
      this.#options.log.info({}, 'the workers are replaced one by one')
      const isDone = await this.#renewEach()
      if (isDone) this.#options.log.info({}, 'all workers were replaced')
    }
  }

  async #renewEach(): Promise<boolean> {
    for (const place of this.#places) {
      // One that is being started just now may have loaded what was there before.
      await place.refilled
      if (this.#isStopping) return false
      const old = place.holder
      place.isRenewed = true
      try {
        await this.#launch(place)
      } catch (error) {
        if (this.#isStopping) return false
        const reason = error instanceof Error ? error.message : String(error)
        const line = { number: place.number, reason }
        this.#options.log.error(line, 'the new worker could not be started: the old ones go on')
        if (place.holder === undefined) this.#refill(place)
        return false
      } finally {
        place.isRenewed = false
      }
      if (old !== undefined) await this.#dismiss(old)
    }
    return true
  }

  /** Lets one end in its own time: its successor serves. */
  async #dismiss(member: Member) {
    if (member.state !== 'serving') return
    member.leave({ isGentle: true })
    this.#appoint()
    const patience = setTimeout(() => member.kill(), limits.replacedDrainMs)
    await member.ended
    clearTimeout(patience)
  }

  /** One of them does the jobs that one does for all; when it leaves or dies, the next. */
  #appoint() {
    const serving = [...this.#all].filter(({ state }) => state === 'serving')
    if (serving.some(({ hasJobs }) => hasJobs)) return
    serving.sort((a, b) => a.number - b.number)[0]?.takeJobs()
  }

  /** Counts by its own turns, not by the clock: when this process itself stood still, nobody else is to blame. */
  #lookForHanging() {
    for (const member of this.#all) {
      if (member.state !== 'serving') continue
      if (member.unansweredPings >= limits.workerPingsMissed) {
        const line = { number: member.number, workerPid: member.pid }
        this.#options.log.error(line, 'a worker hangs: it has not answered for a while and is ended')
        member.kill()
      } else member.ping()
    }
  }
}

interface Place {
  readonly number: number
  /** In a row, of those who were to hold it. */
  failures: number
  holder?: Member
  /** A successor is being started beside the holder. */
  isRenewed?: boolean
  /** When somebody holds it again. */
  refilled?: Promise<void>
}

type Ending = number | NodeJS.Signals

class Member implements WorkerProcess {
  readonly place: Place
  readonly ended: Promise<Ending>
  readonly ready: Promise<void>
  state: 'starting' | 'serving' | 'leaving' = 'starting'
  hasJobs = false
  unansweredPings = 0
  readonly #worker: Worker
  readonly #channel: ProcessChannel<WorkerAnswers, PrimaryAnswers>
  readonly #startedAt = performance.now()
  #failure: string | undefined

  constructor(worker: Worker, place: Place, answersTo: Options['answersTo']) {
    this.#worker = worker
    this.place = place
    endUntakenConnection(worker)
    let markReady = () => {}
    const listens = new Promise<void>((resolve) => {
      markReady = resolve
    })
    this.#channel = new ProcessChannel(
      (message) => {
        if (!worker.isConnected()) return false
        // What breaks meanwhile is heard of by its end.
        worker.send(message, undefined, () => {})
        return true
      },
      {
        ...answersTo(this),
        ready: () => {
          this.state = 'serving'
          markReady()
        },
        failed: (reason) => {
          this.#failure = reason
        },
      },
    )
    worker.on('message', (message) => this.#channel.hear(message))
    this.ended = new Promise((resolve) => {
      // safe because a process that was ended by a signal is told by its name
      worker.once('exit', (code, signal) => resolve((signal as NodeJS.Signals | null) ?? code))
      // A process that could not even be made has no end; one whose channel breaks is heard of by its end.
      worker.on('error', (error) => {
        this.#failure ??= error.message
        if (worker.process.pid === undefined) resolve(1)
      })
    })
    this.ready = this.#untilReady(listens)
  }

  get number() {
    return this.place.number
  }

  get pid() {
    return this.#worker.process.pid
  }

  get age() {
    return performance.now() - this.#startedAt
  }

  metrics() {
    return this.#channel.ask('metrics', undefined, limits.scrapeTimeoutMs)
  }

  takeJobs() {
    this.hasJobs = true
    this.#channel.tell('takeJobs')
  }

  leave(how: { isGentle: boolean }) {
    this.state = 'leaving'
    this.hasJobs = false
    this.#channel.tell('drain', how)
  }

  ping() {
    this.unansweredPings++
    const timeoutMs = limits.workerPingMs * limits.workerPingsMissed
    this.#channel.ask('ping', undefined, timeoutMs).then(
      () => {
        this.unansweredPings = 0
      },
      () => {},
    )
  }

  kill() {
    this.#worker.process.kill('SIGKILL')
  }

  async #untilReady(listens: Promise<void>): Promise<void> {
    const patience = setTimeout(() => {
      this.#failure = `It was not ready within ${limits.workerStartMs / 1000} seconds.`
      this.kill()
    }, limits.workerStartMs)
    const how = await Promise.race([listens, this.ended])
    clearTimeout(patience)
    if (how === undefined) return
    const ending = typeof how === 'string' ? how : `exit code ${how}`
    throw new StartError(this.#failure ?? `A worker ended with ${ending} before it was ready.`)
  }
}

/**
 * The cluster module hands one connection at a time to a process, and forgets it when that process dies before it has
 * taken it: its caller would wait for ever. Ended with the process, it is a call that broke, and is sent again.
 */
function endUntakenConnection(worker: Worker) {
  let handed: { close(): void } | undefined
  const send = worker.process.send.bind(worker.process) as (...sent: unknown[]) => boolean
  worker.process.send = (...sent: unknown[]) => {
    const [, handle] = sent
    // safe because what is sent beside a message is a handle, and can be closed; one that was taken is closed already
    if (handle !== null && typeof handle === 'object' && 'close' in handle) handed = handle as typeof handed
    return send(...sent)
  }
  worker.once('exit', () => handed?.close())
}

/** None after the first failure: it may have been an accident. */
function pauseAfter(failures: number): number {
  if (failures <= 1) return 0
  return Math.min(limits.workerRetryMostMs, limits.workerRetryMs * 2 ** (failures - 2))
}
