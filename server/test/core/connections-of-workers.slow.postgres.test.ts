import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createWorkerDatabase, startWorkers } from '../workers.ts'

const EACH = 2

test('each worker limits connections per address and closes slow ones', async () => {
  const place = await createWorkerDatabase({ MAX_CONNECTIONS_PER_ADDRESS: String(EACH) })
  const { address } = await startWorkers(place.environment)
  const port = Number(new URL(address).port)
  const open = async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true }).on(
      'error',
      () => {},
    )
    const closeEvent = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    return { socket, closed: closeEvent }
  }
  const callers: Awaited<ReturnType<typeof open>>[] = []
  for (let n = 0; n < 5 * EACH; n++) callers.push(await open('127.0.0.2'))
  let closed = 0
  const refusedConnection = new Promise<void>((resolve) => {
    for (const caller of callers) void caller.closed.then(() => ++closed === 3 * EACH && resolve())
  })
  await refusedConnection
  // Both workers still serve the trusted proxy and another address.
  for (const from of ['127.0.0.1', '127.0.0.1', '127.0.0.3', '127.0.0.3']) {
    const { socket } = await open(from)
    socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
    const [response] = await once(socket, 'data')
    expect(String(response)).toContain('HTTP/1.1 200')
    socket.destroy()
  }
  // Each worker keeps at most EACH connections. A busy worker may have received fewer than the other.
  expect(closed).toBeGreaterThanOrEqual(3 * EACH)
  expect(closed).toBeLessThan(5 * EACH)
  const { socket, closed: isDestroyed } = await open('127.0.0.1')
  const interval = setInterval(() => socket.write('x'), 20)
  socket.resume().write('not HTTP')
  await isDestroyed
  clearInterval(interval)
  for (const caller of callers) caller.socket.destroy()
})
