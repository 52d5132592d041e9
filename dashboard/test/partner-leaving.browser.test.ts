import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { signInAs } from '../../server/test/partner-access/partner.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, carryPartnerSession, findBarriers, openStage, type Stage, settled } from './stage.ts'

const DESK_PX = 1440
const PHONE_PX = 390

/** Names a directory that keeps pictures of the page, for eyes. */
const SHOTS = process.env.PARTNER_SHOTS

let stage: Stage

async function shoot(page: Page, name: string) {
  if (SHOTS === undefined) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true })
}

/** Looks at a page at both sizes, in light and dark. */
async function findBarriersEverywhere(page: Page, name: string) {
  const barriers: Record<string, string[]> = {}
  for (const width of [DESK_PX, PHONE_PX]) {
    await page.setViewportSize({ width, height: 860 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await settled(page)
      const found = await findBarriers(page)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      if (wide > width) found.push(`is ${wide} px wide`)
      if (found.length > 0) barriers[`${width} ${colorScheme}`] = found
      await shoot(page, `${name}-${width}-${colorScheme}`)
    }
  }
  return barriers
}

describeInChromium('a partner who leaves', () => {
  beforeAll(async () => {
    const mail = { from: { name: 'Acme', address: 'partners@acme.test' }, server: undefined }
    stage = await openStage({ config: { mail } })
  })

  async function partnerOf(code: string) {
    const { kysely } = stage.service.database
    const { partner_id } = await kysely
      .selectFrom('links')
      .select('partner_id')
      .where('program_id', '=', stage.demo.program.id)
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    return partner_id
  }

  async function open(partnerId: number) {
    const { token, email } = await signInAs(stage.service, partnerId)
    const page = await stage.newVisitor({ width: DESK_PX })
    await carryPartnerSession(page, token)
    await page.goto(addressOf('/partner/profile'))
    await settled(page)
    return { page, email }
  }

  test('downloads everything, and closes the account once he has typed his e-mail', async () => {
    const partnerId = await partnerOf(stage.demo.partners[0]?.code ?? '')
    const { page, email } = await open(partnerId)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download everything' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('partner-export.json')
    const exported = JSON.parse(await readFile(await file.path(), 'utf8'))
    expect(exported.account.email).toBe(email)
    expect(exported.programs[0].earnings.rows.length).toBeGreaterThan(10)
    await page.getByText('partner-export.json is there.').waitFor()

    const ask = page.getByRole('button', { name: 'Close my account…' })
    await ask.press('Enter')
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect.poll(() => ask.evaluate((button) => button === document.activeElement)).toBe(true)
    await ask.press('Enter')
    const closing = page.getByRole('region', { name: 'Closing' })
    expect(await closing.evaluate((part) => part === document.activeElement)).toBe(true)
    await page.getByText('You have not said how you want to be paid').first().waitFor()
    const last = page.getByRole('button', { name: 'Close my account for good' })
    expect(await last.isDisabled()).toBe(true)
    expect(await findBarriersEverywhere(page, 'closing')).toEqual({})
    await page.getByLabel('Your e-mail, typed').fill(email.toUpperCase())
    expect(await last.isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: 'I know what is still to come to me' }).check()
    await last.click()
    await page.getByText('Your account is closed.').waitFor()
    expect(await findBarriersEverywhere(page, 'closed')).toEqual({})
    await page.goto(addressOf('/partner'))
    await page.waitForURL('**/partner/sign-in')

    const team = await stage.open(`/programs/${stage.demo.program.id}/partners?open=${partnerId}`)
    await team.getByText('Closed by the partner on').waitFor()
    expect(await team.getByRole('button', { name: /Reject|Activate link|Create link/ }).count()).toBe(0)
    expect(await team.getByRole('region', { name: 'Mails' }).count()).toBe(0)
    await team.getByText('The account was closed without saying how to be paid').waitFor()
    expect(await findBarriersEverywhere(team, 'team')).toEqual({})
    await team.goto(addressOf(`/programs/${stage.demo.program.id}/partners?status=closed`))
    await team.getByText(`Closed partner ${partnerId}`).first().waitFor()
    await settled(team)
    await shoot(team, 'team-closed')
  })

  test('signs in anew first where the session began long ago', async () => {
    const partnerId = await partnerOf(stage.demo.partners[1]?.code ?? '')
    const { page, email } = await open(partnerId)
    const { kysely } = stage.service.database
    await kysely
      .updateTable('partner_sessions')
      .set({ created_at: new Date(Date.now() - 24 * 60 * 60 * 1000 * 365 * 5) })
      .execute()
    await page.reload()
    await settled(page)
    await page.getByText('Closing the account takes a sign-in within the last 15 minutes').waitFor()
    expect(await findBarriersEverywhere(page, 'stale')).toEqual({})
    await page.getByRole('button', { name: 'Send me a link' }).first().click()
    await page.getByRole('status').getByText(email).waitFor()
  })
})
