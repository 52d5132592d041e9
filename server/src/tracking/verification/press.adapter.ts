import type { Locator } from 'playwright-core'
import { verificationLimits } from './limits.ts'

/** Clicks as a visitor does, or directly if something else covers the element. Doesn't wait for the page that opens. */
export async function press(locator: Locator): Promise<void> {
  const options = { timeout: verificationLimits.verifyActionMs }
  await locator
    .click({ ...options, noWaitAfter: true })
    .catch(() => locator.dispatchEvent('click', {}, options))
}
