import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { type Database, embeddedDatabase, openPostgres } from '../src/platform/database.ts'
import { migrate } from '../src/platform/migrate.ts'

/** What a test's database is a copy of. */
export type DatabaseSource =
  | { kind: 'embedded'; templateFile: string }
  | { kind: 'postgres'; url: string; template: string }

declare module 'vitest' {
  interface ProvidedContext {
    /** Migrated, and empty. */
    database: DatabaseSource
  }
}

/** Migrates once; every test file then copies the result, which is much faster than migrating again. */
export default async function setup(project: TestProject) {
  const url = process.env.TEST_DATABASE_URL
  return url === undefined || url === '' ? embeddedTemplate(project) : postgresTemplate(project, url)
}

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/affiliate-tests/', import.meta.url))

/** Kept from one run to the next: making a new embedded database takes longer than many a file's tests. */
async function embeddedTemplate(project: TestProject) {
  const templateFile = `${CACHE}${embeddedVersion()}.tar`
  if (!existsSync(templateFile)) {
    const lite = await PGlite.create()
    await migrate(await embeddedDatabase(lite), new Date())
    // What every file copies and starts is then a third smaller, and has no log to replay.
    await lite.exec("update pg_database set datistemplate = false where datname like 'template%'")
    for (const unused of ['template0', 'template1']) await lite.exec(`drop database ${unused}`)
    await lite.exec('checkpoint')
    const image = Buffer.from(await (await lite.dumpDataDir('none')).arrayBuffer())
    await lite.close()
    mkdirSync(CACHE, { recursive: true })
    // Two runs at once may both make it; nobody ever sees half of one.
    const unfinished = `${CACHE}${randomUUID()}`
    writeFileSync(unfinished, image)
    renameSync(unfinished, templateFile)
  }
  project.provide('database', { kind: 'embedded', templateFile })
}

/** Names what an image is made from: the migrations, what applies them, and PGlite itself. */
function embeddedVersion(): string {
  const hash = createHash('sha256')
  const migrations = fileURLToPath(new URL('../migrations/', import.meta.url))
  for (const name of readdirSync(migrations).sort()) {
    hash.update(name).update(readFileSync(join(migrations, name)))
  }
  hash.update(readFileSync(fileURLToPath(new URL('../src/platform/migrate.ts', import.meta.url))))
  const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  // A number of our own, for a change of how it is made.
  return hash
    .update('2')
    .update(readFileSync(join(pglite, '../package.json')))
    .digest('hex')
    .slice(0, 16)
}

/** One connection to the database `name` of the server of TEST_DATABASE_URL. */
export function openServerDatabase(url: string, name: string): Promise<Database> {
  const address = new URL(url)
  address.pathname = `/${name}`
  return openPostgres({
    connectionString: address.toString(),
    maxConnections: 1,
    statementTimeoutMs: 30_000,
    connectTimeoutMs: 30_000,
  })
}

async function postgresTemplate(project: TestProject, url: string) {
  const template = `affiliate_test_${process.env.TEST_RUN_ID ?? 'local'}_${randomUUID().slice(0, 8)}`
  const admin = await openServerDatabase(url, 'postgres')
  await admin.script(`create database ${template}`)
  const database = await openServerDatabase(url, template)
  await migrate(database, new Date())
  await database.close()
  project.provide('database', { kind: 'postgres', url, template })
  return async () => {
    // With it whatever was copied from it and is still there: what the files of a worker shared.
    const { rows } = await sql<{ name: string }>`
      select datname as name from pg_database where starts_with(datname, ${template})`.execute(admin.kysely)
    for (const { name } of rows) await admin.script(`drop database if exists ${name} with (force)`)
    await admin.close()
  }
}
