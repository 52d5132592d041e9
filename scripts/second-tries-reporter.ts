import { appendFileSync } from 'node:fs'
import type { Reporter, TestCase } from 'vitest/node'

/** Names the tests that failed first and passed when they were tried again, in the file that SECOND_TRIES names. */
export default class SecondTriesReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const file = process.env.SECOND_TRIES
    if (file === undefined || test.diagnostic()?.flaky !== true) return
    appendFileSync(file, `PASSED AT THE SECOND TRY: ${test.module.relativeModuleId}: ${test.fullName}\n`)
  }
}
