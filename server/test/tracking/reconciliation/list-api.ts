import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Processors } from '../../../src/tracking/processors/processor.ts'
import { createProcessors, indexProcessors } from '../../../src/tracking/processors/processors.adapter.ts'
import { reconcilePayments } from '../../../src/tracking/reconciliation/reconcile-payments.job.ts'
import { addCleanup } from '../../cleanup.ts'
import { startTestService, type TestService } from '../../harness.ts'
import { downloadTestCertificate } from '../processors/paypal.ts'

type Json = Record<string, unknown>

/** What a fake API does instead of responding normally: an error, silence before or within the body, or other text. */
export type Fault =
  | { status: number; headers?: Record<string, string> }
  | { silent: 'before' | 'within' }
  | { text: string }

export interface ListApi {
  origin: string
  /** The paths and queries of all requests, in order. */
  requests: URL[]
  /** Each request’s key: its authorization header, or Shopify’s own header. */
  keys: (string | undefined)[]
  /** The forms in token requests, which have no faults. */
  grants: string[]
  /** Consumed by the next requests, one each. `undefined` responds normally. */
  faults: (Fault | undefined)[]
}

/** A fake API's response; undefined for 404. */
export interface ListedResponse {
  body: unknown
  headers?: Record<string, string>
}

/** Starts a fake list API. Closes it after the test. */
export function startListApi(respond: (url: URL) => Json | undefined): Promise<ListApi> {
  return startApi((url) => {
    const body = respond(url)
    return body && { body }
  })
}

/** Starts a fake API whose responses have headers. Closes it after the test. */
export async function startApi(respond: (url: URL) => ListedResponse | undefined): Promise<ListApi> {
  const api: ListApi = { origin: '', requests: [], keys: [], grants: [], faults: [] }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://list.test')
    if (request.method === 'POST') {
      return void text(request).then((form) => {
        api.grants.push(`${request.headers.authorization ?? ''}${form}`)
        send(response, respond(url))
      })
    }
    api.requests.push(url)
    const { authorization, 'x-shopify-access-token': token } = request.headers
    api.keys.push(authorization ?? (typeof token === 'string' ? token : undefined))
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

function send(response: ServerResponse, sent: ListedResponse | undefined) {
  response
    .writeHead(sent === undefined ? 404 : 200, { 'content-type': 'application/json', ...sent?.headers })
    .end(JSON.stringify(sent?.body ?? { error: { message: 'no such object' } }))
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
  const timeouts = { totalMs: 3000, connectMs: 1000, silenceMs: 1000 }
  const stripe = { clientId: undefined, secretKey: undefined, webhookSecret: undefined }
  return indexProcessors(
    [...createProcessors({ stripe }, downloadTestCertificate).values()].map((processor) =>
      processor.list === undefined
        ? processor
        : { ...processor, list: { ...processor.list, baseUrl: () => origin, timeouts } },
    ),
  )
}

export type ReconciledService = TestService & { reconcile(): ReturnType<typeof reconcilePayments> }

/** Starts a service that reads lists from a fake API, with its job. */
export async function startReconciledService(
  api: ListApi,
  environment: Record<string, string> = {},
): Promise<ReconciledService> {
  const processors = processorsWith(api)
  const service = await startTestService({
    ownDatabase: true,
    processors,
    environment,
    // A site's fake API is on this machine.
    config: { webhookNetwork: 'loopback' },
  })
  return { ...service, reconcile: () => reconcilePayments(service.deps, processors) }
}
