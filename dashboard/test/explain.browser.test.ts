import { beforeAll, expect, test } from 'vitest'
import { REQUEST_TYPES } from '../../server/src/core/enums.ts'
import { dayAfter } from '../../server/src/core/time/report-day.rule.ts'
import { OUTCOMES_OF } from '../../server/src/tracking/requests/outcome.rule.ts'
import { send, type TestProgram } from '../../server/test/harness.ts'
import { saved } from '../../server/test/tracking/requests/request-helpers.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { cards, hasFocus, readWidth, rows, toast } from './actions.ts'
import { absoluteUrl, findBarriers, openStage, type Stage, settled } from './stage.ts'
import { createTracker } from './tracking.ts'

let stage: Stage

const PHONE_PX = 390

describeInChromium('explain', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('finds an order from the events page; the explanation has its own URL, links to details, and is shared until revoked', async () => {
    const program = await stage.emptyProgram({ timeZone: 'Asia/Ho_Chi_Minh' })
    const track = createTracker(stage.service)
    const { click_id } = await track('click', { affiliate_url: `https://shop.test/?aff=${program.code}` })
    await track('lead', { click_id, customer_key: 'ann' }, program.liveKey)
    const order = { transaction_id: 'order-1', amount_cents: 4900, customer_key: 'ann' }
    const { sale_id } = await track('sale', order, program.liveKey)
    const page = await stage.open(`/programs/${program.id}/events?search=order-0`)
    await page.getByRole('link', { name: 'Look up “order-0”' }).click()
    await page.waitForURL('**/explain?q=order-0')
    const question = page.getByRole('textbox', {
      name: 'Order ID, sale number, customer key, click ID or email',
    })
    const ask = async (q: string) => {
      await question.fill(q)
      await page.getByRole('button', { name: 'Look up' }).click()
    }
    await ask('order-1')
    await page.waitForURL('**/explain?q=order-1')
    await page.getByText('Waiting', { exact: true }).waitFor()
    // Keyboard focus continues at the result, not at the top of the document.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await page.getByText(`Sale ${sale_id} (order-1) earns Pat $9.80.`).waitFor()
    await page.getByText('(Asia/Ho_Chi_Minh)').first().waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Signup of ann reported by your server' }).waitFor()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    for (const [name, where] of [
      [`Sale ${sale_id}`, `/events?open=sale-${sale_id}`],
      ['Customer ann', '/customers?search=ann'],
      ['Partner Pat', `/partners/${program.partnerId}`],
    ] as const) {
      await page.getByRole('link', { name }).click()
      await page.waitForURL((url) => url.href.includes(where))
      await page.goBack()
    }
    await ask(`#${sale_id}`)
    await page.waitForURL(`**/explain?q=%23${sale_id}`)
    await page.getByText(`Sale ${sale_id} (order-1) earns Pat $9.80.`).waitFor()
    await page.getByRole('button', { name: 'Share with support' }).click()
    const link = await page.getByRole('dialog').locator('code').innerText()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    const stranger = await stage.newVisitor({ colorScheme: 'dark', width: PHONE_PX })
    await stranger.goto(link)
    await stranger.getByText('earns Pat $9.80').waitFor()
    expect(await findBarriers(stranger)).toEqual([])
    expect(await readWidth(stranger)).toBe(PHONE_PX)
    await page.getByRole('button', { name: 'Revoke the share link for order-1' }).click()
    await toast(page, 'Share link revoked.')
    await stranger.reload()
    await stranger.getByText('This link has expired').waitFor()

    await page.goto(absoluteUrl(`/programs/${program.id}/explain?q=Ann`))
    await page.getByText('Nothing was received for Ann, but there are records of ann.').waitFor()
    await page.getByRole('link', { name: 'Look up ann' }).click()
    await page.waitForURL('**/explain?q=ann')
    await ask('   ')
    await page.getByText('Enter an order ID, sale number, customer key', { exact: false }).last().waitFor()
    expect(await question.getAttribute('aria-invalid')).toBe('true')
    await ask('never-sent')
    await page.getByText('This program received nothing for never-sent.').waitFor()
    await page.getByText(/Check that it was sent to this program/).waitFor()
    await page.goto(absoluteUrl(`/programs/${program.id}/explain?q=%20%20`))
    await page.getByText('Find out why an order did or didn’t pay').waitFor()
  })

  test('explains a rejected sale and what would have earned a commission, and marks a test event as such', async () => {
    const program = await stage.emptyProgram()
    const recordSale = (body: object, bearer: string) =>
      send(stage.service.app, 'POST', '/api/v1/track/sale', { body, bearer })
    await recordSale(
      { transaction_id: 'order-1', amount_cents: '4900', customer_key: 'ann' },
      program.liveKey,
    )
    await recordSale({ transaction_id: 'try-1', amount_cents: 4900, customer_key: 'ann' }, program.testKey)
    await saved(stage.service)
    const page = await stage.open(`/programs/${program.id}/explain?q=order-1`)
    await page
      .getByText(/The request was rejected on .* with invalid_request: .*amount_cents/)
      .first()
      .waitFor()
    await page.getByText('Not payable', { exact: true }).waitFor()
    await page.getByText('Send it again with a valid').waitFor()
    await page.goto(absoluteUrl(`/programs/${program.id}/explain?q=try-1`))
    await page.getByRole('heading', { name: 'Test events' }).waitFor()
  })

  test('shows whether a rejected sale would be recorded now, and the command that sends it', async () => {
    const program = await stage.emptyProgram()
    const order = { transaction_id: 'order-2', amount_cents: 4900, currency: 'EUR', customer_key: 'bo' }
    const recordSale = () =>
      send(stage.service.app, 'POST', '/api/v1/track/sale', { body: order, bearer: program.liveKey })
    expect((await recordSale()).status).toBe(400)
    await saved(stage.service)
    const page = await stage.open(`/programs/${program.id}/rejected-requests`, { width: PHONE_PX })
    const again = page.getByRole('button', { name: 'Show curl command for order-2' })
    const dialog = page.getByRole('dialog', { name: 'Send order-2 again' })
    await again.click()
    await dialog.getByText('Wouldn’t succeed yet').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const track = createTracker(stage.service)
    const { click_id } = await track('click', { affiliate_url: `https://shop.test/?aff=${program.code}` })
    await track('lead', { click_id, customer_key: 'bo' }, program.liveKey)
    await again.click()
    await dialog.getByText('Would succeed now').waitFor()
    expect(await dialog.locator('pre').innerText()).toContain(
      JSON.stringify(order, null, 2).replaceAll('\n', '\n  '),
    )
    expect(await findBarriers(page)).toEqual([])
    expect((await recordSale()).status).toBe(200)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await again.click()
    await dialog.getByText('Recorded since').waitFor()
  })
})

describeInChromium('the command palette', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('finds out from any page why an order paid nothing, and shows recent items', async () => {
    const program = await stage.emptyProgram()
    await sendInvalidRequests(program)
    const page = await stage.open(`/programs/${program.id}/settings`)
    await page.getByRole('button', { name: 'Search…' }).click()
    const field = page.getByRole('combobox', { name: 'Search', exact: true })
    const option = (name: string | RegExp) => page.getByRole('option', { name })
    await hasFocus(field)
    expect(await option('Audit log').count()).toBe(1)
    expect(await option(/^Settings: Members/).count()).toBe(1)
    await field.fill('order-1')
    await option(/^order-1 Rejected/).waitFor()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL('**/explain?q=order-1&by=order')
    await page.getByText('Not payable', { exact: true }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')

    await page.keyboard.press('Control+k')
    await page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'order-1' }).waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    // Actions open their form, which can't be left by accident.
    await page.keyboard.press('Control+k')
    await field.fill('add part')
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Add partner' })
    await hasFocus(form.getByLabel('Name', { exact: true }))
    expect(new URL(page.url()).search).not.toContain('dialog')
    await page.keyboard.press('Control+k')
    expect(await field.count()).toBe(0)
  })

  test('never shows a late response for an earlier text, and reports a failed search', async () => {
    const program = await stage.emptyProgram()
    const track = createTracker(stage.service)
    const { click_id } = await track('click', { affiliate_url: `https://shop.test/?aff=${program.code}` })
    for (const customer_key of ['ann', 'bob'])
      await track('lead', { click_id, customer_key }, program.liveKey)
    const page = await stage.open(`/programs/${program.id}/overview`, {
      width: PHONE_PX,
      colorScheme: 'dark',
      mayReportErrors: true,
    })
    await page.getByRole('button', { name: 'Search…' }).click()
    const field = page.getByRole('combobox', { name: 'Search', exact: true })
    const customers = page.getByRole('group', { name: 'Customers' }).getByRole('option')
    const held: (() => Promise<void>)[] = []
    await page.route(/search\?query=ann/, (route) => void held.push(() => route.continue()))
    await field.fill('ann')
    await expect.poll(() => held.length).toBe(1)
    await field.fill('bob')
    await customers.filter({ hasText: 'bob' }).waitFor()
    for (const release of held) await release().catch(() => undefined) // The browser may have canceled the request.
    await settled(page)
    expect(await customers.allInnerTexts()).toEqual([expect.stringContaining('bob')])
    expect(await findBarriers(page)).toEqual([])
    expect(await readWidth(page)).toBe(PHONE_PX)

    const invalid = { status: 400, json: { error: { code: 'invalid_request', message: 'Try less.' } } }
    await page.route(/search\?query=carl/, (route) => route.fulfill(invalid), { times: 1 })
    await field.fill('carl')
    await page.getByRole('alert').getByText('Search failed. Try less.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Close search' }).click()
    await hasFocus(page.getByRole('button', { name: 'Search…' }))
  })
})

describeInChromium('the health of a program', () => {
  test('shows inactivity alerts, advice for each outcome, and the requests behind each count', async () => {
    stage = await openStage()
    const program = await stage.emptyProgram()
    await recordRequestCounts(program)
    await sendInvalidRequests(program)
    const page = await stage.open(`/programs/${program.id}/health?period=90d`)
    await page.getByText(/No sales recorded for \d+ days/).waitFor()
    expect(await page.getByText(/usually \d+ a day/).count()).toBe(1)
    for (const type of REQUEST_TYPES) {
      const name = { click: 'Clicks', lead: 'Leads', sale: 'Sales', refund: 'Refunds' }[type]
      const card = page.locator('section', { has: page.getByRole('heading', { name, exact: true }) })
      expect(await card.getByRole('listitem').count(), type).toBe(OUTCOMES_OF[type].length)
      for (const advice of await card.locator('li p').allInnerTexts()) {
        expect(advice).toMatch(/^[A-Z].{20,}\.$/)
      }
    }
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('link', { name: /sale requests?: Unsupported currency/ }).click()
    await expect.poll(() => rows(page).count()).toBe(2)
    await page.getByText('order-3', { exact: true }).first().waitFor()
    await page.getByRole('link', { name: 'Explain order-3' }).click()
    await page.getByText('unsupported_currency').first().waitFor()
    await page.goto(absoluteUrl(`/programs/${program.id}/health`))
    await page.getByRole('link', { name: 'view rejected requests' }).click()
    await page.waitForURL((url) => url.search.includes('type=sale&mode=live'))
    // Excludes the test request.
    await expect.poll(() => rows(page).count()).toBe(1 + 4)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => rows(page).count()).toBe(1 + 6)
    await page.getByText('"4900"').waitFor()
    await page.getByText('old-campaign').waitFor()
    await page.setViewportSize({ width: PHONE_PX, height: 860 })
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findBarriers(page)).toEqual([])
    expect(await readWidth(page)).toBeLessThanOrEqual(PHONE_PX)
    await page.getByLabel('Order, customer, click, link or request').fill('order-4')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect.poll(() => cards(page, 'Rejected requests').count()).toBe(1)
    await page.getByText('No valid key').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByLabel('Live or test').selectOption('test')
    await expect.poll(() => cards(page, 'Rejected requests').count()).toBe(1)
    await page.getByLabel('Reason').selectOption('bot')
    await page.getByText('No matching rejected requests').waitFor()
  })
})

/**
 * Counts that the service would have recorded: forty sales a day for three weeks, then only rejected
 * requests.
 */
async function recordRequestCounts(program: TestProgram) {
  const today = stage.service.clock.now().toISOString().slice(0, 10)
  const usual = Array.from({ length: 21 }, (_, index) => dayAfter(today, index - 24))
  const counted = usual.map(
    (day) => ({ day, type: 'sale', outcome: 'with_commission', requests: 40 }) as const,
  )
  const everything = REQUEST_TYPES.flatMap((type) =>
    OUTCOMES_OF[type].map((outcome, index) => ({
      day: dayAfter(today, -4),
      type,
      outcome,
      requests: 1200 + index,
    })),
  ).filter(({ outcome }) => outcome !== 'with_commission')
  const silent = { day: dayAfter(today, -1), type: 'sale', outcome: 'unauthorized', requests: 17 } as const
  await stage.service.database.kysely
    .insertInto('request_counts')
    .values([...counted, ...everything, silent].map((row) => ({ ...row, program_id: program.id })))
    .execute()
}

/** Sends requests with common mistakes. */
async function sendInvalidRequests(program: TestProgram) {
  const { app } = stage.service
  const sale = (body: object, bearer = program.liveKey) =>
    send(app, 'POST', '/api/v1/track/sale', {
      body: { amount_cents: 4900, customer_key: 'nobody', ...body },
      bearer,
    })
  await sale({ transaction_id: 'order-1' })
  await sale({ transaction_id: 'order-2', amount_cents: '4900' })
  await sale({ transaction_id: 'order-3', currency: 'XAU' })
  await sale({ transaction_id: 'order-4' }, `aff_live_${program.id}_${'a'.repeat(32)}`)
  await sale({ transaction_id: 'order-5', amount_cents: -1 }, program.testKey)
  const body = { affiliate_url: 'https://shop.test/?aff=old-campaign', program_id: program.id }
  await send(app, 'POST', '/api/v1/track/click', { body })
  await saved(stage.service)
}
