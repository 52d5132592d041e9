/** The parts of an OpenAPI document that the generator uses. */
export interface ApiDocument {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>> & { schemas: Record<string, Schema> }
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  security?: Record<string, string[]>[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { content: Record<string, { schema: Schema }> } | Reference
  responses: Record<string, { content?: Record<string, { schema: Schema }> } | Reference>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}

export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  description?: string
  [more: string]: unknown
}

interface Reference {
  $ref: string
}

/** Resolves a reference and returns anything else unchanged. */
export function resolve<Thing extends object>(document: ApiDocument, thing: Thing | Reference): Thing {
  if (!('$ref' in thing) || typeof thing.$ref !== 'string') return thing as Thing // safe because it isn't a reference
  let found: unknown = document
  for (const name of thing.$ref.split('/').slice(1)) found = (found as Record<string, unknown>)[name]
  if (found === undefined) throw new Error(`The document has no ${thing.$ref}.`)
  return resolve(document, found as Thing) // safe because a valid document's references have the same type
}

/** Returns the last part of `#/components/schemas/Partner`. */
export function schemaName(schema: Schema): string | undefined {
  return schema.$ref?.split('/').at(-1)
}
