import { beforeAll, expect, test } from 'vitest'
import type { TestProgram } from '../../server/test/harness.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { fillPath, PAGES, PUBLIC_PAGES } from './pages.ts'
import { addressOf, findBarriers, findLowTargets, openStage, type Stage, settled } from './stage.ts'

let stage: Stage

/** All of axe that can have another answer in other colours. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']
const DESK_PX = 1280
const PHONE_PX = 390

describeInChromium('every page', () => {
  let empty: TestProgram
  let partnerId: number

  beforeAll(async () => {
    stage = await openStage()
    empty = await stage.emptyProgram()
    const ofDemo = stage.service.database.kysely.selectFrom('partner_programs').select('partner_id')
    const first = await ofDemo.where('program_id', '=', stage.demo.program.id).executeTakeFirstOrThrow()
    partnerId = first.partner_id
  })
  const fill = (path: string) => fillPath(path, { demo: stage.demo.program.id, empty, partnerId })

  /** One visit of each, since coming to a page is what takes long. */
  test('has nothing that keeps people out, in light and dark, on a desk and on a phone', async () => {
    const visitor = await stage.newVisitor()
    const member = await stage.open('/')
    const barriers: Record<string, string[]> = {}
    for (const path of [...PUBLIC_PAGES, ...PAGES]) {
      const page = PUBLIC_PAGES.includes(path) ? visitor : member
      await page.setViewportSize({ width: DESK_PX, height: 860 })
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(addressOf(fill(path)))
      await settled(page)
      barriers[path] = await findBarriers(page)
      if (path.includes(':demo')) {
        await expect.poll(() => page.title()).toMatch(/^\w+.* · Affiliate$/)
        await expect.poll(() => page.locator('h1').count(), { message: path }).toBe(1)
        await page.getByText('Days and times in UTC.').waitFor()
      }
      await page.emulateMedia({ colorScheme: 'dark' })
      await settled(page)
      barriers[`${path} in dark`] = await findBarriers(page, RULES_OF_COLOUR)
      await page.setViewportSize({ width: PHONE_PX, height: 860 })
      await settled(page)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > PHONE_PX) barriers[`${path} on a phone`] = [`is ${width} px wide`]
    }
    expect(Object.entries(barriers).filter(([, found]) => found.length > 0)).toEqual([])
  }, 300_000)

  test('a finger hits every control: none is lower than 40 px', async () => {
    const page = await stage.open('/', { width: PHONE_PX, hasTouch: true })
    const low: Record<string, string[]> = {}
    for (const path of [
      'overview',
      'events',
      'partners',
      'partners/:partner',
      'commissions',
      'health',
      'settings',
    ]) {
      await page.goto(addressOf(fill(`/programs/:demo/${path}`)))
      await settled(page)
      low[path] = await findLowTargets(page)
    }
    expect(Object.entries(low).filter(([, found]) => found.length > 0)).toEqual([])
  })

  test('the program switcher leads to the other program, and / to the last one', async () => {
    const page = await stage.open(`/programs/${stage.demo.program.id}/overview`)
    await page.getByRole('button', { name: 'Switch program' }).click()
    await page.getByRole('menuitemradio', { name: 'Acme partners' }).first().click()
    await page.waitForURL((url) => !url.pathname.includes(`/${stage.demo.program.id}/`))
    await page.getByRole('button', { name: 'Acme partners' }).first().waitFor()
    const { pathname } = new URL(page.url())
    await page.goto(addressOf('/'))
    await page.waitForURL(`**${pathname}`)
  })

  test('dark is chosen in the menu and stays after a reload', async () => {
    const page = await stage.open('/')
    await page.getByRole('button', { name: 'Account and appearance' }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
    await expect.poll(theme).toBe('dark')
    await page.reload()
    await expect.poll(theme).toBe('dark')
  })
})
