import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'
import type { ApiDocument } from '../../sdk/scripts/api-document.ts'
import { sdkSources } from '../../sdk/scripts/sdk-sources.ts'
import { buildApp } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/core/config/config.ts'
import { embeddedDatabase } from '../../server/src/core/database/database.ts'
import { systemClock, systemIds } from '../../server/src/core/deps.ts'
import { explainErrors } from '../../server/src/core/errors/error-meanings.http.ts'
import { forAnyCurrency } from './any-currency.ts'

/**
 * Generates `src/api/schema.d.ts` and the generated part of the SDK from the service's `/openapi.json`. With
 * `--check` it writes nothing and fails if a file is out of date.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Fields that can't exist, undocumented responses, and response headers, which the client has no types for. */
const UNUSED_PARTS =
  /^ *(?:"?\w+"?\?: never;|\/\*\* @description Default Response \*\/|headers: \{\n(?: +"?[\w-]+"?: components\["headers"\].*\n)* +\[name: string\]: unknown;\n +\};)\n/gm

/** Parameter descriptions, which are repeated in the components. */
const PARAMETER_DESCRIPTIONS = /^ *\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n( *\S+: components\["parameters"\])/gm

const LINE_CHARS = 120

const generatedTypes = await generate()
for (const [path, text] of Object.entries(generatedTypes)) {
  const target = join(ROOT, path)
  if (!process.argv.includes('--check')) {
    writeFileSync(target, text)
  } else if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
    process.stderr.write(`${path} is out of date: run \`npm run api-types\`.\n`)
    process.exitCode = 1
  }
}

async function generate(): Promise<Record<string, string>> {
  const document = forAnyCurrency(await readDocument())
  // safe because npm reads the same file
  const { version } = JSON.parse(readFileSync(join(ROOT, 'sdk/package.json'), 'utf8')) as { version: string }
  return {
    'dashboard/src/api/schema.d.ts': await dashboardTypes(document),
    ...(await sdkSources({
      // safe because the service generates a valid document
      document: document as unknown as ApiDocument,
      errors: explainErrors(),
      version,
      generateTypes: sdkTypes,
    })),
  }
}

async function dashboardTypes(document: OpenAPI3): Promise<string> {
  // Fields with a default become optional: only request bodies and queries have such fields.
  const ast = await openapiTypes(onlySuccesses(document), { alphabetize: true, defaultNonNullable: false })
  const text = astToString(ast)
    .replaceAll(UNUSED_PARTS, '')
    .replaceAll(/\{\n *\}/g, '{}')
    .replaceAll(/^ *parameters: \{\};\n/gm, '')
    .replaceAll(PARAMETER_DESCRIPTIONS, '$1')
  return `// Generated from /openapi.json by \`npm run api-types\`. Do not edit.\n\n${collapseObjects(text)}`
}

/**
 * Drops error responses, which the client parses itself, and descriptions, which are in the API reference.
 */
function onlySuccesses(document: OpenAPI3): OpenAPI3 {
  const copy = structuredClone(document)
  for (const path of Object.values(copy.paths ?? {})) {
    // safe because paths contain operations only, no references
    for (const operation of Object.values(
      path as Record<string, { responses?: object; parameters?: Parameter[] }>,
    )) {
      Reflect.deleteProperty(operation, 'description')
      // The browser client doesn't send custom headers such as an idempotency key.
      operation.parameters = (operation.parameters ?? []).filter(
        (one) => parameterLocation(document, one) !== 'header',
      )
      for (const status of Object.keys(operation.responses ?? {})) {
        if (!status.startsWith('2')) Reflect.deleteProperty(operation.responses ?? {}, status)
      }
    }
  }
  dropUnreferenced(copy)
  return copy
}

type Parameter = { in: string } | { $ref: string }

/** Returns where a parameter is sent, resolving references. */
function parameterLocation({ components }: OpenAPI3, parameter: Parameter): string | undefined {
  if ('in' in parameter) return parameter.in
  const referenced = components?.parameters?.[parameter.$ref.split('/').at(-1) ?? '']
  return referenced !== undefined && 'in' in referenced ? referenced.in : undefined
}

/** Drops components that are no longer referenced. */
function dropUnreferenced(document: OpenAPI3): void {
  const { components = {} } = document
  for (;;) {
    const text = JSON.stringify(document)
    const unnamed = Object.entries(components).flatMap(([kind, parts]) =>
      ['responses', 'schemas', 'headers', 'parameters'].includes(kind)
        ? Object.keys(parts).flatMap((name) =>
            text.includes(`"#/components/${kind}/${name}"`) ? [] : { parts, name },
          )
        : [],
    )
    if (unnamed.length === 0) return
    for (const { parts, name } of unnamed) Reflect.deleteProperty(parts, name)
  }
}

/** Puts an object on one line if it fits and has no comments. */
function collapseObjects(text: string): string {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    lines.push(line)
    if (!/^ *\}/.test(line)) continue
    const open = lines.findLastIndex((one) => one.endsWith('{'))
    const fields = lines.slice(open + 1, -1).map((field) => field.trim())
    const joined = `${lines[open]} ${fields.join(' ').replace(/;$/, '')} ${line.trim()}`
    const isPlain = fields.length > 0 && fields.every((field) => /^[^/*].*;$/.test(field))
    if (open > 0 && isPlain && joined.length <= LINE_CHARS) lines.splice(open, lines.length, joined)
  }
  return lines.join('\n')
}

/** Adds `undefined` to optional fields, for SDK users who compile with `exactOptionalPropertyTypes`. */
async function sdkTypes(document: ApiDocument): Promise<string> {
  const orUndefined = ts.factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword)
  // safe because it is a reduced document of the same version
  const ast = await openapiTypes(document as unknown as OpenAPI3, {
    alphabetize: true,
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    transformProperty: (property) =>
      property.questionToken === undefined || property.type === undefined
        ? property
        : ts.factory.updatePropertySignature(
            property,
            property.modifiers,
            property.name,
            property.questionToken,
            ts.factory.createUnionTypeNode([property.type, orUndefined]),
          ),
  })
  return astToString(ast)
}

/** Returns the document of an app running on an empty database. */
async function readDocument(): Promise<OpenAPI3> {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })
  const database = await embeddedDatabase(await PGlite.create())
  const app = await buildApp({ config, database, clock: systemClock, ids: systemIds })
  try {
    const response = await app.inject('/openapi.json')
    if (response.statusCode !== 200) throw new Error(`/openapi.json returned ${response.statusCode}`)
    return response.json()
  } finally {
    await app.close()
    await database.close()
  }
}
