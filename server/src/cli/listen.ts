import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { type Command, InvalidArgumentError } from 'commander'
import { systemClock } from '../core/deps.ts'
import { StartError } from '../core/errors/start-error.ts'
import type { Listener } from '../notifications/listen/handed.rule.ts'
import type { ListenOutput } from '../notifications/listen/listen.flow.ts'
import { forwardedWords } from '../notifications/listen/listen-words.rule.ts'
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

/** `affiliate listen`: docs/webhooks.md, *Develop locally*. */
export function addListen(
  program: Command,
  { environment, print, parseProgramId }: Terminal & { parseProgramId: (text: string) => number },
): void {
  addCommand(program, 'listen', 'Forward the webhooks of a program to a local address, while developing.')
    .requiredOption('--url <address>', 'the address of the service', parseServiceUrl)
    .requiredOption('--program <id>', 'the program to listen to', parseProgramId)
    .requiredOption('--forward-to <address>', 'where each event is posted to', parseForwardTo)
    .option('--events <types>', 'only these, with commas between them; without it, all', parseEvents)
    .option('--test', 'be told webhook.test first')
    .option('--resume <listener>', 'go on with this listener of yours instead of a new one', parseListenerId)
    .addHelpText(
      'after',
      `\nThe management key (aff_mgmt_…, permission program:update) comes from ${KEY_VARIABLE}, or is asked for.`,
    )
    .action(async ({ url, program: programId, forwardTo, events, test, resume }: ListenArguments) => {
      const key = checkKey(environment[KEY_VARIABLE]?.trim() || (await askForKey()))
      const to = { url, programId, forwardTo, eventTypes: events, sendTest: test ?? false }
      const { stop, forget } = stopOnSignals()
      if (isReadable(url)) notice(`${url} is not encrypted: who is on the way to it can read the key.`)
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
        readyWords(listener, programId, forwardTo),
      ),
    forwarded: (event) =>
      print({ ...event, status: event.status ?? null, error: event.error ?? null }, forwardedWords(event)),
    notice,
  }
}

function readyWords({ id, secret }: Listener, programId: number, forwardTo: string): string {
  return [
    `What happens in the program ${programId} goes to ${forwardTo} until you press Ctrl-C (listener ${id}).`,
    `Signing secret, the same each time: ${secret}`,
  ].join('\n')
}

function notice(words: string) {
  process.stderr.write(`${words}\n`)
}

/** The first signal ends it, the second at once. */
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

/** @throws {StartError} which never shows the key */
function checkKey(key: string): string {
  if (/^aff_(live|test)_/.test(key)) {
    throw new StartError(
      'This is a program API key, which records sales. Listening takes a management key (aff_mgmt_…): Settings → Management keys.',
    )
  }
  if (!/^[\x21-\x7e]{1,4096}$/.test(key)) {
    throw new StartError('The key has characters that no key has: give it as it was shown, aff_mgmt_…')
  }
  return key
}

/** Asks a person at a terminal, and shows nothing of what is typed. */
async function askForKey(): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new StartError(`There is no management key: set ${KEY_VARIABLE}, there is nobody to ask.`)
  }
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  const over = new AbortController()
  terminal.once('close', () => over.abort())
  process.stderr.write('Management key (it is not shown): ')
  try {
    return (await terminal.question('', { signal: over.signal })).trim()
  } catch {
    throw new StartError('No key was given.')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

function parseServiceUrl(text: string): string {
  const url = parseAddress(text)
  if (url.search !== '' || url.hash !== '')
    throw new InvalidArgumentError('It takes an address without ? and #.')
  return url.href.replace(/\/+$/, '')
}

function parseForwardTo(text: string): string {
  return parseAddress(text).href
}

function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new InvalidArgumentError('It takes an address that starts with http:// or https://.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError('It takes an address without a name and password in it.')
  }
  return url
}

function parseEvents(text: string): string[] {
  const types = text.split(',').map((one) => one.trim())
  const known: readonly string[] = EVENT_TYPES
  const unknown = types.find((one) => !known.includes(one))
  if (unknown === undefined) return types
  throw new InvalidArgumentError(`It takes some of ${EVENT_TYPES.join(', ')}, with commas between them.`)
}

function parseListenerId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(id)) return id
  throw new InvalidArgumentError('It takes the number that the listener has in the first line.')
}

function isReadable(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}
