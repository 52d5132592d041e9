import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './server/test/longest-first.ts'

const { TEST_CITUS_URL = '', TEST_DATABASE_URL = '' } = process.env
const engine = TEST_CITUS_URL !== '' ? 'Citus' : TEST_DATABASE_URL !== '' ? 'PostgreSQL' : 'PGlite'

/**
 * Files that need another database: skipped, but where `.ci/run` runs them on that one next and skips nothing. Those
 * of the embedded database start it by themselves, or say nothing that depends on a database: once is enough.
 */
const elsewhere = [
  ...(engine === 'PGlite' ? [] : ['**/*.embedded.test.ts']),
  ...(engine === 'Citus' ? [] : ['**/*.citus.test.ts']),
  ...(engine === 'PGlite' && process.env.TEST_REQUIRE_ALL === '1' ? ['**/*.postgres.test.ts'] : []),
]

/**
 * A worker keeps its modules from one file to the next: importing them anew took longer than most files' tests. No
 * test changes what a module holds for good; what a file needs of its own (a database, an app) it opens itself.
 */
const isolate = false

/** What a file opened ends with it. */
const setupFiles = ['server/test/end-with-file.ts']

export default defineConfig({
  test: {
    // One more than there are cores: a worker waits part of the time, for a browser, a process or PostgreSQL.
    maxWorkers: Math.max(2, availableParallelism()) + 1,
    sequence: { sequencer: LongestFirst },
    // A failure says what was found, not "[ Array(1) ]": the report of a whole run shows its message alone.
    chaiConfig: { truncateThreshold: 0 },
    projects: [
      {
        test: {
          name: 'rules',
          isolate,
          include: ['{server,dashboard}/src/**/*.test.ts', '{scripts,bench}/*.test.ts'],
          // They take milliseconds; a machine that is busy with something else must not fail them.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: `service on ${engine}`,
          isolate,
          include: ['{server,sdk}/test/**/*.test.ts'],
          exclude: elsewhere,
          setupFiles,
          globalSetup: ['server/test/global-setup.ts', 'server/test/prebuilt-command.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'browser',
          isolate,
          include: ['{tracker,dashboard}/test/**/*.browser.test.ts'],
          setupFiles,
          globalSetup: ['server/test/global-setup.ts', 'dashboard/test/build.ts', 'dashboard/test/demo.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // What a page shows is waited for, however busy the machine is.
          expect: { poll: { timeout: 20_000 } },
          // A browser can miss a beat where a machine is shared. `.ci/run` names every test that took two tries.
          retry: process.env.CI === undefined ? 0 : 1,
        },
      },
    ],
  },
})
