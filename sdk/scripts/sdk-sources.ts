import type { ApiDocument, Schema } from './api-document.ts'
import { RESOURCE_DESCRIPTIONS } from './operation-names.ts'
import { readOperations, type SdkOperation } from './sdk-operation.ts'
import { VERSION_FILE, versionSource } from './sdk-version.ts'

export interface SdkInfo {
  document: ApiDocument
  errors: { code: string; status: number; meaning: string }[]
  version: string
  /** Generates types from a document without paths. */
  generateTypes(document: ApiDocument): Promise<string>
}

/** Returns every generated file's content by path. */
export async function sdkSources({
  document,
  errors,
  version,
  generateTypes,
}: SdkInfo): Promise<Record<string, string>> {
  const operations = readOperations(document)
  return {
    'sdk/src/generated/types.ts':
      HEAD + removeEmptyPaths(await generateTypes(pickUsedSchemas(document, operations))),
    'sdk/src/generated/resources.ts': HEAD + resourcesSource(operations),
    'sdk/src/generated/operations.ts': HEAD + operationsSource(operations),
    'sdk/src/generated/error-codes.ts': HEAD + errorsSource(errors),
    [VERSION_FILE]: versionSource(version),
  }
}

const HEAD = '// Generated from the API by `npm run api-types`. Do not edit.\n\n'

/** Returns the schemas that methods use, directly or indirectly. */
function pickUsedSchemas(document: ApiDocument, operations: SdkOperation[]): ApiDocument {
  const schemas: Record<string, Schema> = {}
  const collectReferences = (schema: unknown) => {
    for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      addSchema(name)
  }
  const addSchema = (name: string) => {
    const schema = document.components.schemas[name]
    if (schema === undefined || schemas[name] !== undefined) return
    schemas[name] = schema
    collectReferences(schema)
  }
  for (const operation of operations) {
    const inner = /^Api\.(\w+)/.exec(operation.resultType)?.[1]
    if (inner !== undefined) addSchema(inner)
    collectReferences(operation.input)
    if (!hasInput(operation)) continue
    const name = inputName(operation)
    if (document.components.schemas[name] !== undefined)
      throw new Error(`The API already has a schema named ${name}.`)
    schemas[name] = operation.input
  }
  return { openapi: document.openapi, info: document.info, paths: {}, components: { schemas } }
}

/** Removes the empty path types. */
function removeEmptyPaths(types: string): string {
  return types
    .replaceAll(/^export type (?:paths|webhooks|\$defs|operations) = .*;\n/gm, '')
    .replaceAll(/^ {4}(?:responses|parameters|requestBodies|headers|pathItems): never;\n/gm, '')
    .replaceAll(/\{\n *\}/g, '{}')
}

function resourcesSource(operations: SdkOperation[]): string {
  const groups = byResource(operations).map(([resource, methods]) => {
    const body = methods.map(
      (operation) => `${comment(operation.description, '  ')}  ${signature(operation)}\n`,
    )
    return `/** ${getDescription(resource)} */\nexport interface ${typeName(resource)} {\n${body.join('\n')}}\n`
  })
  return `import type { List, ListOptions } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type * as Api from './types.ts'

${groups.join('\n')}
export interface Resources {
${byResource(operations)
  .map(
    ([resource]) => `  /** ${getDescription(resource)} */\n  readonly ${resource}: ${typeName(resource)}\n`,
  )
  .join('')}}
`
}

function getDescription(resource: string): string {
  const description = RESOURCE_DESCRIPTIONS[resource]
  if (description === undefined) throw new Error(`Describe ${resource} in sdk/scripts/operation-names.ts.`)
  return description
}

function signature(operation: SdkOperation): string {
  const { method, input, result, resultType, isPaged } = operation
  const fields = [
    hasInput(operation) ? `Api.${inputName(operation)}` : [],
    isPaged ? 'ListOptions' : [],
  ].flat()
  const optional = input.required.length === 0 ? '?' : ''
  const parameters = [
    fields.length === 0 ? 'input?: Record<string, never>' : `input${optional}: ${fields.join(' & ')}`,
  ]
  const resolves = result === 'list' ? `List<${resultType}>` : `Promise<${resultType}>`
  return `${method}(${[...parameters, 'options?: CallOptions'].join(', ')}): ${resolves}`
}

function operationsSource(operations: SdkOperation[]): string {
  const groups = byResource(operations).map(([resource, methods]) => {
    const lines = methods.map(({ method, http, path, body, result, ...is }) => {
      const more = [
        body === undefined ? '' : `, body: '${body}'`,
        is.isPaged ? ', isPaged: true' : '',
        is.isIdempotent ? ', isIdempotent: true' : '',
        is.takesIdempotencyKey ? ', takesIdempotencyKey: true' : '',
        is.isPublic ? ', isPublic: true' : '',
      ].join('')
      return `    ${method}: { http: '${http}', path: '${path}', result: '${result}'${more} },\n`
    })
    return `  ${resource}: {\n${lines.join('')}  },\n`
  })
  return `import type { Operation } from '../operation.ts'

export const OPERATIONS: Record<string, Record<string, Operation>> = {
${groups.join('')}}
`
}

function errorsSource(errors: SdkInfo['errors']): string {
  const lines = errors.map(({ code, status, meaning }) => `${comment([meaning], '  ')}  ${code}: ${status}\n`)
  return `/** The service's error codes with their HTTP statuses. */
export interface ServiceErrors {
${lines.join('')}}
`
}

function byResource(operations: SdkOperation[]): [resource: string, methods: SdkOperation[]][] {
  const groups = new Map<string, SdkOperation[]>()
  for (const one of operations) groups.set(one.resource, [...(groups.get(one.resource) ?? []), one])
  return [...groups]
}

function hasInput({ input }: SdkOperation): boolean {
  return Object.keys(input.properties).length > 0
}

function inputName({ id }: SdkOperation): string {
  return `${typeName(id)}Input`
}

function typeName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function comment(description: string[], indent: string): string {
  return `${indent}/** ${description.join(' ').replaceAll('*/', '*\\/')} */\n`
}
