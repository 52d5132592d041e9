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

/** What a test's database is a copy of. */
export type DatabaseSource =
  | { kind: 'embedded'; templateFile: string }
  | {
      kind: 'postgres'
      url: string
      template: string
      /** Of a cluster: the other nodes, each of which has every database too. */
      workers: string[]
    }

declare module 'vitest' {
  interface ProvidedContext {
    /** Migrated, and empty. */
    database: DatabaseSource
  }
}

/** Migrates once; every test file then copies the result, which is much faster than migrating again. */
export default async function setup(project: TestProject) {
  const { TEST_CITUS_URL = '', TEST_DATABASE_URL = '' } = process.env
  if (project.name.startsWith('service')) sayWhatIsLeftOut(project)
  if (TEST_CITUS_URL !== '') return citusTemplate(project, TEST_CITUS_URL)
  return TEST_DATABASE_URL === '' ? embeddedTemplate(project) : postgresTemplate(project, TEST_DATABASE_URL)
}

/** What this run leaves out is said where the run begins. */
function sayWhatIsLeftOut({ config: { exclude }, vitest: { logger } }: TestProject) {
  const left = [
    ['**/*.postgres.test.ts', 'what needs PostgreSQL (npm run test:postgres)'],
    ['**/*.citus.test.ts', 'what needs Citus'],
    ['{server,sdk}/test/**/*.slow.*test.ts', 'the slow suite (npm run test:slow)'],
  ].flatMap(([pattern = '', words]) => (exclude.includes(pattern) ? [words] : []))
  if (left.length > 0) logger.log(`Not part of this run: ${left.join('; ')}.`)
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
  hash.update(readFileSync(fileURLToPath(new URL('../src/core/database/migrate.ts', import.meta.url))))
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
  const source = { kind: 'postgres' as const, url, template: nameTemplate(), workers: [] }
  await createDatabase(source, source.template)
  const database = await openServerDatabase(url, source.template)
  await migrate(database, new Date())
  await database.close()
  project.provide('database', source)
  return () => dropAll(source)
}

/** The same, spread over the nodes of the cluster whose coordinator has this address. */
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
  // As few parts as let both workers have some: every one of forty tables has as many.
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
  // Citus keeps a process of its own in every database that was used, and a database in use cannot be copied.
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

/** Makes a database on every node, empty or as a copy of another one. */
export async function createDatabase(source: ServerSource, name: string, copyOf?: string): Promise<void> {
  const template = copyOf === undefined ? '' : ` template ${copyOf}`
  await onEveryNode(source, 'postgres', `create database ${name}${template}`)
  if (copyOf === undefined || source.workers.length === 0) return
  for (const [setting, value] of Object.entries(CLUSTER_SETTINGS)) {
    await onEveryNode(source, 'postgres', `alter database ${name} set ${setting} = '${value}'`)
  }
}

/** A cluster's process of the database, which comes back by itself, may be in the way: then it is tried again. */
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

/** With the template whatever was copied from it and is still there: what the files of a worker shared. */
async function dropAll(source: ServerSource) {
  const admin = await openServerDatabase(source.url, 'postgres')
  const { rows } = await sql<{ name: string }>`
    select datname as name from pg_database where starts_with(datname, ${source.template})`.execute(
    admin.kysely,
  )
  await admin.close()
  for (const { name } of rows) await dropDatabase(source, name)
}
