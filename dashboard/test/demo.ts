import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { readConfig } from '../../server/src/core/config/config.ts'
import { type Database, EMBEDDED_PARSERS, embeddedDatabase } from '../../server/src/core/database/database.ts'
import { systemIds } from '../../server/src/core/deps.ts'
import { createDemo, type Demo } from '../../server/src/operations/setup/create-demo.flow.ts'
import { accountCreator } from '../../server/src/workspace/sign-in/create-account.adapter.ts'
import { type DatabaseSource, openServerDatabase } from '../../server/test/global-setup.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A database with ninety days of activity up to `STAGE_TIME`, and the demo's credentials. */
    demo: { source: DatabaseSource; demo: Demo }
  }
}

/** A fixed day, because the demo's data depends on the day. */
export const STAGE_TIME = '2026-03-10T12:00:00.000Z'

/** Creates the demo once; every stage copies it. Runs after the setup that creates the empty database. */
export default async function setup(project: TestProject) {
  const empty = project.getProvidedContext().database
  if (empty.kind === 'postgres') {
    const template = `${empty.template}_demo`
    const admin = await openServerDatabase(empty.url, 'postgres')
    await admin.script(`create database ${template} template ${empty.template}`)
    await admin.close()
    const database = await openServerDatabase(empty.url, template)
    const demo = await fill(database)
    await database.close()
    project.provide('demo', { source: { ...empty, template }, demo })
    return
  }
  const lite = await PGlite.create({
    loadDataDir: new Blob([readFileSync(empty.templateFile)]),
    parsers: EMBEDDED_PARSERS,
  })
  const demo = await fill(await embeddedDatabase(lite))
  await lite.exec('checkpoint')
  const templateFile = join(tmpdir(), `affiliate-demo-${randomUUID()}.tar`)
  writeFileSync(templateFile, Buffer.from(await (await lite.dumpDataDir('none')).arrayBuffer()))
  await lite.close()
  project.provide('demo', { source: { kind: 'embedded', templateFile }, demo })
  return () => rmSync(templateFile)
}

function fill(database: Database): Promise<Demo> {
  const deps = {
    config: readConfig({ NODE_ENV: 'test', APP_SECRET: 'a-secret-that-only-the-tests-know-0123456789' }),
    database,
    clock: { now: () => new Date(STAGE_TIME) },
    ids: systemIds,
  }
  return createDemo(deps, accountCreator(deps))
}
