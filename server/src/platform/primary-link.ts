import cluster from 'node:cluster'
import { limits } from './config.ts'
import { ApiError } from './errors.http.ts'
import { NoAnswer, ProcessChannel } from './process-channel.ts'
import type { Count, Counted, MetricsSnapshot, PrimaryAnswers, WorkerAnswers } from './process-messages.ts'

/** A worker's way to the process that started it. */
export interface PrimaryLink {
  /** Of this worker, from 1. */
  number: number
  /** It listens. */
  ready(): Promise<void>
  failed(reason: string): Promise<void>
  leave(numbers: MetricsSnapshot): Promise<void>
  /** @throws {ApiError} 503: it did not answer in time */
  count(counts: Count[]): Promise<Counted[]>
  /** @throws {ApiError} 503: it did not answer in time */
  metricsOfOthers(): Promise<MetricsSnapshot[]>
  /** What is done when it asks for it; until then a question waits. */
  answer(answers: Omit<WorkerAnswers, 'ping'>): void
}

/**
 * Opens the way. When the process at its other end dies, this one drains as if it had been asked to: it has no
 * connections any more but those it holds.
 */
export function openPrimaryLink(number: number): PrimaryLink {
  let given: Omit<WorkerAnswers, 'ping'> | undefined
  let answerWith: (answers: Omit<WorkerAnswers, 'ping'>) => void = () => {}
  const answers = new Promise<Omit<WorkerAnswers, 'ping'>>((resolve) => {
    answerWith = resolve
  })
  const channel = new ProcessChannel<PrimaryAnswers, WorkerAnswers>(sendToPrimary, {
    ping: () => {},
    takeJobs: async () => (await answers).takeJobs(),
    drain: async (how) => (await answers).drain(how),
    metrics: async () => (await answers).metrics(),
  })
  process.on('message', (message) => channel.hear(message))
  process.once('disconnect', () => {
    // Who does not serve yet has nothing to drain, and nobody to listen through any more.
    if (given === undefined) process.exit(1)
    given.drain({ isGentle: false })
  })
  // Without this word the cluster module ends the process as soon as the channel closes, whatever is under way.
  cluster.worker?.once('disconnect', () => {
    if (cluster.worker !== undefined) cluster.worker.exitedAfterDisconnect = true
  })
  return {
    number,
    ready: () => channel.ask('ready', undefined, limits.primaryTimeoutMs),
    failed: (reason) => channel.ask('failed', reason, limits.primaryTimeoutMs),
    leave: (numbers) => channel.ask('leave', numbers, limits.primaryTimeoutMs),
    count: (counts) => channel.ask('count', counts, limits.primaryTimeoutMs).catch(throwUnavailable),
    metricsOfOthers: () =>
      channel.ask('metricsOfOthers', undefined, 2 * limits.scrapeTimeoutMs).catch(throwUnavailable),
    answer(all) {
      given = all
      answerWith(all)
    },
  }
}

function sendToPrimary(message: unknown): boolean {
  if (!process.connected || process.send === undefined) return false
  // One that gets lost is not answered, and whoever asked knows what to do then.
  process.send(message, undefined, undefined, () => {})
  return true
}

function throwUnavailable(error: unknown): never {
  if (!(error instanceof NoAnswer)) throw error
  throw new ApiError(
    'service_unavailable',
    'A part of this service does not answer: send the call again in 2 seconds.',
    { retry_after_seconds: 2 },
    { 'retry-after': '2' },
  )
}
