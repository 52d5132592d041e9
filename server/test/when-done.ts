import { onTestFinished, TestRunner } from 'vitest'

/** What ends with the test file that runs, in the order in which it was opened. */
const ofFile: (() => unknown)[] = []

/**
 * After the test that runs, or else after the test file. (`afterAll` does nothing where a hook or a test calls it: what
 * is opened there would stay open as long as its worker.)
 */
export function whenDone(end: () => unknown) {
  if (TestRunner.getCurrentTest() === undefined) ofFile.push(end)
  else onTestFinished(async () => void (await end()))
}

/** Ends everything of the file, the newest first, also where an end fails. */
export async function endFile() {
  const failures: unknown[] = []
  for (const end of ofFile.splice(0).reverse()) {
    try {
      await end()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'what the file opened did not close')
}
