import {
  type ApiDocument,
  nameOf,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
} from './api-document.ts'
import { LEFT_OUT, OPERATION_NAMES, REPEATABLE } from './operation-names.ts'

/** An operation as the SDK offers it. */
export interface SdkOperation {
  id: string
  resource: string
  method: string
  words: string[]
  http: string
  path: string
  /** What a caller may and must name: path, query and body in one. */
  input: Schema & { properties: Record<string, Schema>; required: string[] }
  body: 'json' | 'csv' | undefined
  /** A list is walked page by page, `data` is taken out of its envelope, what is whole or a text is handed on. */
  answer: 'list' | 'data' | 'whole' | TextType
  /** Whether a list comes in pages; a short one has no cursor and is answered at once. */
  isPaged: boolean
  /** The type of what a caller gets: of one item, for a list. */
  answerType: string
  isRepeatable: boolean
  /** It takes an `Idempotency-Key`: sent twice with one, it is done once. */
  isOnce: boolean
  /** Whether it is called without a credential. */
  isPublic: boolean
}

const TEXT_TYPES = ['text/csv', 'text/html'] as const
type TextType = (typeof TEXT_TYPES)[number]

/** @throws when an operation of the document has no name, or a name no operation */
export function readOperations(document: ApiDocument): SdkOperation[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([http, operation]) => ({ path, http: http.toUpperCase(), operation })),
  )
  const ids = new Set(all.map(({ operation }) => operation.operationId))
  for (const id of [...Object.keys(OPERATION_NAMES), ...Object.keys(LEFT_OUT), ...REPEATABLE]) {
    if (!ids.has(id))
      throw new Error(`sdk/scripts/operation-names.ts names ${id}, which the API does not have.`)
  }
  return all
    .filter(({ path, operation }) => LEFT_OUT[operation.operationId] === undefined && !isPartners(path))
    .map(({ path, http, operation }) => readOperation(document, path, http, operation))
    .sort((one, other) => (`${one.resource}.${one.method}` < `${other.resource}.${other.method}` ? -1 : 1))
}

/** What a partner's browser calls, by a cookie that no merchant's server has. */
function isPartners(path: string): boolean {
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
    throw new Error(`Name ${id} (${http} ${path}) in sdk/scripts/operation-names.ts.`)
  }
  const answer = readAnswer(document, operation)
  const { body, fields } = readBody(document, operation)
  const all = (operation.parameters ?? []).map((one) => resolve(document, one))
  const parameters = all.filter((one) => one.in !== 'header')
  const isOnce = all.some((one) => one.in === 'header' && one.name === 'Idempotency-Key')
  if (http !== 'GET' && parameters.some((one) => one.in === 'query')) {
    throw new Error(`${id} has a query beside a body, which the SDK cannot tell apart.`)
  }
  return {
    id,
    resource,
    method,
    words: [operation.summary, operation.description].filter((text) => text !== undefined).map(asSentence),
    http,
    path,
    input: joinInput(id, parameters, fields, answer.answer === 'list'),
    body,
    ...answer,
    isPaged: parameters.some(({ name }) => name === 'cursor'),
    isRepeatable: http === 'GET' || REPEATABLE.has(id),
    isOnce,
    isPublic: (operation.security ?? []).length === 0,
  }
}

/** A list's own position and size are the SDK's business. */
const OF_A_LIST = ['limit', 'cursor']

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
    if (isList && OF_A_LIST.includes(name)) continue
    const described = description === undefined ? schema : { ...schema, description }
    // A program may be the client's; an id may be given as the answers have it or as a text.
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
  if (csv === undefined) throw new Error(`${operation.operationId} takes neither JSON nor CSV.`)
  return { body: 'csv', fields: { properties: { csv: csv.schema }, required: ['csv'] } }
}

function readAnswer(
  document: ApiDocument,
  operation: Operation,
): Pick<SdkOperation, 'answer' | 'answerType'> {
  const [status = '', response] =
    Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? []
  const { content = {} } = resolve(document, response ?? {})
  const json = content['application/json']
  if (json === undefined) {
    const text = TEXT_TYPES.find((one) => content[one] !== undefined)
    if (text === undefined) throw new Error(`${operation.operationId} answers ${status} with nothing known.`)
    return { answer: text, answerType: 'string' }
  }
  const name = nameOf(json.schema)
  if (name === undefined) throw new Error(`The answer of ${operation.operationId} has no name.`)
  const { data, meta } = resolve(document, json.schema).properties ?? {}
  if (data === undefined) return { answer: 'whole', answerType: `Api.${name}` }
  if (meta === undefined) return { answer: 'data', answerType: typeOf(data, `Api.${name}['data']`) }
  const isList = resolve(document, meta).properties?.nextCursor !== undefined
  if (!isList) return { answer: 'whole', answerType: `Api.${name}` }
  return {
    answer: 'list',
    answerType: typeOf(resolve(document, data).items ?? {}, `Api.${name}['data'][number]`),
  }
}

function typeOf(schema: Schema, otherwise: string): string {
  const name = nameOf(schema)
  return name === undefined ? otherwise : `Api.${name}`
}

function asSentence(text: string): string {
  return /[.!?)`]$/.test(text) ? text : `${text}.`
}
