import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { saved } from '../../server/test/calls/calls.ts'
import { PASSWORD, send, signInMember, signUp, startSession } from '../../server/test/harness.ts'
import { signInAs } from '../../server/test/partner-access/partner.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { enlargeText } from './large-text.ts'
import { addressOf, carryPartnerSession, openStage, type Stage, settled } from './stage.ts'
import { trackingOf } from './tracking.ts'

/** What somebody met who used every page for the first time. */
let stage: Stage

const PHONE_PX = 390
const HEIGHTS_PX = [560, 640, 720, 800, 860]
const NOTICE = /The service cannot be reached/

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** Whether a press in its middle meets it. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return hit !== null && element.contains(hit)
}

/** On phones of any height: no button of the dialog lies under the notice, and a press on each meets it. */
async function expectButtonsFree(page: Page) {
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await settled(page)
  await page.context().setOffline(true)
  const notice = page.getByText(NOTICE)
  await notice.waitFor()
  for (const height of HEIGHTS_PX) {
    await page.setViewportSize({ width: PHONE_PX, height })
    for (const button of await dialog.getByRole('button').all()) {
      await button.scrollIntoViewIfNeeded()
      const [box, said] = [await button.boundingBox(), await notice.boundingBox()]
      if (box === null || said === null) throw new Error('a button or the notice is not shown')
      const isBeside =
        box.x >= said.x + said.width ||
        box.x + box.width <= said.x ||
        box.y >= said.y + said.height ||
        box.y + box.height <= said.y
      expect(isBeside, `${await button.innerText()} ${JSON.stringify({ height, box, said })}`).toBe(true)
      await button.click({ trial: true })
    }
  }
}

describeInChromium('a newcomer', () => {
  beforeAll(async () => {
    stage = await openStage({
      config: { mail: { from: { name: 'Acme', address: 'partners@acme.test' }, server: undefined } },
    })
  })

  test('sends a test sale of a sandbox with the key that a sandbox has', async () => {
    const page = await stage.open('/programs/new')
    await page.getByLabel('Name').fill('Rehearsal')
    await page.getByLabel('Sandbox').check()
    await page.getByRole('button', { name: 'Create program' }).click()
    await page.waitForURL(/\/programs\/\d+\/integration/)
    const id = /programs\/(\d+)\//.exec(page.url())?.[1]
    const bearer = await startSession(stage.service, stage.demo.user.id)
    const { body } = await send(stage.service.app, 'POST', `/api/programs/${id}/api-keys`, {
      bearer,
      body: { mode: 'test' },
    })
    expect(body.data.key).toMatch(/^aff_test_sandbox_/)
    await page.getByLabel('Test API key').fill(body.data.key)
    await page.getByRole('button', { name: 'Send a test sale' }).click()
    await page.getByText(/Test sale \d+ arrived/).waitFor()
  })

  test('finds the page of a partner with a long word in the name as wide as the phone', async () => {
    const program = await stage.emptyProgram()
    const name = 'x'.repeat(45)
    await stage.service.database.kysely
      .updateTable('partners')
      .set({ name })
      .where('id', '=', program.partnerId)
      .execute()
    const page = await stage.open(`/programs/${program.id}/partners/${program.partnerId}`, {
      width: PHONE_PX,
    })
    await page.getByRole('heading', { name }).waitFor()
    await settled(page)
    expect(await widthOf(page)).toBe(PHONE_PX)
  })

  test('reads an amount whole on the overview of a phone', async () => {
    const program = await stage.emptyProgram()
    const track = trackingOf(stage.service)
    const click = await track('click', { affiliate_url: `https://shop.test/?aff=${program.code}` })
    const customer_key = 'cus-1'
    await track('lead', { click_id: click.click_id, customer_key }, program.liveKey)
    const sale = { transaction_id: 'order-1', amount_cents: 1_234_567_890_123, customer_key }
    await track('sale', sale, program.liveKey)
    await saved(stage.service)
    const page = await stage.open(`/programs/${program.id}/overview`, { width: PHONE_PX })
    const cards = page.getByRole('group', { name: 'Figures of the chart' })
    await cards.getByText('$12,345,678,901.23').waitFor()
    await settled(page)
    const cut = await cards
      .locator('button span:not(.sr-only)')
      .evaluateAll((all) =>
        all
          .filter((one) => getComputedStyle(one).display !== 'inline' && one.scrollWidth > one.clientWidth)
          .map((one) => one.textContent),
      )
    expect(cut).toEqual([])
    expect(await widthOf(page)).toBe(PHONE_PX)
  })

  test('who opens an invitation with the wrong account goes on with the right one', async () => {
    const program = await stage.emptyProgram()
    const { email } = await signUp(stage.service)
    const bearer = await signInMember(stage.service, program)
    const url = `/api/workspaces/${program.workspaceId}/members`
    const invited = await send(stage.service.app, 'POST', url, { bearer, body: { email, role: 'viewer' } })
    const page = await stage.open(`/invitations/${invited.body.data.secret}`)
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Use another account' }).click()
    await page.getByText('You are invited to a workspace: sign in to join it').waitFor()
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText(`You are signed in as ${email}.`).waitFor()
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await page.waitForURL((at) => at.pathname === `/programs/${program.id}/overview`)
  })

  test.each([
    ['a form', 'partners', 'Add partner'],
    ['a form longer than the screen', 'settings?section=policies', 'New policy'],
  ])('sees each button of %s on a phone while the service cannot be reached', async (_name, path, opener) => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/${path}`, { width: PHONE_PX })
    await page.getByRole('button', { name: opener }).click()
    const dialog = page.getByRole('dialog')
    await expectButtonsFree(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.count()).toBe(0)
    await page.context().setOffline(false)
    await expect.poll(() => page.getByText(NOTICE).count()).toBe(0)
  })

  test('sees each button of a panel on a phone while the service cannot be reached', async () => {
    const page = await stage.open(`/programs/${stage.demo.program.id}/events?type=sale`, { width: PHONE_PX })
    await page.getByRole('row').nth(1).getByRole('button').first().click()
    await expectButtonsFree(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  test('reaches the navigation and reads what is open while the service cannot be reached', async () => {
    const page = await stage.open(`/programs/${stage.demo.program.id}/commissions?status=pending`, {
      width: PHONE_PX,
    })
    await page
      .getByRole('checkbox', { name: /^Choose commission/ })
      .first()
      .check()
    await page.context().setOffline(true)
    await page.getByText(NOTICE).waitFor()
    const free = (shown: Locator) => expect.poll(() => shown.evaluate(isOnTop)).toBe(true)
    await free(page.getByRole('button', { name: 'Approve', exact: true }))
    await free(page.getByRole('button', { name: 'Account and appearance' }))
    await page.getByRole('button', { name: 'Open navigation' }).click()
    const navigation = page.getByRole('dialog', { name: 'Navigation' })
    await free(navigation.getByRole('heading', { name: 'Navigation' }))
    const last = navigation.getByRole('link').last()
    await enlargeText(page)
    await last.scrollIntoViewIfNeeded()
    await free(last)
  })

  test('sees that there are more settings than a phone shows, and the one that is open', async () => {
    const page = await stage.open(`/programs/${stage.demo.program.id}/settings?section=mail`, {
      width: PHONE_PX,
    })
    const tabs = page.getByRole('navigation', { name: 'Settings' })
    const open = tabs.getByRole('link', { name: 'Mail' })
    const edges = () => tabs.evaluate((row) => [row.dataset.more, getComputedStyle(row).maskImage !== 'none'])
    await expect.poll(edges).toEqual(['before after', true])
    const { x, width } = (await open.boundingBox()) ?? { x: -1, width: 0 }
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(PHONE_PX)
    await tabs.evaluate((row) => row.scrollTo({ left: 0 }))
    await expect.poll(edges).toEqual(['after', true])
    await tabs.evaluate((row) => row.scrollTo({ left: row.scrollWidth }))
    await expect.poll(edges).toEqual(['before', true])
  })

  test('is asked for what the form of a policy has', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/settings?section=policies`)
    await page.getByRole('button', { name: 'New policy' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Set policy' }).click()
    await dialog.getByText('Type the product id that your sales carry.', { exact: true }).waitFor()
  })

  test('reads of no file what was wrong with the one before', async () => {
    const page = await stage.open(`/programs/${stage.demo.program.id}/payouts`)
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import payouts' })
    const press = () => dialog.getByRole('button', { name: 'Import', exact: true }).click()
    const choose = (name: string, text: string) =>
      dialog.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    const isWrong = () => dialog.locator('.text-bad, [aria-invalid=true], [role=alert]').count()
    await press()
    await dialog.getByText('Choose a file.').waitFor()
    await choose('no-payouts.csv', 'a,b\n1,2\n')
    await expect.poll(isWrong).toBe(0)
    await press()
    await expect.poll(isWrong).toBeGreaterThan(0)
    await choose('other.csv', 'a,b\n3,4\n')
    await expect.poll(isWrong).toBe(0)
    await press()
    await expect.poll(isWrong).toBeGreaterThan(0)
  })

  test('who asks why of nothing but spaces is told what to type', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/explain`)
    const name = 'Order id, customer key, click id or e-mail'
    await page.getByRole('textbox', { name }).fill('   ')
    await page.getByRole('button', { name: 'Explain' }).click()
    await page.getByText('Type the id of an order, a customer key', { exact: false }).last().waitFor()
    expect(await page.getByRole('textbox', { name }).getAttribute('aria-invalid')).toBe('true')
    await page.goto(addressOf(`/programs/${program.id}/explain?q=%20%20`))
    await page.getByText('Ask why an order paid, or did not').waitFor()
    expect(await page.getByText('was ever received').count()).toBe(0)
  })

  test('a partner who asks with spaces is told what to type', async () => {
    const program = await stage.emptyProgram()
    const { token } = await signInAs(stage.service, program.partnerId)
    const page = await stage.newVisitor({ width: PHONE_PX })
    await carryPartnerSession(page, token)
    await page.goto(addressOf(`/partner/programs/${program.id}/earnings`))
    await page.getByLabel('Order number').fill('  ')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByText('Type the number of the order.').waitFor()
    await page.getByLabel('Ask by').selectOption('Day')
    await expect.poll(() => page.getByText('Type the number of the order.').count()).toBe(0)
  })

  test('a second press on making a link, before the first is drawn, makes no second link', async () => {
    const program = await stage.emptyProgram()
    const { token } = await signInAs(stage.service, program.partnerId)
    const page = await stage.newVisitor({ width: PHONE_PX })
    await carryPartnerSession(page, token)
    await page.goto(addressOf(`/partner/programs/${program.id}/links`))
    const make = page.getByRole('button', { name: 'Make link' })
    await make.evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
    await page.getByText(/ is yours\./).waitFor()
    await settled(page)
    const links = await stage.service.database.kysely
      .selectFrom('links')
      .select('id')
      .where('program_id', '=', program.id)
      .where('partner_id', '=', program.partnerId)
      .execute()
    expect(links).toHaveLength(2)
  })

  test('is offered no payment file in which nobody is paid, and reads why', async () => {
    const { service, demo } = stage
    const bearer = await startSession(service, demo.user.id)
    await send(service.app, 'POST', `/api/programs/${demo.program.id}/payouts`, { bearer })
    const { id } = await service.database.kysely
      .selectFrom('payouts')
      .select('id')
      .where('program_id', '=', demo.program.id)
      .where('currency', '=', 'USD')
      .where('status', '=', 'open')
      .limit(1)
      .executeTakeFirstOrThrow()
    const page = await stage.open(`/programs/${demo.program.id}/payouts?open=${id}`)
    await page.getByRole('button', { name: 'Payment file…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Payment file of batch/ })
    await dialog.getByText('Such a file would pay none of these payouts').waitFor()
    await dialog.getByText('made before the partner had payout details').first().waitFor()
    expect(await dialog.getByRole('button', { name: 'Download file' }).count()).toBe(0)
  })

  test('reads that a mail was shown where mail is shown, not sent', async () => {
    const program = await stage.emptyProgram()
    const now = stage.service.clock.now()
    await stage.service.database.kysely
      .insertInto('mails')
      .values({
        kind: 'invoice_issued',
        cause: randomUUID(),
        message_id: '<m@acme.test>',
        data: '{}',
        state: 'sent',
        attempts: 1,
        created_at: now,
        sent_at: now,
        expires_at: now,
        recipient: 'kim@people.test',
        workspace_id: program.workspaceId,
        program_id: program.id,
      })
      .execute()
    const page = await stage.open(`/programs/${program.id}/settings?section=mail`)
    const mail = page.getByRole('listitem').filter({ hasText: 'kim@people.test' })
    await mail.getByText('Shown', { exact: true }).waitFor()
    expect(await page.getByLabel('Status').getByRole('option').allInnerTexts()).toContain('Shown')
  })
})
