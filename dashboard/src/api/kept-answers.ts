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
  /** A new one whenever all is forgotten: what was asked before that is kept in none that is asked of later. */
  let current = new Map<string, KeptAnswer>()
  /** What each call that is under way asked by, and where its answer is kept, whatever is forgotten meanwhile. */
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
