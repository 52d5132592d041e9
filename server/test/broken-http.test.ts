import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { startTestService } from './harness.ts'
import { platformError } from './merchant.ts'

const { app } = await startTestService()
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
const port = typeof address === 'object' && address !== null ? address.port : 0

async function sendRaw(request: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  const answer = await text(socket)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: head.split(' ')[1], body: JSON.parse(body) as unknown }
}

it.each([
  ['an unknown method', 'BREW /api/v1/track/sale HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(70_000)}\r\n\r\n`],
])('%s is answered in the platform envelope (D2, D3)', async (_, request) => {
  expect(await sendRaw(request)).toEqual({ status: '400', body: platformError(400, 'invalid_request') })
})
