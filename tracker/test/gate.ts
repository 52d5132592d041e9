import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from './listen.ts'

export interface RequestType {
  path: string
  contentType: string | undefined
  body: Record<string, unknown>
}

/** A proxy in front of the service that can simulate outages. */
export interface Gate {
  port: number
  /** The tracking requests that arrived here, with or without a response. */
  calls: RequestType[]
  /** `open` forwards requests, `unavailable` returns 503 like a proxy, `held` holds requests until it opens. */
  set(state: 'open' | 'unavailable' | 'held'): void
  /** Stops listening, so that connections are refused. */
  down(): Promise<void>
  up(): Promise<void>
}

export async function openGate(servicePort: number): Promise<Gate> {
  const calls: RequestType[] = []
  let state: 'open' | 'unavailable' | 'held' = 'open'
  let held: (() => void)[] = []

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      if (request.method === 'POST') calls.push(toRecordedRequest(request, body))
      const pass = () => forwardRequest(servicePort, request, body, response)
      // Only POST requests are affected, because the script itself may be cached.
      if (state === 'open' || request.method === 'GET') pass()
      else if (state === 'held') held.push(pass)
      else response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Service unavailable</h1>')
    })
  })
  const port = await listen(server, 0)
  return {
    port,
    calls,
    set(next) {
      state = next
      if (state !== 'open') return
      for (const pass of held) pass()
      held = []
    },
    async down() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    async up() {
      await listen(server, port)
    },
  }
}

function toRecordedRequest(request: IncomingMessage, body: Buffer): RequestType {
  return {
    path: request.url ?? '',
    contentType: request.headers['content-type'],
    body: JSON.parse(body.toString()),
  }
}

function forwardRequest(port: number, request: IncomingMessage, body: Buffer, response: ServerResponse) {
  const { method, url, headers } = request
  forward({ host: '127.0.0.1', port, method, path: url, headers }, (upstream) => {
    response.writeHead(upstream.statusCode ?? 502, upstream.headers)
    upstream.pipe(response)
  }).end(body)
}
