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
export function remakeSchemas<DeviceClaims>(
  schema: DeviceClaims,
  make: (schema: SchemaPart & TSchema) => TSchema | undefined,
): DeviceClaims {
  return remake(schema, make) as DeviceClaims // safe because `make` returns schemas of the same values
}

function remake(said: unknown, make: (schema: SchemaPart & TSchema) => TSchema | undefined): unknown {
  if (Array.isArray(said)) return said.map((part) => remake(part, make))
  if (said === null || typeof said !== 'object') return said
  const made = make(said)
  if (made !== undefined) return made
  // TypeBox keeps part of a schema in non-enumerable properties.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(said))
  return Object.assign(
    copy,
    mapValues({ ...said }, (part) => remake(part, make)),
  )
}
