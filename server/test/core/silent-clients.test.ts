import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { App } from '../../src/core/http/service.ts'
import { endConnectionsWhenStopping } from '../../src/core/processes/stopping.http.ts'

const CLIENTS: [who: string, says: string][] = [
  ['that sends nothing', ''],
  ['that stops in a request’s head', 'POST /take HTTP/1.1\r\nho'],
  [
    'that stops in a request’s body',
    'POST /take HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"a',
  ],
  ["that doesn't read the response", 'GET /large HTTP/1.1\r\nhost: a\r\n\r\n'],
]

test.each(CLIENTS)('shutdown does not wait for a client %s', async (_name, bytes) => {
  const app = Fastify() as unknown as App // safe because both have the same hooks
  endConnectionsWhenStopping(app, { arrivalMs: 100, responsesMs: 200 })
  app.post('/take', async () => ({}))
  app.get('/large', async () => Buffer.alloc(64 * 1024 * 1024))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('it has no port')
  const accepted = once(app.server, 'connection')
  const socket = connect(address.port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  const [serverSocket] = await accepted
  socket.write(bytes)
  // Waits until the request has arrived and the first part of the response has been sent.
  while (serverSocket.bytesRead < bytes.length) await new Promise(setImmediate)
  if (bytes.startsWith('GET')) await once(socket, 'readable')
  await app.close()
  expect(serverSocket.destroyed).toBe(true)
  socket.destroy()
})
