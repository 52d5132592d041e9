import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { type Command, InvalidArgumentError } from 'commander'
import { systemClock } from '../core/deps.ts'
import { StartError } from '../core/errors/start-error.ts'
import { formatForwarded } from '../notifications/listen/format-event.rule.ts'
import type { ListenOutput } from '../notifications/listen/listen.flow.ts'
import type { Listener } from '../notifications/listen/listener-response.rule.ts'
import { EVENT_TYPES } from '../notifications/outbox/outbox.sql.ts'
import { addCommand, type Terminal } from './terminal.ts'

interface ListenArguments {
  url: string
  program: number
  forwardTo: string
  events?: string[]
  test?: boolean
  resume?: number
}

const KEY_VARIABLE = 'AFFILIATE_KEY'

/** Adds `affiliate listen` (docs/webhooks.md, *Develop locally*). */
export function addListen(
  program: Command,
  { environment, print, parseProgramId }: Terminal & { parseProgramId: (text: string) => number },
): void {
  addCommand(program, 'listen', 'Forward the webhooks of a program to a local URL during development.')
    .requiredOption('--url <address>', 'URL of the service', parseServiceUrl)
    .requiredOption('--program <id>', 'Program to listen to', parseProgramId)
    .requiredOption('--forward-to <address>', 'URL to post events to', parseForwardTo)
    .option('--events <types>', 'Comma-separated event types; all by default', parseEvents)
    .option('--test', 'Send a webhook.test event on start')
    .option('--resume <listener>', 'Resume an existing listener instead of creating one', parseListenerId)
    .addHelpText(
      'after',
      `\nThe management key (aff_mgmt_…, permission program:update) is read from ${KEY_VARIABLE} or prompted for.`,
    )
    .action(async ({ url, program: programId, forwardTo, events, test, resume }: ListenArguments) => {
      const key = checkKey(environment[KEY_VARIABLE]?.trim() || (await promptForKey()))
      const to = { url, programId, forwardTo, eventTypes: events, sendTest: test ?? false }
      const { stop, forget } = stopOnSignals()
      if (isReadable(url)) notice(`${url} is not encrypted: the key could be intercepted.`)
      const { listen } = await import('../notifications/listen/listen.flow.ts')
      const output = outputOf(print, { programId, forwardTo })
      const chance = Math.random
      try {
        await listen({ to, key, resume, output, now: systemClock.now, chance, newId: randomUUID, stop })
      } finally {
        forget()
      }
    })
}

function outputOf(
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
      print({ ...event, status: event.status ?? null, error: event.error ?? null }, formatForwarded(event)),
    notice,
  }
}

function readyText({ id, secret }: Listener, programId: number, forwardTo: string): string {
  return [
    `Forwarding events of program ${programId} to ${forwardTo} (listener ${id}). Press Ctrl-C to stop.`,
    `Signing secret (stays the same): ${secret}`,
  ].join('\n')
}

function notice(text: string) {
  process.stderr.write(`${text}\n`)
}

/** The first signal stops gracefully, the second one immediately. */
function stopOnSignals(): { stop: AbortSignal; forget: () => void } {
  const stopping = new AbortController()
  const end = () => {
    if (stopping.signal.aborted) process.exit(1)
    stopping.abort()
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  const forget = () => {
    process.off('SIGINT', end)
    process.off('SIGTERM', end)
  }
  return { stop: stopping.signal, forget }
}

/**
 * Checks the key.
 * @throws {StartError} whose message never contains the key
 */
function checkKey(key: string): string {
  if (/^aff_(live|test)_/.test(key)) {
    throw new StartError(
      'This is a program API key. Use a management key (aff_mgmt_…), from Settings → Management keys.',
    )
  }
  if (!/^[\x21-\x7e]{1,4096}$/.test(key)) {
    throw new StartError(
      'The management key contains invalid characters. Copy it exactly as shown: aff_mgmt_…',
    )
  }
  return key
}

/** Prompts for the key without echoing it. */
async function promptForKey(): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new StartError(`No management key: set ${KEY_VARIABLE}.`)
  }
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  const over = new AbortController()
  terminal.once('close', () => over.abort())
  process.stderr.write('Management key (hidden): ')
  try {
    return (await terminal.question('', { signal: over.signal })).trim()
  } catch {
    throw new StartError('No management key entered.')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

function parseServiceUrl(text: string): string {
  const url = parseAddress(text)
  if (url.search !== '' || url.hash !== '')
    throw new InvalidArgumentError('Must be a URL without a query or fragment.')
  return url.href.replace(/\/+$/, '')
}

function parseForwardTo(text: string): string {
  return parseAddress(text).href
}

function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new InvalidArgumentError('Must be a URL that starts with http:// or https://.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError('Must be a URL without credentials.')
  }
  return url
}

function parseEvents(text: string): string[] {
  const types = text.split(',').map((one) => one.trim())
  const known: readonly string[] = EVENT_TYPES
  const unknown = types.find((one) => !known.includes(one))
  if (unknown === undefined) return types
  throw new InvalidArgumentError(`Must be a comma-separated list of event types: ${EVENT_TYPES.join(', ')}.`)
}

function parseListenerId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(id)) return id
  throw new InvalidArgumentError('Must be the listener ID from the first line of output.')
}

function isReadable(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}
