import type { Middleware } from 'openapi-fetch'

/** Cache size in responses; the least recently used is evicted first. */
const MOST_KEPT = 100

interface KeptAnswer {
  etag: string
  body: string
  headers: Headers
}

/**
 * Caches responses with their ETags in memory and revalidates them with `If-None-Match`. The browser's HTTP
 * cache isn't used because it would stay on disk after sign-out.
 */
export function keepAnswers(): { middleware: Middleware; forget: () => void } {
  /** Replaced on `forget`, so responses to earlier requests end up in a discarded map. */
  let current = new Map<string, KeptAnswer>()
  /** The cache entry each pending request was sent with, and the map its response belongs in. */
  const asked = new WeakMap<Request, { kept: Map<string, KeptAnswer>; by: KeptAnswer | undefined }>()
  const middleware: Middleware = {
    onRequest({ request }) {
      if (request.method !== 'GET') return undefined
      const by = current.get(request.url)
      if (by !== undefined) request.headers.set('if-none-match', by.etag)
      asked.set(request, { kept: current, by })
      return undefined
    },
    async onResponse({ request, response }) {
      const call = asked.get(request)
      if (call === undefined) return undefined
      const { kept, by } = call
      const answer = response.status === 304 ? by : await read(response)
      kept.delete(request.url)
      if (answer === undefined) return undefined
      kept.set(request.url, answer)
      for (const url of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(url)
      return response.status === 304 ? new Response(answer.body, { headers: answer.headers }) : undefined
    },
  }
  const forget = () => {
    current = new Map()
  }
  return { middleware, forget }
}

async function read(response: Response): Promise<KeptAnswer | undefined> {
  const { headers, status } = response
  const etag = headers.get('etag')
  return status === 200 && etag !== null ? { etag, headers, body: await response.clone().text() } : undefined
}
