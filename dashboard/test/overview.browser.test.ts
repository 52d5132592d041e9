import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { download, follow, hasFocus, navigationLink, rows } from './actions.ts'
import { FIRST_LOADS, firstLoad } from './first-load.ts'
import { absoluteUrl, findBarriers, openStage, type Stage, settled } from './stage.ts'

let stage: Stage

const at = (page: string) => `/programs/${stage.demo.program.id}/${page}`
const clicksButton = (page: Page) => page.getByRole('button', { name: /^Clicks/ })

/** Reads the API with the page's session. */
const read = (page: Page, url: string) => page.evaluate(async (to) => (await fetch(to)).json(), url)

describeInChromium('reading the metrics', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('the overview shows one metric at a time, with its definition and other currencies, and its URL keeps the choice', async () => {
    const page = await stage.open(at('overview'))
    await settled(page)
    await page.getByRole('figure', { name: 'Chart: Revenue by day' }).getByText('Today, so far').waitFor()
    await page.getByText('Days in UTC.').waitFor()
    const bars = (metric: string) =>
      page.getByRole('list', { name: `${metric} by day` }).getByRole('link', { includeHidden: true })
    expect(await bars('Revenue').count()).toBe(30)
    const monthRange = await clicksButton(page).innerText()
    await page.getByRole('radio', { name: '90 days' }).click()
    await page.waitForURL(`**${at('overview')}?period=90d`)
    await expect.poll(() => bars('Revenue').count()).toBe(90)
    await expect.poll(() => clicksButton(page).innerText()).not.toBe(monthRange)
    const revenue = page.getByRole('button', { name: /^Revenue/ })
    expect(await revenue.innerText()).toMatch(/\$[\d,]+\.\d\d/)
    const more = page.getByRole('button', { name: '+2 currencies (Revenue)' })
    await more.press('Enter')
    const others = page.getByRole('dialog', { name: 'Revenue in other currencies' })
    await expect.poll(() => others.getByRole('listitem').allInnerTexts()).toHaveLength(2)
    expect((await others.getByRole('listitem').allInnerTexts()).join(' ')).toMatch(/^€[\d,]+\.\d\d ₫[\d,]+$/)
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await hasFocus(more)

    await page.getByRole('button', { name: 'About New customers' }).focus()
    await page
      .getByRole('tooltip')
      .getByText('New customers: customers who bought for the first time.')
      .waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Leads/ }).click()
    await page.waitForURL(/show=leads/)
    await page.getByRole('figure', { name: 'Chart: Leads by day' }).waitFor()
    expect(await page.getByRole('button', { pressed: true }).count()).toBe(1)
    const quarterRange = await clicksButton(page).innerText()
    await page.reload()
    await expect.poll(() => clicksButton(page).innerText()).toBe(quarterRange)

    // With pointer or keyboard, a bar shows its day and narrows the page to it.
    const figure = page.getByRole('figure')
    await bars('Leads').nth(40).hover()
    await figure.getByText('Jan 20, 2026').first().waitFor({ state: 'visible' })
    await bars('Leads').last().focus()
    await page.keyboard.press('ArrowLeft')
    await hasFocus(bars('Leads').nth(88))
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await hasFocus(bars('Leads').nth(1))
    await page.keyboard.press('Enter')
    await page.waitForURL(/show=leads&from=2025-12-12&to=2025-12-12/)
    await expect.poll(() => bars('Leads').count()).toBeLessThanOrEqual(1)
    await page.goBack()
    await page.waitForURL(/period=90d&show=leads|show=leads&period=90d/)
    await expect.poll(() => bars('Leads').count()).toBe(90)

    // The period is kept across pages.
    const goTo = async (name: string) => {
      await (await navigationLink(page, name)).click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
    }
    await goTo('Partners')
    await page.waitForURL(/partners\?period=90d/)
    await goTo('Events')
    await goTo('Overview')
    await page.waitForURL(/overview\?period=90d/)
  })

  test('the period can be custom dates, a named range or a single day, and a table lists the days', async () => {
    const page = await stage.open(at('overview?view=table'))
    await page.getByRole('button', { name: 'Dates' }).click()
    await page.getByRole('button', { name: /previous month/i }).click()
    const days = page.getByRole('gridcell').getByRole('button')
    await days.filter({ hasText: /^10$/ }).click()
    await days.filter({ hasText: /^12$/ }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(/from=2026-02-10&to=2026-02-12/)
    // The header and three days.
    await expect.poll(() => rows(page).count()).toBe(4)
    const choose = async (label: string) => {
      await page.getByRole('button', { name: /^Dates$|20\d\d$/ }).click()
      await page.getByRole('button', { name: label }).click()
    }
    await choose('This quarter')
    await page.waitForURL(/from=2026-01-01&to=2026-03-10/)
    await page.getByRole('cell', { name: 'Tue, Mar 10, 2026 (so far)' }).waitFor()
    await choose('Last month')
    await page.waitForURL(/from=2026-02-01&to=2026-02-28/)
    await expect.poll(() => rows(page).count()).toBe(29)
    expect(await page.getByText(/so far/).count()).toBe(0)
    await page.getByRole('region', { name: 'Performance' }).getByRole('link').nth(3).press('Enter')
    await page.waitForURL(/from=2026-02-25&to=2026-02-25/)
    await expect.poll(() => rows(page).count()).toBe(2)
    await page.goBack()
    await page.getByRole('radio', { name: 'Chart' }).click()
    await page
      .getByRole('list', { name: 'Revenue by day' })
      .getByRole('link', { includeHidden: true })
      .nth(9)
      .click()
    await page.waitForURL(/from=2026-02-10&to=2026-02-10/)
    await page.getByRole('link', { name: 'View events' }).click()
    await page.waitForURL(/events\?from=2026-02-10&to=2026-02-10$/)
  })

  test('what needs attention opens a list of exactly those items, and the navigation shows the same counts', async () => {
    const page = await stage.open(at('overview'))
    const strip = page.getByRole('region', { name: 'Needs attention' })
    await strip.getByRole('link').first().waitFor()
    const names = await strip.getByRole('link').allInnerTexts()
    expect(names.length).toBeGreaterThan(1)
    for (const name of names) {
      const [count = '', label = ''] = name.split('\n')
      await strip.getByRole('link', { name: label }).click()
      await expect.poll(() => rows(page).count(), { message: name }).toBe(Number(count) + 1)
      await page.goBack()
    }
    const navigation = page.getByRole('navigation', { name: 'Program' })
    await navigation.getByRole('link', { name: /^Applications\s*3 applications waiting$/ }).waitFor()
    expect(await navigation.locator('> ul > li').count()).toBeLessThanOrEqual(10)
    const payouts = navigation.getByRole('link', { name: /^Payouts/ })
    const waiting = Number(/\d+/.exec(await payouts.innerText())?.[0])
    await payouts.click()
    await expect.poll(() => rows(page).count()).toBe(waiting + 1)
  })

  test('metrics are compared with the previous year, with custom dates, or not at all', async () => {
    const page = await stage.open(at('overview?period=7d'))
    const dashed = page.locator('figure svg.compared polyline')
    await settled(page)
    const previousPeriod = await clicksButton(page).innerText()
    expect(await dashed.count()).toBe(0)
    await page.getByRole('button', { name: /^Compare/ }).click()
    await page.getByLabel('Show daily figures').click()
    await page.waitForURL(/days=both/)
    await page.getByText('Feb 25 – Mar 3, 2026', { exact: true }).waitFor()
    // One compared line, with unchanged totals.
    await expect.poll(() => dashed.count()).toBe(1)
    expect(await clicksButton(page).innerText()).toBe(previousPeriod)
    expect(await findBarriers(page)).toEqual([])
    await page.getByLabel('Same days a year earlier').click()
    await page.waitForURL(/compare=year/)
    await page
      .getByText(/compared with Mar 4 – 10, 2025\. The program didn’t exist yet in the comparison period\./)
      .waitFor()
    await page.getByLabel('Custom dates').click()
    await page.getByRole('button', { name: 'Last month' }).click()
    await page.waitForURL(/compareFrom=2026-02-01&compareTo=2026-02-28/)
    await page.getByText('(totals for 7 days vs. 28)').waitFor()
    await page.getByText('Feb 1 – 7, 2026, first 7 days of 28').waitFor()
    await page.getByRole('button', { name: 'Compare Feb 1 – 28, 2026' }).waitFor()
    const { metrics } = await read(
      page,
      `/api/tracking/performance/${stage.demo.program.id}?period=7d&compareFrom=2026-02-01&compareTo=2026-02-28`,
    )
    const previous = metrics.clicksTrend.previous.toLocaleString('en-US')
    await expect.poll(() => clicksButton(page).innerText()).toContain(`from ${previous}`)
    await page.getByRole('radio', { name: 'Table' }).click()
    await page.getByText('vs. Sat, Feb 7, 2026').waitFor()
    await page.getByRole('button', { name: /^Compare/ }).click()
    await page.getByLabel('Month before').click()
    await page.getByText(/compared with Feb 4 – 10, 2026/).waitFor()
    await page.getByLabel('No comparison').click()
    await page.waitForURL(/compare=none/)
    await expect.poll(() => clicksButton(page).innerText()).not.toContain('from')
    expect(await page.getByText(/^vs\. [A-Z]/).count()).toBe(0)
  })

  test('errors are explained, with a retry button only if a retry can help', async () => {
    const page = await stage.open(`${at('overview')}?period=1y&from=2026-02-31&to=x&show=money&currency=GBP`)
    await page.getByRole('radio', { name: '30 days', checked: true }).waitFor()
    await page.getByRole('figure', { name: 'Chart: Revenue by day' }).waitFor()
    await page.goto(absoluteUrl(`${at('overview')}?from=2019-01-01&to=2026-11-25`))
    await page.getByRole('alert').getByText('The range must not exceed', { exact: false }).waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    const respondWith = (status: number, code: string) =>
      page.route('**/api/tracking/performance/**', (route) =>
        route.fulfill({ status, json: { data: null, error: { code, message: 'Try later.' } } }),
      )
    await respondWith(403, 'forbidden')
    await page.goto(absoluteUrl(at('overview')))
    await page.getByRole('alert').getByText('You don’t have access').waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await page.unroute('**/api/tracking/performance/**')
    await respondWith(409, 'conflict')
    await page.reload()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute('**/api/tracking/performance/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('figure', { name: /^Chart/ }).waitFor()

    const { id } = await stage.emptyProgram({ timeZone: 'America/New_York' })
    await page.goto(absoluteUrl(`/programs/${id}/overview`))
    await page.getByText('No activity in this period').waitFor()
    // A clock change made the period shorter, but whole days are compared.
    await page.getByText(/compared with [A-Z][a-z]+ \d+ – [^(]*\. Days in America/).waitFor()
  })

  test('the breakdown shows the best partners first, every dimension and sort order, and exports what it shows', async () => {
    const page = await stage.open(at('overview?period=90d'))
    const best = page
      .getByRole('listitem')
      .filter({ hasText: /\d clicks/ })
      .first()
    const name = await best.getByRole('link').innerText()
    await page.getByRole('link', { name: 'View full breakdown' }).click()
    await page.waitForURL(`**${at('breakdown')}?period=90d`)
    await page.getByRole('region', { name: 'Partners' }).getByText(name).waitFor()
    const choice = page.getByLabel('Group by')
    for (const label of (await choice.getByRole('option').allInnerTexts()).reverse()) {
      await choice.selectOption({ label })
      await page
        .getByRole('region', { name: label, exact: true })
        .or(page.getByText('No activity'))
        .first()
        .waitFor()
    }
    await choice.selectOption('link')
    const table = page.getByRole('region', { name: 'Links' })
    await table.getByRole('button', { name: 'Sales' }).click()
    await page.waitForURL('**/breakdown?period=90d&by=link&sort=sales')
    const sorted = page.locator('[aria-sort=descending]')
    await table.getByRole('columnheader', { name: 'Sales' }).and(sorted).waitFor()
    const file = page.waitForResponse((answer) => answer.url().includes('/file.csv'))
    await page.getByRole('link', { name: 'Export CSV' }).click()
    expect(new URL((await file).url()).search).toBe('?by=link&sort=sales&direction=desc&period=90d')
    expect((await file).status()).toBe(200)
  })

  test('menus, popovers and tips work from the first press, by keyboard and pointer, and return the focus', async () => {
    const page = await stage.open(at('overview'))
    await settled(page)
    // The menu's code is loaded after the click.
    let press = () => {}
    const pressed = new Promise<void>((resolve) => {
      press = resolve
    })
    await page.route('**/assets/menu-surface-*.js', (route) => pressed.then(() => route.continue()))
    const account = page.getByRole('button', { name: 'Account and appearance' })
    await account.press('Enter')
    await hasFocus(account)
    press()
    await hasFocus(page.getByRole('menuitemradio', { name: 'System' }))
    await page.keyboard.press('ArrowDown')
    await hasFocus(page.getByRole('menuitemradio', { name: 'Light' }))
    await page.keyboard.press('Escape')
    await hasFocus(account)
    await account.press('ArrowDown')
    await hasFocus(page.getByRole('menuitemradio', { name: 'System' }))
    await page.keyboard.press('Escape')
    await account.click()
    await page.getByRole('menu').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await account.click({ force: true })
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await account.click()
    await page.getByRole('menu').waitFor()
    await page.mouse.click(600, 400)
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await hasFocus(account)

    const dates = page.getByRole('button', { name: 'Dates' })
    await dates.click()
    const calendar = page.getByRole('dialog', { name: 'Choose dates' })
    await calendar.getByRole('grid').waitFor()
    await dates.click()
    await calendar.waitFor({ state: 'detached' })
    await dates.press('Space')
    await calendar.getByRole('grid').waitFor()
    await page.keyboard.press('Escape')
    await hasFocus(dates)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/period=90d/)
    await hasFocus(page.getByRole('radio', { name: '90 days', checked: true }))

    const tip = page.getByRole('tooltip')
    const about = page.getByRole('button', { name: 'About New customers' })
    await about.hover()
    await tip.waitFor()
    // The text stays while the pointer is on it.
    await tip.hover()
    expect(await findBarriers(page)).toEqual([])
    expect(await tip.isVisible()).toBe(true)
    await page.mouse.move(5, 5)
    await tip.waitFor({ state: 'detached' })
    await about.click()
    await tip.waitFor()
    expect(await about.evaluate((one) => one.getAttribute('aria-describedby') !== null)).toBe(true)
    await page.keyboard.press('Tab')
    await tip.getByText('New customers:').waitFor({ state: 'detached' })
  })

  test('until the page is idle, the overview loads exactly the files whose size is limited', async () => {
    const page = await stage.open('/account')
    await settled(page)
    const files = new Set<string>()
    page.on('response', (response) => {
      const type = response.request().resourceType()
      if (type === 'script' || type === 'stylesheet') files.add(new URL(response.url()).pathname)
    })
    await page.addInitScript(() => {
      window.requestIdleCallback = (action) => {
        addEventListener('test-idle', () => action({ didTimeout: false, timeRemaining: () => 50 }))
        document.documentElement.dataset.waits = 'idle'
        return 0
      }
    })
    await page.goto(absoluteUrl(at('overview')))
    await page.getByRole('figure').waitFor()
    await settled(page)
    await page.locator('html[data-waits="idle"]').waitFor()
    expect([...files].sort()).toEqual([...firstLoad(FIRST_LOADS.overview).keys()].sort())

    // The rest is loaded while the page is idle, and then opens without a connection.
    const loaded = page.waitForEvent('requestfinished', (request) =>
      request.url().includes('account-menu-items'),
    )
    await page.evaluate(() => dispatchEvent(new Event('test-idle')))
    await loaded
    await settled(page)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Account and appearance' }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).waitFor()
  })
})

describeInChromium('a list of records', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  /** Reads all pages of a list with the page's session. */
  async function listAll(page: Page, records: string, query: string): Promise<{ id: number }[]> {
    const all: { id: number }[] = []
    for (let cursor = ''; ; ) {
      const url = `/api/programs/${stage.demo.program.id}/${records}?limit=200${query}${cursor}`
      const { data, meta } = await read(page, url)
      all.push(...data)
      if (meta.nextCursor === null) return all
      cursor = `&cursor=${meta.nextCursor}`
    }
  }

  test.each([
    ['commissions', '?status=pending&currency=USD', '&status=pending&currency=USD'],
    ['customers', '?status=conversion&partner=1', '&status=conversion&partnerId=1'],
  ])(
    'exports the filtered %s from all pages, exactly as the API lists them',
    async (records, search, query) => {
      const page = await stage.open(at(`${records}${search}`))
      await rows(page).nth(1).waitFor()
      const { name, text } = await download(page, () =>
        page.getByRole('link', { name: 'Export CSV' }).click(),
      )
      expect(name).toBe(`${records}-${stage.demo.program.id}.csv`)
      const lines = text
        .replace(/^\uFEFF/, '')
        .trimEnd()
        .split('\r\n')
      const expected = await listAll(page, records, query)
      expect(expected.length).toBeGreaterThan(20)
      expect(lines.slice(1).map((line) => Number(line.split(',', 1)))).toEqual(expected.map(({ id }) => id))
    },
  )

  test('applies filters and searches to its URL, totals and export', async () => {
    const key = stage.demo.customerKey
    const page = await stage.open(at('commissions'))
    await page.getByLabel('Status', { exact: true }).selectOption('Reversed')
    await page.waitForURL('**/commissions?status=reversed')
    const reversed = await listAll(page, 'commissions', '&status=reversed')
    await expect.poll(() => rows(page).count()).toBe(reversed.length + 1)
    const sums = page.getByLabel('Totals')
    await sums.getByText(`${reversed.length} commissions`).waitFor()
    await expect.poll(() => sums.getByText('0 commissions').count()).toBe(3)
    const link = page.getByRole('link', { name: 'Export CSV' })
    await expect.poll(() => link.getAttribute('href')).toContain('status=reversed')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.waitForURL(/commissions$/)
    await expect.poll(() => rows(page).count()).toBe(51)

    await page.getByRole('link', { name: 'Customers' }).click()
    const box = page.getByRole('searchbox', { name: /^Search:/ })
    await box.fill(`  ${key} `)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('search') === key)
    await expect.poll(() => rows(page).count()).toBe(2)
    await page.reload()
    await expect.poll(() => box.inputValue()).toBe(key)
    await expect.poll(() => link.getAttribute('href')).toContain(`search=${key}`)
    await box.fill('nobody')
    await box.press('Enter')
    await page.getByText('No customers match these filters').waitFor()
    await hasFocus(box)
    await box.fill('')
    await box.press('Enter')
    await page.getByLabel('Partner', { exact: true }).selectOption({ label: 'Tech Weekly' })
    await page.waitForURL(/partner=\d+/)
    await rows(page).nth(1).waitFor()
    await expect.poll(() => rows(page).filter({ hasText: 'Maya Lindqvist' }).count()).toBe(0)
  })

  test('loads more pages, keeps its rows when loading fails, and marks the end of the list', async () => {
    const page = await stage.open(at('commissions?status=pending'))
    const body = page.locator('tbody tr')
    const more = page.getByRole('button', { name: 'Show more' })
    await more.waitFor()
    const shown = await body.count()
    await page.route('**/commissions?*cursor=*', (route) => route.fulfill({ status: 500, json: {} }))
    await more.click()
    await page.getByRole('alert').getByText('Couldn’t load more rows.', { exact: false }).waitFor()
    expect(await body.count()).toBe(shown)
    expect(await findBarriers(page)).toEqual([])
    await page.unroute('**/commissions?*cursor=*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => body.count()).toBeGreaterThan(shown)
    for (let count = await body.count(); (await more.count()) > 0; count = await body.count()) {
      await more.click()
      await expect.poll(() => body.count()).toBeGreaterThan(count)
    }
    // The focused button is gone.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('End of list.')
    const keys = await page.getByRole('checkbox', { name: /^Select commission \d/ }).all()
    const names = await Promise.all(keys.map((key) => key.getAttribute('aria-label')))
    expect(new Set(names).size).toBe(await body.count())
  })

  test("opens the row in the URL regardless of filters, or says that the row doesn't exist", async () => {
    const oldest = await stage.service.database.kysely
      .selectFrom('commissions')
      .select('id')
      .where('program_id', '=', stage.demo.program.id)
      .orderBy('created_at')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const page = await stage.open(at(`commissions?open=${oldest.id}&status=reversed`))
    const opened = page.getByRole('dialog', { name: `Commission ${oldest.id}` })
    await opened.getByText(/^For /).first().waitFor()
    await opened.getByText('History', { exact: true }).waitFor()
    for (const list of ['events', 'commissions', 'payouts', 'payments', 'webhooks']) {
      await follow(page, at(`${list}?open=${list === 'events' ? 'sale-' : ''}999999`))
      const panel = page.getByRole('dialog')
      await panel.getByText('Not found').waitFor()
      expect(await panel.getByRole('button', { name: 'Try again' }).count()).toBe(0)
      await panel.getByRole('button', { name: 'Close' }).click()
      await page.waitForURL((url) => !url.search.includes('open'))
    }
  })

  test('keeps its header visible on desktop, and below the app bar on a narrow screen', async () => {
    const page = await stage.open(at('events'))
    const head = page.getByRole('columnheader', { name: 'When' })
    await head.waitFor()
    await settled(page)
    await page.evaluate(() => window.scrollTo(0, 700))
    const top = async () => Math.round((await head.boundingBox())?.y ?? -1)
    await expect.poll(top).toBe(0)
    await page.setViewportSize({ width: 760, height: 860 })
    await page.evaluate(() => window.scrollTo(0, 700))
    const bar = async () => (await page.getByRole('banner').first().boundingBox())?.height ?? 0
    await expect.poll(async () => Math.abs((await top()) - (await bar()))).toBeLessThanOrEqual(1)
  })

  test('the event list opens an event with its click, customer and commission, and shows new events automatically', async () => {
    const page = await stage.open(at('events?type=sale'))
    const name = /Sale from .* show details/
    await page.getByRole('button', { name }).first().press('Enter')
    await page.waitForURL(/open=sale-\d+/)
    const panel = page.getByRole('dialog')
    await panel.getByText('Timeline', { exact: true }).waitFor()
    await panel.getByText(/\d+% of .* under (the default policy|the policy for product)/).waitFor()
    await panel.getByText(/attribution window/).waitFor()
    await panel.getByText(/^Link “/).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.search.includes('open'))
    await page.getByRole('radio', { name: 'Clicks' }).click()
    await page
      .getByRole('button', { name: /Click from .* show details/ })
      .first()
      .click()
    await page.waitForURL(/open=click-/)
    await panel.getByText('Clicks don’t earn commissions.').waitFor()

    const program = await stage.emptyProgram()
    await page.goto(absoluteUrl(`/programs/${program.id}/events?mode=test`))
    await page.getByText('No events match these filters').waitFor()
    const payload = { additional_data: { test_mode: true, program_id: program.id } }
    await stage.service.app.inject({ method: 'POST', url: '/api/v1/track/click', payload })
    await page.getByRole('button', { name: /Click from .* show details/ }).waitFor()
  })
})
