import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { hasFocus, navigationLink, rows, toast } from './actions.ts'
import { enlargeText } from './large-text.ts'
import { absoluteUrl, demoPartner, openStage, type Stage, settled } from './stage.ts'

let stage: Stage

const NOTICE = /Can’t reach the service/
const NO_CONNECTION = 'No connection to the service'
const PHONE_PX = 390

const goOffline = (page: Page) => page.context().setOffline(true)

async function goOnline(page: Page) {
  await page.context().setOffline(false)
  await expect.poll(() => page.getByText(NOTICE).count()).toBe(0)
}

describeInChromium('without a connection', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('the app stays usable, shows a notice and no misleading empty states, and recovers automatically', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/events?mode=test`)
    await page.getByText('No events match these filters').waitFor()
    // A marker that a reload would remove.
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await goOffline(page)
    await page.getByText(NOTICE).waitFor()
    await page.getByRole('radio', { name: 'Real' }).click()
    await page.getByText(NO_CONNECTION).waitFor()
    expect(await page.getByText('No events yet').count()).toBe(0)
    await goOnline(page)
    await page.getByText('No events yet').waitFor()
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })

  test('a page whose code failed to load appears when the service is back', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.newVisitor()
    await page.context().addCookies(await (await stage.open('/account')).context().cookies())
    await page.goto(absoluteUrl(`/programs/${program.id}/partners`))
    await settled(page)
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await goOffline(page)
    await (await navigationLink(page, 'Webhooks')).click()
    await page.getByText(NOTICE).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })

  test('on a phone, a typed form is kept, the notice covers no buttons, and it can be submitted afterwards', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/partners`, { width: PHONE_PX })
    await page.getByRole('button', { name: 'Add partner' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Nora Berg')
    await dialog.getByLabel('Email', { exact: true }).fill(`nora-${program.id}@offline.example`)
    await goOffline(page)
    await dialog.getByRole('button', { name: 'Add partner' }).click()
    await dialog.getByText(NO_CONNECTION).waitFor()
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Nora Berg')
    await expectButtonsUncovered(page)
    await goOnline(page)
    await dialog.getByRole('button', { name: 'Add partner' }).click()
    await page.getByRole('heading', { name: 'Nora Berg' }).waitFor()

    await page.goto(absoluteUrl(`/programs/${program.id}/settings?section=policies`))
    await page.getByRole('button', { name: 'New policy' }).click()
    await goOffline(page)
    await expectButtonsUncovered(page)
    await goOnline(page)
  })

  test('bulk actions and navigation stay reachable, even with large text', async () => {
    const address = `/programs/${stage.demo.program.id}/commissions?status=pending`
    const page = await stage.open(address, { width: PHONE_PX })
    await page
      .getByRole('checkbox', { name: /^Select commission/ })
      .first()
      .check()
    // The phone navigation is loaded once the page is idle.
    const isLoaded = () =>
      performance.getEntriesByType('resource').some(({ name }) => /phone-navigation/.test(name))
    await expect.poll(() => page.evaluate(isLoaded)).toBe(true)
    await goOffline(page)
    await page.getByText(NOTICE).waitFor()
    const free = (shown: Locator) => expect.poll(() => shown.evaluate(isOnTop)).toBe(true)
    await free(page.getByRole('button', { name: 'Approve', exact: true }))
    await free(page.getByRole('button', { name: 'Account and appearance' }))
    await page.getByRole('button', { name: 'Open navigation' }).click()
    const navigation = page.getByRole('dialog', { name: 'Navigation' })
    await free(navigation.getByRole('heading', { name: 'Navigation' }))
    await enlargeText(page)
    await navigation.getByRole('link').last().scrollIntoViewIfNeeded()
    await free(navigation.getByRole('link').last())
  })

  test('the portal shows the notice and refetches failed queries when the service is back', async () => {
    const portal = `/partner/programs/${stage.demo.program.id}/overview`
    const page = await stage.openPortal(await demoPartner(stage), portal)
    await settled(page)
    await page.getByRole('link', { name: 'Payouts' }).hover()
    await page.route('**/api/partner/**', (route) => route.abort())
    await page.route('**/readyz', (route) => route.abort())
    await page.getByRole('link', { name: 'Payouts' }).click()
    await page.getByText(NO_CONNECTION).first().waitFor()
    await page.unroute('**/api/partner/**')
    await page.unroute('**/readyz')
    await expect.poll(() => page.getByText(NO_CONNECTION).count()).toBe(0)
    expect(await page.getByText(NOTICE).count()).toBe(0)
  })
})

describeInChromium('keyboard use', () => {
  beforeAll(async () => {
    stage = await openStage()
  })
  const at = (page: string) => `/programs/${stage.demo.program.id}/${page}`
  const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Select commission \d/ })

  test('a selected row’s actions are two key presses away, and the focused element is visible', async () => {
    const page = await stage.open(at('commissions?status=pending'))
    await boxes(page).nth(20).press('Space')
    await page.keyboard.press('Tab')
    await hasFocus(page.getByRole('link', { name: 'Go to selected rows' }))
    await page.keyboard.press('Enter')
    await hasFocus(page.getByRole('region', { name: 'Selected rows' }))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const approve = page.getByRole('button', { name: 'Approve', exact: true })
    await hasFocus(approve)
    // The confirmation dialog takes focus, and Escape returns it to the button that opened it.
    await approve.press('Enter')
    await hasFocus(page.getByRole('dialog'))
    await page.keyboard.press('Escape')
    await hasFocus(approve)
    for (const width of [1280, PHONE_PX]) {
      await page.setViewportSize({ width, height: 860 })
      await boxes(page).nth(2).focus()
      const covered: string[] = []
      for (const [press, key] of [...Array(30).fill('Tab'), ...Array(30).fill('Shift+Tab')].entries()) {
        await page.keyboard.press(key)
        const found = await page.evaluate(findCoveredElement)
        if (found !== undefined) covered.push(`${key} ${press}: ${found}`)
      }
      expect(covered, `at ${width} px`).toEqual([])
    }
  })

  test('approving a row keeps the scroll position', async () => {
    const page = await stage.open(at('commissions?status=pending'))
    await boxes(page).nth(25).press('Space')
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
    const before = await scrolled()
    expect(before).toBeGreaterThan(300)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await dialog.waitFor({ state: 'detached' })
    await hasFocus(page.getByRole('heading', { name: 'Commissions', level: 1 }))
    await settled(page)
    expect(Math.abs((await scrolled()) - before)).toBeLessThan(100)
  })

  test('a form focuses its first field, ignores key repeat, and returns the focus when closed', async () => {
    const page = await stage.open(at('settings?section=members'))
    await page.getByRole('button', { name: 'Invite member' }).press('Enter')
    await hasFocus(page.getByRole('dialog').getByLabel('Email', { exact: true }))
    await page.goto(absoluteUrl(at('settings?section=management-keys')))
    await page.getByRole('button', { name: 'Create management key' }).focus()
    for (let repeated = 0; repeated < 5; repeated++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    const dialog = page.getByRole('dialog', { name: 'Create management key' })
    await hasFocus(dialog.getByLabel('Name', { exact: true }))
    await settled(page)
    expect(await dialog.count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.goto(absoluteUrl(at('settings?section=keys')))
    const menu = page.getByRole('button', { name: /^Actions/ }).first()
    await menu.press('Enter')
    await page.getByRole('menuitem').first().press('Enter')
    await hasFocus(page.getByRole('dialog'))
    await page.keyboard.press('Escape')
    await hasFocus(menu)
  })

  test('the focus stays on the save button, and returns to the row whose panel was closed', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/settings`)
    await page.getByLabel('Name', { exact: true }).fill('Nora Keys')
    const save = page.getByRole('button', { name: 'Save', exact: true }).first()
    await save.press('Enter')
    await toast(page, /Program saved/)
    await settled(page)
    await hasFocus(save)
    await page.goto(absoluteUrl(`/programs/${program.id}/integration`))
    const server = page.getByRole('radio', { name: 'Your server' })
    await server.press('Space')
    await toast(page, /Your server now reports sales/)
    await hasFocus(server)

    await page.goto(absoluteUrl(at('events?type=sale')))
    const row = rows(page).nth(1)
    const name = row.getByRole('button').first()
    await name.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await hasFocus(name)
    await page.getByRole('heading', { name: 'Events' }).click()
    await row.getByRole('cell').nth(3).click()
    await page.getByRole('button', { name: 'Close' }).click()
    await hasFocus(name)
  })
})

/** The notice doesn't cover any of the dialog's buttons, at two phone heights. */
async function expectButtonsUncovered(page: Page) {
  await page.getByText(NOTICE).waitFor()
  for (const height of [560, 860]) {
    await page.setViewportSize({ width: PHONE_PX, height })
    for (const button of await page.getByRole('dialog').getByRole('button').all()) {
      await button.scrollIntoViewIfNeeded()
      await expect.poll(() => button.evaluate(isOnTop), { message: await button.innerText() }).toBe(true)
    }
  }
}

/** Returns whether a press in the middle of the element hits it. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return hit !== null && element.contains(hit)
}

/** Describes the focused element if a fixed element covers it. */
function findCoveredElement(): string | undefined {
  const focused = document.activeElement ?? document.body
  const { left, top, width, height } = focused.getBoundingClientRect()
  const isInView = [0.1, 0.5, 0.9].some((share) => {
    const hit = document.elementFromPoint(left + Math.min(width / 2, 20), top + height * share)
    return hit !== null && (focused.contains(hit) || hit.contains(focused))
  })
  return isInView ? undefined : `${focused.localName} ${focused.textContent} at ${Math.round(top)}`
}
