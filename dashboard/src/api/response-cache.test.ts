import createClient from 'openapi-fetch'
import { expect, test } from 'vitest'
import { createResponseCache } from './response-cache.ts'

interface Paths {
  '/sum': { get: { responses: { 200: { content: { 'application/json': { cents: number } } } } } }
}

/** A service that returns one amount with an ETag, and records its response statuses. */
function openService() {
  const state = { cents: 100, isSignedIn: true }
  const statuses: number[] = []
  const entry = ({ headers }: Request) => {
    const etag = `W/"${state.cents}"`
    if (!state.isSignedIn) return new Response('{"error":{}}', { status: 401 })
    if (headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: { etag } })
    return Response.json({ cents: state.cents }, { headers: { etag } })
  }
  const { middleware, clear } = createResponseCache()
  const fetch = async (request: Request) => {
    const response = entry(request)
    statuses.push(response.status)
    return response
  }
  const client = createClient<Paths>({ baseUrl: 'http://service.test', fetch })
  client.use(middleware)
  return { state, statuses, forget: clear, read: () => client.GET('/sum') }
}

test('an unchanged response is revalidated without its body', async () => {
  const { statuses, read } = openService()
  for (let time = 0; time < 3; time++) expect((await read()).data).toEqual({ cents: 100 })
  expect(statuses).toEqual([200, 304, 304])
})

test('a changed response replaces the cached one', async () => {
  const { state, statuses, read } = openService()
  await read()
  state.cents = 101
  expect((await read()).data).toEqual({ cents: 101 })
  expect((await read()).data).toEqual({ cents: 101 })
  expect(statuses).toEqual([200, 200, 304])
})

test('a signed-out user gets nothing from the cache and adds nothing to it', async () => {
  const { state, statuses, read } = openService()
  await read()
  state.isSignedIn = false
  const { data, response } = await read()
  expect([data, response.status]).toEqual([undefined, 401])
  state.isSignedIn = true
  await read()
  expect(statuses).toEqual([200, 401, 200])
})

test('a pending revalidation survives clearing the cache, but its response isn’t cached', async () => {
  const { statuses, forget: clear, read } = openService()
  await read()
  const pendingRead = read()
  clear()
  expect((await pendingRead).data).toEqual({ cents: 100 })
  await read()
  expect(statuses).toEqual([200, 304, 200])
})

test('the response to a first request isn’t cached if the cache was cleared in the meantime', async () => {
  const { statuses, forget: clear, read } = openService()
  const pendingRead = read()
  clear()
  await pendingRead
  await read()
  expect(statuses).toEqual([200, 200])
})
