import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { readWidth } from './actions.ts'
import { absoluteUrl, findBarriers, openStage, type Stage, settled } from './stage.ts'

const MAX_BYTES = 300_000
const PHONE_PX = 390

let stage: Stage

describeInChromium('the API reference at /docs', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('loads less than 300 KB, all of it from this service', async () => {
    const page = await stage.newVisitor()
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    const loaded: string[] = []
    let bytes = 0
    network.on('Network.responseReceived', ({ response }) => loaded.push(response.url))
    // Transferred size, including headers. `/openapi.json` isn't counted, because the page contains the whole
    // document.
    network.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await openReference(page)
    expect(loaded.filter((url) => !url.startsWith(absoluteUrl('/')) && !url.startsWith('data:'))).toEqual([])
    expect(loaded.map((url) => new URL(url).pathname)).toEqual(
      expect.arrayContaining(['/docs', '/docs/reference.css', '/docs/reference.js', '/theme.js']),
    )
    expect(loaded).not.toContain(absoluteUrl('/openapi.json'))
    expect(bytes).toBeGreaterThan(20_000)
    expect(bytes).toBeLessThan(MAX_BYTES)
  })

  test('finds an operation by search, opens it, copies it and links to it', async () => {
    const page = await stage.newVisitor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openReference(page)
    await page.getByLabel('Search endpoints').fill('POST trackSale')
    await page.getByRole('status').getByText('1 endpoint', { exact: true }).waitFor({ state: 'attached' })
    const call = page.locator('.call:visible')
    expect(await call.count()).toBe(1)
    await call.getByRole('heading', { name: 'Record a sale' }).click()
    await call.getByRole('button', { name: 'Copy' }).first().click()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toContain(`curl -X POST '${absoluteUrl('/api/v1/track/sale')}'`)
    await call.getByRole('link', { name: 'SaleBody' }).first().click()
    await page.locator('#schema-SaleBody[open]').getByText('amount_cents').first().waitFor()
    await page.getByLabel('Search endpoints').fill('no such endpoint')
    await page.getByText('No matching endpoints').waitFor()
    await page.goto(absoluteUrl('/docs#listPayouts'))
    await page.locator('#listPayouts[open]').getByText('/payouts', { exact: false }).first().waitFor()
  })

  test('is accessible in light and dark, on desktop and phone, and follows the theme', async () => {
    const page = await stage.newVisitor()
    await openReference(page)
    const phone = await stage.newVisitor({ width: PHONE_PX })
    await openReference(phone)
    await phone.evaluate(() => {
      for (const folded of document.querySelectorAll('details')) folded.open = true
    })
    expect(await readWidth(phone)).toBe(PHONE_PX)
    await keepOnlyElements(page, ['errors', 'trackSale', 'listPayouts', 'schema-Commission'])
    expect(await findBarriers(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.reload()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await keepOnlyElements(page, ['errors', 'trackSale', 'listPayouts', 'schema-Commission'])
    expect(await findBarriers(page, ['color-contrast'])).toEqual([])
  })
})

/**
 * Opens these sections and removes the others: checking all of them takes axe minutes, and they are similar.
 */
async function keepOnlyElements(page: Page, ids: string[]) {
  await page.evaluate((names) => {
    for (const part of document.querySelectorAll('details[id]')) {
      if (names.includes(part.id)) part.setAttribute('open', '')
      else part.remove()
    }
  }, ids)
}

async function openReference(page: Page) {
  await page.goto(absoluteUrl('/docs'))
  await page.getByLabel('Search endpoints').waitFor()
  await settled(page)
}
