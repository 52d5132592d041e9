import { InvalidArgumentError } from 'commander'
import { StartError } from '../core/errors/start-error.ts'
import { CommandStoppedError, type StopSignal, signalExitCode } from './terminal.ts'

/** Options of the commands that send requests to a running service with a management key. */

export const KEY_VARIABLE = 'AFFILIATE_KEY'

/** The first signal stops gracefully, the second one immediately. The abort reason is `CommandStoppedError`. */
export function stopOnSignals(): { stop: AbortSignal; forget: () => void } {
  const stopping = new AbortController()
  const end = (signal: StopSignal) => {
    if (stopping.signal.aborted) process.exit(signalExitCode(signal))
    stopping.abort(new CommandStoppedError(signal))
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
 * Reads the management key from the environment, or prompts for it.
 * @throws {StartError} whose message never contains the key
 */
export async function readManagementKey(environment: NodeJS.ProcessEnv): Promise<string> {
  return checkKey(environment[KEY_VARIABLE]?.trim() || (await promptForKey()))
}

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
  const [{ createInterface }, { Writable }] = await Promise.all([
    import('node:readline/promises'),
    import('node:stream'),
  ])
  const nullOutput = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nullOutput, terminal: true })
  const inputEnd = new AbortController()
  let isInterrupted = false
  terminal.once('SIGINT', () => {
    isInterrupted = true
    terminal.close()
  })
  terminal.once('close', () => inputEnd.abort())
  process.stderr.write('Management key (hidden): ')
  try {
    return (await terminal.question('', { signal: inputEnd.signal })).trim()
  } catch {
    if (isInterrupted) throw new CommandStoppedError('SIGINT')
    throw new StartError('No management key entered.')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

export function parseServiceUrl(text: string): string {
  const url = parseAddress(text)
  if (url.search !== '' || url.hash !== '')
    throw new InvalidArgumentError('Must be a URL without a query or fragment.')
  return url.href.replace(/\/+$/, '')
}

export function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new InvalidArgumentError('Must be a URL that starts with http:// or https://.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError('Must be a URL without credentials.')
  }
  return url
}

/** Whether others on the network could read the key. */
export function isUnencrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}
