import { onTestFinished, TestRunner } from 'vitest'

/** The cleanups of the current test file, in the order in which their resources were opened. */
const fileCleanups: (() => unknown)[] = []

/**
 * Runs a cleanup after the current test, or after the file if no test is running. (`afterAll` has no effect in a hook
 * or test.)
 */
export function addCleanup(end: () => unknown) {
  if (TestRunner.getCurrentTest() === undefined) fileCleanups.push(end)
  else onTestFinished(async () => void (await end()))
}

/** Runs all of the file's cleanups, newest first, even if one fails. */
export async function runFileCleanups() {
  const failures: unknown[] = []
  for (const end of fileCleanups.splice(0).reverse()) {
    try {
      await end()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'resources of the test file failed to close')
}
