import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { send, signInMember } from '../../server/test/harness.ts'
import { signInAs } from '../../server/test/partner-access/partner.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, carryPartnerSession, demoPartner, openStage, type Stage, settled } from './stage.ts'

let stage: Stage

const NOTICE = /The service cannot be reached/

describeInChromium('without a connection', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('the app stays, says so, never calls unread events none, and goes on by itself', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/events?mode=test`)
    await page.getByText('No event fits these filters').waitFor()
    await page.context().setOffline(true)
    await page.getByText(NOTICE).waitFor()
    await page.getByRole('radio', { name: 'Real' }).click()
    await page.waitForURL((url) => !url.search.includes('mode'))
    await page.getByText('No connection to the service').waitFor()
    expect(await page.getByText('Nothing has arrived yet').count()).toBe(0)
    expect(await page.getByRole('navigation').count()).toBeGreaterThan(0)
    await page.context().setOffline(false)
    await page.getByText('Nothing has arrived yet').waitFor()
    await expect.poll(() => page.getByText(NOTICE).count()).toBe(0)
  })

  test('a typed form is kept and can be sent afterwards', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/partners`)
    await page.getByRole('button', { name: 'Add partner' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Nora Berg')
    await dialog.getByLabel('E-mail').fill('nora@offline.example')
    await page.context().setOffline(true)
    await dialog.getByRole('button', { name: 'Add partner' }).click()
    await dialog.getByText('No connection to the service').waitFor()
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Nora Berg')
    await page.context().setOffline(false)
    await expect.poll(() => page.getByText(NOTICE).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Add partner' }).click()
    await page.getByRole('heading', { name: 'Nora Berg' }).waitFor()
  })

  test('a page whose code could not be loaded comes in place when the service is back', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/partners`)
    await settled(page)
    // A reload would lose what is typed elsewhere, and this mark.
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Webhooks' }).first().click()
    await page.getByText(NOTICE).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })

  test('a list that could not be continued says so and is tried again', async () => {
    const program = await stage.emptyProgram()
    const bearer = await signInMember(stage.service, program)
    for (let row = 0; row < 51; row++) {
      const body = { name: `Partner ${row}`, email: `p${row}@${program.id}.example` }
      const added = await send(stage.service.app, 'POST', `/api/programs/${program.id}/partners`, {
        bearer,
        body,
      })
      expect(added.status).toBe(201)
    }
    const page = await stage.open(`/programs/${program.id}/partners`)
    await page.route('**/partner-report?*cursor=*', (route) => route.fulfill({ status: 400, body: '{}' }))
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByText('The service answered 400.').waitFor()
    await page.unroute('**/partner-report?*cursor=*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Partner 0', { exact: true }).waitFor()
    expect(await page.getByText('The service answered 400.').count()).toBe(0)
  })
})

describeInChromium('a panel that closes', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('gives the focus back to its row, opened by key or by a press beside the name', async () => {
    const page = await stage.open(`/programs/${stage.demo.program.id}/events?type=sale`)
    const row = page.getByRole('row').nth(1)
    const name = row.getByRole('button').first()
    const isFocused = () => name.evaluate((element) => element === document.activeElement)
    await name.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(isFocused).toBe(true)
    await page.getByRole('heading', { name: 'Events' }).click()
    await row.getByRole('cell').nth(3).click()
    await page.getByRole('dialog').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.poll(isFocused).toBe(true)
  })
})

describeInChromium('what was begun', () => {
  let shown: Stage

  beforeAll(async () => {
    shown = await openStage()
  })

  /** Answers to these calls wait until they are let go. */
  async function holdBack(page: Page, path: string) {
    let letGo = () => {}
    const waiting = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(path, async (route) => {
      if (route.request().method() !== 'GET') await waiting
      await route.continue().catch(() => undefined)
    })
    return letGo
  }

  async function openPortal() {
    const { token, email } = await signInAs(shown.service, await demoPartner(shown))
    const page = await shown.newVisitor({ width: 390 })
    await carryPartnerSession(page, token)
    return { page, email }
  }

  test('in a dialog keeps it open until it has ended', async () => {
    const program = await shown.emptyProgram()
    const page = await shown.open(`/programs/${program.id}/settings?section=keys`)
    const letGo = await holdBack(page, '**/api-keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog', { name: /Create/ })
    const submit = dialog.getByRole('button', { name: /^Create/ })
    await submit.click()
    await expect.poll(() => submit.getAttribute('aria-busy')).toBe('true')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true)
    letGo()
    await page.getByRole('dialog').getByText(/^aff_/).waitFor()
  })

  test('by a partner without a network fails at once, and is not sent when there is one again', async () => {
    const { page, email } = await openPortal()
    await page.goto(addressOf('/partner/profile'))
    await page.getByRole('button', { name: 'Close my account…' }).click()
    await page.getByLabel('Your e-mail, typed').fill(email)
    const knows = page.getByRole('checkbox', { name: 'I know what is still to come to me' })
    if ((await knows.count()) > 0) await knows.check()
    const asked: string[] = []
    await page.context().setOffline(true)
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await page.getByRole('button', { name: 'Close my account for good' }).click()
    await page.getByText('It is not sent again by itself').waitFor()
    await page.getByText(NOTICE).waitFor()
    const before = asked.filter((call) => call.endsWith('/close')).length
    await page.context().setOffline(false)
    await expect.poll(() => page.getByText(NOTICE).count()).toBe(0)
    await settled(page)
    expect(asked.filter((call) => call.endsWith('/close'))).toHaveLength(before)
    await page.goto(addressOf('/partner/profile'))
    await page.getByRole('button', { name: 'Close my account…' }).waitFor()
  })

  test('and could not be read in the portal is read when the service is back', async () => {
    const { page } = await openPortal()
    await page.goto(addressOf(`/partner/programs/${shown.demo.program.id}/overview`))
    await settled(page)
    await page.getByRole('link', { name: 'Payouts' }).hover()
    await page.route('**/api/partner/**', (route) => route.abort())
    await page.route('**/readyz', (route) => route.abort())
    await page.getByRole('link', { name: 'Payouts' }).click()
    await page.getByText('No connection to the service').first().waitFor()
    await page.unroute('**/api/partner/**')
    await page.unroute('**/readyz')
    await expect.poll(() => page.getByText('No connection to the service').count()).toBe(0)
    expect(await page.getByText(NOTICE).count()).toBe(0)
  })

  test('after the session ended is told of at the sign-in', async () => {
    const program = await shown.emptyProgram()
    const page = await shown.open(`/programs/${program.id}/partners`)
    await settled(page)
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Add partner' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Nora Berg')
    await dialog.getByLabel('E-mail').fill('nora@ended.example')
    await dialog.getByRole('button', { name: 'Add partner' }).click()
    await page.getByText('Your session has ended.').waitFor()
    const stranger = await shown.newVisitor()
    await stranger.goto(addressOf(`/programs/${program.id}/partners`))
    await stranger.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await stranger.getByText('Your session has ended.').count()).toBe(0)
  })

  test('while a list was read for the first time stands in it', async () => {
    const program = await shown.emptyProgram()
    const page = await shown.open('/account')
    let letGo = () => {}
    const waiting = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let reads = 0
    await page.route('**/notes**', async (route) => {
      if (route.request().method() !== 'GET' || reads++ > 0) return route.continue()
      // As it was before the note.
      await waiting
      await route.fulfill({ json: { data: [], meta: { nextCursor: null } } })
    })
    await page.goto(addressOf(`/programs/${program.id}/partners/${program.partnerId}`))
    const notes = page.getByRole('region', { name: 'Notes' })
    await notes.getByLabel('New note').fill('Calls on Mondays.')
    await notes.getByRole('button', { name: 'Add note' }).click()
    await page.getByText('The note is written.').first().waitFor()
    letGo()
    await notes.getByRole('listitem').getByText('Calls on Mondays.').waitFor()
  })

  test('in two tabs of the settings takes nothing back that the other one saved', async () => {
    const program = await shown.emptyProgram()
    const path = `/programs/${program.id}/settings`
    const [one, other] = [await shown.open(path), await shown.open(path)]
    await one.getByLabel('Attribution window (days)').fill('90')
    await other.getByLabel('Cookie window (days)').fill('45')
    for (const page of [one, other]) {
      const form = page.locator('form').filter({ has: page.getByLabel('Cookie window (days)') })
      await form.getByRole('button', { name: 'Save' }).click()
      await page
        .getByText(/saved\.$/)
        .first()
        .waitFor()
    }
    const { rows } =
      await sql`select attribution_window_days, cookie_window_days from programs where id = ${program.id}`.execute(
        shown.service.database.kysely,
      )
    expect(rows).toEqual([{ attribution_window_days: 90, cookie_window_days: 45 }])
  })
})
