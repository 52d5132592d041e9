import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { addCleanup } from '../../cleanup.ts'

export interface ReceivedWebhook {
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** The parsed body. */
  event: { type: string; timestamp: string; data: Record<string, unknown> }
}

type Responder = (response: ServerResponse, received: ReceivedWebhook, request: IncomingMessage) => void

export const responses = {
  status:
    (status: number, headers: Record<string, string> = {}): Responder =>
    (response) =>
      void response.writeHead(status, headers).end(),
  /** Receives the message and never responds. */
  nothing: (() => {}) satisfies Responder,
  /** Closes the connection without a response. */
  hangUp: ((_response, _received, request) => void request.socket.destroy()) satisfies Responder,
}

/** A merchant's receiver on 127.0.0.1 that records messages and responds as configured, with 204 by default. */
export async function startReceiver(options: { host?: string; port?: number } = {}) {
  const received: ReceivedWebhook[] = []
  let respond: Responder = responses.status(204)
  let watch = () => {}
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => {})
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const message = { path: request.url ?? '', headers: request.headers, body, event: JSON.parse(body) }
      received.push(message)
      respond(response, message, request)
      watch()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port')
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  addCleanup(close)
  return {
    url: `http://${options.host ?? '127.0.0.1'}:${address.port}/hooks?token=t`,
    port: address.port,
    received,
    close,
    /** Sets the response to all further messages. */
    respondWith(next: Responder) {
      respond = next
    },
    ids: () => received.map(({ headers }) => String(headers['webhook-id'])),
    types: () => received.map(({ event }) => event.type),
    /** Waits until `isEnough` returns true for the received messages. */
    async until(isEnough: (all: ReceivedWebhook[]) => boolean, timeoutMs = 30_000) {
      const end = Date.now() + timeoutMs
      while (!isEnough(received)) {
        const remainingMs = end - Date.now()
        if (remainingMs <= 0)
          throw new Error(`the receiver has ${received.length} messages after ${timeoutMs} ms`)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, remainingMs)
          watch = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    },
  }
}

/** Verifies a message as described by Standard Webhooks, independently of the service's code. */
export function isSignedBy(secret: string, { headers, body }: ReceivedWebhook, now: Date): boolean {
  const id = String(headers['webhook-id'])
  const timestamp = String(headers['webhook-timestamp'])
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`)
}
