import { beforeAll, expect, test } from 'vitest'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, findBarriers, openStage, type Stage, settled, signIn } from './stage.ts'

let stage: Stage

const SCRIPT_LIMIT_BYTES = 250 * 1000

describeInChromium('signing in and the overview', () => {
  beforeAll(async () => {
    stage = await openStage()
  })
  const overview = () => `/programs/${stage.demo.program.id}/overview`

  test('a wrong password is refused in words, the right one leads to the overview', async () => {
    const page = await stage.newVisitor()
    await page.goto(addressOf('/'))
    await page.getByLabel('E-mail').fill(stage.owner.email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('do not belong together').waitFor()
    await page.getByLabel('Password').fill(stage.owner.password)
    await page.getByLabel('Password').press('Enter')
    await page.waitForURL(`**${overview()}`)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await expect.poll(() => page.title()).toBe('Overview · Affiliate')
  })

  test('a link to a page deep inside survives signing in', async () => {
    const page = await stage.newVisitor()
    const path = `/programs/${stage.demo.program.id}/events?type=sale`
    await signIn(page, stage.owner, path)
    await page.waitForURL(`**${path}`)
    await page.getByRole('radio', { name: 'Sales', checked: true }).waitFor()
  })

  test('signing out ends the session: the page before it asks to sign in again', async () => {
    const page = await stage.open(overview())
    await page.getByRole('button', { name: 'Account and appearance' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in')
    await page.goto(addressOf(overview()))
    await page.waitForURL('**/sign-in?next=**')
  })

  test('what was read before and is still so is asked for by its tag, and shown without being sent again', async () => {
    const page = await stage.open(overview())
    const clicks = page.getByRole('button', { name: /^Clicks/ })
    await settled(page)
    const ofMonth = await clicks.innerText()
    // A minute later it is no longer fresh.
    await page.evaluate(() => {
      const today = Date
      const later = () => today.now() + 60_000
      globalThis.Date = new Proxy(today, {
        get: (date, name) => (name === 'now' ? later : Reflect.get(date, name)),
      })
    })
    await page.getByRole('radio', { name: '90 days' }).click()
    await expect.poll(() => clicks.innerText()).not.toBe(ofMonth)
    const again = page.waitForResponse((answer) => answer.url().includes('/api/tracking/performance/'))
    await page.getByRole('radio', { name: '30 days' }).click()
    expect((await again).status()).toBe(304)
    await settled(page)
    expect(await clicks.innerText()).toBe(ofMonth)
  })

  test('a period changes the address and the figures, and the address alone brings both back', async () => {
    const page = await stage.open(overview())
    const clicks = page.getByRole('button', { name: /^Clicks/ })
    await settled(page)
    const ofMonth = await clicks.innerText()
    await page.getByRole('radio', { name: '90 days' }).click()
    await page.waitForURL(`**${overview()}?period=90d`)
    await expect.poll(() => clicks.innerText()).not.toBe(ofMonth)
    await settled(page)
    const ofQuarter = await clicks.innerText()
    await page.reload()
    await expect.poll(() => clicks.innerText()).toBe(ofQuarter)
    await page.getByRole('radio', { name: '30 days' }).click()
    await page.waitForURL(`**${overview()}`)
    await expect.poll(() => clicks.innerText()).toBe(ofMonth)
  })

  test('two days of the calendar become the range of the page', async () => {
    const page = await stage.open(overview())
    await page.getByRole('button', { name: 'Dates' }).click()
    await page.getByRole('button', { name: /previous month/i }).click()
    const days = page.getByRole('gridcell').getByRole('button')
    await days.filter({ hasText: /^10$/ }).click()
    await days.filter({ hasText: /^12$/ }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(/from=\d{4}-\d\d-10&to=\d{4}-\d\d-12/)
    await settled(page)
    await page.getByRole('radio', { name: 'Table' }).click()
    // A head and the three days.
    await expect.poll(() => page.getByRole('row').count()).toBe(4)
  })

  test('this month, last month and this quarter are one press, and a day that is not over says so', async () => {
    const page = await stage.open(overview())
    await page.getByRole('figure').getByText('Today, so far').waitFor()
    const choose = async (label: string) => {
      await page.getByRole('button', { name: /^Dates$|20\d\d$/ }).click()
      await page.getByRole('button', { name: label }).click()
    }
    await choose('This month')
    await page.waitForURL(/from=2026-03-01&to=2026-03-10/)
    await choose('This quarter')
    await page.waitForURL(/from=2026-01-01&to=2026-03-10/)
    await page.getByRole('radio', { name: 'Table' }).click()
    await page.getByRole('cell', { name: 'Tue, Mar 10, 2026 (so far)' }).waitFor()
    await choose('Last month')
    await page.waitForURL(/from=2026-02-01&to=2026-02-28/)
    await expect.poll(() => page.getByRole('row').count()).toBe(29)
    await expect.poll(() => page.getByText(/so far/).count()).toBe(0)
  })

  test('a press on a figure puts it into the chart, and the address says so', async () => {
    const page = await stage.open(overview())
    await page.getByRole('button', { name: /^Leads/ }).click()
    await page.waitForURL(/show=clicks%2Cleads%2Crevenue/)
    await page.getByRole('figure', { name: 'Chart: Clicks, Leads, and Revenue by day' }).waitFor()
    await page.getByRole('button', { name: /^Clicks/ }).click()
    await page.getByRole('figure', { name: 'Chart: Leads and Revenue by day' }).waitFor()
  })

  test('money is told per currency, and the time zone of the days is named', async () => {
    const page = await stage.open(`${overview()}?period=all`)
    const revenue = () => page.getByRole('button', { name: /^Revenue/ }).innerText()
    await expect.poll(revenue).toMatch(/\$[\d,]+\.\d\d/)
    await expect.poll(revenue).toMatch(/\+ €[\d,]+\.\d\d/)
    await expect.poll(revenue).toMatch(/\+ ₫[\d,]+$/m)
    await page.getByText('Days in UTC.').waitFor()
  })

  test('what an address says wrongly is left out', async () => {
    const page = await stage.open(`${overview()}?period=1y&from=2026-02-31&to=x&show=money&currency=GBP`)
    await settled(page)
    await page.getByRole('radio', { name: '30 days', checked: true }).waitFor()
    await page.getByRole('figure', { name: 'Chart: Clicks and Revenue by day' }).waitFor()
  })

  test('a period that is too long is said to be, with no way to ask for the same again', async () => {
    const page = await stage.open(`${overview()}?from=2019-01-01&to=2026-11-25`)
    await page.getByRole('alert').getByText('The range is longer than', { exact: false }).waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    expect(await page.locator('main .animate-pulse').count()).toBe(0)
  })

  test('a program without activity says what to do next', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/overview`)
    await page.getByText('Nothing happened in these days').waitFor()
    await page.getByRole('link', { name: 'Check the integration' }).click()
    await page.waitForURL(`**/programs/${program.id}/integration`)
  })

  test('a period that a change of the clocks made shorter says when the one before it began', async () => {
    const program = await stage.emptyProgram({ timeZone: 'America/New_York' })
    const page = await stage.open(`/programs/${program.id}/overview?period=30d`)
    await page
      .getByText(/compared with .* \(from 1:00.AM on, so that it is as long\)\. Days in America/)
      .waitFor()
  })

  test('figures are compared with the year before, own dates or nothing, and the address keeps it', async () => {
    const page = await stage.open(`${overview()}?period=7d`)
    const clicks = page.getByRole('button', { name: /^Clicks/ })
    const dashed = page.locator('figure svg .compared path')
    await settled(page)
    const ofPeriodBefore = await clicks.innerText()
    expect(await dashed.count()).toBe(0)
    const choose = async (label: string) => {
      await page.getByRole('button', { name: /^Compare/ }).click()
      await page.getByLabel(label).click()
    }
    await choose('Show its days')
    await page.waitForURL(/days=both/)
    await page.getByText('Feb 25 – Mar 3, 2026', { exact: true }).waitFor()
    // One for each line, of the same sums as without them.
    await expect.poll(() => dashed.count()).toBe(2)
    expect(await clicks.innerText()).toBe(ofPeriodBefore)
    expect(await findBarriers(page)).toEqual([])
    await page.getByLabel('The same days a year before').click()
    await page.waitForURL(/compare=year/)
    await page.getByText(/compared with Mar 4 – 10, 2025\. The program was not there yet then\./).waitFor()
    await page.getByLabel('Own dates').click()
    await page.getByRole('button', { name: 'Last month' }).click()
    await page.waitForURL(/compareFrom=2026-02-01&compareTo=2026-02-28/)
    await page.getByText('(7 days with 28: their sums are compared)').waitFor()
    await page.getByText('Feb 1 – 7, 2026, the first 7 days of 28').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Compare Feb 1 – 28, 2026' }).waitFor()
    await page.getByRole('radio', { name: 'Table' }).click()
    await page.getByText('beside Sat, Feb 7, 2026').waitFor()
    await settled(page)
    const { metrics } = await page.evaluate(
      async (path) => (await fetch(path)).json(),
      `/api/tracking/performance/${stage.demo.program.id}?period=7d&compareFrom=2026-02-01&compareTo=2026-02-28`,
    )
    expect(await clicks.innerText()).toContain(`from ${metrics.clicksTrend.previous.toLocaleString('en-US')}`)
    await choose('Nothing')
    await page.waitForURL(/compare=none/)
    await expect.poll(() => clicks.innerText()).not.toContain('from')
    expect(await page.getByText(/^beside [A-Z]/).count()).toBe(0)
  })

  test('a service that does not answer is told in words, with a way to try again', async () => {
    const page = await stage.open(`/programs/${stage.demo.program.id}/events`)
    const answerWith = (status: number, code: string, message: string) =>
      page.route('**/api/tracking/performance/**', (route) =>
        route.fulfill({ status, json: { data: null, error: { code, message } } }),
      )
    await answerWith(403, 'forbidden', 'Not yours.')
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('alert').getByText('You have no access to this').waitFor()
    // Whoever may not read it may not a second time either.
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)

    await page.unroute('**/api/tracking/performance/**')
    await answerWith(409, 'conflict', 'Not now.')
    await page.reload()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute('**/api/tracking/performance/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('figure', { name: /^Chart/ }).waitFor()
  })

  test(`the first load of the overview, chart included, takes at most ${SCRIPT_LIMIT_BYTES / 1000} kB of compressed script`, async () => {
    const page = await stage.newVisitor()
    await signIn(page, stage.owner)
    await settled(page)
    const scripts: string[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(new URL(response.url()).pathname)
    })
    await page.goto(addressOf(overview()))
    await page
      .getByRole('figure', { name: /^Chart/ })
      .locator('svg path')
      .first()
      .waitFor()
    await settled(page)
    expect(new Set(scripts).size).toBeGreaterThan(5)
    let bytes = 0
    for (const url of new Set(scripts)) {
      const answer = await stage.service.app.inject({
        url,
        headers: { 'accept-encoding': 'gzip, deflate, br' },
      })
      expect(answer.statusCode, url).toBe(200)
      bytes += answer.rawPayload.length
    }
    expect(bytes).toBeGreaterThan(100_000)
    expect(bytes).toBeLessThanOrEqual(SCRIPT_LIMIT_BYTES)
  })

  test('the chart tells a day: to the pointer, and to who uses the keys', async () => {
    const page = await stage.open(`${overview()}?period=90d`)
    const figure = page.getByRole('figure', { name: /^Chart/ })
    const chart = figure.locator('svg').first()
    await chart.hover()
    const card = figure.locator('dl')
    await card.getByText('Revenue').waitFor({ state: 'visible' })
    await page.mouse.move(0, 0)
    await card.waitFor({ state: 'hidden' })
    await chart.focus()
    await page.keyboard.press('ArrowRight')
    await card.getByText('Revenue').waitFor({ state: 'visible' })
    const first = await figure.locator('dl').locator('xpath=..').innerText()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => figure.locator('dl').locator('xpath=..').innerText()).not.toBe(first)
  })

  test('no curve rises above its days or falls below them', async () => {
    const page = await stage.open(overview())
    const line = page.locator('figure svg .recharts-area-curve')
    await line.waitFor()
    const [start = '', ...curves] = ((await line.getAttribute('d')) ?? '').slice(1).split('C')
    let from = Number(start.split(',')[1])
    expect(curves).toHaveLength(29)
    for (const curve of curves) {
      const [, first = 0, , second = 0, , to = 0] = curve.split(',').map(Number)
      // The control points of a monotone curve lie between the days that it joins.
      for (const y of [first, second]) {
        expect(y).toBeGreaterThanOrEqual(Math.min(from, to) - 0.01)
        expect(y).toBeLessThanOrEqual(Math.max(from, to) + 0.01)
      }
      from = to
    }
  })

  test('ninety days are drawn where thirty were', async () => {
    const page = await stage.open(overview())
    const line = page.locator('figure svg .recharts-area-curve')
    const daysDrawn = async () => (await line.getAttribute('d'))?.split('C').length
    await expect.poll(daysDrawn).toBe(30)
    await page.getByRole('radio', { name: '90 days' }).click()
    await expect.poll(daysDrawn).toBe(90)
  })
})
