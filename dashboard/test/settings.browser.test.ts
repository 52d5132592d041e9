import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { send, signUp, startSession } from '../../server/test/harness.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, findBarriers, openStage, PASSWORD, type Stage, settled, signIn } from './stage.ts'

let stage: Stage

const SECTIONS = [
  '',
  '?section=keys',
  '?section=management-keys',
  '?section=policies',
  '?section=members',
  '?section=mail',
  '?section=account',
]
const PHONE_PX = 390

describeInChromium('the settings', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('a key is created, shown once, works, and is retired', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/settings?section=keys`)
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    const shown = page.getByRole('dialog').locator('code')
    const key = await shown.innerText()
    expect(key).toMatch(/^aff_test_/)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByText(key).waitFor({ state: 'detached' })

    const sell = () => {
      const body = { transaction_id: crypto.randomUUID(), amount_cents: 100 }
      return send(stage.service.app, 'POST', '/api/v1/track/sale', { bearer: key, body })
    }
    expect((await sell()).status).toBe(200)
    const row = page.getByRole('row', { name: new RegExp(key.slice(-4)) })
    await row.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Retire now' }).click()
    await page.getByRole('button', { name: 'Retire key' }).click()
    await row.getByText('Retired').waitFor()
    expect((await sell()).body.error.code).toBe('api_key_rotation_required')
  })

  test('a management key is made with permissions in words, shown once, works, and is revoked', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/settings?section=management-keys`)
    await page.getByText('No management keys yet').waitFor()
    await page.getByRole('button', { name: 'Create management key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Say which program calls with it.').waitFor()
    await dialog.getByText('Choose at least one.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    const hasFocus = (field: Locator) => field.evaluate((element) => element === document.activeElement)
    await expect.poll(() => hasFocus(dialog.getByLabel('Name', { exact: true }))).toBe(true)
    await dialog.getByLabel('Name', { exact: true }).fill('The books')
    await page.setViewportSize({ width: 390, height: 500 })
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await expect.poll(() => hasFocus(dialog.getByRole('checkbox').first())).toBe(true)
    const complaint = await dialog.getByText('Choose at least one.').boundingBox()
    expect(complaint?.y).toBeGreaterThan(100)
    expect(complaint?.y).toBeLessThan(400)
    await dialog.getByLabel('Make programs').waitFor()
    await dialog.getByLabel('For', { exact: true }).selectOption('program')
    await expect.poll(() => dialog.getByLabel('Make programs').count()).toBe(0)
    await dialog.getByLabel('Read figures').check()
    await dialog.getByLabel('Read money').check()
    await dialog.getByLabel('Last day').fill('2020-01-01')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('in the future').waitFor()
    await dialog.getByLabel('Last day').fill('2090-01-01')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const key = await dialog.locator('code').innerText()
    expect(key).toMatch(/^aff_mgmt_[\w-]{32}$/)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByText(key).waitFor({ state: 'detached' })

    const { app } = stage.service
    const call = (path: string) => send(app, 'GET', `/api/programs/${program.id}${path}`, { bearer: key })
    expect([
      (await call('')).status,
      (await call('/balances')).status,
      (await call('/partners')).status,
    ]).toEqual([200, 200, 403])
    const row = page.getByRole('row').filter({ hasText: 'The books' })
    await row.getByText('Read figures, Read money').waitFor()
    await row.getByText(/2090/).waitFor()
    await page.setViewportSize({ width: PHONE_PX, height: 860 })
    expect(await findBarriers(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE_PX)
    await row.getByRole('button', { name: 'Revoke The books' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await row.getByText('Revoked').waitFor()
    expect((await call('')).status).toBe(401)
    await expect.poll(() => row.getByRole('button').count()).toBe(0)
  })

  test('what a key changed is in the audit log under its name, and is found by the key alone', async () => {
    const program = await stage.emptyProgram()
    const owner = await startSession(stage.service, stage.demo.user.id)
    const { app } = stage.service
    const url = `/api/workspaces/${program.workspaceId}/management-keys`
    const body = { name: 'Night job', permissions: ['program:update'] }
    const { key, id } = (await send(app, 'POST', url, { bearer: owner, body })).body.data
    await send(app, 'PATCH', `/api/programs/${program.id}`, { bearer: key, body: { name: 'By night' } })
    const page = await stage.open(`/programs/${program.id}/audit-log`)
    const row = page.getByRole('row').filter({ hasText: 'By night' })
    await row.getByText('Night job').waitFor()
    await row.getByText(`management key ${id}`).waitFor()
    const made = page.getByRole('row').filter({ hasText: 'Made a management key' })
    await made.waitFor()
    const who = page.getByLabel('Person or key')
    await who.selectOption(`key ${id}`)
    await made.waitFor({ state: 'detached' })
    await row.waitFor()
    expect(await who.locator('option:checked').textContent()).toContain('Night job (aff_mgmt_')
    expect(new URL(page.url()).searchParams.get('key')).toBe(String(id))
    await who.selectOption(`person ${stage.demo.user.id}`)
    await row.waitFor({ state: 'detached' })
    await made.waitFor()
    expect(new URL(page.url()).searchParams.get('key')).toBeNull()
    expect(await findBarriers(page)).toEqual([])
  })

  test('a key is retired with grace, and another one is deleted', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/settings?section=keys`)
    const live = page.getByRole('row').filter({ hasText: 'Live' })
    await live.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Retire in 7 days' }).click()
    await page.getByRole('button', { name: 'Retire key' }).click()
    await live.getByText('Retiring').waitFor()
    await live.getByText(/works until/).waitFor()
    const other = page.getByRole('row').filter({ hasText: 'Test' })
    await other.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete key' }).click()
    await expect.poll(() => other.count()).toBe(0)
  })

  test('a program is closed to new referrals by a switch, and every page says so', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/settings`)
    await page
      .getByText('API keys answer 401, so sales, renewals and refunds are not recorded either')
      .waitFor()
    await page.getByLabel('Closed to new referrals').check()
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('This program is closed to new referrals').waitFor()
    const body = { affiliate_url: `https://shop.test/?aff=${program.code}` }
    const click = await send(stage.service.app, 'POST', '/api/v1/track/click', { body })
    expect(click.body.reason).toBe('program_paused')
    await page.reload()
    await expect.poll(() => page.getByLabel('Closed to new referrals').isChecked()).toBe(true)
  })

  test('the program’s fields are saved, the time zone is found by typing', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/settings`)
    await page.getByLabel('Name', { exact: true }).fill('Renamed')
    await page.getByRole('combobox', { name: 'Time zone' }).click()
    await page.getByRole('combobox', { name: 'Time zone' }).fill('berlin')
    await page.getByRole('option', { name: 'Europe/Berlin' }).waitFor()
    await page.getByRole('combobox', { name: 'Time zone' }).press('Enter')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Program saved: all days are counted in Europe/Berlin now.').first().waitFor()
    await page.getByRole('button', { name: /Renamed/ }).waitFor()

    await page.getByLabel('Platform fee (%)').fill('2,75')
    await page.getByLabel('Commission per lead', { exact: true }).fill('1.50')
    await page.getByRole('radio', { name: /^By a person/ }).check()
    await saveOf(page, 'Money').click()
    await page.getByText('Money saved.').first().waitFor()
    await page.getByText('The browser is enough').click()
    await page.getByLabel('Attribution window (days)').fill('45')
    await page.getByLabel('Keep clicks (months)').fill('1')
    await page.getByRole('button', { name: 'Save' }).nth(1).click()
    await page.getByText('clicks must be kept at least 2 months').waitFor()
    await page.getByLabel('Keep clicks (months)').fill('24')
    await page.getByRole('button', { name: 'Save' }).nth(1).click()
    await page.getByText('Tracking saved.').first().waitFor()
    await page.getByLabel('Legal name').fill('Example GmbH')
    await page.getByLabel('Address', { exact: true }).fill('1 Main Street\n10115 Berlin')
    await page.getByLabel('Tax id').fill('DE123456789')
    await saveOf(page, 'On invoices').click()
    await page.getByText('On invoices saved.').first().waitFor()
    const saved = await page.evaluate(async (url) => (await fetch(url)).json(), `/api/programs/${program.id}`)
    expect(saved.data).toMatchObject({
      name: 'Renamed',
      timeZone: 'Europe/Berlin',
      platformFeeBps: 275,
      perLeadCommission: { amountCents: 150, currency: 'USD' },
      commissionApproval: 'review',
      leadAuthPolicy: 'browser_allowed',
      attributionWindowDays: 45,
      clickRetentionMonths: 24,
      legalName: 'Example GmbH',
      legalAddress: '1 Main Street\n10115 Berlin',
      taxId: 'DE123456789',
    })
    await page.getByLabel('Tax id').fill('')
    await saveOf(page, 'On invoices').click()
    await expect
      .poll(() =>
        page.evaluate(
          async (url) => (await (await fetch(url)).json()).data.taxId,
          `/api/programs/${program.id}`,
        ),
      )
      .toBeNull()
  })

  test('a time zone typed in full is taken on leaving the field; what is none stays and is refused', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/settings`)
    const patches: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') patches.push(request.postDataJSON())
    })
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.fill('Mars/Base')
    await saveOf(page, 'Program').click()
    await page.getByText('Choose one of the list.').waitFor()
    await expect.poll(() => zone.inputValue()).toBe('Mars/Base')
    expect(await zone.getAttribute('aria-invalid')).toBe('true')
    await zone.press('Enter')
    await page.getByText('Choose one of the list.').waitFor()
    expect(patches).toEqual([])
    await zone.press('Escape')
    await expect.poll(() => zone.inputValue()).toMatch(/^UTC/)
    await zone.fill('america/new_york')
    await zone.press('Tab')
    await expect.poll(() => zone.inputValue()).toBe('America/New York')
    await saveOf(page, 'Program').click()
    await page.getByText('Program saved: all days are counted in America/New_York now.').first().waitFor()
    expect(patches).toMatchObject([{ timeZone: 'America/New_York' }])
  })

  test('what was changed and not saved is not left without a question', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/settings`)
    const holdPeriod = page.getByLabel('Hold period (days)')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    const leave = () =>
      page.getByRole('list', { name: 'Money' }).getByRole('link', { name: 'Payouts', exact: true }).click()
    await holdPeriod.fill('11')
    // Saving one form takes nothing from another.
    await page.getByLabel('Tax id').fill('DE1')
    await saveOf(page, 'On invoices').click()
    await page.getByText('On invoices saved.').first().waitFor()
    await leave()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await holdPeriod.inputValue()).toBe('11')
    await saveOf(page, 'Money').click()
    await page.getByText('Money saved.').first().waitFor()
    await leave()
    await page.getByRole('heading', { name: 'Payouts', level: 1 }).waitFor()
    await page.goBack()
    await holdPeriod.fill('12')
    await page.getByRole('link', { name: 'API keys' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('button', { name: 'Create key' }).waitFor()
    await page.getByRole('link', { name: 'Program', exact: true }).click()
    await expect.poll(() => holdPeriod.inputValue()).toBe('11')
    await holdPeriod.fill('13')
    await holdPeriod.fill('11')
    await leave()
    await page.getByRole('heading', { name: 'Payouts', level: 1 }).waitFor()
  })

  test('what cannot be saved is told at its field, and nothing is sent', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/settings`)
    await page.getByLabel('Hold period (days)').fill('366')
    await saveOf(page, 'Money').click()
    await page.getByText('Type a whole number of days from 0 to 365.').waitFor()
    const holdPeriod = page.getByLabel('Hold period (days)')
    await expect.poll(() => holdPeriod.getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Hold period (days)').fill('10')
    await page.getByLabel('Platform fee (%)').fill('1.005')
    await saveOf(page, 'Money').click()
    await page.getByText('Type a percentage from 0 to 100').waitFor()
  })

  test('a policy is set for a product, changed, and its versions are listed', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/settings?section=policies`)
    await page.getByRole('button', { name: 'New policy' }).click()
    await page.getByLabel('Product id').fill('pro')
    await page.getByRole('radio', { name: 'Fixed amount' }).click()
    await page.getByLabel('Amount for each sale').fill('5')
    await page.getByLabel('For how long').selectOption('For a number of months')
    await page.getByRole('button', { name: 'Set policy' }).click()
    const row = page.getByRole('row').filter({ has: page.getByText('pro', { exact: true }) })
    await row.getByText('$5.00 for each sale in USD').waitFor()
    await row.getByText('for 12 months from the first sale').waitFor()
    await page.getByRole('button', { name: 'Change the policy of pro' }).click()
    await page.getByLabel('Amount for each sale').fill('7.50')
    await page.getByRole('button', { name: 'Set policy' }).click()
    await row.getByText('$7.50 for each sale in USD').waitFor()
    await page.getByRole('radio', { name: 'All versions' }).click()
    await expect.poll(() => row.count()).toBe(2)
    await row
      .last()
      .getByText(/^until/)
      .waitFor()
    await page.getByRole('button', { name: 'End the policy of pro' }).click()
    await page.getByRole('button', { name: 'End policy' }).click()
    await page.getByRole('radio', { name: 'In force' }).click()
    await expect.poll(() => row.count()).toBe(0)
  })

  test('a group of partners is made, given a policy and a partner, renamed and ended', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/settings?section=policies`)
    await page.getByRole('button', { name: 'New group' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make group' }).click()
    await page.getByText('Write a few words.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Best')
    await page.getByRole('dialog').getByRole('button', { name: 'Make group' }).click()
    const groups = page.getByRole('list', { name: 'Groups of partners' })
    await groups.getByText('0 partners').waitFor()
    await page.getByRole('button', { name: 'New group' }).click()
    await page.getByLabel('Name', { exact: true }).fill('best')
    await page.getByRole('dialog').getByRole('button', { name: 'Make group' }).click()
    await page.getByText('Another group of the program has this name.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'New policy' }).click()
    await page.getByRole('button', { name: 'Set policy' }).click()
    await page.getByText('Type the product id that your sales carry, or choose a group.').waitFor()
    await page.getByLabel('For the partners of').selectOption('Best')
    await page.getByLabel('Share (%)').fill('35')
    await page.getByRole('button', { name: 'Set policy' }).click()
    await page.getByRole('row').filter({ hasText: 'Best' }).getByText('35%').waitFor()
    await page.getByRole('button', { name: 'Change the policy of Best', exact: true }).waitFor()

    await page.goto(addressOf(`/programs/${program.id}/partners?open=${program.partnerId}`))
    await page.getByLabel('Group', { exact: true }).selectOption('Best')
    await page.getByText('Pat is in Best now.').first().waitFor()
    await page.goto(addressOf(`/programs/${program.id}/partners?group=none`))
    await page.getByText('Every partner is in a group').waitFor()
    await page.getByLabel('Group').selectOption('Best')
    await page.getByRole('row').filter({ hasText: 'Pat' }).waitFor()

    await page.goto(addressOf(`/programs/${program.id}/settings?section=policies`))
    await page.getByRole('button', { name: 'Rename Best' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Better')
    await page.getByRole('button', { name: 'Rename group' }).click()
    await groups.getByText('1 partner', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'End Better' }).click()
    await page.getByText('1 partner will be in no group.').waitFor()
    await page.getByRole('button', { name: 'End group' }).click()
    await page.getByText('No groups: every partner earns by the program’s policies.').waitFor()
    await expect.poll(() => page.getByRole('row').filter({ hasText: '35%' }).count()).toBe(0)
  })

  test('a member is invited, accepts, gets another role, is suspended and removed', async () => {
    const program = await stage.emptyProgram()
    const { email } = await signUp(stage.service)
    const page = await stage.open(`/programs/${program.id}/settings?section=members`)
    await page.getByRole('button', { name: 'Invite member' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('dialog').getByLabel('Role').selectOption('Viewer')
    await page.getByRole('dialog').getByRole('button', { name: 'Make the link' }).click()
    const link = await page.getByRole('dialog').locator('code').innerText()
    const invited = await stage.newVisitor()
    await invited.goto(link)
    await invited.getByText('You are invited to a workspace: sign in to join it').waitFor()
    await signIn(invited, { email, password: PASSWORD }, new URL(link).pathname)
    await invited.getByRole('button', { name: 'Accept the invitation' }).click()
    await invited.waitForURL((url) => url.pathname.startsWith('/programs/'))
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: email })
    await row.getByLabel('Role of Sam').selectOption('Admin')
    await page.getByText('Sam is now admin.').first().waitFor()
    await row.getByRole('button', { name: 'Actions for Sam' }).click()
    await page.getByRole('menuitem', { name: 'Suspend' }).click()
    await row.getByText('Suspended').waitFor()
    await row.getByRole('button', { name: 'Actions for Sam' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove member' }).click()
    await expect.poll(() => row.count()).toBe(0)
  })

  test('the last owner stays, in words', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/settings?section=members`)
    await page.getByLabel(/^Role of/).selectOption('Viewer')
    await page.getByText('This is the last active owner').first().waitFor()
    await expect.poll(() => page.getByLabel(/^Role of/).inputValue()).toBe('owner')
  })

  test('an invitation can be given a new link, and be taken back', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/settings?section=members`)
    await page.getByRole('button', { name: 'Invite member' }).click()
    await page.getByLabel('E-mail').fill('new@people.test')
    await page.getByRole('dialog').getByRole('button', { name: 'Make the link' }).click()
    await page.getByText('Pass this link on').waitFor()
    const link = () => page.getByRole('dialog').locator('code').innerText()
    const first = await link()
    expect(first).toContain(addressOf('/invitations/'))
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'New link for new@people.test' }).click()
    await page.getByText('Pass this link on').waitFor()
    expect(await link()).not.toBe(first)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Cancel the invitation of new@people.test' }).click()
    await expect.poll(() => page.getByText('Open invitations').count()).toBe(0)
  })

  test('signing out everywhere ends the other sessions too', async () => {
    const here = await stage.open(`/programs/${stage.demo.program.id}/settings?section=account`)
    const there = await stage.open(`/programs/${stage.demo.program.id}/overview`)
    await here.getByRole('button', { name: 'Sign out everywhere' }).click()
    await here.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await here.waitForURL('**/sign-in')
    await there.reload()
    await there.waitForURL('**/sign-in?*')
  })

  test.each(['light', 'dark'] as const)('no section keeps anybody out, in %s', async (colorScheme) => {
    const page = await stage.open('/', { colorScheme })
    const barriers: Record<string, string[]> = {}
    for (const section of SECTIONS) {
      await page.goto(addressOf(`/programs/${stage.demo.program.id}/settings${section}`))
      await settled(page)
      barriers[section] = await findBarriers(page)
    }
    await page.goto(addressOf(`/programs/${stage.demo.program.id}/settings`))
    await page.getByRole('combobox', { name: 'Time zone' }).click()
    barriers['time zones'] = await findBarriers(page)
    await page.goto(addressOf(`/programs/${stage.demo.program.id}/settings?section=policies`))
    await page.getByRole('button', { name: 'New policy' }).click()
    barriers['policy dialog'] = await findBarriers(page)
    await page.goto(addressOf(`/programs/${stage.demo.program.id}/settings?section=keys`))
    await page.getByRole('button', { name: 'Create key' }).click()
    barriers['key dialog'] = await findBarriers(page)
    expect(Object.entries(barriers).filter(([, found]) => found.length > 0)).toEqual([])
  })

  test('every section fits a phone', async () => {
    const page = await stage.open('/', { width: PHONE_PX })
    for (const section of SECTIONS) {
      await page.goto(addressOf(`/programs/${stage.demo.program.id}/settings${section}`))
      await settled(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), section).toBe(PHONE_PX)
    }
  })
})

/** The button of one of the forms, which are saved apart. */
function saveOf(page: Page, form: string) {
  return page.getByRole('group', { name: form }).getByRole('button', { name: 'Save' })
}
