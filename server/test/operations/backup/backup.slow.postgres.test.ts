import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startCommand } from '../../command.ts'
import { openDataLocation } from '../../data-location.ts'
import { isCluster, titleUnlessCluster } from '../../harness.ts'
import { newFolder } from '../../new-folder.ts'
import { APP_SECRET, BACKED_UP_BY_NODE, inspectServer, openEmptyLocation, openShop, run } from './shop.ts'

const testWithTool = isCluster ? test.skip : test

testWithTool(
  titleUnlessCluster(
    'reports a PostgreSQL tool that is missing, older than the server or fails, and creates no backup',
    BACKED_UP_BY_NODE,
  ),
  async () => {
    const environment = { ...(await openDataLocation()).environment, APP_SECRET: 'x'.repeat(40) }
    const to = newFolder()
    const bin = newFolder()
    const rejection = async () => {
      // Tools are found through the process's PATH.
      const { ended, output } = startCommand(['backup', '--to', to, '--json'], { ...environment, PATH: bin })
      expect([await ended, output.stdout]).toEqual([1, ''])
      return JSON.parse(output.stderr).error
    }
    const install = (script: string) => {
      mkdirSync(bin, { recursive: true })
      writeFileSync(join(bin, 'pg_dump'), `#!/bin/sh\n${script}\n`)
      chmodSync(join(bin, 'pg_dump'), 0o755)
    }
    expect(await rejection()).toEqual({
      code: 'tool_missing',
      message: expect.stringMatching(
        /^pg_dump cannot be run \(ENOENT\)\. Install PostgreSQL client tools \d+ or newer/,
      ),
    })
    install('echo "pg_dump (PostgreSQL) 9.6.24"')
    expect(await rejection()).toEqual({
      code: 'tool_too_old',
      message: expect.stringMatching(/^pg_dump is version 9, but the server is PostgreSQL \d+/),
    })
    install(
      '[ "$1" = --version ] && echo "pg_dump (PostgreSQL) 99.1 (Debian 99.1-1)" && exit\necho half\necho "the disk of the server is broken" >&2\nexit 1',
    )
    expect(await rejection()).toEqual({
      code: 'tool_failed',
      message: 'pg_dump failed: the disk of the server is broken',
    })
    const restored = await run(['restore', '--from', to, '--json'], environment)
    expect(restored.json().error).toEqual({
      code: 'no_backup',
      message: `${to} has no complete backup.`,
    })
  },
)

testWithTool(
  titleUnlessCluster(
    'serves nothing after a restore is killed between the rows and the emails, and explains the next step',
    BACKED_UP_BY_NODE,
  ),
  async () => {
    const shop = await openShop()
    const to = newFolder()
    expect((await run(['backup', '--to', to], shop.environment)).code).toBe(0)
    const target = { ...(await openEmptyLocation()), APP_SECRET }
    // The tool completes, then the command is killed.
    const bin = newFolder()
    const path = process.env.PATH ?? ''
    writeFileSync(
      join(bin, 'pg_restore'),
      `#!/bin/sh\nPATH='${path}'\npg_restore "$@" || exit\n[ "$1" = --version ] || kill -9 $PPID\n`,
      { mode: 0o755 },
    )
    const { ended, output } = startCommand(['restore', '--from', to, '--json'], {
      ...target,
      PATH: `${bin}:${path}`,
    })
    expect([await ended, output.stdout + output.stderr]).toEqual(['SIGKILL', ''])
    await inspectServer(target, async ({ kysely }) => {
      const { rows } = await sql<{ programs: number }>`select count(*) as programs from programs`.execute(
        kysely,
      )
      expect(rows).toEqual([{ programs: 1 }])
    })

    const remedy =
      /restore into the database .* was interrupted. Drop that database, create a new one, and run `affiliate restore` again/
    for (const command of [['serve'], ['migrate'], ['stats', 'verify'], ['backup', '--to', newFolder()]]) {
      const rejected = startCommand([...command, '--json'], { ...target, PORT: '0' })
      expect([command, await rejected.ended]).toEqual([command, 1])
      expect(JSON.parse(rejected.output.stderr).error.message).toMatch(remedy)
    }
    const again = await run(['restore', '--from', to, '--json'], target)
    expect([again.code, again.json().error]).toMatchObject([
      1,
      { code: 'target_not_empty', message: expect.stringMatching(remedy) },
    ])
  },
  600_000,
)
