import createClient from 'openapi-fetch'
import { t } from '../messages/shared-text.ts'
import { recordStatus } from './connection.ts'
import { createResponseCache } from './response-cache.ts'
import type { paths } from './schema.d.ts'

/** API client, typed from the OpenAPI schema. The browser sends the session cookie. */
export const api = createClient<paths>({ baseUrl: '/' })

const responseCache = createResponseCache()
api.use(responseCache.middleware)

/** Clears the response cache and its ETags. See `clearSessionQueries`. */
export const clearResponseCache = responseCache.clear

/** A failed request: `code` for branching, `message` for display. `status` is 0 if there was no response. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: Record<string, unknown>
  /** The message to show next to the field, without the field name. */
  fieldMessage: string

  constructor(status: number, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.fieldMessage = message
    this.status = status
    this.code = code
    this.details = details
  }

  /** The invalid form field, if the service named one. */
  get field(): string | undefined {
    return typeof this.details.field === 'string' ? this.details.field : undefined
  }
}

interface ApiResponse<Data> {
  data?: Data
  error?: unknown
  response: Response
}

/**
 * Returns the body of a successful response: `const program = await read(api.GET('/api/programs/{programId}',
 * …))`.
 * @throws {ApiError} for any other outcome, including a lost connection
 */
export async function read<Data>(call: Promise<ApiResponse<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (isAborted(cause)) throw cause
    recordStatus(0)
    throw new ApiError(0, 'no_connection', t('api.theServiceDidntRespond'))
  })
  recordStatus(response.status)
  if (response.ok) return data as Data // safe because a success response matches its schema
  throw await toReadableFailure(response, error)
}

/**
 * Converts an error response to an `ApiError` with a readable message, for requests that don't use `read`.
 */
export function toReadableFailure(response: Response, body: unknown): Promise<ApiError> {
  return withReadableMessage(parseFailure(response, body))
}

/**
 * Replaces the API's field message with a readable one. The messages are loaded on demand to keep them out
 * of the initial bundle.
 */
async function withReadableMessage(failure: ApiError): Promise<ApiError> {
  if (failure.field === undefined) return failure
  const messages = await import('./field-messages.ts').catch(() => undefined)
  return Object.assign(failure, messages?.fieldMessages(failure.field, failure.message))
}

function isAborted(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'AbortError'
}

/** Parses both of the API's error formats, and responses from a proxy in between. */
function parseFailure(response: Response, body: unknown): ApiError {
  const error = field(body, 'error')
  const code = field(error, 'code')
  const message = field(error, 'message')
  if (typeof code !== 'string' || typeof message !== 'string') {
    return new ApiError(
      response.status,
      'unknown',
      t('api.theServiceRespondedWithStatus', { status: response.status }),
    )
  }
  const details = field(error, 'details') ?? error
  // safe because both formats have an object here
  return new ApiError(response.status, code, message, details as Record<string, unknown>)
}

function field(value: unknown, name: string): unknown {
  if (value === null || typeof value !== 'object') return undefined
  return (value as Record<string, unknown>)[name] // safe because any property of an object can be read as unknown
}
