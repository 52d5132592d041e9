import { Agent, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { readServiceUrl, startCommand } from '../command.ts'
import { openDataLocation } from '../data-location.ts'

/** The time from the last response to the exit: a fraction of a second, or more on a busy machine. */
const END_MS = 3_000

test('exits with code 0 on SIGTERM without waiting for clients with open connections or new requests', async () => {
  const { environment } = await openDataLocation()
  const service = startCommand(['serve', '--json'], {
    LOG_LEVEL: 'fatal',
    PORT: '0',
    RATE_LIMIT_IP_PER_MINUTE: '1000000',
    ...environment,
  })
  const { child, ended } = service
  const address = await readServiceUrl(service)
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  onTestFinished(() => agent.destroy())
  const responses: { status: number; at: number }[] = []

  /** Sends requests on open connections until a new connection is refused. */
  const sendOne = async () => {
    for (;;) {
      const response = await get(`${address}/healthz`, agent)
      if (response === 'rejected') return
      // The connection was closed while idle, so no response was lost.
      if (response === 'closed') continue
      responses.push({ ...response, at: performance.now() })
      if (responses.length === 200) child.kill('SIGTERM')
    }
  }
  // Stays open and idle throughout.
  const idle = new Agent({ keepAlive: true })
  onTestFinished(() => idle.destroy())
  await get(`${address}/healthz`, idle)

  const requesting = Promise.all(Array.from({ length: 20 }, sendOne))
  const code = await ended
  const endedAt = performance.now()
  await requesting
  expect(code).toBe(0)
  expect(responses.every(({ status }) => status === 200)).toBe(true)
  expect(endedAt - (responses.at(-1)?.at ?? 0)).toBeLessThan(END_MS)
})

function get(url: string, agent: Agent): Promise<{ status: number } | 'closed' | 'rejected'> {
  return new Promise((resolve) => {
    request(url, { agent }, (response) => {
      const { statusCode = 0 } = response
      response.resume()
      response.once('error', () => resolve('closed'))
      response.once('end', () => resolve({ status: statusCode }))
    })
      .once('error', (error) =>
        resolve('code' in error && error.code === 'ECONNREFUSED' ? 'rejected' : 'closed'),
      )
      .end()
  })
}
