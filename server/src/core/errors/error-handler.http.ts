import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../config/limits.ts'
import { isDatabaseUnavailable } from '../database/database-unavailable.ts'
import { QueueFullError } from '../database/group-commit.ts'
import type { App } from '../http/service.ts'
import { recordFailure } from '../observability/log.http.ts'
import { ApiError, overloadedError, renderError, serviceUnavailableError } from './errors.http.ts'

/** Registers the error and not-found handlers. */
export function registerErrorHandler(app: App, pages: Pages) {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    if (pages.isPageVisit(request)) return pages.sendPage(reply.code(404))
    return sendError(new ApiError('not_found', 'Nothing exists at this URL.'), request, reply)
  })
}

/** The dashboard's not-found page, sent to browsers that open an unknown URL. */
interface Pages {
  isPageVisit: (request: FastifyRequest) => boolean
  sendPage: (reply: FastifyReply) => Promise<FastifyReply>
}

/** Turns an error into a response. Unexpected errors become a 500 with a fixed message (D5). */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const apiError = error instanceof ApiError ? error : convertError(error, request)
  if (apiError === undefined) recordFailure(request, error, 'request failed')
  const sentError =
    apiError ??
    new ApiError('internal_error', 'Something went wrong on our side. Please retry the request.', {
      request_id: request.id,
    })
  sentErrors.set(request, sentError)
  const response = renderError(sentError)
  return reply
    .code(response.status)
    .headers(apiError?.headers ?? {})
    .send(response.body)
}

/**
 * Not a decorator: for a malformed URL, Fastify creates the request without our decorators, and reading them throws.
 */
const sentErrors = new WeakMap<FastifyRequest, ApiError>()

/** Returns the error that a request failed with; undefined after a success. */
export function getSentError(request: FastifyRequest): ApiError | undefined {
  return sentErrors.get(request)
}

function convertError(error: unknown, request: FastifyRequest): ApiError | undefined {
  if (error instanceof QueueFullError) return overloadedError(1)
  if (!isDatabaseUnavailable(error)) return convertFastifyError(error, request.routeOptions.bodyLimit)
  recordFailure(request, error, 'database unavailable')
  return serviceUnavailableError(request.id)
}

/** Rejects malformed or overlong URLs. They fail before every hook and route, so this adds what the hooks would add. */
export function rejectMalformedUrl(_error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const message = `The URL is malformed. Check its percent-encoding and keep each path segment within ${limits.maxUrlLength} characters.`
  return sendError(
    new ApiError('invalid_request', message),
    request,
    reply.headers(commonResponseHeaders(request)),
  )
}

export function commonResponseHeaders({ id }: FastifyRequest) {
  return { 'x-request-id': id, 'x-content-type-options': 'nosniff' }
}

/** Converts the errors that Fastify raises while it reads and validates a request. */
function convertFastifyError(error: unknown, bodyLimit: number = limits.bodyBytes): ApiError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as Error & { code?: string }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new ApiError('payload_too_large', `The body is larger than ${bodyLimit} bytes.`)
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new ApiError('unsupported_media_type', 'Send the body as application/json.')
  }
  const status = (error as { statusCode?: number }).statusCode
  if (error instanceof SyntaxError || (status !== undefined && status >= 400 && status < 500)) {
    return new ApiError('invalid_request', 'The request could not be parsed. Send a JSON object.')
  }
  return undefined
}
