import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { findBarriers, openStage, type Stage } from './stage.ts'

let stage: Stage

const PHONE_PX = 390
const policies = (programId: number) => `/programs/${programId}/settings?section=policies`
const whatIf = (page: Page) => page.getByRole('region', { name: 'What it would have meant' })

describeInChromium('what a policy would have meant', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('is shown by partner with the difference before the policy is set, and setting nothing changes nothing', async () => {
    const page = await stage.open(policies(stage.demo.program.id))
    await page.getByRole('button', { name: 'Change the policy of the default' }).click()
    const preview = whatIf(page)
    await preview.getByText('Nothing is changed.').waitFor()
    await page.getByLabel('Share (%)').fill('many')
    await preview.getByRole('button', { name: 'Preview on real sales' }).click()
    await page.getByText('Type a percentage').waitFor()
    expect(await preview.getByRole('table').count()).toBe(0)

    await page.getByLabel('Share (%)').fill('20')
    await preview.getByRole('button', { name: 'Preview on real sales' }).click()
    await preview.getByText(/^None of [\d,]+ sales since .* would have earned something else/).waitFor()

    await page.getByLabel('Share (%)').fill('30')
    expect(await preview.getByRole('table').count()).toBe(0)
    await preview.getByRole('button', { name: 'Preview on real sales' }).click()
    const total = preview.getByRole('row', { name: /^Total in USD/ })
    await total.getByText(/^\+\$[\d,]+\.\d\d$/).waitFor()
    await page.getByLabel('Share (%)').fill('10')
    await page.getByLabel('Share (%)').press('Tab')
    await preview.getByRole('button', { name: 'Preview on real sales' }).click()
    await total.getByText(/^-\$[\d,]+\.\d\d$/).waitFor()
    await preview.getByLabel('Sales that are looked at').selectOption('of the last 90 days')
    await preview.getByText(/sales since .*2025/).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('20% of each sale').waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'Default' }).count()).toBe(1)
  })

  test('of a program without sales there is nothing, and of a service that fails there are words', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(policies(program.id))
    await page.getByRole('button', { name: 'New policy' }).click()
    await page.getByLabel('Product id').fill('pro')
    await whatIf(page).getByRole('button', { name: 'Preview on real sales' }).click()
    await whatIf(page).getByText('No sale was recorded since').waitFor()
    await page.route('**/commission-policies/preview', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    )
    await page.getByLabel('Product id').fill('basic')
    await whatIf(page).getByRole('button', { name: 'Preview on real sales' }).click()
    await whatIf(page).getByText('The service failed to answer').waitFor()
    await page.unroute('**/commission-policies/preview')
    await whatIf(page).getByRole('button', { name: 'Try again' }).click()
    await whatIf(page).getByText('No sale was recorded since').waitFor()
    await page.getByRole('button', { name: 'Set policy' }).click()
    await page.getByRole('button', { name: 'End the policy of basic' }).click()
    await whatIf(page).getByRole('button', { name: 'Preview on real sales' }).click()
    await whatIf(page).getByText('No sale was recorded since').waitFor()
    expect(await findBarriers(page)).toEqual([])
  })

  test.each(['light', 'dark'] as const)('fits a phone and keeps nobody out, in %s', async (colorScheme) => {
    const page = await stage.open(policies(stage.demo.program.id), { colorScheme, width: PHONE_PX })
    await page.getByRole('button', { name: 'Change the policy of the default' }).click()
    await page.getByLabel('Share (%)').fill('30')
    await whatIf(page).getByRole('button', { name: 'Preview on real sales' }).click()
    await whatIf(page)
      .getByRole('row', { name: /^Total in USD/ })
      .waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE_PX)
  })
})
