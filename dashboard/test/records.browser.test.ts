import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, findBarriers, openStage, type Stage, settled } from './stage.ts'

let stage: Stage

interface Row {
  id: number
  status: string
}

describeInChromium('commissions and customers', () => {
  beforeAll(async () => {
    stage = await openStage()
  })
  const address = (records: string, search = '') => `/programs/${stage.demo.program.id}/${records}${search}`

  /** Every row of a list, over all its pages, as the page's own session reads it. */
  async function listAll(page: Page, records: string, query = ''): Promise<Row[]> {
    const rows: Row[] = []
    for (let cursor = ''; ; ) {
      const url = `/api/programs/${stage.demo.program.id}/${records}?limit=200${query}${cursor}`
      const { data, meta } = await page.evaluate(async (path) => (await fetch(path)).json(), url)
      rows.push(...data)
      if (meta.nextCursor === null) return rows
      cursor = `&cursor=${meta.nextCursor}`
    }
  }

  async function exportCsv(page: Page): Promise<{ name: string; lines: string[] }> {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ])
    const text = await readFile(await download.path(), 'utf8')
    return {
      name: download.suggestedFilename(),
      lines: text
        .replace(/^\uFEFF/, '')
        .trimEnd()
        .split('\r\n'),
    }
  }

  test.each([
    { records: 'commissions', search: '', query: '' },
    { records: 'commissions', search: '?status=pending&currency=USD', query: '&status=pending&currency=USD' },
    { records: 'customers', search: '', query: '' },
    { records: 'customers', search: '?status=conversion&partner=1', query: '&status=conversion&partnerId=1' },
  ])(
    '$records, chosen by "$search", export as CSV exactly as the API lists them, all pages',
    async ({ records, search, query }) => {
      const page = await stage.open(address(records, search))
      await settled(page)
      const { name, lines } = await exportCsv(page)
      expect(name).toBe(`${records}-${stage.demo.program.id}.csv`)
      const expected = await listAll(page, records, query)
      expect(expected.length).toBeGreaterThan(20)
      expect(lines.slice(1).map((line) => Number(line.split(',', 1)))).toEqual(expected.map(({ id }) => id))
    },
  )

  test('filters stand in the address and change the list, the sums and the export', async () => {
    const page = await stage.open(address('commissions'))
    await page.getByLabel('Status', { exact: true }).selectOption('Reversed')
    await page.waitForURL('**/commissions?status=reversed')
    await settled(page)
    const expected = await listAll(page, 'commissions', '&status=reversed')
    await expect.poll(() => page.getByRole('row').count()).toBe(expected.length + 1)
    const sums = page.getByLabel('What these commissions come to')
    await sums.getByText(`${expected.length} commissions`).waitFor()
    await expect.poll(() => sums.getByText('0 commissions').count()).toBe(3)
    const link = page.getByRole('link', { name: 'Export CSV' })
    await expect.poll(() => link.getAttribute('href')).toContain('status=reversed')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.waitForURL(/commissions$/)
    await expect.poll(() => page.getByRole('row').count()).toBe(51)
  })

  test('a partner, dates and a customer key choose customers', async () => {
    const page = await stage.open(address('customers'))
    await page.getByLabel('Partner', { exact: true }).selectOption({ label: 'Tech Weekly' })
    await page.waitForURL(/partner=\d+/)
    await settled(page)
    await page.getByRole('row').nth(1).waitFor()
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Maya Lindqvist' }).count()).toBe(0)
    await page.goto(page.url().replace(/\?.*/, `?key=${stage.demo.customerKey}`))
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.getByText(stage.demo.customerKey).first().waitFor()
    await page.getByRole('searchbox', { name: /^Search:/ }).fill('nobody')
    await page.getByRole('searchbox', { name: /^Search:/ }).press('Enter')
    await page.waitForURL(/search=nobody/)
    await page.getByText('No customer matches').waitFor()
  })

  test('a search finds a customer, what it bought and what that earned, and the address carries it', async () => {
    const key = stage.demo.customerKey
    const page = await stage.open(address('customers'))
    const box = page.getByRole('searchbox', { name: /^Search:/ })
    await box.fill(`  ${key} `)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('search') === key)
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.reload()
    await expect.poll(() => box.inputValue()).toBe(key)
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    const link = page.getByRole('link', { name: 'Export CSV' })
    await expect.poll(() => link.getAttribute('href')).toContain(`search=${key}`)
    for (const [records, text] of [
      ['events', key],
      ['commissions', 'order-'],
    ] as const) {
      await page.goto(addressOf(address(records)))
      await box.fill(text)
      await box.press('Enter')
      await page.waitForURL((url) => url.searchParams.get('search') === text)
      await settled(page)
      await page.getByRole('row').nth(1).waitFor()
      expect(await findBarriers(page)).toEqual([])
    }
    const { isSearchCut } = await page.evaluate(
      async (path) => (await (await fetch(path)).json()).meta,
      `/api/programs/${stage.demo.program.id}/commissions?search=${key.slice(0, 1)}`,
    )
    await box.fill(key.slice(0, 1))
    await box.press('Enter')
    await settled(page)
    expect(await page.getByText('Type more of it.').count()).toBe(isSearchCut ? 1 : 0)
    // Whoever uses the keyboard goes on where he typed.
    expect(await box.evaluate((field) => field === document.activeElement)).toBe(true)
    await box.fill('')
    await box.press('Enter')
    await page.waitForURL(/commissions$/)
    await expect.poll(() => page.getByRole('row').count()).toBe(51)
  })

  test('more rows follow in pages, none twice', async () => {
    const page = await stage.open(address('customers'))
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => page.getByRole('row').count()).toBe(101)
    const keys = await page.getByRole('row').locator('td:first-child').allInnerTexts()
    expect(new Set(keys).size).toBe(100)
  })

  test('an empty program says what to do next', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/commissions`)
    await page.getByText('No commissions yet').waitFor()
    await page.getByRole('link', { name: 'Customers' }).click()
    await page.getByText('No customers yet').waitFor()
    await page.getByRole('link', { name: 'Set up the signup call' }).click()
    await page.waitForURL('**/integration')
  })
})
