import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startCommand } from '../command.ts'
import { isCluster, nameWithout, testOnServer } from '../harness.ts'
import { newFolder } from '../new-folder.ts'
import { openPlace } from '../place.ts'
import { BACKED_UP_BY_NODE, run } from './shop.ts'

const testWithTool = isCluster ? test.skip : testOnServer

testWithTool(
  nameWithout(
    'a tool of PostgreSQL that is missing, older than the server or fails is named, and there is no backup',
    BACKED_UP_BY_NODE,
  ),
  async () => {
    const environment = { ...(await openPlace()).environment, APP_SECRET: 'x'.repeat(40) }
    const to = newFolder()
    const bin = newFolder()
    const refusal = async () => {
      // The tools are looked for in the PATH of the process itself.
      const { ended, output } = startCommand(['backup', '--to', to, '--json'], { ...environment, PATH: bin })
      expect([await ended, output.stdout]).toEqual([1, ''])
      return JSON.parse(output.stderr).error
    }
    const install = (script: string) => {
      mkdirSync(bin, { recursive: true })
      writeFileSync(join(bin, 'pg_dump'), `#!/bin/sh\n${script}\n`)
      chmodSync(join(bin, 'pg_dump'), 0o755)
    }
    expect(await refusal()).toEqual({
      code: 'tool_missing',
      message: expect.stringMatching(
        /^pg_dump cannot be run \(ENOENT\): install the client tools of PostgreSQL \d+ or newer/,
      ),
    })
    install('echo "pg_dump (PostgreSQL) 9.6.24"')
    expect(await refusal()).toEqual({
      code: 'tool_too_old',
      message: expect.stringMatching(/^pg_dump is of PostgreSQL 9, and the server is \d+/),
    })
    install(
      '[ "$1" = --version ] && echo "pg_dump (PostgreSQL) 99.1 (Debian 99.1-1)" && exit\necho half\necho "the disk of the server is broken" >&2\nexit 1',
    )
    expect(await refusal()).toEqual({
      code: 'tool_failed',
      message: 'pg_dump failed: the disk of the server is broken',
    })
    const restored = await run(['restore', '--from', to, '--json'], environment)
    expect(restored.json().error).toEqual({
      code: 'no_backup',
      message: `${to} holds no whole backup.`,
    })
  },
)
