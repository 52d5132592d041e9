import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Processors } from '../../../src/tracking/processors/processor.ts'
import { createProcessors, processorsOf } from '../../../src/tracking/processors/processors.adapter.ts'
import { reconcilePayments } from '../../../src/tracking/reconciliation/reconcile-payments.job.ts'
import { addCleanup } from '../../cleanup.ts'
import { startTestService, type TestService } from '../../harness.ts'

type Json = Record<string, unknown>

/** What a fake API does instead of responding: an error, silence before or within the body, or other text. */
export type Fault =
  | { status: number; headers?: Record<string, string> }
  | { silent: 'before' | 'within' }
  | { text: string }

export interface ListApi {
  origin: string
  /** Paths and queries of all requests, in order. */
  requests: URL[]
  /** The authorization header of each request. */
  keys: (string | undefined)[]
  /** Consumed by the next requests, one each. `undefined` responds normally. */
  faults: (Fault | undefined)[]
}

/** Starts a fake list API. Closes it after the test. */
export async function startListApi(respond: (url: URL) => Json | undefined): Promise<ListApi> {
  const api: ListApi = { origin: '', requests: [], keys: [], faults: [] }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://list.test')
    api.requests.push(url)
    api.keys.push(request.headers.authorization)
    const fault = api.faults.shift()
    if (fault === undefined) return send(response, respond(url))
    if ('text' in fault) return void response.writeHead(200).end(fault.text)
    if ('status' in fault) return void response.writeHead(fault.status, fault.headers).end('{}')
    if (fault.silent === 'within') response.writeHead(200, { 'content-length': 100 }).write('{"data":')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  api.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  addCleanup(async () => {
    server.closeAllConnections()
    server.close()
  })
  return api
}

function send(response: ServerResponse, body: Json | undefined) {
  response
    .writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    .end(JSON.stringify(body ?? { error: { message: 'no such object' } }))
}

const PAGE_ROWS = 2

/** Starts Stripe's list API with these objects by path, such as `checkout/sessions`, in pages of two. */
export function startStripeApi(objects: Record<string, Json[]>): Promise<ListApi> {
  return startListApi((url) => {
    const path = url.pathname.replace('/v1/', '')
    const all = objects[path]
    if (all === undefined) {
      const [, list = '', id] = /^(.*)\/([^/]+)$/.exec(path) ?? []
      const isList = [
        'invoices',
        'checkout/sessions',
        'payment_intents',
        'refunds',
        'disputes',
        'credit_notes',
      ]
      if (isList.includes(path)) return { object: 'list', data: [], has_more: false }
      return objects[list]?.find((one) => one.id === id)
    }
    const [from, before] = ['created[gte]', 'created[lt]'].map((name) => Number(url.searchParams.get(name)))
    const within = all.filter(
      ({ created }) => Number(created) >= (from ?? 0) && Number(created) < (before ?? 0),
    )
    const after = url.searchParams.get('starting_after')
    const start = after === null ? 0 : within.findIndex(({ id }) => id === after) + 1
    const data = within.slice(start, start + PAGE_ROWS)
    return { object: 'list', data, has_more: start + PAGE_ROWS < within.length }
  })
}

/** Returns the processors, with their lists read from a fake API and short timeouts. */
export function processorsWith({ origin }: Pick<ListApi, 'origin'>): Processors {
  const timeouts = { totalMs: 400, connectMs: 200, silenceMs: 200 }
  const stripe = { clientId: undefined, secretKey: undefined, webhookSecret: undefined }
  return processorsOf(
    [...createProcessors({ stripe }).values()].map((processor) =>
      processor.list === undefined
        ? processor
        : { ...processor, list: { ...processor.list, origin: () => origin, timeouts } },
    ),
  )
}

export type ReconciledService = TestService & { reconcile(): ReturnType<typeof reconcilePayments> }

/** Starts a service that reads lists from a fake API, with its job. */
export async function startReconciledService(api: ListApi): Promise<ReconciledService> {
  const processors = processorsWith(api)
  const service = await startTestService({ ownDatabase: true, processors })
  return { ...service, reconcile: () => reconcilePayments(service.deps, processors) }
}
