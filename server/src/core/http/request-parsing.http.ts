import type { FastifyInstance } from 'fastify'
import type { Static, TObject, TProperties } from 'typebox'
import { Compile } from 'typebox/compile'
import { lazily } from '../async/lazy.ts'
import { limits } from '../config/limits.ts'
import { ApiError, invalidFieldError } from '../errors/errors.http.ts'
import { findUnstorable, isStorable } from '../text/stored-text.rule.ts'
import { openInput } from './closed-input.http.ts'

/**
 * Options shared by the track routes. Their schemas only document them: the handler parses the body itself, after
 * authentication and the rate limit (D6), and JSON.stringify is faster than a serializer that must first match a union.
 * JSON responses skip the headers for pages.
 */
export const trackRoute = {
  config: { ...openInput.config, securityHeaders: false },
  serializerCompiler: () => JSON.stringify,
  // The responses are too short to be compressed.
  compress: false,
} as const

/**
 * The unparsed body of a tracking request. The handler parses it, because the specification's order of checks
 * (D6) puts authentication and the rate limit before the JSON.
 */
export type RawBody = { kind: 'bytes'; contentType: string; bytes: Buffer } | { kind: 'too_large' }

/**
 * Gives every route in this scope a `RawBody` of at most `maxBytes`, regardless of its content type. Longer bodies are
 * cut off.
 */
export function receiveRawBodies(
  scope: Pick<FastifyInstance, 'removeAllContentTypeParsers' | 'addContentTypeParser'>,
  maxBytes: number = limits.bodyBytes,
) {
  scope.removeAllContentTypeParsers()
  // Fastify caches the parsers of named types, and parses the header for the others on every request.
  scope.addContentTypeParser(['application/json', 'text/plain', '*'], (request, payload, done) => {
    const chunks: Buffer[] = []
    let size = 0
    let isCutOff = false
    const cutOff = () => {
      isCutOff = true
      payload.pause()
      done(null, { kind: 'too_large' } satisfies RawBody)
    }
    payload.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else chunks.length = 0
      if (!isCutOff && size > maxBytes + limits.maxDiscardedBytes) cutOff()
    })
    payload.on('error', (error) => {
      if (!isCutOff) done(error)
    })
    payload.on('end', () => {
      if (isCutOff) return
      const contentType = request.headers['content-type'] ?? ''
      const body: RawBody =
        size > maxBytes ? { kind: 'too_large' } : { kind: 'bytes', contentType, bytes: concatenate(chunks) }
      done(null, body)
    })
  })
}

/** Concatenates chunks. Most bodies arrive in one chunk, which is returned without a copy. */
function concatenate(chunks: Buffer[]): Buffer {
  const [first] = chunks
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)
}

/**
 * Parses a tracking request's body into a JSON object (D1, D2).
 * @param options.textPlain whether to accept `text/plain`, which browsers can send without a preflight
 * @throws {ApiError} 413 `payload_too_large`, 415 `unsupported_media_type`, 400 `invalid_request`
 */
export function readJsonObject(body: unknown, options: { textPlain: boolean }): Record<string, unknown> {
  // safe because receiveRawBodies is the only parser of the track routes; a missing body is undefined
  const raw = (body ?? { kind: 'bytes', contentType: 'application/json', bytes: Buffer.alloc(0) }) as RawBody
  if (raw.kind === 'too_large') {
    throw new ApiError('payload_too_large', `The body is larger than ${limits.bodyBytes} bytes.`)
  }
  const mediaType = parseMediaType(raw.contentType)
  if (mediaType !== 'application/json' && !(options.textPlain && mediaType === 'text/plain')) {
    throw new ApiError('unsupported_media_type', 'Send the body as JSON with Content-Type: application/json.')
  }
  const value = parseJson(raw.bytes)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new ApiError('invalid_request', 'The body must be a JSON object.')
  }
  return value as Record<string, unknown> // safe because JSON.parse made a plain object
}

function parseMediaType(contentType: string): string | undefined {
  return contentType === 'application/json' ? contentType : contentType.split(';')[0]?.trim().toLowerCase()
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(UTF8.decode(bytes))
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid JSON in UTF-8.')
  }
}

/**
 * Compiles a schema into a reader of tracking requests: `null` is treated as omitted (D1), nothing is coerced, unknown
 * fields are dropped, and every string can be stored (D2).
 * @param convert returns the part of a field's value to keep, if not all of it; undefined to omit the field
 * @returns a function that throws {ApiError} 400 `invalid_request` with the first invalid field
 */
export function bodyReader<Properties extends TProperties>(
  schema: TObject<Properties>,
  convert: (field: string, value: unknown) => unknown = (_, value) => value,
) {
  const check = fieldChecker(schema)
  const fields = Object.keys(schema.properties)
  return (body: Record<string, unknown>): Static<TObject<Properties>> => {
    const fieldValues: Record<string, unknown> = {}
    for (const field of fields) {
      const sent = Object.hasOwn(body, field) ? body[field] : null
      const value = sent === null ? undefined : convert(field, sent)
      if (value !== undefined) fieldValues[field] = value
    }
    return check(fieldValues)
  }
}

/**
 * Compiles a schema into a check of a body's fields.
 * @returns a function that throws {ApiError} 400 `invalid_request` with the first invalid field
 */
export function fieldChecker<Properties extends TProperties>(schema: TObject<Properties>) {
  const compiled = lazily(() => Compile(schema))
  return (sent: Record<string, unknown>): Static<TObject<Properties>> => {
    for (const field in sent) checkSize(field, sent[field], schema.properties[field])
    const validator = compiled()
    if (!validator.Check(sent)) throw firstViolationError(validator.Errors(sent))
    for (const field in sent) checkStorable(field, sent[field])
    return sent
  }
}

/**
 * Checks sizes first: the validator compares all pairs of a unique list, even one far too long, and recurses as deep as
 * the body. Either could take seconds or exhaust the stack.
 */
function checkSize(field: string, value: unknown, schema: unknown) {
  if (value === null || typeof value !== 'object') return
  const maxItems = getMaxItems(schema)
  if (Array.isArray(value) && maxItems !== undefined && value.length > maxItems) {
    throw invalidFieldError(field, `${field} must not have more than ${maxItems} items.`)
  }
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limits.additionalDataLevels + 1) {
      throw invalidFieldError(field, `${field} is nested deeper than ${limits.additionalDataLevels} levels.`)
    }
    level = level.flatMap((node) => (node === null || typeof node !== 'object' ? [] : Object.values(node)))
  }
}

function getMaxItems(schema: unknown): number | undefined {
  if (schema === null || typeof schema !== 'object' || !('maxItems' in schema)) return undefined
  return typeof schema.maxItems === 'number' ? schema.maxItems : undefined
}

interface Violation {
  keyword: string
  instancePath: string
  params: object
  message: string
}

function firstViolationError(violations: Violation[]): ApiError {
  const violation = violations.find(({ keyword }) => keyword === 'required') ?? violations[0]
  if (violation === undefined) return new ApiError('invalid_request', 'The body does not match its schema.')
  const { params } = violation
  if ('requiredProperties' in params && Array.isArray(params.requiredProperties)) {
    const parent = violation.instancePath.slice(1).replaceAll('/', '.')
    const missingField = String(params.requiredProperties[0])
    const field = parent === '' ? missingField : `${parent}.${missingField}`
    return invalidFieldError(field, `${field} is required.`)
  }
  const field = violation.instancePath.slice(1).replaceAll('/', '.')
  if ('allowedValues' in params && Array.isArray(params.allowedValues)) {
    return invalidFieldError(field, `${field} must be one of ${params.allowedValues.join(', ')}.`)
  }
  return invalidFieldError(field, `${field} ${explainMessage(field, violation.message)}.`)
}

function explainMessage(field: string, message: string): string {
  if (message !== 'must be integer') return message
  return /cents$/i.test(field)
    ? 'must be an integer in minor units: send 1250 for 12.50'
    : 'must be an integer'
}

function checkStorable(field: string, value: unknown) {
  if (typeof value === 'string' && !isStorable(value, Number.POSITIVE_INFINITY)) {
    throw invalidFieldError(field, `${field} must not contain a NUL character or an unpaired surrogate.`)
  }
  if (value === null || typeof value !== 'object') return
  // safe because the schemas allow objects only as plain JSON objects
  const problem = findUnstorable(value as Record<string, unknown>, {
    maxBytes: limits.additionalDataBytes,
    maxDepth: limits.additionalDataLevels,
  })
  if (problem === 'text') {
    throw invalidFieldError(field, `${field} must not contain a NUL character or an unpaired surrogate.`)
  }
  if (problem === 'levels') {
    throw invalidFieldError(field, `${field} is nested deeper than ${limits.additionalDataLevels} levels.`)
  }
  if (problem === 'bytes') {
    throw invalidFieldError(field, `${field} is larger than ${limits.additionalDataBytes} bytes as JSON.`)
  }
}
