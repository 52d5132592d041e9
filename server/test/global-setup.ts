import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { embeddedDatabase, openPostgres } from '../src/store/database.ts'
import { migrate } from '../src/store/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: { kind: 'embedded'; templateFile: string } | { kind: 'postgres'; url: string; template: string }
  }
}

/** Migrates once; every test file then copies the result, which is much faster than migrating again. */
export default async function setup(project: TestProject) {
  const url = process.env.TEST_DATABASE_URL
  return url === undefined || url === '' ? embeddedTemplate(project) : postgresTemplate(project, url)
}

async function embeddedTemplate(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'affiliate-test-'))
  const templateFile = join(folder, 'template.tar')
  const lite = await PGlite.create()
  await migrate(embeddedDatabase(lite), new Date())
  writeFileSync(templateFile, Buffer.from(await (await lite.dumpDataDir('none')).arrayBuffer()))
  await lite.close()
  project.provide('database', { kind: 'embedded', templateFile })
  return () => rmSync(folder, { recursive: true })
}

async function postgresTemplate(project: TestProject, url: string) {
  const template = `affiliate_test_${process.env.TEST_RUN_ID ?? 'local'}_${randomUUID().slice(0, 8)}`
  const open = (name: string) => {
    const address = new URL(url)
    address.pathname = `/${name}`
    const connectionString = address.toString()
    return openPostgres({
      connectionString,
      maxConnections: 1,
      statementTimeoutMs: 30_000,
      connectTimeoutMs: 30_000,
    })
  }
  const admin = open('postgres')
  await admin.script(`create database ${template}`)
  const database = open(template)
  await migrate(database, new Date())
  await database.close()
  project.provide('database', { kind: 'postgres', url, template })
  return async () => {
    await admin.script(`drop database if exists ${template} with (force)`)
    await admin.close()
  }
}
