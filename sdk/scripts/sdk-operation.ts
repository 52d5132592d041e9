import {
  type ApiDocument,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
  schemaName,
} from './api-document.ts'
import { IDEMPOTENT, OMITTED, OPERATION_NAMES } from './operation-names.ts'

/** An API operation as an SDK method. */
export interface SdkOperation {
  id: string
  resource: string
  method: string
  description: string[]
  http: string
  path: string
  /** All parameters in one object: path, query and body. */
  input: Schema & { properties: Record<string, Schema>; required: string[] }
  body: 'json' | 'csv' | undefined
  /** How the method returns the response: as a paginated list, the `data` of an envelope, the whole body, or text. */
  result: 'list' | 'data' | 'whole' | TextType
  /** False for short lists, which have no cursor and are returned in one response. */
  isPaged: boolean
  /** The type of the result, or of one item of a list. */
  resultType: string
  isIdempotent: boolean
  /** Whether the operation takes an `Idempotency-Key`, which makes retries safe. */
  takesIdempotencyKey: boolean
  /** Whether the operation doesn't need a credential. */
  isPublic: boolean
}

const TEXT_TYPES = ['text/csv', 'text/html'] as const
type TextType = (typeof TEXT_TYPES)[number]

/** @throws if an operation has no name, or a name has no operation */
export function readOperations(document: ApiDocument): SdkOperation[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([http, operation]) => ({ path, http: http.toUpperCase(), operation })),
  )
  const ids = new Set(all.map(({ operation }) => operation.operationId))
  for (const id of [...Object.keys(OPERATION_NAMES), ...Object.keys(OMITTED), ...IDEMPOTENT]) {
    if (!ids.has(id))
      throw new Error(`sdk/scripts/operation-names.ts names ${id}, which is not an API operation.`)
  }
  return all
    .filter(({ path, operation }) => OMITTED[operation.operationId] === undefined && !isPortalOperation(path))
    .map(({ path, http, operation }) => readOperation(document, path, http, operation))
    .sort((a, b) => (`${a.resource}.${a.method}` < `${b.resource}.${b.method}` ? -1 : 1))
}

/** Portal operations use a cookie that a merchant's server doesn't have. */
function isPortalOperation(path: string): boolean {
  return path.startsWith('/api/partner/')
}

function readOperation(
  document: ApiDocument,
  path: string,
  http: string,
  operation: Operation,
): SdkOperation {
  const id = operation.operationId
  const [resource, method] = OPERATION_NAMES[id]?.split('.') ?? []
  if (resource === undefined || method === undefined) {
    throw new Error(`Add a name for ${id} (${http} ${path}) to sdk/scripts/operation-names.ts.`)
  }
  const result = readResult(document, operation)
  const { body, fields } = readBody(document, operation)
  const all = (operation.parameters ?? []).map((one) => resolve(document, one))
  const parameters = all.filter((one) => one.in !== 'header')
  const takesIdempotencyKey = all.some((one) => one.in === 'header' && one.name === 'Idempotency-Key')
  if (http !== 'GET' && parameters.some((one) => one.in === 'query')) {
    throw new Error(`${id} has both query parameters and a body, which the SDK can't distinguish.`)
  }
  return {
    id,
    resource,
    method,
    description: [operation.summary, operation.description]
      .filter((text) => text !== undefined)
      .map(toSentence),
    http,
    path,
    input: joinInput(id, parameters, fields, result.result === 'list'),
    body,
    ...result,
    isPaged: parameters.some(({ name }) => name === 'cursor'),
    isIdempotent: http === 'GET' || IDEMPOTENT.has(id),
    takesIdempotencyKey,
    isPublic: (operation.security ?? []).length === 0,
  }
}

/** The SDK handles pagination itself. */
const PAGINATION_FIELDS = ['limit', 'cursor']

function joinInput(
  id: string,
  parameters: Parameter[],
  body: Schema,
  isList: boolean,
): SdkOperation['input'] {
  const properties: Record<string, Schema> = {}
  const required: string[] = []
  const add = (name: string, schema: Schema, isRequired: boolean) => {
    if (properties[name] !== undefined) throw new Error(`${id} has two fields named ${name}.`)
    properties[name] = schema
    if (isRequired) required.push(name)
  }
  for (const { name, in: place, schema, description, required: isRequired } of parameters) {
    if (isList && PAGINATION_FIELDS.includes(name)) continue
    const described = description === undefined ? schema : { ...schema, description }
    // Optional in the type, because the program can be set on the client. IDs can be numbers or strings.
    if (name === 'programId') add(name, { ...ID, description: PROGRAM_ID }, false)
    else add(name, place === 'path' && name.endsWith('Id') ? ID : described, isRequired === true)
  }
  for (const [name, schema] of Object.entries(body.properties ?? {})) {
    add(name, schema, body.required?.includes(name) === true)
  }
  return { type: 'object', properties, required }
}

const ID: Schema = { type: ['integer', 'string'] }
const PROGRAM_ID = "Default: the client's `programId`."

function readBody(
  document: ApiDocument,
  operation: Operation,
): Pick<SdkOperation, 'body'> & { fields: Schema } {
  if (operation.requestBody === undefined) return { body: undefined, fields: {} }
  const { content } = resolve(document, operation.requestBody)
  const json = content['application/json']
  if (json !== undefined) return { body: 'json', fields: resolve(document, json.schema) }
  const csv = content['text/csv']
  if (csv === undefined) throw new Error(`${operation.operationId} accepts neither JSON nor CSV.`)
  return { body: 'csv', fields: { properties: { csv: csv.schema }, required: ['csv'] } }
}

function readResult(
  document: ApiDocument,
  operation: Operation,
): Pick<SdkOperation, 'result' | 'resultType'> {
  const [status = '', response] =
    Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? []
  const { content = {} } = resolve(document, response ?? {})
  const json = content['application/json']
  if (json === undefined) {
    const text = TEXT_TYPES.find((one) => content[one] !== undefined)
    if (text === undefined)
      throw new Error(`${operation.operationId} has no known content type for status ${status}.`)
    return { result: text, resultType: 'string' }
  }
  const name = schemaName(json.schema)
  if (name === undefined) throw new Error(`The response of ${operation.operationId} has no named schema.`)
  const { data, meta } = resolve(document, json.schema).properties ?? {}
  if (data === undefined) return { result: 'whole', resultType: `Api.${name}` }
  if (meta === undefined) return { result: 'data', resultType: typeName(data, `Api.${name}['data']`) }
  const isList = resolve(document, meta).properties?.nextCursor !== undefined
  if (!isList) return { result: 'whole', resultType: `Api.${name}` }
  return {
    result: 'list',
    resultType: typeName(resolve(document, data).items ?? {}, `Api.${name}['data'][number]`),
  }
}

function typeName(schema: Schema, otherwise: string): string {
  const name = schemaName(schema)
  return name === undefined ? otherwise : `Api.${name}`
}

function toSentence(text: string): string {
  return /[.!?)`]$/.test(text) ? text : `${text}.`
}
