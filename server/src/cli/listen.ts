import { type Command, InvalidArgumentError } from 'commander'
import { formatForwardResult } from '../notifications/listen/format-event.rule.ts'
import type { ListenOutput } from '../notifications/listen/listen.flow.ts'
import type { Listener } from '../notifications/listen/listener-response.rule.ts'
import { EVENT_TYPES } from '../notifications/outbox/event-types.ts'
import {
  isUnencrypted,
  KEY_VARIABLE,
  parseAddress,
  parseServiceUrl,
  readManagementKey,
  stopOnSignals,
} from './remote-service.ts'
import { addCommand, parseProgramId, type Terminal } from './terminal.ts'

interface ListenArguments {
  url: string
  program: number
  forwardTo: string
  events?: string[]
  test?: boolean
  resume?: number
}

/** Adds `affiliate listen` (docs/webhooks.md, *Develop locally*). */
export function addListen(program: Command, { environment, print }: Terminal): void {
  addCommand(program, 'listen', 'Forward a program’s webhooks to a local URL during development.')
    .requiredOption('--url <address>', 'Service URL', parseServiceUrl)
    .requiredOption('--program <id>', 'Program to listen to', parseProgramId)
    .requiredOption('--forward-to <address>', 'URL to post events to', parseForwardTo)
    .option('--events <types>', 'Comma-separated event types; all by default', parseEvents)
    .option('--test', 'Send a webhook.test event at startup')
    .option('--resume <listener>', 'Resume an existing listener instead of creating one', parseListenerId)
    .addHelpText(
      'after',
      `\nThe management key (aff_mgmt_…, permission program:update) is read from ${KEY_VARIABLE} or prompted for.`,
    )
    .action(async ({ url, program: programId, forwardTo, events, test, resume }: ListenArguments) => {
      const key = await readManagementKey(environment)
      const to = { url, programId, forwardTo, eventTypes: events, sendTest: test ?? false }
      const { stop, forget } = stopOnSignals()
      if (isUnencrypted(url)) printNotice(`${url} is not encrypted, so the key could be intercepted.`)
      const [{ listen }, { systemClock, systemIds }] = await Promise.all([
        import('../notifications/listen/listen.flow.ts'),
        import('../core/deps.ts'),
      ])
      const output = createOutput(print, { programId, forwardTo })
      const chance = Math.random
      try {
        await listen({ to, key, resume, output, now: systemClock.now, chance, newId: systemIds.uuid, stop })
      } finally {
        forget()
      }
    })
}

function createOutput(
  print: Terminal['print'],
  { programId, forwardTo }: { programId: number; forwardTo: string },
): ListenOutput {
  return {
    ready: (listener) =>
      print(
        { listener: listener.id, secret: listener.secret, eventTypes: listener.eventTypes, forwardTo },
        readyText(listener, programId, forwardTo),
      ),
    forwarded: (event) =>
      print(
        { ...event, status: event.status ?? null, error: event.error ?? null },
        formatForwardResult(event),
      ),
    notice: printNotice,
  }
}

function readyText({ id, secret }: Listener, programId: number, forwardTo: string): string {
  return [
    `Forwarding events from program ${programId} to ${forwardTo} (listener ${id}). Press Ctrl-C to stop.`,
    `Signing secret (stays the same): ${secret}`,
  ].join('\n')
}

function printNotice(text: string) {
  process.stderr.write(`${text}\n`)
}

function parseForwardTo(text: string): string {
  return parseAddress(text).href
}

function parseEvents(text: string): string[] {
  const types = text.split(',').map((one) => one.trim())
  const knownTypes: readonly string[] = EVENT_TYPES
  const unknown = types.find((one) => !knownTypes.includes(one))
  if (unknown === undefined) return types
  throw new InvalidArgumentError(`Must be a comma-separated list of event types: ${EVENT_TYPES.join(', ')}.`)
}

function parseListenerId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(id)) return id
  throw new InvalidArgumentError('Must be the listener ID from the first line of output.')
}
