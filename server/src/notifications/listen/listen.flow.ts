import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '../../core/errors/start-error.ts'
import { webhookLimits } from '../webhooks/limits.ts'
import { callService } from './call-service.adapter.ts'
import { forwardEvent } from './forward-event.adapter.ts'
import { type Conclusion, interpretResponse } from './interpret-response.rule.ts'
import { listenLimits } from './limits.ts'
import type { ForwardResult, ListenerEvent, ListenTo } from './listen.ts'
import { type Listener, parseListenerEvents, readListener } from './listener-response.rule.ts'
import { pauseMs } from './poll-backoff.rule.ts'

/** Receives progress reports. */
export interface ListenOutput {
  /** Called when listening has started, or restarted after the service ended the previous listener. */
  ready(listener: Listener): void
  forwarded(event: ForwardResult): void
  /** Called with information that requires no action. */
  notice(message: string): void
}

export interface ListenOptions {
  to: ListenTo
  key: string
  /** ID of an existing listener to resume. */
  resume: number | undefined
  output: ListenOutput
  now: () => Date
  /** A random number from 0 to 1. */
  chance: () => number
  newId: () => string
  /** Aborts to stop listening. */
  stop: AbortSignal
}

/**
 * Polls a program's events and posts each one to the local server in order, until stopped. An event is acknowledged
 * after it was posted, regardless of the result. After an outage, unacknowledged events are delivered again with the
 * same ID.
 * @throws {StartError} if the user has to fix something
 */
export async function listen(options: ListenOptions): Promise<void> {
  const { output, stop } = options
  let listener = await openListener(options)
  let acknowledged: number[] = []
  let failures = 0
  // Number of listeners in a row that ended before an event was received.
  let endings = 0
  // Reused when a start is retried, so that a lost response leaves no second listener behind.
  let startKey = options.newId()
  while (!stop.aborted) {
    const requestedAt = performance.now()
    const conclusion = await (listener === undefined
      ? startListening(options, undefined, startKey)
      : fetchEvents(options, listener, acknowledged))
    if (stop.aborted) break
    switch (conclusion.kind) {
      case 'rejected':
        throw new StartError(conclusion.message)
      case 'again':
        failures++
        if (failures === 1) output.notice(`${conclusion.reason}. Retrying…`)
        await pause(options, failures, conclusion.retryAfterSeconds)
        continue
      case 'ended':
        output.notice('The service ended this listener. Events since its last response are not shown here.')
        listener = undefined
        acknowledged = []
        if (endings > 0) await pause(options, endings)
        endings++
        continue
      case 'done':
        if (failures > 0) output.notice('Connected again.')
        failures = 0
    }
    if (listener === undefined) {
      listener = parseStarted(options, conclusion.body)
      startKey = options.newId()
      continue
    }
    endings = 0
    const events = parseEvents(options, conclusion.body)
    acknowledged = await forwardAll(options, listener, events)
    // Avoids polling in a tight loop when the service returns immediately, because it is stopping or busy.
    if (events.length === 0 && performance.now() - requestedAt < listenLimits.listenRetryMs)
      await pause(options, 1)
  }
  if (listener !== undefined && failures === 0) await endSession(options, listener)
}

/** Starts listening. The first request isn't retried, because the user is present and sees the error. */
async function openListener(options: ListenOptions): Promise<Listener | undefined> {
  const { stop, resume } = options
  const conclusion = await startListening(options, resume, options.newId())
  if (stop.aborted) return undefined
  switch (conclusion.kind) {
    case 'rejected':
      throw new StartError(conclusion.message)
    case 'again':
      throw new StartError(`${conclusion.reason}.`)
    case 'ended':
      throw new StartError(`Listener ${resume} has ended or belongs to another key. Start without --resume.`)
    case 'done':
      return parseStarted(options, conclusion.body)
  }
}

async function startListening(
  options: ListenOptions,
  resume: number | undefined,
  startKey: string,
): Promise<Conclusion> {
  const { to } = options
  if (resume !== undefined) return send(options, { method: 'GET', path: `/${resume}`, isListenerCall: true })
  const { eventTypes, sendTest } = to
  const body = { ...(eventTypes === undefined ? {} : { eventTypes }), sendTest }
  const headers = { 'idempotency-key': startKey }
  return send(options, { method: 'POST', path: '', body, headers, isListenerCall: false })
}

function parseStarted({ to, output }: ListenOptions, body: unknown): Listener {
  const listener = readListener(body)
  if (listener === undefined) throw unexpectedResponse(to)
  output.ready(listener)
  return listener
}

function fetchEvents(options: ListenOptions, { id }: Listener, acknowledged: number[]): Promise<Conclusion> {
  const waitSeconds = webhookLimits.listenerWaitSeconds
  return send(options, {
    method: 'POST',
    path: `/${id}/poll`,
    body: { acknowledged, waitSeconds },
    isListenerCall: true,
    waitMs: waitSeconds * 1_000,
  })
}

function parseEvents({ to }: ListenOptions, body: unknown): ListenerEvent[] {
  const events = parseListenerEvents(body)
  if (events === undefined) throw unexpectedResponse(to)
  return events
}

/**
 * Forwards events within a time limit. Events over the limit are delivered again.
 * @returns the IDs of the events that were posted
 */
async function forwardAll(
  { to, output, now, stop }: ListenOptions,
  { secret }: Listener,
  events: ListenerEvent[],
): Promise<number[]> {
  const forwardedIds: number[] = []
  const end = performance.now() + listenLimits.listenForwardMs
  for (const event of events) {
    if (stop.aborted || performance.now() > end) break
    const forwarded = await forwardEvent(event, { forwardTo: to.forwardTo, secret }, { now, signal: stop })
    if (stop.aborted) break
    output.forwarded(forwarded)
    forwardedIds.push(event.id)
  }
  return forwardedIds
}

async function endSession(options: ListenOptions, { id }: Listener): Promise<void> {
  const { to, key } = options
  await callService(
    { url: to.url, key },
    {
      method: 'DELETE',
      path: listenerPath(to, `/${id}`),
      timeoutMs: listenLimits.listenGoodbyeMs,
      signal: new AbortController().signal,
    },
  )
}

async function send(
  { to, key, stop }: ListenOptions,
  request: {
    method: 'GET' | 'POST'
    path: string
    body?: unknown
    headers?: Record<string, string>
    isListenerCall: boolean
    waitMs?: number
  },
): Promise<Conclusion> {
  const { isListenerCall, waitMs = 0, path, ...rest } = request
  const response = await callService(
    { url: to.url, key },
    {
      ...rest,
      path: listenerPath(to, path),
      timeoutMs: listenLimits.listenResponseMs + waitMs,
      signal: stop,
    },
  )
  const command = { purpose: 'listen to', urlOption: '--url' }
  return interpretResponse(response, { url: to.url, programId: to.programId, isListenerCall, command })
}

function listenerPath({ programId }: ListenTo, path: string): string {
  return `/api/programs/${programId}/webhook-listeners${path}`
}

async function pause(
  { chance, stop }: ListenOptions,
  failures: number,
  retryAfterSeconds?: number,
): Promise<void> {
  const limits = { firstMs: listenLimits.listenRetryMs, maxMs: listenLimits.listenRetryMostMs }
  const ms = pauseMs({ failures, retryAfterSeconds }, limits, chance())
  // Stopping interrupts the pause and is not an error.
  await wait(ms, undefined, { signal: stop }).catch(() => {})
}

function unexpectedResponse({ url }: ListenTo): StartError {
  return new StartError(
    `Unexpected response from ${url}. It is not an affiliate service, or it is a newer version.`,
  )
}
