import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { runCommand } from '../command.ts'
import { openDataLocation } from '../data-location.ts'

const isEmbedded = inject('database').kind === 'embedded'

test('an older version’s commands all reject a newer schema with an explanation', async () => {
  const place = await openDataLocation()
  expect((await runCommand(['migrate'], place.environment)).code).toBe(0)
  await place.look(({ kysely }) =>
    sql`insert into migrations values ('9998_sooner.sql', now()), ('9999_future.sql', now())`.execute(kysely),
  )
  for (const command of [['serve'], ['migrate'], ['stats', 'verify']]) {
    expect(await runCommand(command, { ...place.environment, PORT: '0' })).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'The schema is newer than this version: it has 9998, 9999. Install the version of the service that last used this database, or a newer one.\n',
    })
  }
}, 300_000)

test('a database from before the first release is rejected with instructions', async () => {
  const place = await openDataLocation()
  expect((await runCommand(['migrate'], place.environment)).code).toBe(0)
  await place.look(({ kysely }) => sql`update migrations set name = '001_accounts.sql'`.execute(kysely))
  for (const command of [['serve'], ['migrate']]) {
    expect(await runCommand(command, { ...place.environment, PORT: '0' })).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'This database was created before version 1.0.0 and can’t be upgraded. Export its events and partners with the version that created it, and import them into a new database. See docs/upgrade.md.\n',
    })
  }
}, 300_000)

if (isEmbedded)
  test.each([
    ['99', 'uses PostgreSQL 99, but this version reads 18: install the version of the service'],
    ['17', 'uses PostgreSQL 17, but this version reads 18: restore a backup'],
  ])('files from PostgreSQL %s are rejected with an explanation', async (version, message) => {
    const { environment } = await openDataLocation()
    writeFileSync(join(environment.DATA_DIR ?? '', 'database/PG_VERSION'), `${version}\n`)
    const result = await runCommand(['stats', 'verify'], environment)
    expect([result.code, result.stdout]).toEqual([1, ''])
    expect(result.stderr).toContain(message)
  })
