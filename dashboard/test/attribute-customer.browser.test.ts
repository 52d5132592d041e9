import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { findBarriers, openStage, type Stage, settled } from './stage.ts'

let stage: Stage

/** Where screenshots go, for whoever wants to look. */
const SHOTS = process.env.ATTRIBUTION_SHOTS

async function shoot(page: Page, name: string) {
  if (SHOTS === undefined) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}.png`) })
}

describeInChromium('attributing a customer', () => {
  beforeAll(async () => {
    stage = await openStage()
  })
  const at = (path: string) => `/programs/${stage.demo.program.id}/${path}`

  test.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)(
    'shows what will happen, takes a reason, and does it, in %s at %i px',
    async (colorScheme, width) => {
      const page = await stage.open(at('customers'), { colorScheme, width })
      await page.getByRole('button', { name: 'Attribute customer…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Attribute customer' })
      const key = `coupon-${width}`
      await dialog.getByLabel('Customer key').fill(key)
      await dialog.getByLabel('Partner', { exact: true }).selectOption({ index: 1 })
      await dialog.getByText('The customer is new', { exact: false }).waitFor()
      await dialog.getByRole('button', { name: 'Attribute customer' }).click()
      await dialog.getByText('Enter a reason.').waitFor()
      await dialog.getByLabel('Reason').fill('Coupon')
      await settled(page)
      expect(await findBarriers(page)).toEqual([])
      await shoot(page, `attribute-${colorScheme}-${width}`)
      await dialog.getByRole('button', { name: 'Attribute customer' }).click()
      await page.getByText(`${key} is attributed to`, { exact: false }).waitFor()
    },
  )

  test('the settings of a program choose what percentages are taken of', async () => {
    const page = await stage.open(at('settings'))
    await page.getByRole('radio', { name: /The amount without tax/ }).waitFor()
    await settled(page)
    await page.getByText('Percentages are taken of').scrollIntoViewIfNeeded()
    expect(await findBarriers(page)).toEqual([])
    await shoot(page, 'commission-base')
  })
})
