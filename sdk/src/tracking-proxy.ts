export interface TrackingProxyOptions {
  /** The service's URL, for example `https://track.example.com`. */
  baseUrl: string
  /** The path on your site that the proxy serves. Default: `/affiliate`. */
  path?: string
  /** The cookie's domain, for example `shop.example`. Default: the request's host. */
  cookieDomain?: string
  /**
   * The request header in which your host or proxy sends the visitor's IP address, for example `cf-connecting-ip` on
   * Cloudflare or `x-forwarded-for` on Vercel. If there are several addresses, the last one is used. Don't set it if
   * visitors can send the header themselves.
   */
  ipHeader?: string
  /** Default: the global `fetch`. */
  fetch?: typeof fetch
}

/** Handles a request for the proxy's path. Returns 404 for anything but the tracker, clicks and signups. */
export type TrackingProxy = (request: Request, visitor?: VisitorAddress) => Promise<Response>

export interface VisitorAddress {
  /**
   * The visitor's IP address, unless `ipHeader` has it. Forwarded as `X-Forwarded-For`: trust your server in the
   * service's `TRUST_PROXY`.
   */
  ip?: string | undefined
}

const TIMEOUT_MS = 10_000
/** The service accepts at most this much. */
const BODY_BYTES = 64 * 1024
const SCRIPT = /^\/js\/(tracker(-[0-9a-f]{16})?|pages)\.js$/
/** With or without the slash that some sites add, such as Next.js sites with `trailingSlash`. */
const CALL = /^\/api\/v1\/track\/(click|lead)\/?$/
/** Headers in the visitor's request that the service uses. */
const FORWARDED = [
  'accept-language',
  'content-type',
  'if-none-match',
  'referer',
  // Tells the service that the click was sent to your own origin.
  'sec-fetch-site',
  'user-agent',
]
/** Headers in the service's response that the visitor needs. */
const RETURNED = ['cache-control', 'content-type', 'etag', 'retry-after']

/**
 * Creates a handler that serves the tracker and forwards clicks and signups through your own site, and sets the
 * `service_click_id` cookie from the server, so that browsers keep it for its full lifetime.
 * @example
 * // Hono: app.all('/affiliate/*', (c) => proxy(c.req.raw))
 * // Next.js, app/affiliate/[...path]/route.ts: export const GET = (request: Request) => proxy(request)
 */
export function createTrackingProxy({
  baseUrl,
  path = '/affiliate',
  cookieDomain,
  ipHeader,
  fetch: send = fetch,
}: TrackingProxyOptions): TrackingProxy {
  const service = baseUrl.replace(/\/+$/, '')
  const prefix = path.replace(/\/+$/, '')
  return async (request, visitor = {}) => {
    const url = new URL(request.url)
    const target = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : ''
    const call = CALL.exec(target)?.[1]
    const isScript = request.method === 'GET' && SCRIPT.test(target)
    if (!isScript && (call === undefined || request.method !== 'POST'))
      return new Response(null, { status: 404 })
    const headers = new Headers()
    for (const name of FORWARDED) copyHeader(request.headers, headers, name)
    const ip = lastAddress(request.headers, ipHeader) ?? visitor.ip
    if (ip !== undefined) headers.set('x-forwarded-for', ip)
    try {
      const body = isScript ? undefined : await readBody(request)
      if (body === 'too_large') return failure(413, 'payload_too_large', 'The body is too large.')
      const response = await send(`${service}${target.replace(/\/$/, '')}`, {
        method: request.method,
        headers,
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      return await toResponse(response, {
        isClick: call === 'click',
        isSecure: isSecure(request, url),
        cookieDomain,
      })
    } catch {
      // The tracker sends the click again.
      return failure(502, 'unreachable', 'The affiliate service did not respond.')
    }
  }
}

/** Returns the address that the nearest proxy added, because visitors can forge those before it. */
function lastAddress(headers: Headers, name: string | undefined): string | undefined {
  const addresses = name === undefined ? undefined : headers.get(name)
  return addresses?.split(',').at(-1)?.trim() || undefined
}

async function toResponse(
  response: Response,
  { isClick, ...cookie }: { isClick: boolean; isSecure: boolean; cookieDomain: string | undefined },
): Promise<Response> {
  const headers = new Headers()
  for (const name of RETURNED) copyHeader(response.headers, headers, name)
  if (response.status === 304) return new Response(null, { status: 304, headers })
  const text = await response.text()
  const click = isClick && response.status === 200 ? parseClickResponse(text) : undefined
  if (click !== undefined) headers.append('set-cookie', serializeCookie(click, cookie))
  return new Response(text, { status: response.status, headers })
}

interface CountedClick {
  click_id: string
  cookie_window_days: number
}

/** Returns the click in a response; undefined if it wasn't counted. */
function parseClickResponse(text: string): CountedClick | undefined {
  const body: Partial<CountedClick> = JSON.parse(text)
  const { click_id, cookie_window_days } = body
  const isValid =
    typeof click_id === 'string' && /^[\w-]+$/.test(click_id) && Number.isInteger(cookie_window_days)
  return isValid ? (body as CountedClick) : undefined // safe because both were just checked
}

/** The cookie that the tracker would set. Scripts must be able to read it, so it isn't `HttpOnly`. */
function serializeCookie(
  { click_id, cookie_window_days }: CountedClick,
  { isSecure, cookieDomain }: { isSecure: boolean; cookieDomain: string | undefined },
): string {
  const domain = cookieDomain === undefined ? '' : `; Domain=${cookieDomain}`
  const secure = isSecure ? '; Secure' : ''
  return `service_click_id=${click_id}; Path=/${domain}; Max-Age=${cookie_window_days * 86_400}; SameSite=Lax${secure}`
}

function isSecure({ headers }: Request, { protocol }: URL): boolean {
  return (headers.get('x-forwarded-proto') ?? protocol).startsWith('https')
}

/** Reads the body, but no more than the service accepts. */
async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | 'too_large'> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (value !== undefined) {
      size += value.length
      if (size > BODY_BYTES) {
        await reader?.cancel()
        return 'too_large'
      }
      chunks.push(value)
    }
    if (done) break
  }
  const body = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.length
  }
  return body
}

function copyHeader(from: Headers, to: Headers, name: string): void {
  const value = from.get(name)
  if (value !== null) to.set(name, value)
}

function failure(status: number, code: string, message: string): Response {
  return Response.json({ data: null, error: { status, code, message } }, { status })
}

/** The parts of a Node or Express request, or of Fastify's `request.raw`, that the adapter uses. */
interface NodeRequest extends AsyncIterable<Uint8Array> {
  method?: string | undefined
  url?: string | undefined
  /** Express: the URL before a router removed its own path. */
  originalUrl?: string | undefined
  headers: Record<string, string | string[] | undefined>
  /** The body, if a parser has already read it. */
  body?: unknown
  /** Express: the visitor's address, according to its `trust proxy` setting. */
  ip?: string | undefined
  socket: { remoteAddress?: string | undefined; encrypted?: boolean }
}

interface NodeResponse {
  writeHead(status: number, headers: Record<string, string | string[]>): unknown
  end(body: string): unknown
}

/**
 * Adapts a proxy to Node's HTTP server, Express and Connect.
 * @example app.use('/affiliate', nodeHandler(createTrackingProxy({ baseUrl })))
 */
export function nodeHandler(proxy: TrackingProxy) {
  return async (request: NodeRequest, response: NodeResponse): Promise<void> => {
    const { status, headers, body } = await respond(proxy, request)
    response.writeHead(status, headers)
    response.end(body)
  }
}

/** The parts of Fastify that the plugin uses. */
interface FastifyLike {
  route(options: {
    method: ['GET', 'POST']
    url: string
    handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>
  }): unknown
}

interface FastifyRequestLike {
  raw: NodeRequest
  body: unknown
  ip: string
}

interface FastifyReplyLike {
  code(status: number): {
    headers(headers: Record<string, string | string[]>): { send(body: string): unknown }
  }
}

/**
 * Adapts a proxy to Fastify.
 * @example app.register(fastifyProxy(createTrackingProxy({ baseUrl })))
 * @param path the same as the proxy's
 */
export function fastifyProxy(proxy: TrackingProxy, path = '/affiliate') {
  return async (app: FastifyLike): Promise<void> => {
    app.route({
      method: ['GET', 'POST'],
      url: `${path.replace(/\/+$/, '')}/*`,
      handler: async ({ raw, body, ip }, reply) => {
        const { method, url, headers, socket } = raw
        const request = Object.assign(emptyBody(), { method, url, headers, socket, body, ip })
        const result = await respond(proxy, request)
        return reply.code(result.status).headers(result.headers).send(result.body)
      },
    })
  }
}

const emptyBody = (): AsyncIterable<Uint8Array> => ({ async *[Symbol.asyncIterator]() {} })

async function respond(proxy: TrackingProxy, request: NodeRequest) {
  const { method = 'GET', headers: sent, socket, body: parsed } = request
  const protocol = socket.encrypted === true ? 'https' : 'http'
  const url = new URL(request.originalUrl ?? request.url ?? '/', `${protocol}://${sent.host ?? 'localhost'}`)
  const headers = new Headers()
  for (const [name, value] of Object.entries(sent)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value))
  }
  const body = method === 'POST' ? await readNodeBody(request, parsed) : undefined
  const response = await proxy(
    new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }),
    {
      ip: request.ip ?? socket.remoteAddress,
    },
  )
  const returned: Record<string, string | string[]> = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) returned['set-cookie'] = cookies
  return { status: response.status, headers: returned, body: await response.text() }
}

/** Returns the body as sent, whether or not a parser has read it. */
async function readNodeBody(
  request: NodeRequest,
  parsed: unknown,
): Promise<string | Uint8Array<ArrayBuffer>> {
  if (typeof parsed === 'string') return parsed
  if (parsed instanceof Uint8Array) return new Uint8Array(parsed)
  if (typeof parsed === 'object' && parsed !== null && Object.keys(parsed).length > 0)
    return JSON.stringify(parsed)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request) {
    // The rest is discarded, because the proxy rejects bodies above its limit.
    if (size <= BODY_BYTES) chunks.push(chunk)
    size += chunk.length
  }
  return new Uint8Array(Buffer.concat(chunks))
}
