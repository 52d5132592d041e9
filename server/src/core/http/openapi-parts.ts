/** The parts of an OpenAPI 3.1 document that the reference at `/docs` uses. */
export interface OpenApi {
  info: { title: string; description?: string }
  servers?: { url: string }[]
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    parameters: Record<string, Parameter>
    responses: Record<string, ApiResponse>
    securitySchemes: Record<string, { description?: string }>
  }
}

export interface Reference {
  $ref: string
}

export interface Operation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { content?: Content }
  security?: Record<string, unknown>[]
  responses?: Record<string, ApiResponse | Reference>
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: JsonSchema
}

export interface ApiResponse {
  description?: string
  content?: Content
}

type Content = Record<string, { schema?: JsonSchema; example?: unknown }>

export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  format?: string
  pattern?: string
  default?: unknown
  examples?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** Returns the name in a reference within the document. */
export function parseReferenceName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}
