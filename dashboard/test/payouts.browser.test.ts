import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, findBarriers, openStage, type Stage, settled } from './stage.ts'

let stage: Stage

const path = (page: string) => `/programs/${stage.demo.program.id}/${page}`
const toast = (page: Page, text: string | RegExp) => page.locator('ol > li').getByText(text).waitFor()
const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Choose payout \d/ })

/** Opens the payouts of the demo, made by the first test that comes here. */
async function openPayouts(options?: Parameters<Stage['open']>[1]): Promise<Page> {
  const page = await stage.open(path('payouts?status=open'), options)
  await page.evaluate(
    async (url) => void (await fetch(url, { method: 'POST' })),
    `/api/programs/${stage.demo.program.id}/payouts`,
  )
  await page.reload()
  await boxes(page).first().waitFor()
  return page
}

/** The bar of the chosen rows is gone with the button that had the focus; it is at the page's heading then. */
async function hasFocus(page: Page, heading: string) {
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe(heading)
}

async function callApi(page: Page, url: string, body: object) {
  const status = await page.evaluate(
    async ([to, text]) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(to, { method: 'POST', headers, body: text })).status
    },
    [`/api/programs/${stage.demo.program.id}/${url}`, JSON.stringify(body)] as const,
  )
  expect(status).toBe(200)
}

describeInChromium('payouts are marked as paid together', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test.each(['light', 'dark'] as const)(
    'the choice and its question keep nobody out, in %s',
    async (colorScheme) => {
      const page = await openPayouts({ colorScheme, width: colorScheme === 'light' ? 1280 : 390 })
      await page.getByRole('checkbox', { name: 'Choose every payout shown' }).check()
      await settled(page)
      expect(await findBarriers(page)).toEqual([])
      // Where the table scrolls sideways, its heads are cut to the corner of the card.
      const corner = () =>
        page
          .getByRole('region', { name: 'Payouts', exact: true })
          .evaluate((box) => getComputedStyle(box).borderTopRightRadius)
      await expect.poll(corner).toBe(colorScheme === 'light' ? '0px' : '12px')
      await page.getByRole('button', { name: 'Mark as paid' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await findBarriers(page)).toEqual([])
    },
  )

  test('a refusal names the payout and its partner, and the others can be marked without it', async () => {
    const page = await openPayouts()
    await boxes(page).nth(0).check()
    await boxes(page).nth(1).check()
    const label = await boxes(page).nth(0).getAttribute('aria-label')
    const id = label?.replace('Choose payout ', '') ?? ''
    await page.getByRole('button', { name: 'Mark as paid' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mark 2 payouts as paid?' })
    await callApi(page, `payouts/${id}/cancel`, {})
    await dialog.getByRole('button', { name: 'Mark as paid' }).click()
    await dialog
      .getByText(new RegExp(`Nothing was marked, because of payout ${id} to .+ \\(cancelled\\)`))
      .waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('1 chosen').waitFor()
    await page.getByRole('button', { name: 'Mark as paid' }).click()
    await page.getByRole('dialog', { name: 'Mark 1 payout as paid?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Choose none' }).click()
    await hasFocus(page, 'Payouts')
  })

  test('all that are shown are marked under one reference, after their number and sums were seen', async () => {
    const page = await openPayouts()
    const count = await boxes(page).count()
    expect(count).toBeGreaterThan(1)
    await page.getByRole('checkbox', { name: 'Choose every payout shown' }).check()
    await page.getByText(`${count} chosen`).waitFor()
    const cells = await page.getByRole('row').locator('td:nth-child(3)').allInnerTexts()
    await page.getByRole('button', { name: 'Mark as paid' }).click()
    const dialog = page.getByRole('dialog', { name: `Mark ${count} payouts as paid?` })
    const dollars = cells.filter((text) => text.startsWith('$'))
    const sum = dollars.reduce((total, text) => total + Number(text.replaceAll(/[$,]/g, '')), 0)
    const words = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(sum)
    await expect.poll(() => dialog.innerText()).toContain(words)
    await dialog.getByLabel('Reference of the payment').fill('transfer 42')
    await dialog.getByRole('button', { name: 'Mark as paid' }).click()
    await toast(page, `${count} payouts marked as paid.`)
    await dialog.waitFor({ state: 'detached' })
    await hasFocus(page, 'Payouts')
    await page.goto(addressOf(path('payouts?status=paid')))
    await expect.poll(() => page.getByText('transfer 42').count()).toBe(count)
    await expect.poll(() => boxes(page).count()).toBe(0)
  })
})

describeInChromium('a long job', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  /** Chooses every pending commission that was read, more than one step of them. */
  async function choosePending(): Promise<{ page: Page; total: number }> {
    const page = await stage.open(path('commissions?status=pending'))
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(51)
    await settled(page)
    await page.getByRole('checkbox', { name: 'Choose every commission shown' }).check()
    const total = await page.getByRole('checkbox', { name: /^Choose commission \d/, checked: true }).count()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    return { page, total }
  }

  test('says how far it came when a step fails, and goes on with the rest', async () => {
    const { page, total } = await choosePending()
    let calls = 0
    await page.route('**/commissions/approve', (route) =>
      ++calls === 2 ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    )
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await dialog.getByRole('status').getByText(`Approved 50 of ${total}.`).waitFor()
    await dialog.getByText('The service failed to answer').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: `Go on with ${total - 50}` }).click()
    await toast(page, `${total} commissions approved.`)
    await dialog.waitFor({ state: 'detached' })
    await hasFocus(page, 'Commissions')
    expect(calls).toBe(Math.ceil(total / 50) + 1)
  })

  test('an export that breaks off saves nothing and says so; pressed again it is there', async () => {
    const page = await stage.open(path('payouts'))
    await settled(page)
    let calls = 0
    await page.route('**/payouts/export.csv*', (route) => (++calls === 1 ? route.abort() : route.continue()))
    await page.getByRole('link', { name: 'Export payouts' }).click()
    await toast(page, /^The export ended after 0 kB, and nothing was saved\./)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export payouts' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`payouts-${stage.demo.program.id}.csv`)
    await toast(page, new RegExp(`^payouts-${stage.demo.program.id}.csv is there`))
    expect(calls).toBe(2)
  })

  test('a new time zone says that days are counted anew, and cannot be started twice', async () => {
    const page = await stage.open(path('settings'))
    await settled(page)
    let calls = 0
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(`**/api/programs/${stage.demo.program.id}`, async (route) => {
      if (route.request().method() === 'PATCH') {
        calls++
        await held
      }
      await route.continue()
    })
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.fill('Asia/Tokyo')
    await zone.press('Enter')
    const save = page.getByRole('button', { name: 'Save' }).first()
    await save.click()
    await page.getByRole('status').getByText('Counting all days anew in Asia/Tokyo').waitFor()
    await expect.poll(() => save.isDisabled()).toBe(true)
    letGo()
    await toast(page, 'Program saved: all days are counted in Asia/Tokyo now.')
    expect(calls).toBe(1)
  })
})
