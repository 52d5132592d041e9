import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signInAs } from '../../server/test/partner-access/partner.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, carryPartnerSession, findBarriers, openStage, settled } from './stage.ts'

const DESK_PX = 1440
const PHONE_PX = 390

/** Names a directory that keeps pictures of the page, for eyes. */
const SHOTS = process.env.PARTNER_SHOTS

describeInChromium('the mails of a partner', () => {
  test('are chosen in his profile, on a desk and on a phone, in light and dark', async () => {
    const mail = { from: { name: 'Acme', address: 'partners@acme.test' }, server: undefined }
    const stage = await openStage({ config: { mail } })
    const { kysely } = stage.service.database
    const { partner_id } = await kysely
      .selectFrom('partner_programs')
      .select('partner_id')
      .where('program_id', '=', stage.demo.program.id)
      .orderBy('partner_id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const { token, call } = await signInAs(stage.service, partner_id)
    const page = await stage.newVisitor({ width: DESK_PX })
    await carryPartnerSession(page, token)
    await page.goto(addressOf('/partner/profile'))
    const sales = page.getByRole('checkbox', { name: 'What your links earn' })
    expect(await sales.isChecked()).toBe(true)
    const isSet = page.waitForResponse((answer) => answer.url().endsWith('/mail-choices') && answer.ok())
    await sales.click()
    await isSet
    await page.reload()
    await settled(page)
    expect(await sales.isChecked()).toBe(false)
    const chosen = await call('GET', `/programs/${stage.demo.program.id}/mail-choices`)
    expect(chosen.body.data).toEqual({ firstClick: true, sales: false, statements: true, isMailed: true })

    for (const width of [DESK_PX, PHONE_PX]) {
      await page.setViewportSize({ width, height: 860 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await settled(page)
        expect(await findBarriers(page), `${width} ${colorScheme}`).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        if (SHOTS === undefined) continue
        mkdirSync(SHOTS, { recursive: true })
        await page.screenshot({ path: join(SHOTS, `mails-${width}-${colorScheme}.png`), fullPage: true })
      }
    }
  })
})
