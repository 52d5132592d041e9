import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { addressOf } from './stage.ts'

/** A message at the edge. While a panel is open it is hidden from the roles, but not from its announcement. */
export const toast = (page: Page, text: string | RegExp) =>
  page.locator('ol > li').getByText(text).first().waitFor()

export const rows = (page: Page) => page.getByRole('row')

export const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

export const hasFocus = (element: Locator) =>
  expect.poll(() => element.evaluate((one) => one === document.activeElement)).toBe(true)

export const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

/** Follows an address within the app, as a link does: loading it anew takes much longer. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, addressOf(path))
}

/** Does something that makes the page save a file. */
export async function download(page: Page, act: () => Promise<unknown>) {
  const [file] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

export const csvFile = (text: string | Buffer) => ({
  name: 'rows.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})
