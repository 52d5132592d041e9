import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { startTestService } from '../harness.ts'
import { platformError } from '../merchant.ts'

const { app } = await startTestService()
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
const port = typeof address === 'object' && address !== null ? address.port : 0

async function sendRaw(request: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  const response = await text(socket)
  const [head = '', body = ''] = response.split('\r\n\r\n')
  return { status: head.split(' ')[1], body: JSON.parse(body) as unknown }
}

it.each([
  ['an unknown method', 'BREW /api/v1/track/sale HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['text that isn’t HTTP', 'hello\r\n\r\n'],
  ['endless headers', `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(70_000)}\r\n\r\n`],
])('a request with %s returns an error in the platform format (D2, D3)', async (_, request) => {
  expect(await sendRaw(request)).toEqual({ status: '400', body: platformError(400, 'invalid_request') })
})

it('closes the connection after a malformed request, even if the client keeps it open', async () => {
  const accepted = once(app.server, 'connection')
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).resume()
  const [serverSocket] = await accepted
  client.write('hello\r\n\r\n')
  await once(serverSocket, 'close')
  client.destroy()
})

it('limits an address to MAX_CONNECTIONS_PER_ADDRESS connections', async () => {
  const { app: small } = await startTestService({ environment: { MAX_CONNECTIONS_PER_ADDRESS: '1' } })
  await small.listen({ host: '127.0.0.1', port: 0 })
  const { port: itsPort } = small.server.address() as AddressInfo // safe because it listens on a port
  const accepted = once(small.server, 'connection')
  const first = connect(itsPort, '127.0.0.1')
  await accepted
  const second = connect(itsPort, '127.0.0.1').on('error', () => {})
  await new Promise((resolve) => second.once('close', resolve))
  first.destroy()
  expect((await small.inject('/metrics')).body).toContain(
    'connections_closed_total{reason="address_limit"} 1',
  )
})

/** Sends an endless body as fast as the server reads it. @returns the response and the number of bytes sent */
async function sendEndlessBody(path: string, headers: string) {
  const socket = connect(port, '127.0.0.1')
  let response = ''
  socket.on('data', (chunk) => {
    response += chunk
  })
  const closeEvent = new Promise((resolve) => socket.once('close', resolve))
  // Writing to a closed connection also emits an error.
  socket.on('error', () => {})
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n\r\n`)
  const chunk = Buffer.alloc(64 * 1024, 'x')
  let sentBytes = 0
  while (sentBytes < OFFERED_BYTES && !socket.destroyed) {
    const head = headers.includes('chunked') ? `${chunk.length.toString(16)}\r\n` : ''
    if (!socket.write(Buffer.concat([Buffer.from(head), chunk, Buffer.from(head === '' ? '' : '\r\n')]))) {
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closeEvent])
    }
    sentBytes += chunk.length
  }
  socket.end()
  await closeEvent
  return { status: response.split(' ')[1], sent: sentBytes }
}

const OFFERED_BYTES = 300 * 1024 * 1024
/** The maximum body size plus what the server discards and what both network buffers hold. */
const TAKEN_BYTES = 32 * 1024 * 1024

it.each(
  [
    '/api/v1/track/sale',
    '/api/v1/webhooks/stripe',
    '/api/auth/sign-in/email',
    '/api/programs/1/payouts/import',
    '/nothing',
  ].flatMap((path) => [
    [path, 'chunked', 'content-type: application/json\r\ntransfer-encoding: chunked'] as const,
    [path, 'announced', `content-type: application/json\r\ncontent-length: ${OFFERED_BYTES}`] as const,
  ]),
)('stops reading a 300 MB body for %s (%s) at the limit', async (path, _kind, headers) => {
  const { status, sent } = await sendEndlessBody(path, headers)
  expect(sent).toBeLessThan(TAKEN_BYTES)
  // The response may be lost with the connection. If it arrives, it is a rejection.
  if (status !== undefined) expect(status).toMatch(/^4/)
})
