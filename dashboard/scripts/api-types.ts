import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { buildApp } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/platform/config.ts'
import { embeddedDatabase } from '../../server/src/platform/database.ts'
import { systemClock, systemIds } from '../../server/src/platform/deps.ts'

/**
 * Writes `src/api/schema.d.ts` from the service's own `/openapi.json`, so that no type of the API is typed
 * twice. With `--check` it writes nothing and fails when the file in the repository is another one.
 */
const target = fileURLToPath(new URL('../src/api/schema.d.ts', import.meta.url))
/** Fields that cannot be there, answers nobody described, and the headers of answers, which our client does not type. */
const SAYS_NOTHING =
  /^ *(?:"?\w+"?\?: never;|\/\*\* @description Default Response \*\/|headers: \{\n(?: +"?[\w-]+"?: components\["headers"\].*\n)* +\[name: string\]: unknown;\n +\};)\n/gm

const types = await generate()
if (!process.argv.includes('--check')) {
  writeFileSync(target, types)
} else if (readFileSync(target, 'utf8') !== types) {
  process.stderr.write(
    'dashboard/src/api/schema.d.ts is not what the service answers: run `npm run api-types -w dashboard`.\n',
  )
  process.exitCode = 1
}

async function generate(): Promise<string> {
  const document = await readDocument()
  // A field with a default may be left out: only bodies and queries have such fields.
  const ast = await openapiTypes(document, { alphabetize: true, defaultNonNullable: false })
  const text = astToString(ast)
    .replaceAll(SAYS_NOTHING, '')
    .replaceAll(/\{\n *\}/g, '{}')
  return `// Generated from /openapi.json by \`npm run api-types -w dashboard\`. Do not edit.\n\n${text}`
}

/** The document as the running service answers it; no table is read for it, so the database stays empty. */
async function readDocument(): Promise<OpenAPI3> {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })
  const database = await embeddedDatabase(await PGlite.create())
  const app = await buildApp({ config, database, clock: systemClock, ids: systemIds })
  try {
    const answer = await app.inject('/openapi.json')
    if (answer.statusCode !== 200) throw new Error(`/openapi.json answered ${answer.statusCode}`)
    return answer.json()
  } finally {
    await app.close()
    await database.close()
  }
}
