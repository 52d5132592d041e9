import type { TSchema } from 'typebox'
import { mapValues } from './openapi-components.http.ts'

/** The JSON schema keywords that the traversal visits. */
export interface SchemaPart {
  title?: string
  type?: string
  properties?: Record<string, SchemaPart>
  required?: string[]
  items?: SchemaPart
  anyOf?: SchemaPart[]
  enum?: unknown[]
  additionalProperties?: unknown
  'x-never-empty'?: string[]
}

/**
 * Copies a schema, or any object that contains schemas, replacing each part for which `make` returns a schema. Replaced
 * parts are not traversed.
 */
export function transformSchemas<Value>(
  schema: Value,
  make: (schema: SchemaPart & TSchema) => TSchema | undefined,
): Value {
  return transform(schema, make) as Value // safe because `make` returns schemas for the same values
}

function transform(value: unknown, make: (schema: SchemaPart & TSchema) => TSchema | undefined): unknown {
  if (Array.isArray(value)) return value.map((part) => transform(part, make))
  if (value === null || typeof value !== 'object') return value
  const replacement = make(value)
  if (replacement !== undefined) return replacement
  // TypeBox keeps part of a schema in non-enumerable properties.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(value))
  return Object.assign(
    copy,
    mapValues({ ...value }, (part) => transform(part, make)),
  )
}
