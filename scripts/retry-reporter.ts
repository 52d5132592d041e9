import { appendFileSync } from 'node:fs'
import type { Reporter, TestCase } from 'vitest/node'

/** Writes the tests that passed only on a retry, with their errors, to the file named in RETRIED_TESTS. */
export default class RetryReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const file = process.env.RETRIED_TESTS
    if (file === undefined || test.diagnostic()?.flaky !== true) return
    const reasons = (test.result().errors ?? []).map(({ message, stacks }) => {
      const at = stacks?.[0]
      return `  ${message}${at === undefined ? '' : `\n  at ${at.file}:${at.line}`}\n`
    })
    appendFileSync(
      file,
      `PASSED ON A RETRY: ${test.module.relativeModuleId}: ${test.fullName}\n${reasons.join('')}`,
    )
  }
}
