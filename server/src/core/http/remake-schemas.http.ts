import type { TSchema } from 'typebox'
import { mapValues } from './openapi-components.http.ts'

/** The keywords of a JSON schema that remaking looks at. */
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
 * A copy of a schema, or of any object that holds some, with each part replaced for which `make` returns a schema. A part
 * that is replaced is not searched further.
 */
export function remakeSchemas<Said>(
  said: Said,
  make: (schema: SchemaPart & TSchema) => TSchema | undefined,
): Said {
  return remake(said, make) as Said // safe because `make` returns schemas of the same values
}

function remake(said: unknown, make: (schema: SchemaPart & TSchema) => TSchema | undefined): unknown {
  if (Array.isArray(said)) return said.map((part) => remake(part, make))
  if (said === null || typeof said !== 'object') return said
  const made = make(said)
  if (made !== undefined) return made
  // TypeBox keeps some of a schema in properties that are not enumerable.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(said))
  return Object.assign(
    copy,
    mapValues({ ...said }, (part) => remake(part, make)),
  )
}
