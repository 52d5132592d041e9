import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import {
  type ConnectionTimeouts,
  connectionOptions,
  limitConnections,
} from '../../src/core/http/connections.http.ts'
import type { App } from '../../src/core/http/service.ts'
import { addCleanup } from '../cleanup.ts'

const TIMEOUTS: ConnectionTimeouts = {
  headMs: 150,
  requestMs: 200,
  idleMs: 100,
  stalledMs: 150,
  lastResponseMs: 50,
  checkedEveryMs: 20,
}

const LARGE = Buffer.alloc(64 * 1024 * 1024)

/** Starts a server with these limits and a client that keeps its side of the connection open. */
async function startServer(bounds: {
  timeouts?: Partial<ConnectionTimeouts>
  connections?: number
  connectionsPerAddress?: number
  trustProxy?: string
}) {
  const { timeouts, connections = 1_000, connectionsPerAddress = 1_000, trustProxy = false } = bounds
  const allTimeouts = { ...TIMEOUTS, ...timeouts }
  const closedClients: string[] = []
  const app = Fastify(connectionOptions(allTimeouts)) as unknown as App // safe because both have the same hooks
  limitConnections(app, {
    config: { connections, connectionsPerAddress, trustProxy },
    metrics: { countClosedConnection: (reason) => closedClients.push(reason), watch: () => {} },
    timeouts: allTimeouts,
  })
  const heldRequests: (() => void)[] = []
  app.get('/', async () => 'answered')
  app.get('/large', async () => LARGE)
  app.get('/held', () => new Promise((resolve) => heldRequests.push(() => resolve('answered'))))
  app.post('/', async () => 'answered')
  app.post('/refused', { onRequest: async (_, reply) => reply.code(401).send() }, async () => '')
  await app.listen({ host: '127.0.0.1', port: 0 })
  addCleanup(() => app.close())
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  async function open(from = '127.0.0.1') {
    const accepted = once(app.server, 'connection')
    const client = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true })
    addCleanup(() => client.destroy())
    client.on('error', () => {})
    const [serverSocket] = (await accepted) as [Socket] // safe because the event has this type
    const closeEvent = new Promise<void>((resolve) => serverSocket.once('close', () => resolve()))
    return { client, theirs: serverSocket, closing: closeEvent }
  }
  return { app, open, closed: closedClients, held: heldRequests }
}

/** Sends the text every few milliseconds until the connection closes. */
function sendSlowly(client: Socket, text: string) {
  const timer = setInterval(() => !client.destroyed && client.write(text), 10)
  addCleanup(() => clearInterval(timer))
}

const GET = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'
const postRequest = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 99999\r\n\r\n{`

describe('closes a connection, even if the client keeps its side open, when the client', () => {
  it.each([
    ['sends nothing', '', ''],
    ['never finishes a request’s head', 'GET / HTTP/1.1\r\nhost: a\r\nx-slow: ', 'x'],
    ['never finishes a request’s body', postRequest('/'), ' '],
    ['continues a rejected request’s body', postRequest('/refused'), ' '],
    ['sends empty lines before its first request', '\r\n', '\r\n'],
    ['sends empty lines after a response', GET, '\r\n'],
    ['sends no request after a response', GET, ''],
    ['starts a second request without finishing it', `${GET}GET / HTT`, ''],
    ['speaks TLS', Buffer.from('160301020001', 'hex'), 'x'],
    ['speaks HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'x'],
    ['speaks another protocol', 'hello\r\n', 'x'],
    ['sends a head that is too large', `GET / HTTP/1.1\r\nx: ${'x'.repeat(70_000)}`, 'x'],
    [
      'requests another protocol',
      GET.replace('\r\n\r\n', '\r\nconnection: upgrade\r\nupgrade: a\r\n\r\n'),
      'x',
    ],
    [
      'waits for 100 Continue before its body',
      postRequest('/').replace('host: a', 'host: a\r\nexpect: 100-continue'),
      '',
    ],
    [
      'announces that it closes the connection but doesn’t',
      GET.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'),
      'x',
    ],
  ])('%s', async (_, first, then) => {
    const { open } = await startServer({})
    const { client, closing } = await open()
    client.resume()
    client.write(first)
    if (then !== '') sendSlowly(client, then)
    await closing
  })

  it('doesn’t read its response', async () => {
    const { open, closed } = await startServer({})
    const { client, closing } = await open()
    client.pause().write(GET.replace('/', '/large'))
    await closing
    expect(closed).toEqual(['stalled'])
  })
})

it('sends the response to a request that takes longer than all timeouts', async () => {
  const { app, open, held } = await startServer({})
  const { client } = await open()
  const requestEvent = once(app.server, 'request')
  client.write(GET.replace('/', '/held'))
  await requestEvent
  const waitMs = Object.values(TIMEOUTS).reduce((sum, each) => sum + each)
  setTimeout(() => held[0]?.(), waitMs)
  const [response] = await once(client, 'data')
  expect(String(response)).toMatch(/^HTTP\/1.1 200 /)
})

it('sends no response to a malformed request while another request is pending', async () => {
  const { open } = await startServer({})
  const { client, closing } = await open()
  let response = ''
  client.on('data', (chunk) => {
    response += chunk
  })
  client.write(`${GET.replace('/', '/held')}BREW`)
  await closing
  expect(response).toBe('')
})

describe('connections from one address', () => {
  it('are closed once they exceed the limit, while other addresses are served', async () => {
    const { open, closed } = await startServer({
      connectionsPerAddress: 2,
      timeouts: { headMs: 60_000, requestMs: 60_000 },
    })
    const [first, second] = [await open(), await open()]
    await (await open()).closing
    expect(closed).toEqual(['address_limit'])
    for (const { client } of [first, second, await open('127.0.0.2')]) {
      client.write(GET)
      await once(client, 'data')
    }
    first.client.destroy()
    await first.closing
    const next = await open()
    next.client.write(GET)
    await once(next.client, 'data')
  })

  it('are not limited for a trusted proxy', async () => {
    const { open } = await startServer({ connectionsPerAddress: 1, trustProxy: '127.0.0.0/30' })
    for (const { client } of [await open(), await open(), await open()]) {
      client.write(GET)
      await once(client, 'data')
    }
  })
})

it('closes the oldest idle connection when the total limit is exceeded, and still serves requests', async () => {
  const { app, open, closed, held } = await startServer({
    connections: 2,
    timeouts: { headMs: 60_000, requestMs: 60_000 },
  })
  const busy = await open()
  const requested = once(app.server, 'request')
  busy.client.write(GET.replace('/', '/held'))
  await requested
  const silentClient = await open()
  const third = await open()
  await silentClient.closing
  third.client.write(GET)
  await once(third.client, 'data')
  held[0]?.()
  expect(String(await once(busy.client, 'data'))).toContain('answered')
  expect(closed).toEqual(['total_limit'])
})
