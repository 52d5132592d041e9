import { isDeepStrictEqual } from 'node:util'

type Json = Record<string, unknown>

/** The reusable parts of an OpenAPI document. */
export interface Components {
  schemas: Json
  parameters: Json
  responses: Json
}

interface Operation {
  parameters?: Parameter[]
  responses?: Record<string, ApiResponse>
}

interface Parameter {
  in: string
  name: string
}

interface ApiResponse {
  content?: Record<string, { schema?: { $ref?: string } }>
}

/**
 * Moves repeated parts of an OpenAPI document into components: schemas with a `title`, their responses, and shared
 * parameters. Only the document changes; routes still validate with whole schemas.
 * @throws if two different parts have the same name
 */
export function shareComponents(paths: Json): { paths: Json; components: Components } {
  const components: Components = { schemas: {}, parameters: {}, responses: {} }
  // safe because it is OpenAPI, and only its schemas were replaced
  const shared = shareSchemas(paths, components) as Record<string, Record<string, Operation>>
  const common = findCommonParameters(Object.values(shared).flatMap((methods) => Object.values(methods)))
  const share = (operation: Operation): Json => {
    const { parameters, responses } = operation
    return {
      ...operation,
      ...(parameters && { parameters: shareParameters(parameters, common, components) }),
      ...(responses && { responses: shareResponses(responses, components) }),
    }
  }
  return { paths: mapValues(shared, (methods) => mapValues(methods, share)), components }
}

/** Returns a copy with every titled schema replaced by a reference. */
function shareSchemas(value: unknown, components: Components): unknown {
  if (Array.isArray(value)) return value.map((part) => shareSchemas(part, components))
  if (value === null || typeof value !== 'object') return value
  const { title, ...untitled } = value as Json // safe because any field of an object may be read as unknown
  if (typeof title === 'string') {
    return addReference(components, 'schemas', title, shareSchemas(untitled, components))
  }
  // `example` may repeat the first of `examples`, so it is ignored.
  const parts = Object.entries(value).filter(([key]) => key !== 'example' || !('examples' in value))
  return Object.fromEntries(parts.map(([key, part]) => [key, shareSchemas(part, components)]))
}

/** Moves responses into components, named after their schema and status: `PartnerResponse200`, `PlatformError404`. */
function shareResponses(responses: Record<string, ApiResponse>, components: Components): Json {
  return mapValues(responses, (response, status) => {
    const [media] = Object.values(response.content ?? {})
    const body = media?.schema?.$ref?.split('/').at(-1)
    return body === undefined ? response : addReference(components, 'responses', `${body}${status}`, response)
  })
}

function shareParameters(parameters: Parameter[], common: Map<string, Parameter>, components: Components) {
  return parameters.map((parameter) => {
    const name = parameterName(parameter)
    return isDeepStrictEqual(common.get(name), parameter)
      ? addReference(components, 'parameters', name, parameter)
      : parameter
  })
}

/** Returns the parameters that several operations share verbatim, unless their name is ambiguous. */
function findCommonParameters(operations: Operation[]): Map<string, Parameter> {
  const uses = operations.flatMap(({ parameters = [] }) => parameters)
  const distinctParameters = new Map(uses.map((parameter) => [JSON.stringify(parameter), parameter]))
  const countByParameter = countBy(uses, (parameter) => JSON.stringify(parameter))
  const common = [...distinctParameters]
    .filter(([meaning]) => countByParameter.get(meaning) !== 1)
    .map(([, parameter]) => parameter)
  const countByName = countBy(common, parameterName)
  const namedParameters = common.map((parameter) => [parameterName(parameter), parameter] as const)
  return new Map(namedParameters.filter(([name]) => countByName.get(name) === 1))
}

function countBy<Item>(items: Item[], getKey: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of items.map(getKey)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/**
 * Returns the component name of a parameter. A `partnerId` in a path differs from one in a query, so it is called
 * `PartnerIdInPath`.
 */
function parameterName(parameter: Parameter): string {
  return `${capitalize(parameter.name)}In${capitalize(parameter.in)}`
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function addReference(components: Components, section: keyof Components, name: string, part: unknown) {
  const existing = components[section][name]
  if (existing !== undefined && !isDeepStrictEqual(existing, part)) {
    throw new Error(`Two different components of the API document are named ${section}/${name}.`)
  }
  components[section][name] = part
  return { $ref: `#/components/${section}/${name}` }
}

export function mapValues<Value, Mapped>(
  values: Record<string, Value>,
  map: (value: Value, key: string) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]))
}
