import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { type Database, embeddedDatabase, openPostgres, sqlState } from '../src/core/database/database.ts'
import { CLUSTER_SETTINGS, distribute } from '../src/core/database/distribute.ts'
import { migrate } from '../src/core/database/migrate.ts'

/** The template of all test databases. */
export type DatabaseSource =
  | { kind: 'embedded'; templateFile: string }
  | {
      kind: 'postgres'
      url: string
      template: string
      /** A cluster's other nodes. Every database exists on each of them. */
      workers: string[]
    }

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database. */
    database: DatabaseSource
  }
}

/** Migrates once. Copying the result for each test file is much faster. */
export default async function setup(project: TestProject) {
  const { TEST_CITUS_URL = '', TEST_DATABASE_URL = '' } = process.env
  if (project.name.startsWith('service')) logSkippedTests(project)
  if (TEST_CITUS_URL !== '') return citusTemplate(project, TEST_CITUS_URL)
  return TEST_DATABASE_URL === '' ? embeddedTemplate(project) : postgresTemplate(project, TEST_DATABASE_URL)
}

/** Logs at startup which tests this run skips. */
function logSkippedTests({ config: { exclude }, vitest: { logger } }: TestProject) {
  const left = [
    ['**/*.postgres.test.ts', 'tests that need PostgreSQL (npm run test:postgres)'],
    ['**/*.citus.test.ts', 'tests that need Citus'],
    ['{server,sdk}/test/**/*.slow.*test.ts', 'slow tests (npm run test:slow)'],
  ].flatMap(([pattern = '', label]) => (exclude.includes(pattern) ? [label] : []))
  if (left.length > 0) logger.log(`Skipped in this run: ${left.join('; ')}.`)
}

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/affiliate-tests/', import.meta.url))

/** Cached between runs: creating an embedded database takes longer than running the tests in many files. */
async function embeddedTemplate(project: TestProject) {
  const templateFile = `${CACHE}${embeddedVersion()}.tar`
  if (!existsSync(templateFile)) {
    const lite = await PGlite.create()
    await migrate(await embeddedDatabase(lite), new Date())
    // Makes the template a third smaller, without a WAL to replay.
    await lite.exec("update pg_database set datistemplate = false where datname like 'template%'")
    for (const unused of ['template0', 'template1']) await lite.exec(`drop database ${unused}`)
    await lite.exec('checkpoint')
    const image = Buffer.from(await (await lite.dumpDataDir('none')).arrayBuffer())
    await lite.close()
    mkdirSync(CACHE, { recursive: true })
    // Concurrent runs may both create the image; the rename is atomic.
    const unfinished = `${CACHE}${randomUUID()}`
    writeFileSync(unfinished, image)
    renameSync(unfinished, templateFile)
  }
  project.provide('database', { kind: 'embedded', templateFile })
}

/** Returns a hash of everything the image depends on: the migrations, the migrator and PGlite. */
function embeddedVersion(): string {
  const hash = createHash('sha256')
  const migrations = fileURLToPath(new URL('../migrations/', import.meta.url))
  for (const name of readdirSync(migrations).sort()) {
    hash.update(name).update(readFileSync(join(migrations, name)))
  }
  hash.update(readFileSync(fileURLToPath(new URL('../src/core/database/migrate.ts', import.meta.url))))
  const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  // Increase the number to invalidate the cache.
  return hash
    .update('2')
    .update(readFileSync(join(pglite, '../package.json')))
    .digest('hex')
    .slice(0, 16)
}

/** Opens one connection to the database `name` on the server of TEST_DATABASE_URL. */
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
  const source = { kind: 'postgres' as const, url, template: nameTemplate(), workers: [] }
  await createDatabase(source, source.template)
  const database = await openServerDatabase(url, source.template)
  await migrate(database, new Date())
  await database.close()
  project.provide('database', source)
  return () => dropAll(source)
}

/** Like `serverTemplate`, but distributed across the cluster with this coordinator. */
async function citusTemplate(project: TestProject, url: string) {
  const cluster = await openServerDatabase(url, 'postgres')
  const { rows: nodes } = await sql<{ name: string; port: number; is_coordinator: boolean }>`
    select nodename as name, nodeport as port, groupid = 0 as is_coordinator from pg_dist_node
    where noderole = 'primary' order by groupid`.execute(cluster.kysely)
  await cluster.close()
  const workers = nodes
    .filter((node) => !node.is_coordinator)
    .map(({ name, port }) => {
      const address = new URL(url)
      address.host = `${name}:${port}`
      return address.toString()
    })
  const source = { kind: 'postgres' as const, url, template: nameTemplate(), workers }
  await createDatabase(source, source.template)
  // The smallest shard count that uses both workers; each of forty tables has that many shards.
  await onEveryNode(source, 'postgres', `alter database ${source.template} set citus.shard_count = 4`)
  await onEveryNode(source, source.template, 'create extension citus')
  const database = await openServerDatabase(url, source.template)
  for (const { name, port, is_coordinator } of nodes) {
    await sql`select ${sql.raw(is_coordinator ? 'citus_set_coordinator_host' : 'citus_add_node')}(${name}::text, ${port}::int)`.execute(
      database.kysely,
    )
  }
  await migrate(database, new Date())
  await distribute(database)
  await database.close()
  // Citus keeps a process connected to every used database, and a database in use can't be copied.
  await onEveryNode(source, 'postgres', `alter database ${source.template} allow_connections false`)
  await onEveryNode(
    source,
    'postgres',
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${source.template}'`,
  )
  project.provide('database', source)
  return () => dropAll(source)
}

type ServerSource = Extract<DatabaseSource, { kind: 'postgres' }>

function nameTemplate(): string {
  return `affiliate_test_${process.env.TEST_RUN_ID ?? 'local'}_${randomUUID().slice(0, 8)}`
}

/** Creates a database on every node, either empty or as a copy of another one. */
export async function createDatabase(source: ServerSource, name: string, copyFrom?: string): Promise<void> {
  const template = copyFrom === undefined ? '' : ` template ${copyFrom}`
  await onEveryNode(source, 'postgres', `create database ${name}${template}`)
  if (copyFrom === undefined || source.workers.length === 0) return
  for (const [setting, value] of Object.entries(CLUSTER_SETTINGS)) {
    await onEveryNode(source, 'postgres', `alter database ${name} set ${setting} = '${value}'`)
  }
}

/** Retries while one of the cluster's background processes is connected, because Citus restarts it. */
export async function dropDatabase(source: ServerSource, name: string): Promise<void> {
  for (let triesLeft = 5; ; triesLeft--) {
    try {
      return await onEveryNode(source, 'postgres', `drop database if exists ${name} with (force)`)
    } catch (error) {
      if (triesLeft === 0 || sqlState(error) !== OBJECT_IN_USE) throw error
    }
  }
}

const OBJECT_IN_USE = '55006'

async function onEveryNode({ url, workers }: ServerSource, databaseName: string, script: string) {
  for (const node of [url, ...workers]) {
    const database = await openServerDatabase(node, databaseName)
    await database.script(script).finally(() => database.close())
  }
}

/** Drops the template and its remaining copies, such as those shared by a worker's test files. */
async function dropAll(source: ServerSource) {
  const admin = await openServerDatabase(source.url, 'postgres')
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database where starts_with(datname, ${source.template})`.execute(
    admin.kysely,
  )
  await admin.close()
  for (const { name } of rows) await dropDatabase(source, name)
}
