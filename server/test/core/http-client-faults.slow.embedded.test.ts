import type { Socket } from 'node:net'
import { describe, expect, it, test } from 'vitest'
import { withTimeout } from '../../src/core/async/timeout.ts'
import { describeRequestFailure } from '../../src/core/http/connection-fault.rule.ts'
import { callHttp, type HttpRequest } from '../../src/core/http/http-client.ts'
import { startCommand } from '../command.ts'
import { newFolder } from '../new-folder.ts'
import { startRawServer } from '../raw-server.ts'

const HANG_UP = {
  'closes at once': (socket: Socket) => socket.end(),
  resets: (socket: Socket) => socket.resetAndDestroy(),
}

describe.each(Object.entries(HANG_UP))('a server that accepts a connection and %s', (_how, meet) => {
  test('appears in the doctor’s report along with the other findings', async () => {
    const port = await startRawServer(meet)
    const doctor = startCommand(['doctor'], { DATA_DIR: newFolder(), PUBLIC_URL: `http://127.0.0.1:${port}` })
    expect(await doctor.ended).toBe(1)
    expect(doctor.output.stdout).toContain(
      `public_address: http://127.0.0.1:${port} cannot be reached from here: connection closed.`,
    )
    expect(doctor.output.stdout).toMatch(/ {2}database: [\s\S]* {2}disk: /)
  })

  test('is reported by listen', async () => {
    const port = await startRawServer(meet)
    const url = `http://127.0.0.1:${port}`
    const listenCommand = startCommand(
      ['listen', '--url', url, '--program', '1', '--forward-to', 'http://127.0.0.1:9/x'],
      { DATA_DIR: newFolder(), AFFILIATE_KEY: 'aff_mgmt_1_x' },
    )
    expect(await listenCommand.ended).toBe(1)
    expect(listenCommand.output).toEqual({
      stdout: '',
      stderr: `${url} cannot be reached: connection closed.\n`,
    })
  })
})

describe('an HTTP request', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n'
  const respondingWith = (response: (socket: Socket) => void) => (socket: Socket) =>
    void socket.once('data', () => response(socket))

  async function callServer(
    meet: (socket: Socket) => void,
    options: Partial<HttpRequest> & { scheme?: 'https'; timeoutMs?: number; signal?: AbortSignal } = {},
  ): Promise<string> {
    const { timeoutMs = 30_000, scheme = 'http', signal, ...request } = options
    const url = `${scheme}://127.0.0.1:${await startRawServer(meet)}`
    const fullRequest = {
      url,
      method: 'GET',
      headers: {},
      reads: 'whole',
      maxBytes: 1_000,
      ...request,
    } as const
    return callHttp(fullRequest, signal === undefined ? { timeoutMs } : { timeoutMs, signal }).then(
      ({ status, body }) => `${status} ${body}`,
      (error) => describeRequestFailure(error, timeoutMs),
    )
  }

  it.each<[string, (socket: Socket) => void, Parameters<typeof callServer>[1], string]>([
    ['that gets no response', () => {}, { timeoutMs: 100 }, 'no response within 0.1 s'],
    [
      'whose response stops within the body, at the total timeout',
      respondingWith((socket) => socket.write(`${HEAD}abc`)),
      { timeoutMs: 300 },
      'the response did not finish in time',
    ],
    [
      'whose response stops within the body, at the idle timeout',
      respondingWith((socket) => socket.write(`${HEAD}abc`)),
      { silence: { connectMs: 30_000, silenceMs: 100 } },
      'no data for 0.1 s',
    ],
    [
      'whose server sends nothing',
      () => {},
      { silence: { connectMs: 30_000, silenceMs: 100 } },
      'no data for 0.1 s',
    ],
    [
      'whose response is cut off',
      respondingWith((socket) => socket.end(`${HEAD}abc`)),
      {},
      'the response ended early',
    ],
    [
      'whose response ends with a connection reset',
      respondingWith((socket) => socket.write(`${HEAD}abc`, () => socket.resetAndDestroy())),
      {},
      'the response ended early',
    ],
    [
      'whose response is too large',
      respondingWith((socket) => socket.write(`${HEAD}${'x'.repeat(100)}`)),
      { maxBytes: 99 },
      'response too large',
    ],
    ['whose connection is closed', respondingWith((socket) => socket.end()), {}, 'connection closed'],
    [
      'that reaches an SSH server',
      (socket) => socket.write('SSH-2.0-OpenSSH_9.2p1\r\n'),
      {},
      'not an HTTP response',
    ],
    [
      'over TLS to a server that speaks plain HTTP',
      respondingWith((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')),
      { scheme: 'https' },
      'the server does not use TLS (ERR_SSL_WRONG_VERSION_NUMBER)',
    ],
    [
      'over TLS to a server that only supports an older version',
      // The TLS 1.0 alert for an unsupported version.
      respondingWith((socket) => socket.write(Buffer.from('15030100020246', 'hex'))),
      { scheme: 'https' },
      'no common TLS version (ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION)',
    ],
    [
      'that succeeds',
      respondingWith((socket) => socket.write(`${HEAD}${'x'.repeat(100)}`)),
      { maxBytes: 100 },
      `200 ${'x'.repeat(100)}`,
    ],
    [
      'that reads only the beginning of a response that ends early',
      respondingWith((socket) => socket.write(`${HEAD}abc`, () => socket.resetAndDestroy())),
      { reads: 'beginning' },
      '200 abc',
    ],
    [
      'that reads only the beginning of a response that is cut off',
      respondingWith((socket) => socket.write(`${HEAD}abc`)),
      { reads: 'beginning', maxBytes: 2 },
      '200 ab',
    ],
    [
      'that reads only the head of a response that ends early',
      respondingWith((socket) => socket.write(HEAD)),
      { reads: 'beginning', maxBytes: 0 },
      '200 ',
    ],
  ])('%s', async (_which, meet, options, expected) => {
    expect(await callServer(meet, options)).toBe(expected)
  })

  it('times out if it cannot connect, but not on a reused connection', async () => {
    // The address is never resolved.
    const lookup: HttpRequest['lookup'] = () => {}
    const silence = { connectMs: 100, silenceMs: 30_000 }
    expect(await callServer(() => {}, { url: 'http://nowhere.example', lookup, silence })).toBe(
      'connection timed out',
    )
    let connections = 0
    const port = await startRawServer((socket) => {
      connections++
      socket.on('data', () => setTimeout(() => socket.write('HTTP/1.1 204 \r\n\r\n'), 200))
    })
    for (const _ of [1, 2]) {
      expect(await callServer(() => {}, { url: `http://127.0.0.1:${port}`, silence })).toBe('204 ')
    }
    expect(connections).toBe(1)
  })

  it('ends when aborted, whether in progress or before it starts', async () => {
    const stop = new AbortController()
    const abortedDuration = callServer(() => stop.abort(new Error('stopped')), { signal: stop.signal })
    expect(await abortedDuration).toBe('stopped')
    expect(await callServer(() => {}, { signal: stop.signal })).toBe('stopped')
  })
})

test('withTimeout does not wait for work that ignores the timeout', async () => {
  const timeout = withTimeout(10, () => new Promise(() => {}))
  await expect(timeout).rejects.toMatchObject({ name: 'TimeoutError' })
})
