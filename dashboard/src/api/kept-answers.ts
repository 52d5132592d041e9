import type { Middleware } from 'openapi-fetch'

/** How many answers are kept; the one that was read longest ago goes first. */
const MOST_KEPT = 100

interface KeptAnswer {
  etag: string
  body: string
  headers: Headers
}

/**
 * Keeps what was read with its tag, in the memory of this page alone: no cache of the browser may keep it, for it would
 * stay on the disk when its reader has signed out. A read that was made before asks by the tag; 304 says that the answer
 * is the one that is kept, to somebody who may still read it.
 */
export function keepAnswers(): { middleware: Middleware; forget: () => void } {
  const kept = new Map<string, KeptAnswer>()
  /** What each call that is under way asked by, whatever is forgotten meanwhile. */
  const asked = new WeakMap<Request, KeptAnswer>()
  const middleware: Middleware = {
    onRequest({ request }) {
      const answer = request.method === 'GET' ? kept.get(request.url) : undefined
      if (answer === undefined) return undefined
      request.headers.set('if-none-match', answer.etag)
      asked.set(request, answer)
      return undefined
    },
    async onResponse({ request, response }) {
      if (request.method !== 'GET') return undefined
      const answer = response.status === 304 ? asked.get(request) : await read(response)
      if (answer === undefined) {
        kept.delete(request.url)
        return undefined
      }
      kept.delete(request.url)
      kept.set(request.url, answer)
      for (const url of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(url)
      return response.status === 304 ? new Response(answer.body, { headers: answer.headers }) : undefined
    },
  }
  return { middleware, forget: () => kept.clear() }
}

async function read(response: Response): Promise<KeptAnswer | undefined> {
  const { headers, status } = response
  const etag = headers.get('etag')
  return status === 200 && etag !== null ? { etag, headers, body: await response.clone().text() } : undefined
}
