import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { send, signInMember, signUp, startSession } from '../../server/test/harness.ts'
import { saved } from '../../server/test/tracking/requests/request-helpers.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { openShop } from '../../tracker/test/shop.ts'
import { rows } from './actions.ts'
import { absoluteUrl, findBarriers, openStage, PASSWORD, type Stage, settled } from './stage.ts'

let stage: Stage

describeInChromium('a new user', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('sets up a program with the wizard: one click per step, and each step can be left, repeated or skipped', async () => {
    const page = await stage.open('/programs/new')
    const { site, addClick } = await openShopFor(page)
    await page.getByText('20% of each sale for the customer’s lifetime').waitFor()
    await page.getByText('3.5%').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByLabel('Name').fill('Acme partners')
    await page.getByLabel('Site').fill('shop')
    await page.getByRole('button', { name: 'Create program' }).click()
    await page.getByText('Enter a full web address', { exact: false }).waitFor()
    await page.getByLabel('Site').fill(site)
    await page.getByRole('button', { name: 'Create program' }).click()
    await page.waitForURL(/\/setup\?step=commission$/)
    const id = /programs\/(\d+)\//.exec(page.url())?.[1] ?? ''
    const steps = page.getByRole('navigation', { name: 'Setup steps' })
    const isDone = (step: string) => steps.getByRole('listitem').filter({ hasText: step }).getByText('Done')
    await isDone('Program').waitFor()

    // The first step changes the existing program, and a reload keeps the step.
    await page.getByRole('link', { name: 'Back' }).click()
    await expect.poll(() => page.getByLabel('Site').inputValue()).toBe(site)
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.waitForURL(/step=commission$/)
    await page.reload()
    await page
      .getByText('Currently: 20% of each sale for the customer’s lifetime', { exact: false })
      .waitFor()
    await page.getByLabel('Rate').fill('101')
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.getByText('Enter a percentage', { exact: false }).waitFor()
    await page.getByLabel('Rate').fill('25')
    await page.getByLabel('Duration').selectOption('Number of months')
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.waitForURL(/step=tracker$/)
    await isDone('Commission').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Install the tracker')
    await page.goBack()
    await page.getByText('25% of each sale for 12 months', { exact: false }).waitFor()
    await page.goForward()

    // The code shown on the screen, pasted into a shop: even a click that can't count yet proves that the tracker is
    // installed.
    await page.getByText('Waiting for your first click…').waitFor()
    for (const stack of ['HTML', 'Google Tag Manager'] as const) {
      await page.getByRole('tab', { name: stack }).click()
      const panel = page.getByRole('tabpanel').filter({ hasText: 'tracker.js' })
      await addClick(await panel.locator('code').innerText(), 'tracker-check')
    }
    await saved(stage.service)
    const works = page.getByText('The tracker works: a click with the code tracker-check arrived.')
    await works.waitFor()
    await isDone('Tracker').waitFor()
    // A later click by a bot is shown next to the success message.
    const body = { affiliate_url: `${site}?aff=tracker-check`, program_id: Number(id) }
    const headers = { 'user-agent': 'HeadlessChrome/140.0' }
    await send(stage.service.app, 'POST', '/api/v1/track/click', { headers, body })
    await saved(stage.service)
    await works.waitFor()
    expect(await findBarriers(page)).toEqual([])

    // The step asks who reports sales, and shows what that requires.
    const processor = page.getByRole('radio', { name: 'Payment processor' })
    await expect.poll(() => processor.isChecked()).toBe(true)
    await page.getByText('No payment processor is connected yet', { exact: false }).waitFor()
    await page.getByRole('region', { name: 'Node.js code for a Stripe checkout' }).waitFor()
    await page.getByRole('radio', { name: 'Your server' }).click()
    await page.getByText('Your server now reports sales.').first().waitFor()
    await page.getByRole('region', { name: 'Node.js code for a sale' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    const tag = await page.getByRole('tabpanel').filter({ hasText: 'tracker.js' }).locator('code').innerText()
    await page.getByRole('link', { name: 'Continue' }).click()

    await page.waitForURL(/step=partner$/)
    await page.getByLabel('Name').fill('Maya Lind')
    await page.getByRole('textbox', { name: 'Email' }).fill(`maya-${id}@example.test`)
    await page.getByText(`${site}?aff=maya-lind`).waitFor()
    await page.getByRole('button', { name: 'Add partner' }).click()
    await page.getByRole('heading', { name: 'Maya Lind’s link' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await addClick(tag, 'maya-lind')
    await page.getByText(/^Last click .* from shop\.localhost:\d+, referred by Maya Lind$/).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Maya Lind’s link' }).waitFor()
    await page.getByRole('link', { name: 'Go to overview' }).click()

    // The overview lists only the remaining steps.
    const checklist = page.getByRole('list', { name: 'Finish setting up' })
    await page.getByText('4 of 5 done').waitFor()
    expect(await checklist.getByRole('link').allInnerTexts()).toEqual([
      expect.stringMatching(/Record the first sale\s+Send it from your server/),
    ])
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByText('Checklist hidden', { exact: false }).waitFor()
    await page.reload()
    await settled(page)
    expect(await checklist.count()).toBe(0)
    await page.evaluate(() => localStorage.clear())
  })

  test('skips the whole wizard, and finds it again on the overview', async () => {
    const page = await stage.open('/programs/new')
    await page.getByLabel('Name').fill('Later')
    await page.getByRole('button', { name: 'Create program' }).click()
    await page.waitForURL(/step=commission$/)
    for (const step of ['tracker', 'partner']) {
      await page.getByRole('link', { name: 'Skip for now' }).click()
      await page.waitForURL(new RegExp(`step=${step}$`))
    }
    await page.getByRole('link', { name: 'Skip for now' }).click()
    await page.getByText('0 of 5 done').waitFor()
    await page.setViewportSize({ width: 390, height: 860 })
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('link', { name: 'Set your site' }).click()
    await page.getByLabel('Site').fill('https://acme.test')
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.waitForURL(/step=commission$/)
    expect(await findBarriers(page)).toEqual([])
    // Saving the default unchanged confirms it.
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.waitForURL(/step=tracker$/)
    await page.setViewportSize({ width: 1280, height: 860 })
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByText('2 of 5 done').waitFor()
  })

  test("copies the snippets and completes the integration with test events, which don't change the metrics", async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/integration`)
    await page.getByText('0 of 3 complete').waitFor()
    const { host } = new URL(absoluteUrl('/'))
    const tag = `<script src="http://${host}/js/tracker.js" data-program-id="${program.id}" defer></script>`
    await page.getByText(tag).waitFor()
    await page.getByText('No payment processor is connected yet', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Send test click' }).click()
    await page.getByText(/Test click \d+ arrived/).waitFor()
    await page.getByText('1 of 3 complete').waitFor()
    await page.getByRole('button', { name: 'Send test lead' }).click()
    await page.getByText(/Test lead \d+ arrived/).waitFor()
    await page.getByText('2 of 3 complete').waitFor()
    // Events sent from the dashboard aren't evidence; without a site, there is no test link.
    await page.getByRole('button', { name: 'Create test link' }).click()
    await page.getByText('This program has no site yet', { exact: false }).waitFor()
    expect(await page.getByText('Waiting', { exact: true }).count()).toBe(5)
    await page.getByRole('radio', { name: 'Your server' }).click()
    await page.getByRole('tab', { name: 'curl' }).last().click()
    await page.getByText(`curl http://${host}/api/v1/track/sale`).waitFor()

    // The step that needs a key offers to create one and fills it in.
    await page.getByRole('button', { name: 'Create test key' }).click()
    const created = await page.getByRole('dialog').locator('code').innerText()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    expect(await page.getByLabel('Test API key').inputValue()).toBe(created)

    const send = async (key: string) => {
      await page.getByLabel('Test API key').fill(key)
      await page.getByRole('button', { name: 'Send test sale' }).click()
    }
    await send(program.liveKey)
    await page.getByText('This is a live key', { exact: false }).waitFor()
    await send(`aff_test_${program.id}_${'x'.repeat(32)}`)
    await page.getByText('Key not recognized', { exact: false }).waitFor()
    // A rejected key doesn't end the session.
    expect(page.url()).toContain('/integration')
    expect(await findBarriers(page)).toEqual([])
    await send(program.testKey)
    await page.getByText(/Test sale \d+ arrived/).waitFor()
    await page.getByText('3 of 3 complete').waitFor()
    await page.getByRole('listitem').filter({ hasText: '$49.00' }).first().waitFor()

    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByText('No activity in this period').waitFor()
    await page.getByRole('link', { name: 'Check integration' }).click()
    await page.waitForURL('**/integration')
  })

  test('shows events as they arrive on the integration page, and why a click, signup or sale didn’t count', async () => {
    const { app } = stage.service
    const program = await stage.emptyProgram()
    const bearer = await signInMember(stage.service, program)
    const page = await stage.open(`/programs/${program.id}/integration`)
    await page.getByText('Waiting for your first click…').waitFor()
    await page.getByText('0 of 3 complete').waitFor()
    const partner = { name: 'Maya', email: 'maya@example.test', approved: true }
    const added = await send(app, 'POST', `/api/programs/${program.id}/partners`, { bearer, body: partner })
    const call = async (path: string, body: object, key?: string) => {
      const using = key === undefined ? {} : { bearer: key }
      return (await send(app, 'POST', `/api/v1/track/${path}`, { ...using, body })).body
    }
    const click = { affiliate_url: `https://www.acme.com/?aff=${added.body.data.links[0].code}` }
    const { click_id } = await call('click', click)
    await page.getByText(/^Last click .* from acme\.com, referred by Maya$/).waitFor()
    await page.getByText('1 of 3 complete').waitFor()

    await call('click', { affiliate_url: 'https://www.acme.com/?aff=nope', program_id: Number(program.id) })
    await saved(stage.service)
    await page.getByText('No partner link has this code. Code: nope').waitFor()

    // A signup from the browser alone is provisional, and the page says so before and after the sale fails.
    await call('lead', { click_id, customer_key: 'cus-1' })
    await page.getByText('Provisional until your server sends it', { exact: false }).waitFor()
    const sale = { transaction_id: 'order-1', amount_cents: 4900, customer_key: 'cus-1', click_id }
    expect((await call('sale', sale, program.liveKey)).error.code).toBe('no_attribution')
    await saved(stage.service)
    await page
      .getByText("This customer's signup is waiting for confirmation by your server", { exact: false })
      .first()
      .waitFor()
    await call('lead', { click_id, customer_key: 'cus-1' }, program.liveKey)
    await page.getByText(/^Last signup .* referred by Maya$/).waitFor()
    await call('sale', sale, program.liveKey)
    await page.getByText(/^Last sale .*: \$49\.00, referred by Maya$/).waitFor()
    await page.getByText('3 of 3 complete').waitFor()

    // A test link limits the page to its own events, until all events are shown again.
    const passed = page.getByText('Passed', { exact: true })
    await expect.poll(() => passed.count()).toBe(4)
    await send(app, 'PATCH', `/api/programs/${program.id}`, {
      bearer,
      body: { siteUrl: 'https://www.acme.com' },
    })
    await page.getByRole('button', { name: 'Create test link' }).click()
    await page.getByText('The gates below show only events from this test link.').waitFor()
    await expect.poll(() => passed.count()).toBe(0)
    const testLink = await page.getByRole('link', { name: 'Open test link' }).getAttribute('href')
    await call('click', { affiliate_url: testLink })
    await page.getByText(/^Test click on (www\.)?acme\.com/).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Show all events' }).click()
    await expect.poll(() => passed.count()).toBe(4)
  })

  test('creates a sandbox, which is marked as such, and advances its clock past a hold', async () => {
    const { app } = stage.service
    const bearer = await startSession(stage.service, stage.demo.user.id)
    const page = await stage.open('/programs/new')
    await page.getByLabel('Name').fill('Staging')
    await page.getByLabel('Sandbox').check()
    await page.getByRole('button', { name: 'Create program' }).click()
    await page.waitForURL(/\/programs\/\d+\/setup\?step=commission/)
    const id = /programs\/(\d+)\//.exec(page.url())?.[1] ?? ''
    await page.goto(absoluteUrl(`/programs/${id}/integration`))
    const call = async (path: string, body: unknown, using = bearer) => {
      const answer = await send(app, 'POST', path, { bearer: using, body })
      expect(answer.status).toBeLessThan(300)
      return answer.body
    }
    const inProgram = (path: string, body: unknown) => call(`/api/programs/${id}${path}`, body)
    const { key } = (await inProgram('/api-keys', { mode: 'test' })).data
    expect(key).toMatch(/^aff_test_sandbox_/)
    await page.getByLabel('Test API key').fill(key)
    await page.getByRole('button', { name: 'Send test sale' }).click()
    await page.getByText(/Test sale \d+ arrived/).waitFor()

    const added = await inProgram('/partners', { name: 'Ada', email: 'ada@sandbox.test', approved: true })
    const affiliate_url = `https://shop.test/?aff=${added.data.links[0].code}`
    const { body: click } = await send(app, 'POST', '/api/v1/track/click', { body: { affiliate_url } })
    await call('/api/v1/track/lead', { click_id: click.click_id, customer_key: 'cus-1' }, key)
    const sale = { transaction_id: 'order-1', amount_cents: 4900, customer_key: 'cus-1' }
    await call('/api/v1/track/sale', sale, key)
    await page.goto(absoluteUrl(`/programs/${id}/commissions`))
    const bar = page.getByRole('region', { name: 'Sandbox' })
    await bar.getByText('The sandbox clock is at').waitFor()
    const row = rows(page).filter({ hasText: 'Ada' })
    await row.getByText('Pending').waitFor()
    const clock = async () => Date.parse((await bar.locator('time').getAttribute('datetime')) ?? '')
    const before = await clock()
    await bar.getByRole('button', { name: 'Advance the clock by 1 month' }).click()
    await page.getByText('1 commission was approved').first().waitFor()
    await row.getByText('Approved').waitFor()
    expect((await clock()) - before).toBeGreaterThan(27 * 24 * 3_600_000)
    expect(await findBarriers(page)).toEqual([])

    // The program switcher marks sandboxes and switches programs, and / opens the last one.
    await page.getByRole('button', { name: 'Switch program' }).click()
    await page.getByRole('menuitemradio', { name: /Staging.*Sandbox/ }).waitFor()
    await page
      .getByRole('menuitemradio', { name: /^(?!.*Sandbox)/ })
      .first()
      .click()
    await page.waitForURL((url) => !url.pathname.includes(`/${id}/`))
    await settled(page)
    expect(await bar.count()).toBe(0)
    const program = new URL(page.url()).pathname.split('/')[2]
    await page.goto(absoluteUrl('/'))
    await page.waitForURL(`**/programs/${program}/overview`)
  })

  test('selects dark mode in the menu, and keeps it after a reload', async () => {
    const page = await stage.open(`/programs/${stage.demo.program.id}/overview`)
    await page.getByRole('button', { name: 'Account and appearance' }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
    await expect.poll(theme).toBe('dark')
    await page.reload()
    await expect.poll(theme).toBe('dark')
    await page.evaluate(() => localStorage.clear())
  })

  test('opens an invitation with the wrong account, then continues with the right one', async () => {
    const program = await stage.emptyProgram()
    const { email } = await signUp(stage.service)
    const bearer = await signInMember(stage.service, program)
    const url = `/api/workspaces/${program.workspaceId}/members`
    const invited = await send(stage.service.app, 'POST', url, { bearer, body: { email, role: 'viewer' } })
    const other = await signUp(stage.service)
    const page = await stage.newVisitor()
    await page.goto(absoluteUrl(`/invitations/${invited.body.data.secret}`))
    const signInAs = async (account: string) => {
      await page.getByText('invited you to join').waitFor()
      expect(await page.getByLabel('Email').inputValue()).toBe(email)
      await page.getByLabel('Email').fill(account)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await signInAs(other.email)
    await page.getByText(`This invitation is for ${email}, and you’re signed in as ${other.email}.`).waitFor()
    expect(await page.getByRole('button', { name: 'Accept invitation' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Use another account' }).click()
    await signInAs(email)
    await page.getByText(/^Sam invited you to join .+ as a viewer\.$/).waitFor()
    await page.getByText(`You’re signed in as ${email}.`).waitFor()
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    await page.waitForURL((at) => at.pathname === `/programs/${program.id}/overview`)
    await page.goto(absoluteUrl(`/invitations/${invited.body.data.secret}`))
    await page.getByText('This invitation has expired or was already accepted').waitFor()
  })

  test('a viewer sees the program without any actions', async () => {
    const program = await stage.emptyProgram()
    await signInMember(stage.service, program)
    const members = stage.service.database.kysely.updateTable('workspace_members')
    await members
      .set({ role: 'viewer' })
      .where('workspace_id', '=', program.workspaceId)
      .where('user_id', '=', stage.demo.user.id)
      .execute()
    const page = await stage.open(`/programs/${program.id}/partners/${program.partnerId}`)
    await page.getByRole('button', { name: /^Copy/ }).first().waitFor()
    await page.getByRole('region', { name: 'Notes' }).getByText('No notes yet').waitFor()
    for (const name of ['Approve', 'Create link', 'Deactivate', 'Add note', 'Add tag', 'View as partner']) {
      expect(await page.getByRole('button', { name }).count(), name).toBe(0)
    }
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Send email' }).waitFor()
    expect(await page.getByRole('menuitem', { name: /Reject|sign-in|Hold/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
    for (const [path, text] of [
      ['commissions', 'Your role can’t view commissions'],
      ['settings?section=keys', 'Your role can’t view API keys'],
      ['settings?section=members', 'Your role can’t view members'],
      ['settings', 'You can view these settings.'],
    ] as const) {
      await page.goto(absoluteUrl(`/programs/${program.id}/${path}`))
      await page.getByText(text).waitFor()
    }
    await expect.poll(() => page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true)
  })
})

/** A shop on another origin, and a visitor's browser. */
async function openShopFor(page: Page) {
  const shop = await openShop()
  const browser = page.context().browser()
  if (browser === null) throw new Error('the page has no browser')
  // Clicks from headless browsers aren't counted.
  const visitor = await browser.newContext({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0' })
  onTestFinished(async () => {
    await visitor.close()
    await shop.close()
  })
  const site = `http://shop.localhost:${shop.port}/plans`
  return {
    site,
    /** Opens the shop with the tracker's code and a link code, and waits for the response to the click. */
    async addClick(trackerCode: string, linkCode: string) {
      shop.head = trackerCode
      const visit = await visitor.newPage()
      const response = visit.waitForResponse('**/api/v1/track/click')
      await visit.goto(`${site}?aff=${linkCode}`)
      await response
      await visit.close()
    },
  }
}
