import { type JsonSchema, parseReferenceName } from './openapi-parts.ts'

/** Maximum depth of examples. */
const MAX_DEPTH = 6

/**
 * Returns an example for a schema: its own if it has one, otherwise one built from its required fields (all fields if
 * none is required).
 */
export function createExample(
  schema: JsonSchema,
  schemas: Record<string, JsonSchema>,
  position: { name: string; depth: number } = { name: '', depth: 0 },
): unknown {
  const { name, depth } = position
  if (schema.examples?.[0] !== undefined) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum?.[0] !== undefined) return schema.enum[0]
  if (depth > MAX_DEPTH) return null
  const nestedPosition = { name, depth: depth + 1 }
  if (schema.$ref !== undefined) {
    const referencedSchema = schemas[parseReferenceName(schema.$ref)]
    return referencedSchema === undefined ? null : createExample(referencedSchema, schemas, nestedPosition)
  }
  if (schema.anyOf?.[0] !== undefined) return createExample(schema.anyOf[0], schemas, nestedPosition)
  if (schema.type === 'array') {
    return schema.items === undefined ? [] : [createExample(schema.items, schemas, nestedPosition)]
  }
  if (schema.type !== 'object') return createScalarExample(schema, name)
  const { properties = {}, required = [] } = schema
  const fields = Object.entries(properties).filter(([key]) => required.length === 0 || required.includes(key))
  return Object.fromEntries(
    fields.map(([key, field]) => [key, createExample(field, schemas, { name: key, depth: depth + 1 })]),
  )
}

function createScalarExample({ type, format, minimum }: JsonSchema, name: string): unknown {
  switch (type) {
    case 'integer':
    case 'number':
      return Math.max(minimum ?? 1, 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return TEXTS[format ?? ''] ?? NAMED_TEXTS[name] ?? '…'
  }
}

const TEXTS: Record<string, string> = {
  'date-time': '2026-03-10T12:00:00.000Z',
  date: '2026-03-10',
  email: 'ada@example.com',
  uri: 'https://shop.example/',
}

const NAMED_TEXTS: Record<string, string> = {
  email: 'ada@example.com',
  url: 'https://shop.example/hooks',
  timeZone: 'Europe/Berlin',
  customerKey: 'user-1842',
  month: '2026-02',
}
