import fs from 'node:fs'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { openEmbeddedIn } from '../../src/core/database/embedded-database.ts'
import { EMBEDDED_SERVER_VERSION } from '../../src/core/database/embedded-engine.ts'
import { makeDatabaseAhead } from '../command.ts'
import { newFolder } from '../new-folder.ts'

const folder = newFolder()
makeDatabaseAhead(folder)

it('writes the embedded database’s commits to disk before sending the response', async () => {
  const { kysely, close } = await openEmbeddedIn(folder)
  try {
    const setting = async (name: string) =>
      (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(kysely)).rows[0]?.value
    expect(await setting('server_version_num')).toBe(String(EMBEDDED_SERVER_VERSION))
    expect(await setting('fsync')).toBe('on')
    expect(await setting('synchronous_commit')).toBe('on')
    await sql`create table kept (n int)`.execute(kysely)
    const fsyncSpy = vi.spyOn(fs, 'fsyncSync')
    for (let n = 1; n <= 5; n++) {
      await sql`insert into kept values (${n})`.execute(kysely)
      expect(fsyncSpy.mock.calls.length).toBeGreaterThanOrEqual(n)
    }
    const syncCount = fsyncSpy.mock.calls.length
    await sql`select * from kept`.execute(kysely)
    expect(fsyncSpy.mock.calls.length).toBe(syncCount)
  } finally {
    vi.restoreAllMocks()
    await close()
  }
})
