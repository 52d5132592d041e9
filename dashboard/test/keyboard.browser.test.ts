import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { openStage, type Stage, settled } from './stage.ts'

let stage: Stage

const at = (page: string) => `/programs/${stage.demo.program.id}/${page}`
/** More presses than any test here needs. */
const MOST_TABS = 60

const hasFocus = (element: Locator) => expect.poll(() => element.evaluate(isFocused)).toBe(true)
const isFocused = (element: Element) => element === document.activeElement
const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Choose commission \d/ })
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

async function openPending(options?: Parameters<Stage['open']>[1]): Promise<Page> {
  const page = await stage.open(at('commissions?status=pending'), options)
  await boxes(page).first().waitFor()
  await settled(page)
  return page
}

/** Whether what has the focus is behind something that stands above the page. */
function isCovered(): string | undefined {
  const focused = document.activeElement ?? document.body
  const { left, top, width, height } = focused.getBoundingClientRect()
  const inSight = [0.1, 0.5, 0.9].some((share) => {
    const hit = document.elementFromPoint(left + Math.min(width / 2, 20), top + height * share)
    return hit !== null && (focused.contains(hit) || hit.contains(focused))
  })
  return inSight ? undefined : `${focused.localName} ${focused.textContent} at ${Math.round(top)}`
}

describeInChromium('who uses the keyboard', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  describe('in a list', () => {
    test('is two presses from a chosen row to what can be done with it', async () => {
      const page = await openPending()
      await boxes(page).nth(20).press('Space')
      await page.keyboard.press('Tab')
      await hasFocus(page.getByRole('link', { name: 'To the chosen rows' }))
      await page.keyboard.press('Enter')
      await hasFocus(page.getByRole('region', { name: 'Chosen rows' }))
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await hasFocus(page.getByRole('button', { name: 'Approve', exact: true }))
    })

    test.each([1280, 390])(
      'sees what has the focus, above the bar and below the heads, at %i px',
      async (width) => {
        const page = await openPending({ width })
        await boxes(page).nth(2).press('Space')
        await page.getByRole('region', { name: 'Chosen rows' }).waitFor()
        const covered: string[] = []
        for (const key of ['Tab', 'Shift+Tab']) {
          for (let press = 0; press < MOST_TABS; press++) {
            await page.keyboard.press(key)
            const found = await page.evaluate(isCovered)
            if (found !== undefined) covered.push(`${key} ${press}: ${found}`)
          }
        }
        expect(covered).toEqual([])
      },
    )

    test('stays where the rows are when they are approved', async () => {
      const page = await openPending()
      const box = boxes(page).nth(25)
      await box.press('Space')
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      const before = await scrolled(page)
      expect(before).toBeGreaterThan(300)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Approve' }).click()
      await dialog.waitFor({ state: 'detached' })
      await hasFocus(page.getByRole('heading', { name: 'Commissions', level: 1 }))
      await settled(page)
      expect(Math.abs((await scrolled(page)) - before)).toBeLessThan(100)
    })
  })

  describe('in a dialog', () => {
    test('begins a form at its first field', async () => {
      const page = await stage.open(at('settings?section=members'))
      await page.getByRole('button', { name: 'Invite member' }).press('Enter')
      await hasFocus(page.getByRole('dialog').getByLabel('E-mail'))
    })

    test('begins a question at itself, and answers it by no key that is held down', async () => {
      const page = await openPending()
      await boxes(page).first().press('Space')
      const open = page.getByRole('button', { name: 'Approve', exact: true })
      await open.press('Enter')
      const dialog = page.getByRole('dialog')
      await hasFocus(dialog)
      await page.keyboard.press('Escape')
      await hasFocus(open)
      await page.goto(new URL(at('settings?section=keys'), page.url()).href)
      await page.getByRole('button', { name: 'Create key' }).focus()
      for (let repeated = 0; repeated < 5; repeated++) await page.keyboard.down('Enter')
      await page.keyboard.up('Enter')
      await hasFocus(dialog.getByRole('radio', { checked: true }))
      await settled(page)
      expect(await page.getByRole('dialog', { name: 'Create an API key' }).count()).toBe(1)
    })

    test('is back at what opened the form once the secret was copied', async () => {
      const page = await stage.open(at('settings?section=keys'))
      const create = page.getByRole('button', { name: 'Create key' })
      await create.press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).press('Enter')
      const secret = page.getByRole('dialog', { name: 'Your new test key' })
      await hasFocus(secret)
      await secret.getByRole('button', { name: 'I have copied it' }).press('Enter')
      await secret.waitFor({ state: 'detached' })
      await hasFocus(create)
    })

    test('is back at the menu from which a question was asked', async () => {
      const page = await stage.open(at('settings?section=keys'))
      const menu = page.getByRole('button', { name: /^Actions/ }).first()
      await menu.press('Enter')
      await page.getByRole('menuitem').first().press('Enter')
      const dialog = page.getByRole('dialog')
      await hasFocus(dialog)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await hasFocus(menu)
    })
  })

  describe('keeps the focus', () => {
    test.each([
      ['program', 'Name', 'Save', /Program saved/],
      ['join-page', 'Name in the address', 'Save brand', 'Brand saved.'],
      ['join-page', 'Words (optional)', 'Save joining', 'Joining saved.'],
    ] as const)('at the button that saved, in %s at %s', async (section, field, button, said) => {
      const page = await stage.open(at(`settings?section=${section}`))
      const input = page.getByLabel(field, { exact: true }).first()
      await input.fill('demo-of-the-keyboard')
      const save = page.getByRole('button', { name: button, exact: true }).first()
      await save.press('Enter')
      await page.locator('ol > li').getByText(said).waitFor()
      await settled(page)
      await hasFocus(save)
      expect(await input.inputValue()).toBe('demo-of-the-keyboard')
    })

    test('where sales come from the own server, on what is there instead of the button', async () => {
      const program = await stage.emptyProgram()
      const page = await stage.open(`/programs/${program.id}/integration`)
      await page.getByRole('button', { name: 'Use server-to-server' }).press('Enter')
      await hasFocus(page.getByRole('region', { name: 'From your server' }))
    })
  })
})
