import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { signInAs } from '../../server/test/partner-access/partner.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, carryPartnerSession, findBarriers, openStage, type Stage, settled } from './stage.ts'

/** What a partner met who used every page of the portal for the first time, on a phone. */
let stage: Stage

const PHONE_PX = 390
const TODAY = '2026-03-10'

describeInChromium('a partner who is new to the portal', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  /** A page of his portal, on a phone. */
  async function open(partnerId: number, path: string) {
    const partner = await signInAs(stage.service, partnerId)
    const page = await stage.newVisitor({ width: PHONE_PX, hasTouch: true })
    await carryPartnerSession(page, partner.token)
    await page.goto(addressOf(path))
    await settled(page)
    return { page, partner }
  }

  const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

  test('asks about no day to come, claims, and is asked before he withdraws', async () => {
    const program = await stage.emptyProgram()
    const { page } = await open(program.partnerId, `/partner/programs/${program.id}/earnings`)
    await page.getByLabel('Ask by').selectOption('Day')
    const day = page.getByLabel('Day', { exact: true })
    expect(await day.getAttribute('max')).toBe(TODAY)
    await day.fill('2026-03-11')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('This day has not begun yet. Today is Tue, Mar 10, 2026.').waitFor()
    expect(await day.getAttribute('aria-invalid')).toBe('true')
    await day.fill('1999-12-31')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('Choose a day from Sat, Jan 1, 2000 on.').waitFor()

    await page.getByLabel('Ask by').selectOption('Order')
    await page.getByLabel('Order number').fill('D-1')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByLabel('Why is it yours?').fill('She bought by my link.')
    await page.getByRole('button', { name: 'Claim it' }).click()
    await page
      .getByText('Your claim is with the program. It stands below, and so will its decision.')
      .waitFor()

    const withdraw = page.getByRole('button', { name: 'Withdraw the claim of D-1' })
    await withdraw.click()
    const dialog = page.getByRole('dialog', { name: 'Withdraw the claim of order D-1?' })
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await withdraw.click()
    await dialog.getByRole('button', { name: 'Withdraw the claim' }).click()
    await page.getByText('Withdrawn', { exact: true }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focusedText(page)).toContain('Order D-1')
  })
})
