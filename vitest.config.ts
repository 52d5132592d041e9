import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // A file waits for its database or browser most of the time, so two run at once even on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'rules',
          include: ['{server,dashboard}/src/**/*.test.ts'],
        },
      },
      {
        test: {
          name: process.env.TEST_DATABASE_URL ? 'service on PostgreSQL' : 'service on PGlite',
          include: ['{server,sdk}/test/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['{tracker,dashboard}/test/**/*.browser.test.ts'],
          globalSetup: ['server/test/global-setup.ts', 'dashboard/test/build.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
