import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { ON_POSTGRES_TOO } from './server/test/on-postgres-too.ts'
import { LongestFirst } from './server/test/slowest-first.ts'

const { TEST_CITUS_URL = '', TEST_DATABASE_URL = '' } = process.env
const engine = TEST_CITUS_URL !== '' ? 'Citus' : TEST_DATABASE_URL !== '' ? 'PostgreSQL' : 'PGlite'

const SERVICE = ['{server,sdk}/test/**/*.test.ts']
/** Kill processes, fill disks, start servers, pack, or play long random histories: `npm run test:slow`. */
const SLOW = ['{server,sdk}/test/**/*.slow.*test.ts']
/** Walk every page once for each of its calls, or draw pictures: in `npm run test:slow` too. */
const SLOW_IN_BROWSER = ['dashboard/test/*.slow.browser.test.ts']

/** The modes that run tests of the service alone, and which. */
const serviceOf: Record<string, { include: string[]; exclude: string[] }> = {
  slow: { include: SLOW, exclude: [] },
  citus: { include: SERVICE, exclude: [] },
  postgres: {
    include: ['server/test/**/*.postgres.test.ts', ...ON_POSTGRES_TOO.map((start) => `${start}*.test.ts`)],
    exclude: [],
  },
}

/** Files of another engine. A `*.embedded.test.ts` starts the embedded database itself, or depends on no database. */
const elsewhere = [
  ...(engine === 'PGlite' ? ['**/*.postgres.test.ts'] : ['**/*.embedded.test.ts']),
  ...(engine === 'Citus' ? [] : ['**/*.citus.test.ts']),
]

/**
 * A worker keeps its modules from one file to the next: importing them anew took longer than most files' tests. No
 * test changes what a module holds for good; what a file needs of its own (a database, an app) it opens itself.
 */
const isolate = false

/** What a file opened ends with it. */
const setupFiles = ['server/test/file-cleanup.ts']

export default defineConfig(({ mode }) => {
  if (mode === 'postgres' && engine === 'PGlite')
    throw new Error('Set TEST_DATABASE_URL to a PostgreSQL server')
  const { include, exclude } = serviceOf[mode] ?? { include: SERVICE, exclude: SLOW }
  const service = {
    test: {
      name: `service on ${engine}`,
      isolate,
      include,
      exclude: [...exclude, ...elsewhere],
      setupFiles,
      globalSetup: ['server/test/global-setup.ts', 'server/test/prebuilt-command.ts'],
      testTimeout: 180_000,
      hookTimeout: 180_000,
    },
  }
  const rules = {
    test: {
      name: 'rules',
      isolate,
      include: [
        '{server,dashboard}/src/**/*.test.{ts,tsx}',
        '{scripts,bench}/*.test.ts',
        '{tracker,dashboard}/test/*.test.ts',
      ],
      exclude: ['**/*.browser.test.ts'],
      setupFiles: ['dashboard/test/load-messages.ts'],
      // They take milliseconds; a machine that is busy with something else must not fail them.
      testTimeout: 60_000,
    },
  }
  const browser = {
    test: {
      name: 'browser',
      isolate,
      include: mode === 'slow' ? SLOW_IN_BROWSER : ['{tracker,dashboard}/test/*.browser.test.ts'],
      exclude: mode === 'slow' ? [] : SLOW_IN_BROWSER,
      setupFiles,
      globalSetup: ['server/test/global-setup.ts', 'dashboard/test/build.ts', 'dashboard/test/demo.ts'],
      testTimeout: 180_000,
      hookTimeout: 180_000,
      // What a page shows is waited for, however busy the machine is.
      expect: { poll: { timeout: 20_000 } },
      // A browser can miss a beat where a machine is shared. `.ci/run` names every test that took two tries.
      retry: process.env.CI === undefined ? 0 : 1,
    },
  }
  return {
    test: {
      // One more than there are cores: a worker waits part of the time, for a browser, a process or PostgreSQL.
      maxWorkers: Math.max(2, availableParallelism()) + 1,
      sequence: { sequencer: LongestFirst },
      // A failure says what was found, not "[ Array(1) ]": the report of a whole run shows its message alone.
      chaiConfig: { truncateThreshold: 0 },
      // Transforming the sources took a fifth of the processor time of a service run.
      experimental: { fsModuleCache: true },
      projects:
        mode === 'slow' ? [service, browser] : mode in serviceOf ? [service] : [rules, service, browser],
    },
  }
})
