import { type Call, type CallResult, isObject, send } from './call.ts'
import { AffiliateError } from './errors.ts'
import { OPERATIONS } from './generated/operations.ts'
import type { Resources } from './generated/resources.ts'
import { List, type ListOptions, type Page } from './list.ts'
import { createRequest, type Operation } from './operation.ts'
import { type CallOptions, type ClientOptions, readSettings } from './options.ts'
import { recordResponse } from './response.ts'

type Input = Record<string, unknown>

/** Creates a resource for each part of the API, with a method per operation. */
export function createResources(client: ClientOptions, baseUrl: string): Resources {
  const resources = mapValues(OPERATIONS, (methods, resource) =>
    mapValues(methods, (operation, method) => {
      const caller = new Caller(`${resource}.${method}`, operation, { client, baseUrl })
      return (input: Input = {}, options: CallOptions = {}) =>
        operation.result === 'list' ? caller.list(input, options) : caller.call(input, options)
    }),
  )
  // safe because the types and the table are generated from the same document
  return resources as unknown as Resources
}

/** A resource method. */
class Caller {
  readonly #name: string
  readonly #operation: Operation
  readonly #of: { client: ClientOptions; baseUrl: string }

  constructor(name: string, operation: Operation, of: { client: ClientOptions; baseUrl: string }) {
    this.#name = name
    this.#operation = operation
    this.#of = of
  }

  call(input: Input, options: CallOptions): Promise<unknown> {
    return recordResponse(async (note) => {
      const result = await send(this.#createCall(input, options))
      note(result.response)
      switch (this.#operation.result) {
        case 'text/csv':
        case 'text/html':
          return result.text
        case 'data':
          return readData(result)
        default:
          return result.body
      }
    })
  }

  list(input: Input, options: CallOptions): List<unknown> {
    const { limit, pageSize, cursor, ...filter } = input as Input & ListOptions
    return new List({ limit, pageSize, cursor }, async (position) => {
      const pagination = this.#operation.isPaged === true ? position : {}
      return readPage(await send(this.#createCall({ ...filter, ...pagination }, options)))
    })
  }

  #createCall(input: Input, options: CallOptions): Call {
    const { client, baseUrl } = this.#of
    const { http, result, isIdempotent, takesIdempotencyKey, isPublic } = this.#operation
    const hasProgramId = this.#operation.path.includes('{programId}')
    const program = hasProgramId ? { programId: input.programId ?? client.programId } : {}
    const { path, body } = createRequest(this.#name, this.#operation, { ...input, ...program })
    return {
      name: this.#name,
      method: http,
      url: baseUrl + path,
      key: isPublic === true ? undefined : client.managementKey,
      body,
      mediaType: result === 'text/csv' || result === 'text/html' ? result : 'json',
      isIdempotent: isIdempotent === true || takesIdempotencyKey === true,
      // Shared by all attempts, so that the operation runs once.
      idempotencyKey:
        takesIdempotencyKey === true ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined,
      settings: readSettings(client, options),
    }
  }
}

function readData({ body }: CallResult): unknown {
  if (body.data !== undefined) return body.data
  throw unexpectedResponse()
}

function readPage({ body: { data, meta }, response }: CallResult): Page<unknown> {
  if (!Array.isArray(data) || !isObject(meta)) throw unexpectedResponse()
  const { nextCursor } = meta
  if (typeof nextCursor !== 'string' && nextCursor !== null) throw unexpectedResponse()
  return { data, meta: { ...meta, nextCursor }, response }
}

function unexpectedResponse() {
  return new AffiliateError(
    'unexpected_response',
    "The response has no data. Check that baseUrl is the service's.",
  )
}

function mapValues<Value, Result>(
  values: Record<string, Value>,
  by: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, by(value, name)]))
}
