import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { ON_POSTGRES_TOO } from './server/test/on-postgres-too.ts'
import { LongestFirst } from './server/test/slowest-first.ts'

const { TEST_CITUS_URL = '', TEST_DATABASE_URL = '' } = process.env
const engine = TEST_CITUS_URL !== '' ? 'Citus' : TEST_DATABASE_URL !== '' ? 'PostgreSQL' : 'PGlite'

const SERVICE = ['{server,sdk}/test/**/*.test.ts']
/** Tests that kill processes, fill disks, start servers, pack, or play long random histories: `npm run test:slow`. */
const SLOW = ['{server,sdk}/test/**/*.slow.*test.ts']
/** Browser tests that walk through all pages or mistakes, or take screenshots; also part of `npm run test:slow`. */
const SLOW_IN_BROWSER = ['{tracker,dashboard}/test/*.slow.browser.test.ts']

/** The modes that run only service tests, and their files. */
const serviceModes: Record<string, { include: string[]; exclude: string[] }> = {
  slow: { include: SLOW, exclude: [] },
  citus: { include: SERVICE, exclude: [] },
  postgres: {
    include: [
      'server/test/**/*.postgres.test.ts',
      ...ON_POSTGRES_TOO.map((start) =>
        start.endsWith('/') ? `${start}**/!(*.slow).test.ts` : `${start}*.test.ts`,
      ),
    ],
    exclude: [],
  },
}

/** Files for other engines. A `*.embedded.test.ts` starts the embedded database itself or doesn't need a database. */
const otherEngines = [
  ...(engine === 'PGlite' ? ['**/*.postgres.test.ts'] : ['**/*.embedded.test.ts']),
  ...(engine === 'Citus' ? [] : ['**/*.citus.test.ts']),
]

/**
 * A worker keeps its modules between files, because importing them again would take longer than running most files'
 * tests. Tests must not change a module's state; a file opens its own database or app.
 */
const isolate = false

/** Closes a file's resources after its tests. */
const setupFiles = ['server/test/file-cleanup.ts']

export default defineConfig(({ mode }) => {
  if (mode === 'postgres' && engine === 'PGlite')
    throw new Error('Set TEST_DATABASE_URL to a PostgreSQL server')
  const { include, exclude } = serviceModes[mode] ?? { include: SERVICE, exclude: SLOW }
  const service = {
    test: {
      name: `service on ${engine}`,
      isolate,
      include,
      exclude: ['**/node_modules/**', ...exclude, ...otherEngines],
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
      // These tests take milliseconds; the long timeout prevents failures on a busy machine.
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
      // Long enough for pages on a busy machine.
      expect: { poll: { timeout: 20_000 } },
      // Browsers may stall on a shared machine. `.ci/run` lists every test that passed only on a retry.
      retry: process.env.CI === undefined ? 0 : 1,
    },
  }
  return {
    test: {
      // One more than the number of cores, because workers also wait for browsers, processes and PostgreSQL.
      maxWorkers: Math.max(2, availableParallelism()) + 1,
      sequence: { sequencer: LongestFirst },
      // Shows values completely instead of "[ Array(1) ]", because reports contain only the message.
      chaiConfig: { truncateThreshold: 0 },
      // Caches transformed sources, which took a fifth of a service run's CPU time.
      experimental: { fsModuleCache: true },
      projects:
        mode === 'slow' ? [service, browser] : mode in serviceModes ? [service] : [rules, service, browser],
    },
  }
})
