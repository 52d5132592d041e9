import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../config/limits.ts'
import { isDatabaseUnavailable } from '../database/database-unavailable.ts'
import { QueueFullError } from '../database/group-commit.ts'
import type { App } from '../http/service.ts'
import { noteFailure } from '../observability/log.http.ts'
import { ApiError, overloaded, renderError, serviceUnavailable } from './errors.http.ts'

/** Every answer that is not a success leaves through here. */
export function registerErrorHandler(app: App, pages: Pages) {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    if (pages.isPageVisit(request)) return pages.sendPage(reply.code(404))
    return sendError(new ApiError('not_found', 'There is nothing at this address.'), request, reply)
  })
}

/** Somebody who follows a wrong link with a browser gets a page that says so, not JSON. */
interface Pages {
  isPageVisit: (request: FastifyRequest) => boolean
  sendPage: (reply: FastifyReply) => Promise<FastifyReply>
}

/** The only place an error becomes an answer. What is not ours is a 500 with a fixed message (D5). */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = error instanceof ApiError ? error : fromElsewhere(error, request)
  if (known === undefined) noteFailure(request, error, 'request failed')
  const answered =
    known ??
    new ApiError('internal_error', 'Something failed on our side. Nothing is lost: send the call again.', {
      request_id: request.id,
    })
  answeredErrors.set(request, answered)
  const answer = renderError(answered)
  return reply
    .code(answer.status)
    .headers(known?.headers ?? {})
    .send(answer.body)
}

/** Not a decorator: the request of an address that cannot be read has none of ours, and asking for one throws. */
const answeredErrors = new WeakMap<FastifyRequest, ApiError>()

/** The error that a call ended with; undefined for a success. */
export function answeredErrorOf(request: FastifyRequest): ApiError | undefined {
  return answeredErrors.get(request)
}

function fromElsewhere(error: unknown, request: FastifyRequest): ApiError | undefined {
  if (error instanceof QueueFullError) return overloaded(1)
  if (!isDatabaseUnavailable(error)) return fromFastify(error, request.routeOptions.bodyLimit)
  noteFailure(request, error, 'the database cannot be used')
  return serviceUnavailable(request.id)
}

/** An address that cannot be decoded, or is too long, fails before every hook and route: what they would add is added here. */
export function answerUnreadableAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const words = `The address cannot be read: a % in it is not followed by what it stands for, or a part of it is longer than ${limits.urlChars} characters.`
  return sendError(
    new ApiError('invalid_request', words),
    request,
    reply.headers(headersOfEveryAnswer(request)),
  )
}

export function headersOfEveryAnswer({ id }: FastifyRequest) {
  return { 'x-request-id': id, 'x-content-type-options': 'nosniff' }
}

/** Errors that Fastify raises by itself while it reads and validates a request. */
function fromFastify(error: unknown, bodyLimit: number = limits.bodyBytes): ApiError | undefined {
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
    return new ApiError('invalid_request', 'The request could not be read: send a JSON object.')
  }
  return undefined
}
