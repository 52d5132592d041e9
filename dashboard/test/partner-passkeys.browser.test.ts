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

describeInChromium('a passkey', () => {
  test('is made by the browser, signs in by a press of a button, and does not once it was removed', async () => {
    const stage = await openStage()
    const { kysely } = stage.service.database
    const { partner_id } = await kysely
      .selectFrom('partner_programs')
      .select('partner_id')
      .where('program_id', '=', stage.demo.program.id)
      .orderBy('partner_id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const { token } = await signInAs(stage.service, partner_id)
    const page = await stage.newVisitor({ width: DESK_PX })
    const browser = await page.context().newCDPSession(page)
    await browser.send('WebAuthn.enable')
    const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await carryPartnerSession(page, token)
    await page.goto(addressOf('/partner/profile'))
    await page.getByLabel('Name of the new one').fill('My laptop')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('My laptop').waitFor()
    await page.getByText('not used yet').waitFor()
    // The same device has one already.
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('This device has a passkey of yours already.').waitFor()
    await page.getByRole('button', { name: 'Rename My laptop' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Old laptop')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Old laptop').waitFor()

    for (const path of ['profile', 'sign-in']) {
      if (path === 'sign-in') {
        await page.getByRole('button', { name: 'Sign out', exact: true }).click()
        await page.waitForURL('**/partner/sign-in')
      }
      for (const width of [DESK_PX, PHONE_PX]) {
        await page.setViewportSize({ width, height: 860 })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await settled(page)
          expect(await findBarriers(page), `${path} ${width} ${colorScheme}`).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
          if (SHOTS === undefined) continue
          mkdirSync(SHOTS, { recursive: true })
          const name = `passkeys-${path}-${width}-${colorScheme}.png`
          await page.screenshot({ path: join(SHOTS, name), fullPage: true })
        }
      }
    }
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('heading', { name: 'Your programs' }).waitFor()
    const { credentials } = await browser.send('WebAuthn.getCredentials', { authenticatorId })
    expect(credentials).toMatchObject([{ isResidentCredential: true, signCount: expect.any(Number) }])

    await page.goto(addressOf('/partner/profile'))
    await page.getByRole('button', { name: 'Remove Old laptop' }).click()
    await page.getByRole('button', { name: 'Remove the passkey' }).click()
    await page.getByText('Old laptop', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('This passkey signs nobody in here').waitFor()

    expect(await kysely.selectFrom('partner_passkeys').select('id').execute()).toEqual([])
  })
})
