import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { App } from '../../src/core/http/service.ts'
import { endConnectionsWhenStopping } from '../../src/core/processes/stopping.http.ts'

const CALLERS: [who: string, says: string][] = [
  ['who says nothing at all', ''],
  ['who breaks off in the head of a call', 'POST /take HTTP/1.1\r\nho'],
  [
    'who breaks off in the body of a call',
    'POST /take HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"a',
  ],
  ['who does not read the answer', 'GET /large HTTP/1.1\r\nhost: a\r\n\r\n'],
]

test.each(CALLERS)('a stop is not held by a caller %s', async (_who, says) => {
  const app = Fastify() as unknown as App // safe because the hooks of both are the same
  endConnectionsWhenStopping(app, { arrivalMs: 100, answersMs: 200 })
  app.post('/take', async () => ({}))
  app.get('/large', async () => Buffer.alloc(64 * 1024 * 1024))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('it has no port')
  const accepted = once(app.server, 'connection')
  const socket = connect(address.port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  const [theirs] = await accepted
  socket.write(says)
  // What was said has arrived, and of an answer the first part has gone out.
  while (theirs.bytesRead < says.length) await new Promise(setImmediate)
  if (says.startsWith('GET')) await once(socket, 'readable')
  await app.close()
  expect(theirs.destroyed).toBe(true)
  socket.destroy()
})
