import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { openStage, type Stage, settled } from './stage.ts'

let stage: Stage

describeInChromium('a person among the customers', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  async function openCustomer(): Promise<{ page: Page; key: string }> {
    const key = stage.demo.customerKey
    const page = await stage.open(`/programs/${stage.demo.program.id}/customers?key=${key}`)
    await settled(page)
    return { page, key }
  }

  async function choose(page: Page, key: string, item: string) {
    await page.getByRole('button', { name: `What is known of ${key}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  test('is exported as a file, and erased once its key was typed', async () => {
    const { page, key } = await openCustomer()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      choose(page, key, 'Export everything about this person'),
    ])
    expect(download.suggestedFilename()).toBe('person.json')
    const { data } = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(data.parts.customers).toMatchObject([{ customer_key: key }])

    await choose(page, key, 'Erase this person')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type the customer key').fill('somebody else')
    await dialog.getByRole('button', { name: 'Erase this person' }).click()
    await dialog.getByText('Type the key exactly as it stands above.').waitFor()
    await dialog.getByLabel('Type the customer key').fill(key)
    await dialog.getByRole('button', { name: 'Erase this person' }).click()
    await page.getByText('No customer matches').waitFor()
    await page
      .getByText(/^Erased\. What is left stands under erased-/)
      .first()
      .waitFor()

    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('row').nth(5).waitFor()
    expect(await page.getByText(key, { exact: true }).count()).toBe(0)
  })
})
