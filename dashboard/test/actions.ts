import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { absoluteUrl } from './stage.ts'

/** Waits for a toast. While a panel is open, toasts are announced but hidden from role queries. */
export const toast = (page: Page, text: string | RegExp) =>
  page.locator('ol > li').getByText(text).first().waitFor()

/** Undoes a change from its toast. */
export const undo = (page: Page, text: string | RegExp) =>
  page.locator('ol > li').filter({ hasText: text }).getByText('Undo', { exact: true }).click()

export const rows = (page: Page) => page.getByRole('row')

/** A list's rows on a phone. */
export const cards = (page: Page, list: string) =>
  page.getByRole('list', { name: list, exact: true }).getByRole('listitem')

export const readWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

export const hasFocus = (element: Locator) =>
  expect.poll(() => element.evaluate((one) => one === document.activeElement)).toBe(true)

export const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

/** Navigates within the app like a link, which is much faster than a reload. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, absoluteUrl(path))
}

/** Returns the file that the page downloads during `act`. */
export async function download(page: Page, action: () => Promise<unknown>) {
  const [file] = await Promise.all([page.waitForEvent('download'), action()])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

export const csvFile = (text: string | Buffer) => ({
  name: 'rows.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

/** Returns a link in the program's navigation, after opening its group. */
export async function navigationLink(page: Page, name: string): Promise<Locator> {
  const navigation = page.getByRole('navigation', { name: 'Program' })
  const link = navigation.getByRole('link', { name, exact: true })
  await navigation.getByRole('link', { name: 'Overview' }).waitFor()
  if (await link.isVisible()) return link
  const closed = navigation.getByRole('button', { expanded: false })
  while ((await closed.count()) > 0) await closed.first().click()
  return link
}
