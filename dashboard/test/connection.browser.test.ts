import { beforeAll, expect, test } from 'vitest'
import { send, signInMember } from '../../server/test/harness.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { openStage, type Stage, settled } from './stage.ts'

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
