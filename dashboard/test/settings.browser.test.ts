import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { send, signUp, startSession } from '../../server/test/harness.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { follow, hasFocus, readWidth, rows, toast } from './actions.ts'
import { addFailedMail } from './failed-mail.ts'
import { absoluteUrl, findBarriers, openStage, PASSWORD, type Stage, settled, signIn } from './stage.ts'

let stage: Stage

const PHONE_PX = 390
const settings = (program: { id: number }, section = 'program') =>
  `/programs/${program.id}/settings?section=${section}`

/** Returns the save button of one of the separate forms. */
const saveButton = (page: Page, form: string) =>
  page.getByRole('group', { name: form }).getByRole('button', { name: 'Save', exact: true })

const readProgram = async (page: Page, id: number) =>
  (await page.evaluate(async (url) => (await fetch(url)).json(), `/api/programs/${id}`)).data

describeInChromium('the settings', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test("of a program are saved form by form; an invalid value shows an error next to its field and isn't sent", async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(settings(program))
    const patches: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') patches.push(request.postDataJSON())
    })
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.fill('Mars/Base')
    await saveButton(page, 'Program').click()
    await page.getByText('Choose an option from the list.').waitFor()
    expect(await zone.getAttribute('aria-invalid')).toBe('true')
    await zone.press('Escape')
    await expect.poll(() => zone.inputValue()).toMatch(/^UTC/)
    await page.getByLabel('Hold period (days)').fill('366')
    await saveButton(page, 'Commissions and fees').click()
    await page.getByText('Enter a whole number of days from 0 to 365.').waitFor()
    expect(await page.getByLabel('Hold period (days)').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Hold period (days)').fill('10')
    await page.getByLabel('Platform fee (%)').fill('1.005')
    await saveButton(page, 'Commissions and fees').click()
    await page.getByText('Enter a percentage from 0 to 100').waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(patches).toEqual([])

    await page.getByLabel('Name', { exact: true }).fill('Renamed')
    await zone.click()
    await zone.fill('berlin')
    await page.getByRole('option', { name: 'Europe/Berlin' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await zone.press('Enter')
    // Recalculating the days takes a while and can't be started twice.
    const release = await holdResponses(page, `**/api/programs/${program.id}`)
    await saveButton(page, 'Program').click()
    await page.getByRole('status').getByText('Recalculating all days in Europe/Berlin').waitFor()
    await expect.poll(() => saveButton(page, 'Program').isDisabled()).toBe(true)
    release()
    await toast(page, 'Program saved. All days now use Europe/Berlin.')
    expect(patches).toHaveLength(1)
    await page.getByRole('button', { name: /Renamed/ }).waitFor()

    await page.getByLabel('Platform fee (%)').fill('2,75')
    await page.getByLabel('Commission per lead', { exact: true }).fill('1.50')
    await page.getByRole('radio', { name: /^Manual review/ }).check()
    await page.getByRole('radio', { name: /Sale amount without tax/ }).waitFor()
    await saveButton(page, 'Commissions and fees').click()
    await toast(page, 'Commissions and fees saved.')
    await page.getByText('Browser only').click()
    await page.getByLabel('Attribution window (days)').fill('45')
    await page.getByLabel('Keep clicks (months)').fill('1')
    await saveButton(page, 'Tracking').click()
    await page.getByText('Keep clicks for at least 2 months.').waitFor()
    await page.getByLabel('Keep clicks (months)').fill('24')
    await saveButton(page, 'Tracking').click()
    await toast(page, 'Tracking saved.')
    await page.getByLabel('Tax ID').fill('DE123456789')
    await saveButton(page, 'Billing details').click()
    await toast(page, 'Billing details saved.')
    expect(await readProgram(page, program.id)).toMatchObject({
      name: 'Renamed',
      timeZone: 'Europe/Berlin',
      platformFeeBps: 275,
      perLeadCommission: { amountCents: 150, currency: 'USD' },
      commissionApproval: 'review',
      leadAuthPolicy: 'browser_allowed',
      attributionWindowDays: 45,
      clickRetentionMonths: 24,
      taxId: 'DE123456789',
    })
    await page.getByLabel('Tax ID').fill('')
    await saveButton(page, 'Billing details').click()
    await expect.poll(async () => (await readProgram(page, program.id)).taxId).toBeNull()

    await page
      .getByText('API keys return 401, so sales, renewals and refunds aren’t recorded either')
      .waitFor()
    await page.getByLabel('Closed to new referrals').check()
    await saveButton(page, 'Program').click()
    await page.getByText('This program is closed to new referrals').waitFor()
    const body = { affiliate_url: `https://shop.test/?aff=${program.code}` }
    const click = await send(stage.service.app, 'POST', '/api/v1/track/click', { body })
    expect(click.body.reason).toBe('program_paused')
  })

  test("with unsaved changes ask before leaving, and don't overwrite changes from another tab", async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(settings(program))
    const holdPeriod = page.getByLabel('Hold period (days)')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    const leave = () => page.getByRole('link', { name: 'API keys' }).click()
    await holdPeriod.fill('11')
    // Saving one form keeps the changes in another.
    await page.getByLabel('Tax ID').fill('DE1')
    await saveButton(page, 'Billing details').click()
    await toast(page, 'Billing details saved.')
    await leave()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await holdPeriod.inputValue()).toBe('11')
    await saveButton(page, 'Commissions and fees').click()
    await toast(page, 'Commissions and fees saved.')
    await holdPeriod.fill('12')
    await leave()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('button', { name: 'Create live key' }).waitFor()
    await page.getByRole('link', { name: 'Program', exact: true }).click()
    await expect.poll(() => holdPeriod.inputValue()).toBe('11')
    await holdPeriod.fill('13')
    await holdPeriod.fill('11')
    await leave()
    await page.getByRole('button', { name: 'Create live key' }).waitFor()

    await page.goBack()
    const other = await stage.open(settings(program))
    await page.getByLabel('Attribution window (days)').fill('90')
    await other.getByLabel('Cookie window (days)').fill('45')
    for (const tab of [page, other]) {
      await saveButton(tab, 'Tracking').click()
      await toast(tab, 'Tracking saved.')
    }
    const saved = { attributionWindowDays: 90, cookieWindowDays: 45 }
    expect(await readProgram(page, program.id)).toMatchObject(saved)
  })

  test('for API keys create one, show it once, and retire it at once or after a grace period', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(settings(program))
    await page.getByRole('link', { name: 'API keys' }).click()
    const create = page.getByRole('button', { name: 'Create test key' })
    const release = await holdResponses(page, '**/api-keys')
    await create.click()
    await expect.poll(() => create.getAttribute('aria-busy')).toBe('true')
    // A second press while the key is being created doesn't create a second key.
    await create.press('Enter')
    release()
    const dialog = page.getByRole('dialog')
    const key = await dialog.getByText(/^aff_test_/).innerText()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    // The Back button asks before the key is lost.
    const question = page.getByRole('dialog', { name: 'Leave without copying?' })
    await page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'I have copied it' }).press('Enter')
    await page.getByText(key).waitFor({ state: 'detached' })
    await hasFocus(create)

    const recordSale = async () => {
      const body = { transaction_id: randomUUID(), amount_cents: 100 }
      return send(stage.service.app, 'POST', '/api/v1/track/sale', { bearer: key, body })
    }
    expect((await recordSale()).status).toBe(200)
    const action = async (row: Locator, item: string, confirm: string) => {
      await row.getByRole('button', { name: /^Actions/ }).click()
      await page.getByRole('menuitem', { name: item }).click()
      await page.getByRole('button', { name: confirm }).click()
    }
    const row = page.getByRole('row', { name: new RegExp(key.slice(-4)) })
    await action(row, 'Retire now', 'Retire key')
    await row.getByText('Retired').waitFor()
    expect((await recordSale()).body.error.code).toBe('api_key_rotation_required')
    const live = rows(page).filter({ hasText: 'Live' })
    await action(live, 'Retire in 7 days', 'Retire key')
    await live.getByText('Retiring').waitFor()
    await live.getByText(/works until/).waitFor()
    await action(row, 'Delete', 'Delete key')
    await expect.poll(() => row.count()).toBe(0)

    await page.getByRole('link', { name: 'Audit log' }).click()
    const made = page.getByRole('button', { name: /created the API key/ }).first()
    await made.focus()
    await page.keyboard.press('Enter')
    await rows(page).getByText(stage.owner.email).waitFor()
    await rows(page).getByText('mode:').waitFor()
    await rows(page).getByText('Request ID').waitFor()
    expect(await made.getAttribute('aria-expanded')).toBe('true')
    expect(await findBarriers(page)).toEqual([])
    await page.getByLabel('Action').selectOption('partner.approve')
    await page.getByText('No matching changes').waitFor()
  })

  test('for management keys create one with permissions, log its requests in the audit log, and revoke it', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(settings(program, 'management-keys'), { width: PHONE_PX })
    await page.getByText('No management keys yet').waitFor()
    await page.getByRole('button', { name: 'Create management key' }).click()
    const dialog = page.getByRole('dialog')
    const create = () => dialog.getByRole('button', { name: 'Create key' }).click()
    await create()
    await dialog.getByText('Enter the application that will use this key.').waitFor()
    await hasFocus(dialog.getByLabel('Name', { exact: true }))
    await dialog.getByLabel('Name', { exact: true }).fill('Accounting sync')
    await page.setViewportSize({ width: PHONE_PX, height: 500 })
    await create()
    await hasFocus(dialog.getByRole('checkbox').first())
    const fieldError = await dialog.getByText('Choose at least one permission.').boundingBox()
    expect(fieldError?.y).toBeGreaterThan(100)
    expect(fieldError?.y).toBeLessThan(400)
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByLabel('Applies to', { exact: true }).selectOption('program')
    await expect.poll(() => dialog.getByLabel('Create programs').count()).toBe(0)
    await dialog.getByLabel('View reports').check()
    await dialog.getByLabel('Manage settings').check()
    await dialog.getByLabel('Expiration date').fill('2020-01-01')
    await create()
    await dialog.getByText('Must be in the future.').waitFor()
    await dialog.getByLabel('Expiration date').fill('2090-01-01')
    await create()
    const key = await dialog.locator('code').innerText()
    expect(key).toMatch(/^aff_mgmt_[\w-]{32}$/)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    const { app } = stage.service
    const url = `/api/programs/${program.id}`
    const rename = { bearer: key, body: { name: 'Night shift' } }
    expect((await send(app, 'PATCH', url, rename)).status).toBe(200)
    expect((await send(app, 'GET', `${url}/partners`, { bearer: key })).status).toBe(403)
    const row = rows(page).filter({ hasText: 'Accounting sync' })
    await row.getByText(/2090/).waitFor()
    expect(await readWidth(page)).toBeLessThanOrEqual(PHONE_PX)
    await row.getByRole('button', { name: 'Revoke Accounting sync' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await row.getByText('Revoked').waitFor()
    expect((await send(app, 'GET', url, { bearer: key })).status).toBe(401)

    await follow(page, `/programs/${program.id}/audit-log`)
    const change = page.getByRole('button', {
      name: /^The key Accounting sync changed name from .* to Night shift in program/,
    })
    await change.waitFor()
    const made = page.getByRole('button', { name: /created the management key Accounting sync/ })
    const who = page.getByLabel('Member or key')
    await who.selectOption({ label: await who.getByRole('option', { name: /Accounting sync/ }).innerText() })
    await made.waitFor({ state: 'detached' })
    await change.waitFor()
    const table = page.getByRole('region', { name: 'Audit log' })
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await who.selectOption(`person ${stage.demo.user.id}`)
    await change.waitFor({ state: 'detached' })
    await made.waitFor()
  })

  test('for policies create one for a product and a group, simulate it on real sales, change it and end it', async () => {
    const page = await stage.open(settings(stage.demo.program, 'policies'), {
      colorScheme: 'dark',
      width: PHONE_PX,
    })
    await page.getByRole('button', { name: 'Change policy for the default' }).click()
    const preview = page.getByRole('region', { name: 'Simulation' })
    const look = () => preview.getByRole('button', { name: 'Simulate on past sales' }).click()
    await page.getByLabel('Rate (%)').fill('many')
    await look()
    await page.getByText('Enter a percentage').waitFor()
    await page.getByLabel('Rate (%)').fill('20')
    await look()
    await preview.getByText(/^None of [\d,]+ sales since .* would have earned a different amount/).waitFor()
    await page.getByLabel('Rate (%)').fill('30')
    await look()
    const total = preview.getByRole('row', { name: /^Total in USD/ })
    await total.getByText(/^\+\$[\d,]+\.\d\d$/).waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(await readWidth(page)).toBeLessThanOrEqual(PHONE_PX)
    await page.getByLabel('Rate (%)').fill('10')
    await look()
    await total.getByText(/^-\$[\d,]+\.\d\d$/).waitFor()
    await preview.getByLabel('Sales to include').selectOption('Last 90 days')
    await preview.getByText(/sales since .*2025/).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('20% of each sale').waitFor()

    const program = await stage.emptyProgram()
    await page.setViewportSize({ width: 1280, height: 860 })
    await page.goto(absoluteUrl(settings(program, 'policies')))
    await page.getByRole('button', { name: 'New policy' }).click()
    const set = () => page.getByRole('button', { name: 'Save policy' }).click()
    await set()
    await page.getByText('Enter the product ID sent with your sales.', { exact: true }).waitFor()
    await page.getByLabel('Product ID').fill('pro')
    await page.getByRole('radio', { name: 'Fixed amount' }).click()
    await page.getByLabel('Amount per sale').fill('5')
    await page.getByLabel('Duration').selectOption('Number of months')
    await page.route('**/commission-policies/preview', (route) => route.fulfill({ status: 500, json: {} }))
    await look()
    await preview.getByText('Something went wrong').waitFor()
    await page.unroute('**/commission-policies/preview')
    await preview.getByRole('button', { name: 'Try again' }).click()
    await preview.getByText('No sales since').waitFor()
    await set()
    const row = rows(page).filter({ has: page.getByText('pro', { exact: true }) })
    await row.getByText('$5.00 per sale in USD').waitFor()
    await row.getByText('for 12 months from the first sale').waitFor()
    await page.getByRole('button', { name: 'Change policy for pro' }).click()
    await page.getByLabel('Amount per sale').fill('7.50')
    await set()
    await row.getByText('$7.50 per sale in USD').waitFor()
    await page.getByRole('radio', { name: 'All versions' }).click()
    await expect.poll(() => row.count()).toBe(2)
    await page.getByRole('button', { name: 'End policy for pro' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End policy' }).click()
    await page.getByRole('radio', { name: 'Active' }).click()
    await expect.poll(() => row.count()).toBe(0)

    // A partner group has its own policy.
    const makeGroup = async (name: string) => {
      await page.getByRole('button', { name: 'New group' }).click()
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click()
    }
    await makeGroup('Best')
    const groups = page.getByRole('list', { name: 'Partner groups' })
    await groups.getByText('0 partners').waitFor()
    await makeGroup('best')
    await page.getByText('Another group in this program has this name.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'New policy' }).click()
    await page.getByLabel('Applies to').selectOption('Best')
    await page.getByLabel('Rate (%)').fill('35')
    await set()
    await rows(page).filter({ hasText: 'Best' }).getByText('35%').waitFor()
    await follow(page, `/programs/${program.id}/partners/${program.partnerId}`)
    await page.getByLabel('Group', { exact: true }).selectOption('Best')
    await toast(page, 'Pat is now in Best.')
    await follow(page, `/programs/${program.id}/partners?group=none`)
    await page.getByText('No partners match these filters').waitFor()
    await page.getByLabel('Group').selectOption('Best')
    await rows(page).filter({ hasText: 'Pat' }).waitFor()
    await follow(page, settings(program, 'policies'))
    await page.getByRole('button', { name: 'Rename Best' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Better')
    await page.getByRole('button', { name: 'Rename group' }).click()
    await groups.getByText('1 partner', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'End Better' }).click()
    await page.getByText('1 partner will no longer be in a group.').waitFor()
    await page.getByRole('button', { name: 'End group' }).click()
    await page.getByText('No groups yet. All partners earn under the program’s policies.').waitFor()
    await expect.poll(() => rows(page).filter({ hasText: '35%' }).count()).toBe(0)
  })

  test('rename the workspace and the user, immediately everywhere on screen', async () => {
    const page = await stage.open(settings(stage.demo.program, 'workspace'))
    await page.getByLabel('Name').fill('Lind & Co')
    await page.getByRole('button', { name: 'Save workspace' }).click()
    await page.getByRole('button', { name: 'Switch program' }).getByText('Lind & Co').waitFor()
    await follow(page, settings(stage.demo.program, 'account'))
    await page.getByLabel('Name').fill('Mara Lind')
    await page.getByRole('button', { name: 'Save name' }).click()
    await page.getByRole('button', { name: 'Account and appearance' }).getByText('Mara Lind').waitFor()
    await page.getByLabel('Name').fill('Demo owner')
    await page.getByRole('button', { name: 'Save name' }).click()
    await page.getByRole('button', { name: 'Account and appearance' }).getByText('Demo owner').waitFor()
  })

  test('for members invite one, change the role, suspend and remove them; the last owner stays', async () => {
    const program = await stage.emptyProgram()
    const { email } = await signUp(stage.service)
    const page = await stage.open(settings(program, 'members'))
    const invite = async (address: string) => {
      await page.getByRole('button', { name: 'Invite member' }).click()
      await page.getByText('The email is shown at /dev/mail, not sent.').waitFor()
      await page.getByLabel('Email').fill(address)
      await page.getByRole('dialog').getByLabel('Role').selectOption('Viewer')
      await page.getByRole('dialog').getByRole('button', { name: 'Create invitation', exact: true }).click()
      await page.getByText(`The email to ${address} is shown at /dev/mail, not sent.`).waitFor()
      const link = await page.getByRole('dialog').locator('code').innerText()
      expect(link).toContain(absoluteUrl('/invitations/'))
      await page.getByRole('button', { name: 'Done' }).click()
      return link
    }
    const first = await invite('new@people.test')
    await page.getByRole('button', { name: 'Create new link for new@people.test' }).click()
    await expect.poll(() => page.getByRole('dialog').locator('code').innerText()).not.toBe(first)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Cancel invitation for new@people.test' }).click()
    await expect.poll(() => page.getByText('Pending invitations').count()).toBe(0)

    const link = await invite(email)
    const invited = await stage.newVisitor()
    await signIn(invited, { email, password: PASSWORD }, new URL(link).pathname)
    await invited.getByRole('button', { name: 'Accept invitation' }).click()
    await invited.waitForURL((url) => url.pathname.startsWith('/programs/'))
    await page.reload()
    const row = rows(page).filter({ hasText: email })
    await row.getByLabel('Role of Sam').selectOption('Admin')
    await toast(page, 'Sam is now an admin.')
    await row.getByRole('button', { name: 'Actions for Sam' }).click()
    await page.getByRole('menuitem', { name: 'Suspend' }).click()
    await row.getByText('Suspended').waitFor()
    await row.getByRole('button', { name: 'Actions for Sam' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove member' }).click()
    await expect.poll(() => row.count()).toBe(0)
    const own = page.getByLabel('Role of Demo owner')
    await own.selectOption('Viewer')
    await toast(page, 'This is the last active owner')
    await expect.poll(() => own.inputValue()).toBe('owner')
  })

  test('for email list sent and failed emails, resend one, and preview', async () => {
    const program = await stage.emptyProgram()
    const of = { kind: 'invoice_issued', recipient: 'kim@people.test', attempts: 1 } as const
    await addFailedMail(stage, program, { ...of, last_error: '550 gone' })
    const bearer = await startSession(stage.service, stage.demo.user.id)
    const members = `/api/workspaces/${program.workspaceId}/members`
    const body = { email: 'new@people.test', role: 'viewer' }
    await send(stage.service.app, 'POST', members, { bearer, body })
    await stage.service.database.kysely
      .updateTable('mails')
      .set({ state: 'failed', next_attempt_at: null, secret: null, attempts: 1, last_error: '550 nobody' })
      .where('workspace_id', '=', program.workspaceId)
      .where('recipient', '=', 'new@people.test')
      .execute()
    const page = await stage.open(settings(program, 'mail'), { width: PHONE_PX })
    await page.getByText('Emails are shown, not sent').waitFor()
    await page.getByLabel('Status').selectOption('Failed')
    const invitation = page.getByRole('listitem').filter({ hasText: 'new@people.test' })
    await invitation
      .getByText('The link isn’t stored. Send a new invitation instead.', { exact: false })
      .waitFor()
    await page.getByRole('button', { name: 'Resend to kim@people.test' }).click()
    await toast(page, 'The email to kim@people.test is shown again at /dev/mail, not sent.')
    await expect.poll(() => page.getByRole('button', { name: 'Resend' }).count()).toBe(0)
    await page.getByLabel('Email', { exact: true }).selectOption('Webhook disabled')
    const frame = page.frameLocator('iframe')
    await frame.getByRole('link', { name: 'View webhooks' }).waitFor()
    await frame.getByRole('link', { name: 'Unsubscribe from these emails' }).waitFor()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    expect(await readWidth(page)).toBe(PHONE_PX)
    // On a phone, the list of sections is behind a button that names the current one.
    const list = page.getByRole('navigation', { name: 'Settings' })
    const open = list.getByRole('button', { name: /Email/ })
    expect(await list.getByRole('link').count()).toBe(0)
    await open.press('Enter')
    await list
      .getByRole('link', { name: 'Email', exact: true })
      .and(page.locator('[aria-current=page]'))
      .waitFor()
    await page.keyboard.press('Escape')
    await hasFocus(open)
    await open.press('Enter')
    await list.getByRole('list', { name: 'You' }).getByRole('link', { name: 'Your account' }).press('Enter')
    await page
      .getByRole('group', { name: 'Password' })
      .or(page.getByLabel('Current password'))
      .first()
      .waitFor()
    await hasFocus(list.getByRole('button', { name: /Your account/ }))
    expect(await readWidth(page)).toBe(PHONE_PX)
  })

  test('for the portal set the sites that can embed it and the number of links a partner can create', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(settings(program, 'portal'))
    const origins = page.getByLabel('Allowed embedding pages')
    const links = page.getByLabel('Maximum links a partner can create')
    const save = page.getByRole('button', { name: 'Save portal settings' })
    await origins.fill('https://*.shop.example')
    await save.click()
    await page.getByText(/\*\.shop\.example is not an https origin/).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await origins.fill('https://shop.example\nhttps://app.shop.example')
    await links.fill('5')
    await save.click()
    await page.getByText('Portal settings saved.', { exact: true }).waitFor()
    await page.reload()
    await expect.poll(() => origins.inputValue()).toBe('https://shop.example\nhttps://app.shop.example')
    expect(await links.inputValue()).toBe('5')
  })
})

/** Holds responses to writes until the returned function is called. */
async function holdResponses(page: Page, path: string): Promise<() => void> {
  let release = () => {}
  const waiting = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(path, async (route) => {
    if (route.request().method() !== 'GET') await waiting
    await route.continue().catch(() => undefined)
  })
  return release
}
