import type { FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { limits } from '../config/limits.ts'
import { ApiError, invalidFieldError } from '../errors/errors.http.ts'
import { nearestName } from '../text/nearest-name.rule.ts'
import { toStorableText } from '../text/stored-text.rule.ts'
import { fieldChecker } from './request-parsing.http.ts'
import type { SchemaPart } from './transform-schemas.http.ts'

/** A request as its handler receives it, after authorization. */
interface Call<Body> extends Pick<FastifyRequest, 'query' | 'method' | 'routeOptions'> {
  body: Body
}

/**
 * Reads query and body by the route's schemas, which `closeInputs` has closed: unknown fields are rejected at every
 * level. An optional field is treated as omitted if it is null, unless its schema allows null (D1), or if it is empty
 * (D57), except in a PATCH, where that would keep a value the client meant to clear.
 * @throws {ApiError} 400 `invalid_request` with the first invalid field
 */
export function readInput<Body>({ query, body, method, routeOptions }: Call<Body>): {
  query: unknown
  body: Body
} {
  // safe because every schema of a route is a JSON schema
  const schema = (routeOptions.schema ?? {}) as { querystring?: SchemaPart; body?: SchemaPart }
  const omitsEmptyValues = method !== 'PATCH'
  const { querystring = NOTHING, body: bodySchema = NOTHING } = schema
  return {
    query: removeOmittedFields(querystring, query, {
      noun: 'query parameter',
      path: '',
      omitsEmptyValues,
    }),
    body: readBody(bodySchema, body, omitsEmptyValues) as Body, // safe because the route's schema defines the body
  }
}

const NOTHING: SchemaPart = { type: 'object', properties: {}, additionalProperties: false }

/**
 * An option of `Type.Object`: optional fields that must not be null or "". If omitted, they mean everything, now or
 * forever, so a value the client lost by mistake must not be treated as omitted.
 */
export const neverEmpty = (...fields: string[]) => ({ 'x-never-empty': fields })

const checkers = new WeakMap<SchemaPart, ReturnType<typeof fieldChecker>>()

function readBody(schema: SchemaPart, body: unknown, omitsEmptyValues: boolean): unknown {
  if (body instanceof ApiError) throw body
  // The route reads a file itself.
  if (schema.type !== 'object') return body
  const input = removeOmittedFields(schema, readObject(body), { noun: 'field', path: '', omitsEmptyValues })
  // safe because it is an object schema and the input was an object
  const [object, fields] = [schema as TObject, input as Record<string, unknown>]
  const check = checkers.get(schema) ?? fieldChecker(object)
  checkers.set(schema, check)
  return check(fields)
}

/** A missing body is treated as an empty one. */
function readObject(body: unknown): object {
  if (body === undefined || body === null) return {}
  if (typeof body === 'object' && !Array.isArray(body)) return body
  throw new ApiError('invalid_request', 'The body must be a JSON object.')
}

interface Place {
  noun: 'field' | 'query parameter'
  /** Path of the object being read, with a trailing dot. */
  path: string
  omitsEmptyValues: boolean
}

/** Returns a value without the fields that are treated as omitted. */
function removeOmittedFields(schema: SchemaPart, value: unknown, place: Place): unknown {
  if (value === null || typeof value !== 'object') return value
  const parts = flattenSchema(schema)
  if (Array.isArray(value)) {
    const items = parts.find((part) => part.items !== undefined)?.items
    const itemPlace = (index: number) => ({ ...place, path: `${place.path}${index}.` })
    return items === undefined
      ? value
      : value.map((item, index) => removeOmittedFields(items, item, itemPlace(index)))
  }
  const shape = parts.find((part) => part.properties !== undefined)
  if (shape === undefined) return value
  const { properties = {}, required = [], additionalProperties, 'x-never-empty': neverEmpty = [] } = shape
  const givenFields: Record<string, unknown> = {}
  for (const [name, fieldValue] of Object.entries(value)) {
    const field = `${place.path}${toStorableText(name, limits.maxIdLength)}`
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property === undefined) {
      if (additionalProperties === false) throw unknownFieldError(field, Object.keys(properties), place)
      continue
    }
    const isNull = fieldValue === null && !allowsNull(property)
    const isEmpty = fieldValue === '' && place.omitsEmptyValues && !required.includes(name)
    if (neverEmpty.includes(name) && (isNull || fieldValue === '')) throw emptyFieldError(field)
    if (isNull || isEmpty) continue
    if (place.noun === 'query parameter') checkChoice(field, fieldValue, property)
    givenFields[name] = removeOmittedFields(property, fieldValue, { ...place, path: `${field}.` })
  }
  return givenFields
}

/** Checks an enum. Bodies are validated as a whole; in queries, only enums are validated, including currencies. */
function checkChoice(field: string, sent: unknown, { enum: choices }: SchemaPart) {
  if (choices === undefined || choices.includes(sent)) return
  throw invalidFieldError(field, `${field} must be one of ${choices.join(', ')}.`)
}

function flattenSchema(schema: SchemaPart): SchemaPart[] {
  return schema.anyOf?.flatMap(flattenSchema) ?? [schema]
}

function allowsNull(schema: SchemaPart): boolean {
  return flattenSchema(schema).some(
    ({ type, enum: values }) => type === 'null' || (type ?? values) === undefined,
  )
}

function unknownFieldError(field: string, knownFields: string[], { noun, path }: Place): ApiError {
  const nearest = nearestName(field.slice(path.length), knownFields)
  const owner = path === '' ? 'This endpoint' : `\`${path.slice(0, -1)}\``
  const hint =
    nearest === undefined
      ? `${owner} accepts ${knownFields.length === 0 ? 'none' : knownFields.join(', ')}.`
      : `Did you mean \`${path}${nearest}\`?`
  return invalidFieldError(field, `Unknown ${noun} \`${field}\`. ${hint}`)
}

function emptyFieldError(field: string): ApiError {
  return invalidFieldError(field, `\`${field}\` must not be empty. Send a value or omit the field.`)
}
