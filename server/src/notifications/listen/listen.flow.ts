import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '../../core/errors/start-error.ts'
import { webhookLimits } from '../webhooks/limits.ts'
import { callService } from './call-service.adapter.ts'
import { forwardEvent } from './forward-event.adapter.ts'
import { type Listener, readHanded, readListener } from './handed.rule.ts'
import { listenLimits } from './limits.ts'
import type { Forwarded, HandedEvent, ListenTo } from './listening.ts'
import { pauseMs } from './pause.rule.ts'
import { type Conclusion, judgeAnswer } from './service-answer.rule.ts'

/** Where what happens is told to. */
export interface ListenOutput {
  /** It listens, from now on; again after the service has ended the listener of before. */
  ready(listener: Listener): void
  forwarded(event: Forwarded): void
  /** Something that a person should know and need not act on. */
  notice(words: string): void
}

export interface ListenOptions {
  to: ListenTo
  key: string
  /** A listener to go on with, instead of a new one. */
  resume: number | undefined
  output: ListenOutput
  now: () => Date
  /** From 0 to 1. */
  chance: () => number
  newId: () => string
  /** Ends it. */
  stop: AbortSignal
}

/**
 * Takes a program's events from the service and posts each to the local server, one after the other, until it is stopped.
 * An event is acknowledged once it was posted, whatever came of it. When the service is gone for a while, it goes on where it
 * was: what was not acknowledged is told again, under the same id.
 * @throws {StartError} what only a person can mend, in one sentence
 */
export async function listen(options: ListenOptions): Promise<void> {
  const { output, stop } = options
  let listener = await begin(options)
  let acknowledged: number[] = []
  let failures = 0
  // How often in a row a listener has ended before anything was taken from it.
  let endings = 0
  // Of the next start, however often it is tried: one whose answer was lost is not left behind.
  let startKey = options.newId()
  while (!stop.aborted) {
    const askedAt = performance.now()
    const conclusion = await (listener === undefined
      ? askToStart(options, undefined, startKey)
      : take(options, listener, acknowledged))
    if (stop.aborted) break
    switch (conclusion.kind) {
      case 'refused':
        throw new StartError(conclusion.message)
      case 'again':
        failures++
        if (failures === 1) output.notice(`${conclusion.reason}. It is tried again until it answers.`)
        await pause(options, failures, conclusion.retryAfterSeconds)
        continue
      case 'ended':
        output.notice(
          'The service has ended this listener: what happened since its last answer is not told here.',
        )
        listener = undefined
        acknowledged = []
        if (endings > 0) await pause(options, endings)
        endings++
        continue
      case 'done':
        if (failures > 0) output.notice('The service answers again.')
        failures = 0
    }
    if (listener === undefined) {
      listener = startedOf(options, conclusion.body)
      startKey = options.newId()
      continue
    }
    endings = 0
    const events = handedOf(options, conclusion.body)
    acknowledged = await forwardAll(options, listener, events)
    // A service that does not wait, because it stops or many wait, is not asked in a circle.
    if (events.length === 0 && performance.now() - askedAt < listenLimits.listenRetryMs)
      await pause(options, 1)
  }
  if (listener !== undefined && failures === 0) await sayGoodbye(options, listener)
}

/** The first try is the only one: whoever started it is there to be told. */
async function begin(options: ListenOptions): Promise<Listener | undefined> {
  const { stop, resume } = options
  const conclusion = await askToStart(options, resume, options.newId())
  if (stop.aborted) return undefined
  switch (conclusion.kind) {
    case 'refused':
      throw new StartError(conclusion.message)
    case 'again':
      throw new StartError(`${conclusion.reason}.`)
    case 'ended':
      throw new StartError(`The listener ${resume} has ended, or is not of this key: start without --resume.`)
    case 'done':
      return startedOf(options, conclusion.body)
  }
}

async function askToStart(
  options: ListenOptions,
  resume: number | undefined,
  startKey: string,
): Promise<Conclusion> {
  const { to } = options
  if (resume !== undefined) return ask(options, { method: 'GET', path: `/${resume}`, isOfListener: true })
  const { eventTypes, sendTest } = to
  const body = { ...(eventTypes === undefined ? {} : { eventTypes }), sendTest }
  const headers = { 'idempotency-key': startKey }
  return ask(options, { method: 'POST', path: '', body, headers, isOfListener: false })
}

function startedOf({ to, output }: ListenOptions, body: unknown): Listener {
  const listener = readListener(body)
  if (listener === undefined) throw notUnderstood(to)
  output.ready(listener)
  return listener
}

function take(options: ListenOptions, { id }: Listener, acknowledged: number[]): Promise<Conclusion> {
  const waitSeconds = webhookLimits.listenerWaitSeconds
  return ask(options, {
    method: 'POST',
    path: `/${id}/poll`,
    body: { acknowledged, waitSeconds },
    isOfListener: true,
    waitMs: waitSeconds * 1_000,
  })
}

function handedOf({ to }: ListenOptions, body: unknown): HandedEvent[] {
  const events = readHanded(body)
  if (events === undefined) throw notUnderstood(to)
  return events
}

/** @returns the ids of the events that were posted: what takes long is broken off, and handed out again */
async function forwardAll(
  { to, output, now, stop }: ListenOptions,
  { secret }: Listener,
  events: HandedEvent[],
): Promise<number[]> {
  const posted: number[] = []
  const end = performance.now() + listenLimits.listenForwardMs
  for (const event of events) {
    if (stop.aborted || performance.now() > end) break
    const forwarded = await forwardEvent(event, { forwardTo: to.forwardTo, secret }, { now, signal: stop })
    if (stop.aborted) break
    output.forwarded(forwarded)
    posted.push(event.id)
  }
  return posted
}

async function sayGoodbye(options: ListenOptions, { id }: Listener): Promise<void> {
  const { to, key } = options
  await callService(
    { url: to.url, key },
    {
      method: 'DELETE',
      path: pathOf(to, `/${id}`),
      timeoutMs: listenLimits.listenGoodbyeMs,
      signal: new AbortController().signal,
    },
  )
}

async function ask(
  { to, key, stop }: ListenOptions,
  call: {
    method: 'GET' | 'POST'
    path: string
    body?: unknown
    headers?: Record<string, string>
    isOfListener: boolean
    waitMs?: number
  },
): Promise<Conclusion> {
  const { isOfListener, waitMs = 0, path, ...rest } = call
  const answer = await callService(
    { url: to.url, key },
    { ...rest, path: pathOf(to, path), timeoutMs: listenLimits.listenAnswerMs + waitMs, signal: stop },
  )
  return judgeAnswer(answer, { url: to.url, programId: to.programId, isOfListener })
}

function pathOf({ programId }: ListenTo, path: string): string {
  return `/api/programs/${programId}/webhook-listeners${path}`
}

async function pause(
  { chance, stop }: ListenOptions,
  failures: number,
  retryAfterSeconds?: number,
): Promise<void> {
  const most = { firstMs: listenLimits.listenRetryMs, mostMs: listenLimits.listenRetryMostMs }
  const ms = pauseMs({ failures, retryAfterSeconds }, most, chance())
  // Being stopped ends the pause, and is no failure.
  await wait(ms, undefined, { signal: stop }).catch(() => {})
}

function notUnderstood({ url }: ListenTo): StartError {
  return new StartError(
    `The answer of ${url} cannot be understood: it is no affiliate service, or a newer one.`,
  )
}
