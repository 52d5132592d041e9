import { beforeAll, expect, test } from 'vitest'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { findBarriers, openStage, type Stage, settled } from './stage.ts'

let stage: Stage

describeInChromium('the audit log', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('shows who changed what and what it was, and is narrowed by action', async () => {
    const { id } = stage.demo.program
    const page = await stage.open(`/programs/${id}/settings?section=keys`)
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('link', { name: 'Audit log' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Made an API key' })
    await row.getByText(stage.owner.email).waitFor()
    await row.getByText('mode:').waitFor()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    await page.getByLabel('Action').selectOption('partner.approve')
    await page.getByText('No change matches').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await row.waitFor()
  })

  test('on a phone an entry stands in one block', async () => {
    const page = await stage.open(`/programs/${stage.demo.program.id}/audit-log`, { width: 390 })
    await settled(page)
    const table = page.getByRole('region', { name: 'Audit log' })
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    expect(await findBarriers(page)).toEqual([])
  })
})
