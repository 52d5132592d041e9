import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { startCommand } from '../command.ts'
import { openPlace, type Place } from '../place.ts'

const isEmbedded = inject('database').kind === 'embedded'

/** What a service logs about its schema by the time that it serves. */
async function logOf({ environment }: Place, more: Record<string, string> = {}) {
  const { child, ended, output } = startCommand(['serve', '--json'], {
    ...environment,
    ...more,
    PORT: '0',
    LOG_LEVEL: 'warn',
  })
  await expect.poll(() => output.stdout, { timeout: 120_000, interval: 50 }).toMatch(/"address":"http/)
  child.kill('SIGTERM')
  expect(await ended, output.stderr).toBe(0)
  const lines = output.stdout.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg?.includes('schema'))
}

test.each(isEmbedded ? ['1'] : ['1', '2'])(
  'an older version starts on a newer schema, in %s processes, and says so once, with what to do',
  async (WEB_CONCURRENCY) => {
    const place = await openPlace()
    expect(await logOf(place, { WEB_CONCURRENCY })).toEqual([])
    await place.look(({ kysely }) =>
      sql`insert into migrations values ('998_sooner.sql', now()), ('999_future.sql', now())`.execute(kysely),
    )
    expect(await logOf(place, { WEB_CONCURRENCY })).toMatchObject([
      {
        level: 40,
        msg:
          'The schema is newer than this version: it has 998, 999. While an upgrade is rolled out that is as it should ' +
          'be. Otherwise: Install the version of the service that the database was last used with, or a newer one.',
      },
    ])
  },
  300_000,
)
