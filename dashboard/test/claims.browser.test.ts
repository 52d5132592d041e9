import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { saved } from '../../server/test/calls/calls.ts'
import { createTestKey, createTestPartner, send } from '../../server/test/harness.ts'
import { signInAs } from '../../server/test/partner-access/partner.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, carryPartnerSession, findBarriers, openStage, type Stage, settled } from './stage.ts'

let stage: Stage

const DESK_PX = 1440
const PHONE_PX = 390
/** Where screenshots go, for whoever wants to look. */
const SHOTS = process.env.CLAIM_SHOTS

const LOOKS = [
  [PHONE_PX, 'light'],
  [PHONE_PX, 'dark'],
  [DESK_PX, 'light'],
  [DESK_PX, 'dark'],
] as const

describeInChromium('claims', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  /** In each width and colour: nobody is shut out, and nothing is wider than the screen. */
  async function looksWell(page: Page, name: string) {
    for (const [width, colorScheme] of LOOKS) {
      await page.setViewportSize({ width, height: 860 })
      await page.emulateMedia({ colorScheme })
      await settled(page)
      expect(await findBarriers(page), `${name} ${width} ${colorScheme}`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      if (SHOTS === undefined) continue
      mkdirSync(SHOTS, { recursive: true })
      await page.screenshot({ path: join(SHOTS, `${name}-${width}-${colorScheme}.png`), fullPage: true })
    }
  }

  const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

  async function programOf() {
    const { id } = stage.demo.program
    const { workspace_id: workspaceId } = await stage.service.database.kysely
      .selectFrom('programs')
      .select('workspace_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { id, workspaceId }
  }

  test('a partner asks, claims, is granted, and reads why he earned it', async () => {
    const { service, demo } = stage
    const program = demo.program
    const { partnerId, code } = await createTestPartner(service, await programOf())
    const track = (call: string, body: object, bearer?: string) =>
      send(service.app, 'POST', `/api/v1/track/${call}`, { body, ...(bearer && { bearer }) })
    await track('click', { affiliate_url: `https://shop.test/?aff=${code}` })
    const key = await createTestKey(service, program.id, 'live')
    const sale = { transaction_id: 'A-4711', amount_cents: 4900, customer_key: 'who-is-that' }
    expect((await track('sale', sale, key)).status).toBe(400)
    await saved(service)

    const { token } = await signInAs(service, partnerId)
    const page = await stage.newVisitor({ width: PHONE_PX })
    await carryPartnerSession(page, token)
    await page.goto(addressOf(`/partner/programs/${program.id}/earnings`))
    await page.getByLabel('Ask by').selectOption('Day')
    await page.getByLabel('Day', { exact: true }).fill(service.clock.now().toISOString().slice(0, 10))
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByText('your links brought 1 click and 0 signups; no sale').waitFor()
    await page.getByLabel('Ask by').selectOption('Order')
    await page.getByLabel('Order number').fill('A-4711')
    await page.getByRole('button', { name: 'Ask' }).press('Enter')
    await page.getByText('Nothing of yours is known under this order.').waitFor()
    expect(await focusedText(page)).toBe('Ask')
    await looksWell(page, 'partner-asked')
    await page.getByLabel('Why is it yours?').fill('She read my review and wrote me that she bought.')
    await page.getByRole('button', { name: 'Claim it' }).press('Enter')
    await page.getByText('Your claim is with the program.').waitFor()
    await expect.poll(() => focusedText(page)).toContain('Your claim is with the program.')
    await page.getByText('With the program', { exact: true }).waitFor()
    // Asked again, the answer does not say again that it could be claimed.
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('Nothing of yours is known under this order.').waitFor()
    await page.getByText('Your claim is with the program.').waitFor()
    expect(await page.getByText('claim it').count()).toBe(0)
    await looksWell(page, 'partner-claimed')

    const team = await stage.open(`/programs/${program.id}/claims`, { width: DESK_PX })
    await team.getByRole('link', { name: /Claims\s*1\s*claim waits for you/ }).waitFor()
    await looksWell(team, 'team-claims')
    await team.getByText('Order A-4711').first().click()
    await team.getByText('She read my review').waitFor()
    await team.getByText('A sale call that was refused').waitFor()
    await looksWell(team, 'team-claim')
    await team.getByRole('button', { name: 'Accept', exact: true }).click()
    await team.getByRole('button', { name: 'Accept claim' }).click()
    await team.getByText('choose a customer or a click of the partner').waitFor()
    await team.getByLabel('Who bought').selectOption({ index: 1 })
    await team.getByLabel('Answer (optional)').fill('You are right, thank you.')
    await looksWell(team, 'team-accept')
    await team.getByRole('button', { name: 'Accept claim' }).click()
    await team.getByText('The claim is accepted').first().waitFor()
    await team.getByRole('link', { name: 'Show the commission' }).waitFor()

    await page.reload()
    await page.getByText('You are right, thank you.').waitFor()
    await page.getByRole('button', { name: /Sale, Customer/ }).click()
    await page.getByText('You claimed it, and the program accepted your claim on').waitFor()
    await looksWell(page, 'partner-granted')
  })

  test('a claim is withdrawn by the partner, and rejected by the team with words', async () => {
    const { service, demo } = stage
    const { program } = demo
    const { partnerId } = await createTestPartner(service, await programOf())
    const partner = await signInAs(service, partnerId)
    const claims = `/programs/${program.id}/claims`
    const mine = { transactionId: 'B-1', note: 'Mine.' }
    expect((await partner.call('POST', claims, mine)).status).toBe(201)
    const theDay = { day: service.clock.now().toISOString().slice(0, 10), note: 'Somebody bought.' }
    const filed = await partner.call('POST', claims, theDay)
    const page = await stage.newVisitor({ width: PHONE_PX })
    await carryPartnerSession(page, partner.token)
    await page.goto(addressOf(`/partner/programs/${program.id}/earnings`))
    await page.getByRole('button', { name: 'Withdraw the claim of B-1' }).press('Enter')
    await page.getByRole('button', { name: 'Withdraw the claim', exact: true }).press('Enter')
    await page.getByText('Withdrawn', { exact: true }).waitFor()
    await expect.poll(() => focusedText(page)).toContain('Order B-1')

    const team = await stage.open(`${claims}?open=${filed.body.data.id}`, { width: DESK_PX })
    await team.getByText('The partner named a day.').waitFor()
    await team.getByLabel('Order of the claim').fill('not-there')
    await team.getByRole('button', { name: 'Look at it' }).click()
    await team.getByText('No sale of this order was received.').waitFor()
    await looksWell(team, 'team-claim-of-day')
    await team.getByRole('button', { name: 'Reject', exact: true }).click()
    await team.getByLabel('Answer').fill('Nobody bought on that day.')
    await team.getByRole('button', { name: 'Reject claim' }).click()
    await team.getByText('The claim is rejected.').first().waitFor()
    await page.reload()
    await page.getByText('Nobody bought on that day.').waitFor()
  })

  test('of a claim that names a day the order is accepted that was looked at, and no other one that is typed', async () => {
    const { service, demo } = stage
    const { program } = demo
    const { partnerId } = await createTestPartner(service, await programOf())
    const key = await createTestKey(service, program.id, 'live')
    const sale = { transaction_id: 'A-5000', amount_cents: 4900, customer_key: 'who-was-that' }
    const refused = await send(service.app, 'POST', '/api/v1/track/sale', { body: sale, bearer: key })
    expect(refused.status).toBe(400)
    await saved(service)
    const partner = await signInAs(service, partnerId)
    const theDay = { day: service.clock.now().toISOString().slice(0, 10), note: 'Somebody bought.' }
    const filed = await partner.call('POST', `/programs/${program.id}/claims`, theDay)

    const team = await stage.open(`/programs/${program.id}/claims?open=${filed.body.data.id}`, {
      width: DESK_PX,
    })
    const order = team.getByLabel('Order of the claim')
    const accept = team.getByRole('button', { name: 'Accept', exact: true })
    await order.fill('A-5000')
    await team.getByRole('button', { name: 'Look at it' }).click()
    await team.getByText('A sale call that was refused').waitFor()
    await team.getByRole('heading', { name: 'Evidence of order A-5000' }).waitFor()
    await accept.waitFor()
    await order.fill('A-5001')
    await accept.waitFor({ state: 'detached' })
    await order.fill('A-5000')
    await accept.click()
    await team.getByText('The order A-5000 becomes a sale of the partner').waitFor()
  })
})
