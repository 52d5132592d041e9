import { beforeAll, expect, test } from 'vitest'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { openStage, type Stage, settled } from './stage.ts'

let stage: Stage

describeInChromium('the events', () => {
  beforeAll(async () => {
    stage = await openStage()
  })
  const events = (search = '') => `/programs/${stage.demo.program.id}/events${search}`

  test('filters stand in the address and choose what is listed', async () => {
    const page = await stage.open(events())
    await page.getByRole('radio', { name: 'Sales' }).click()
    await page.waitForURL('**/events?type=sale')
    await settled(page)
    const rows = page.getByRole('row')
    await expect.poll(() => rows.count()).toBe(51)
    await expect.poll(() => rows.filter({ hasText: 'Sale' }).count()).toBe(50)
    await page.getByRole('radio', { name: 'Test' }).click()
    await page.waitForURL('**/events?type=sale&mode=test')
    await page.getByText('No event fits these filters').waitFor()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await page.waitForURL(/events$/)
  })

  test('older events follow in pages, none twice', async () => {
    const page = await stage.open(events())
    await page.getByRole('button', { name: 'Show older events' }).click()
    await expect.poll(() => page.getByRole('row').count()).toBe(101)
  })

  test('a sale tells its click, its customer, and its commission and why', async () => {
    const page = await stage.open(events('?type=sale'))
    await page
      .getByRole('button', { name: /Sale of .* show details/ })
      .first()
      .press('Enter')
    await page.waitForURL(/open=sale-\d+/)
    const panel = page.getByRole('dialog')
    await panel.getByText('How it came about').waitFor()
    await panel.getByText(/\d+% of .* by (the default policy|the policy for product)/).waitFor()
    await panel.getByText(/attribution window/).waitFor()
    await panel.getByText(/^Link “/).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.search.includes('open'))
    await panel.waitFor({ state: 'detached' })
  })

  test('a click opens from its address alone', async () => {
    const page = await stage.open(events('?type=click'))
    await page
      .getByRole('button', { name: /Click of .* show details/ })
      .first()
      .click()
    await page.waitForURL(/open=click-/)
    await page.reload()
    await page.getByRole('dialog').getByText('A click earns nothing by itself').waitFor()
  })

  test('an event of another program is told as missing', async () => {
    const page = await stage.open(events('?open=sale-999999'))
    await page.getByRole('dialog').getByRole('alert').getByText('This program has no such event.').waitFor()
  })

  test('a new event appears by itself', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/events?mode=test`)
    await page.getByText('No event fits these filters').waitFor()
    const answer = await stage.service.app.inject({
      method: 'POST',
      url: '/api/v1/track/click',
      payload: { additional_data: { test_mode: true, program_id: program.id } },
    })
    expect(answer.statusCode).toBe(200)
    await page.getByRole('button', { name: /Click of .* show details/ }).waitFor()
  })
})
