import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** What the proxy does with a request: 'pass' forwards it. */
export type Fault =
  | 'pass'
  /** Closes the connection before forwarding the request. */
  | 'drop'
  /** Forwards the request, then closes the connection instead of returning the response. */
  | 'drop response'
  /** Never responds. */
  | 'hang'
  | { status: number; headers?: Record<string, string>; body?: string }

/** Starts a proxy that applies these faults in order, then forwards everything. */
export async function startProxy(target: string, faults: Fault[] = []) {
  const seen: ReceivedRequest[] = []
  const left = [...faults]
  const server = createServer((call, response) => {
    const chunks: Buffer[] = []
    call.on('data', (chunk: Buffer) => chunks.push(chunk))
    call.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const { method = '', url = '', headers } = call
      seen.push({ method, url, headers, body })
      const fault = left.shift() ?? 'pass'
      if (fault === 'hang') return
      if (fault === 'drop') return void call.socket.destroy()
      if (typeof fault === 'object') {
        return void response.writeHead(fault.status, fault.headers ?? {}).end(fault.body ?? '')
      }
      const forwarded = request(`${target}${url}`, { method, headers }, (upstream) => {
        if (fault === 'pass') return sendResponse(upstream.statusCode ?? 502, upstream, response)
        upstream.resume().on('end', () => call.socket.destroy())
      })
      forwarded.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return { url: `http://127.0.0.1:${address.port}`, seen }
}

function sendResponse(
  status: number,
  upstream: NodeJS.ReadableStream & { headers: IncomingHttpHeaders },
  response: ServerResponse,
) {
  response.writeHead(status, upstream.headers)
  upstream.pipe(response)
}
