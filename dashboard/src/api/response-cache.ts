import type { Middleware } from 'openapi-fetch'

/** Cache size in responses; the least recently used is evicted first. */
const MAX_CACHED = 100

interface CachedResponse {
  etag: string
  body: string
  headers: Headers
}

/**
 * Caches responses with their ETags in memory and revalidates them with `If-None-Match`. The browser's HTTP
 * cache isn't used because it would stay on disk after sign-out.
 */
export function createResponseCache(): { middleware: Middleware; clear: () => void } {
  /** Replaced on `clear`, so responses to earlier requests end up in a discarded map. */
  let current = new Map<string, CachedResponse>()
  /** The cache entry each pending request was sent with, and the map its response belongs in. */
  const pending = new WeakMap<
    Request,
    { cache: Map<string, CachedResponse>; cached: CachedResponse | undefined }
  >()
  const middleware: Middleware = {
    onRequest({ request }) {
      if (request.method !== 'GET') return undefined
      const cached = current.get(request.url)
      if (cached !== undefined) request.headers.set('if-none-match', cached.etag)
      pending.set(request, { cache: current, cached })
      return undefined
    },
    async onResponse({ request, response }) {
      const call = pending.get(request)
      if (call === undefined) return undefined
      const { cache, cached } = call
      const entry = response.status === 304 ? cached : await read(response)
      cache.delete(request.url)
      if (entry === undefined) return undefined
      cache.set(request.url, entry)
      for (const url of cache.keys()) if (cache.size > MAX_CACHED) cache.delete(url)
      return response.status === 304 ? new Response(entry.body, { headers: entry.headers }) : undefined
    },
  }
  const clear = () => {
    current = new Map()
  }
  return { middleware, clear }
}

async function read(response: Response): Promise<CachedResponse | undefined> {
  const { headers, status } = response
  const etag = headers.get('etag')
  return status === 200 && etag !== null ? { etag, headers, body: await response.clone().text() } : undefined
}
