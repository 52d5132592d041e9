import { beforeAll, expect, test } from 'vitest'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { findBarriers, openStage, type Stage, settled } from './stage.ts'

let stage: Stage

describeInChromium('the breakdown', () => {
  beforeAll(async () => {
    stage = await openStage()
  })
  const at = (page: string) => `/programs/${stage.demo.program.id}/${page}`

  test('begins with the best partners on the overview and leads to all of them, in the same days', async () => {
    const page = await stage.open(at('overview?period=90d'))
    await settled(page)
    const best = page.getByRole('listitem').filter({ hasText: /click/ }).first()
    const name = await best.getByRole('link').innerText()
    await page.getByRole('link', { name: 'Whole breakdown' }).click()
    await page.waitForURL(`**${at('breakdown')}?period=90d`)
    await page.getByRole('region', { name: 'Partners' }).getByText(name).waitFor()
  })

  test('shows every dimension, orders by any column, and keeps both in its address', async () => {
    const page = await stage.open(at('breakdown?period=90d'))
    await settled(page)
    const choice = page.getByLabel('Broken down by')
    for (const { label, value } of await choice.evaluate((select) =>
      // safe because it is a select
      [...(select as HTMLSelectElement).options].map((option) => ({
        label: option.label,
        value: option.value,
      })),
    )) {
      await choice.selectOption(value)
      await page
        .getByRole('region', { name: label, exact: true })
        .or(page.getByText('Nothing happened'))
        .first()
        .waitFor()
    }
    await choice.selectOption('link')
    const table = page.getByRole('region', { name: 'Links' })
    await table.waitFor()
    await table.getByRole('button', { name: 'Sales' }).click()
    await page.waitForURL('**/breakdown?period=90d&by=link&sort=sales')
    await table
      .getByRole('columnheader', { name: 'Sales' })
      .and(page.locator('[aria-sort=descending]'))
      .waitFor()
    await page.reload()
    await table
      .getByRole('columnheader', { name: 'Sales' })
      .and(page.locator('[aria-sort=descending]'))
      .waitFor()
    expect(await table.getByRole('row').count()).toBeGreaterThan(2)
  })

  test('is downloaded as it stands', async () => {
    const page = await stage.open(at('breakdown?period=90d&by=link&sort=sales'))
    await settled(page)
    const file = page.waitForResponse((answer) => answer.url().includes('/file.csv'))
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const answer = await file
    expect(new URL(answer.url()).search).toBe('?by=link&sort=sales&direction=desc&period=90d')
    expect(answer.status()).toBe(200)
  })

  test('a press on a day of the chart opens the events of that day', async () => {
    const page = await stage.open(at('overview'))
    await settled(page)
    const chart = page.locator('.recharts-wrapper')
    await chart.waitFor()
    const box = await chart.boundingBox()
    if (box === null) throw new Error('the chart has no place')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.getByText('Press to see the events of the day').waitFor()
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await page.waitForURL(/events\?from=(\d{4}-\d{2}-\d{2})&to=\1$/)
  })

  test('a day of the table leads there too, for who has no mouse', async () => {
    const page = await stage.open(at('overview?view=table'))
    await settled(page)
    await page.getByRole('region', { name: 'Performance by day' }).getByRole('link').nth(3).press('Enter')
    await page.waitForURL(/events\?from=(\d{4}-\d{2}-\d{2})&to=\1$/)
  })

  test.each(['light', 'dark'] as const)(
    'keeps nobody out, on a phone and on a desk, %s',
    async (colorScheme) => {
      for (const width of [390, 1440]) {
        for (const path of ['breakdown?period=90d', 'breakdown?by=device', 'overview']) {
          const page = await stage.open(at(path), { colorScheme, width })
          await settled(page)
          expect(await findBarriers(page)).toEqual([])
          const folder = process.env.SCREENSHOTS
          if (folder !== undefined) {
            const name = `${path.replaceAll(/\W/g, '-')}-${width}-${colorScheme}.png`
            await page.screenshot({ path: `${folder}/${name}`, fullPage: true })
          }
        }
      }
    },
  )
})
