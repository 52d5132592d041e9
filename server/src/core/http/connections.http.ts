import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../config/config.ts'
import { limits } from '../config/limits.ts'
import { ApiError, renderError } from '../errors/errors.http.ts'
import type { Metrics } from '../observability/metrics.ts'
import { toNetwork } from './client-network.rule.ts'
import type { App } from './service.ts'
import { trustedProxies } from './trusted-proxy.rule.ts'

/** An open connection with its latest request (complete once fully received) and response. */
export interface Connection {
  request: IncomingMessage | undefined
  response: ServerResponse | undefined
}

const registries = new WeakMap<Server, Map<Socket, Connection>>()
const connections = new WeakMap<Socket, Connection>()

/** Returns a server's open connections, oldest first. */
export function trackConnections(server: Server): ReadonlyMap<Socket, Connection> {
  const existing = registries.get(server)
  if (existing !== undefined) return existing
  const openConnections = new Map<Socket, Connection>()
  registries.set(server, openConnections)
  server.on('connection', (socket: Socket) => {
    const connection: Connection = { request: undefined, response: undefined }
    openConnections.set(socket, connection)
    connections.set(socket, connection)
    socket.once('close', () => openConnections.delete(socket))
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket)
    if (connection === undefined) return
    connection.request = request
    connection.response = response
  })
  return openConnections
}

/** Time limits for a connection. */
export interface ConnectionTimeouts {
  /** For a request's headers, from its first byte or from the start of the connection. */
  headMs: number
  /** For a whole request, from its first byte. */
  requestMs: number
  /** Between two requests. */
  idleMs: number
  /** Without progress while a slow client reads a response. */
  stalledMs: number
  /** For the response to a malformed request, before its connection is destroyed. */
  lastResponseMs: number
  checkedEveryMs: number
}

const CONNECTION_TIMEOUTS: ConnectionTimeouts = {
  headMs: limits.requestHeadMs,
  requestMs: limits.requestTimeoutMs,
  idleMs: limits.idleConnectionMs,
  stalledMs: limits.stalledResponseMs,
  lastResponseMs: limits.lastResponseMs,
  checkedEveryMs: limits.connectionsCheckedEveryMs,
}

/**
 * Returns the options for Fastify. With them, Node reports a late request as a client error and closes idle
 * connections.
 */
export function connectionOptions(timeouts: ConnectionTimeouts = CONNECTION_TIMEOUTS) {
  return {
    http: { headersTimeout: timeouts.headMs, connectionsCheckingInterval: timeouts.checkedEveryMs },
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.idleMs,
    clientErrorHandler: (error: Error & { code?: string }, socket: Socket) =>
      rejectMalformedRequest(error, socket, timeouts.lastResponseMs),
  }
}

interface ConnectionBounds {
  config: Pick<Config, 'connections' | 'connectionsPerAddress' | 'trustProxy'>
  metrics: Pick<Metrics, 'countClosedConnection' | 'watch'>
  timeouts?: ConnectionTimeouts
}

/**
 * Limits the connections of this process: their total number, the number per IP address, and how long a client may take
 * to read a response or keep a connection without a request.
 */
export function limitConnections(
  app: App,
  { config, metrics, timeouts = CONNECTION_TIMEOUTS }: ConnectionBounds,
) {
  const open = trackConnections(app.server)
  metrics.watch('connections', 'Open connections.', () => open.size)
  const close = (socket: Socket, reason: CloseReason) => {
    metrics.countClosedConnection(reason)
    // Unlike destroy(), this also drops data that the system would otherwise keep trying to send.
    socket.resetAndDestroy()
  }
  limitPerAddress(app, config, (socket) => close(socket, 'address_limit'))
  app.server.on('connection', (socket: Socket) => {
    if (open.size > config.connections) close(oldestWithoutRequest(open) ?? socket, 'total_limit')
  })
  closeOverdue(app, { open, timeouts, close })
}

type CloseReason = 'address_limit' | 'total_limit' | 'stalled' | 'idle'

/**
 * Limits connections per IP address. A trusted proxy carries the connections of many clients, so its own only count
 * toward the total.
 */
function limitPerAddress(app: App, config: ConnectionBounds['config'], close: (socket: Socket) => void) {
  const isProxy = trustedProxies(config.trustProxy)
  const counts = new Map<string, number>()
  let isWarned = false
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const network = toNetwork(remoteAddress)
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    socket.once('close', () => {
      const remaining = (counts.get(network) ?? 1) - 1
      if (remaining === 0) counts.delete(network)
      else counts.set(network, remaining)
    })
    if (count <= config.connectionsPerAddress) return
    close(socket)
    if (isWarned) return
    isWarned = true
    app.log.warn(
      'closing connections over MAX_CONNECTIONS_PER_ADDRESS from one address: if a proxy is in front of the service, ' +
        'set TRUST_PROXY',
    )
  })
}

function oldestWithoutRequest(open: ReadonlyMap<Socket, Connection>): Socket | undefined {
  for (const [socket, { request, response }] of open) {
    if (!socket.destroyed && (request?.complete !== true || response?.writableFinished === true))
      return socket
  }
  return undefined
}

function closeOverdue(
  app: App,
  {
    open,
    timeouts,
    close,
  }: {
    open: ReadonlyMap<Socket, Connection>
    timeouts: ConnectionTimeouts
    close: (socket: Socket, reason: CloseReason) => void
  },
) {
  const checks = new WeakMap<Socket, Check>()
  // biome-ignore lint/style/noRestrictedGlobals: lives and ends with the connections of an app
  const timer = setInterval(() => {
    const now = performance.now()
    for (const [socket, connection] of open) {
      const check = checks.get(socket) ?? { idleSince: now, sentBytes: 0 }
      checks.set(socket, check)
      const reason = findTimeout({ socket, connection, check, now }, timeouts)
      if (reason !== undefined) close(socket, reason)
    }
  }, timeouts.checkedEveryMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** State at the previous check: when the connection became idle, and the bytes sent by then. */
interface Check {
  idleSince: number
  sentBytes: number
}

/**
 * Finds clients that Node's own timers miss: those that don't read a response, or send blank lines between requests.
 */
function findTimeout(
  { socket, connection, check, now }: { socket: Socket; connection: Connection; check: Check; now: number },
  { headMs, idleMs, stalledMs }: ConnectionTimeouts,
): 'stalled' | 'idle' | undefined {
  const { request, response } = connection
  const isStalled = socket.writableLength > 0
  const isIdle = request?.complete === true && response?.writableFinished === true
  const sentBytes = socket.bytesWritten - socket.writableLength
  if (sentBytes !== check.sentBytes || !(isStalled || isIdle)) {
    check.idleSince = now
    check.sentBytes = sentBytes
    return undefined
  }
  const quietMs = now - check.idleSince
  if (isStalled) return quietMs > stalledMs ? 'stalled' : undefined
  // The headers of the next request may have just begun to arrive.
  return quietMs > idleMs + headMs ? 'idle' : undefined
}

/**
 * Responds to malformed or late requests in the platform envelope. Nothing more is parsed, and the connection is
 * destroyed once the client has closed its side, or shortly after.
 */
function rejectMalformedRequest(error: Error & { code?: string }, socket: Socket, lastResponseMs: number) {
  if (error.code === 'ECONNRESET' || !socket.writable || hasPendingResponse(socket)) {
    socket.destroy()
    return
  }
  const { status, body } = renderError(new ApiError('invalid_request', describeMalformedRequest(error.code)))
  const text = JSON.stringify(body)
  // Without its data listener, Node's parser receives nothing more. Further data is discarded.
  socket.removeAllListeners('data').on('data', () => {})
  socket.end(
    `HTTP/1.1 ${status} Bad Request\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  )
  setTimeout(() => socket.destroy(), lastResponseMs).unref()
}

function describeMalformedRequest(code: string | undefined): string {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request took too long to arrive.'
  if (code === 'HPE_HEADER_OVERFLOW') return 'The request headers are too large.'
  return 'The request is not valid HTTP.'
}

/** Whether a response is pending. A second response would be attributed to another request. */
function hasPendingResponse(socket: Socket): boolean {
  const { request, response } = connections.get(socket) ?? {}
  if (request === undefined || response === undefined) return false
  return request.complete ? !response.writableFinished : response.headersSent
}
