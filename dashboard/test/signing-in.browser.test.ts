import { randomUUID } from 'node:crypto'
import { symmetricEncrypt } from 'better-auth/crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { signUp } from '../../server/test/harness.ts'
import { codeOf, enableTwoFactor, type SecondFactor } from '../../server/test/sign-in/second-factor.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, openStage, PASSWORD, type Stage, settled, signIn } from './stage.ts'

/** The ways in and out, as somebody walks them who uses the keyboard or a phone. */
let stage: Stage

const PHONE_PX = 390

/** What has the focus, by its role and name. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement)) return ''
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.innerText : element.innerText
    return `${element.tagName.toLowerCase()} ${label ?? ''}`.trim()
  })

async function newAccount(): Promise<{ email: string; password: string; token: string }> {
  const { email, token } = await signUp(stage.service)
  return { email, password: PASSWORD, token }
}

async function newTwoFactorAccount() {
  const { token, ...member } = await newAccount()
  return { ...member, ...(await enableTwoFactor(stage.service, token)) }
}

/** As far as the code is asked for. */
async function typePassword(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto(addressOf('/sign-in?next=%2Faccount'))
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
}

/** Signed in with two-factor on, at the account. */
async function openAccount(account: Pick<SecondFactor, 'secret'> & { email: string; password: string }) {
  const page = await stage.newVisitor()
  await typePassword(page, account)
  await page.getByLabel('Code').fill(codeOf(account.secret))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  return page
}

const ended = (page: Page) => page.getByText('Your session has ended.')

describeInChromium('an ended session', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test.each([
    ['New recovery codes', 'Make codes'],
    ['Switch off', 'Switch off'],
  ])('leads to the sign-in from "%s"', async (opener, action) => {
    const page = await openAccount(await newTwoFactorAccount())
    await page.getByRole('button', { name: opener }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password').fill('a wrong password')
    await dialog.getByRole('button', { name: action }).click()
    await dialog.getByText('This is not your password').waitFor()
    await page.context().clearCookies()
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: action }).click()
    await ended(page).waitFor()
    expect(new URL(page.url()).searchParams.get('next')).toBe('/account')
  })

  test('leads to the sign-in from a change of the password', async () => {
    const page = await stage.newVisitor()
    await signIn(page, await newAccount(), '/account')
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByLabel('New password').fill('a quite different one')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Change password' }).click()
    await ended(page).waitFor()
  })

  test('leads to the sign-in from each step of switching two-factor on, and a wrong code does not', async () => {
    const page = await stage.newVisitor()
    await signIn(page, await newAccount(), '/account')
    const opener = page.getByRole('button', { name: 'Switch on' })
    await opener.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Go on' }).click()
    await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
    await dialog.getByRole('button', { name: 'Switch on' }).click()
    await dialog.getByText('This code is not right').waitFor()
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await dialog.getByRole('button', { name: 'Switch on' }).click()
    await ended(page).waitFor()
    await page.context().addCookies(cookies)
    await page.goto(addressOf('/account'))
    await opener.click()
    await dialog.getByLabel('Password').fill(PASSWORD)
    await page.context().clearCookies()
    await dialog.getByRole('button', { name: 'Go on' }).click()
    await ended(page).waitFor()
  })

  test('leads to the sign-in from a form that was changed, without a question', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/settings`)
    await page.getByLabel('Hold period (days)').fill('11')
    await page.context().clearCookies()
    const form = page.locator('form').filter({ has: page.getByLabel('Hold period (days)') })
    await form.getByRole('button', { name: 'Save' }).click()
    await ended(page).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

describeInChromium('the sign-in', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('has the focus in the code once it asks for it, and in the e-mail when it begins again', async () => {
    const page = await stage.newVisitor()
    await typePassword(page, await newTwoFactorAccount())
    await expect.poll(() => focused(page)).toBe('input Code')
    await page.getByRole('button', { name: 'Begin again' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expect.poll(() => focused(page)).toBe('input E-mail')
  })

  test('takes a recovery code in capitals, and with letters that are read as its digits, by one try', async () => {
    const account = await newTwoFactorAccount()
    expect(account.codes).toHaveLength(10)
    const page = await stage.newVisitor()
    const tries: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/two-factor/verify-')) tries.push(request.url())
    })
    await typePassword(page, account)
    const code = account.codes[0] ?? ''
    await page.getByLabel('Code').fill(code.toUpperCase().replaceAll('0', 'O').replaceAll('1', 'I'))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    expect(tries).toHaveLength(1)
  })

  test('takes a recovery code of before as it was written, capitals and all, and no other', async () => {
    const account = await newTwoFactorAccount()
    const { deps, database } = stage.service
    const codes = ['aB3dE-Oil0Z', 'qWeRt-12345']
    const data = JSON.stringify(codes)
    await database.kysely
      .updateTable('two_factors')
      .set({ backup_codes: await symmetricEncrypt({ key: deps.config.appSecret, data }) })
      .where('user_id', '=', ({ selectFrom }) =>
        selectFrom('users').select('id').where('email', '=', account.email),
      )
      .execute()
    const page = await stage.newVisitor()
    await typePassword(page, account)
    const type = async (code: string) => {
      await page.getByLabel('Code').fill(code)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await type('ab3de-oil0z')
    await page.getByText('This recovery code is not right').waitFor()
    await type(' aB3dE Oil0Z')
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
  })

  test('takes a recovery code without its dash, and with spaces', async () => {
    const account = await newTwoFactorAccount()
    for (const spelt of [
      (code: string) => code.replaceAll('-', ''),
      (code: string) => ` ${code.replaceAll('-', ' ')}`,
    ]) {
      const page = await stage.newVisitor()
      await typePassword(page, account)
      await page.getByLabel('Code').fill(spelt(account.codes.pop() ?? ''))
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'Your account' }).waitFor()
    }
  })

  test('asks no phone for a capital in a code, where capitals count', async () => {
    const page = await stage.newVisitor()
    await typePassword(page, await newTwoFactorAccount())
    expect(await page.getByLabel('Code').getAttribute('autocapitalize')).toBe('none')
  })

  test.each(['Sign out', 'Sign out everywhere'])('offers an account after "%s" too', async (way) => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/settings?section=account`)
    await settled(page)
    if (way === 'Sign out') {
      await page.getByRole('button', { name: 'Account and appearance' }).click()
      await page.getByRole('menuitem', { name: way, exact: true }).click()
    } else {
      await page.getByRole('button', { name: way }).click()
      await page.getByRole('dialog').getByRole('button', { name: way }).click()
    }
    await page.waitForURL('**/sign-in')
    await page.getByRole('link', { name: 'Create one' }).waitFor()
    await settled(page)
    expect(await page.getByRole('link', { name: 'Create one' }).count()).toBe(1)
  })

  test('leads whoever is signed in on to where signing in leads', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open('/account')
    const landed = async (path: string, pathname: string) => {
      await page.goto(addressOf(path))
      await page.waitForURL((at) => at.pathname === pathname)
      await settled(page)
      expect(new URL(page.url()).origin).toBe(addressOf(''))
      expect(new URL(page.url()).pathname).toBe(pathname)
    }
    await page.goto(addressOf(`/programs/${program.id}/payouts`))
    await settled(page)
    await landed('/sign-in', `/programs/${program.id}/overview`)
    await landed('/sign-up', `/programs/${program.id}/overview`)
    await landed('/sign-in?next=%2Faccount', '/account')
    await landed('/sign-up?next=%2Faccount', '/account')
    // Whose session had ended, and who has signed in elsewhere since.
    await landed('/sign-in?next=%2Faccount&ended=true', '/account')
    for (const outside of [
      '%2F%2Fevil.example%2F',
      '%2F%09%2Fevil.example%2F',
      'https%3A%2F%2Fevil.example%2F',
    ])
      await page.goto(addressOf(`/sign-in?next=${outside}`)).then(async () => {
        await page.waitForURL((at) => at.pathname !== '/sign-in')
        expect(new URL(page.url()).origin).toBe(addressOf(''))
      })
  })

  test('is not what Back leads to, once somebody is signed in', async () => {
    const page = await stage.newVisitor()
    await page.goto(addressOf('/forgot-password'))
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await page.getByLabel('E-mail').fill(stage.owner.email)
    await page.getByLabel('Password').fill(stage.owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/overview')
    await settled(page)
    await page.goBack()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await page.waitForURL('**/overview')
  })
})

describeInChromium('two-factor sign-in', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('keeps the focus in its card when it is switched on and off', async () => {
    const page = await stage.newVisitor()
    await signIn(page, await newAccount(), '/account')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Switch on' }).press('Enter')
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Go on' }).press('Enter')
    await dialog.getByRole('heading', { name: 'Add the key to your app' }).waitFor()
    await expect.poll(() => focused(page)).toBe('input Code')
    await page.keyboard.type(codeOf(keyBytes(await dialog.locator('code').innerText())))
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'I have copied them' }).press('Enter')
    await expect.poll(() => focused(page)).toBe('button New recovery codes')
    await page.getByRole('button', { name: 'Switch off' }).press('Enter')
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByLabel('Password').press('Enter')
    await expect.poll(() => focused(page)).toBe('button Switch on')
    await settled(page)
    expect(await focused(page)).toBe('button Switch on')
  })

  test('shows its key whole on a phone, in groups of four, and copies it without spaces', async () => {
    const page = await stage.newVisitor({ width: PHONE_PX })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, await newAccount(), '/account')
    await page.getByRole('button', { name: 'Switch on' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Go on' }).click()
    const code = dialog.locator('code')
    const key = await code.innerText()
    expect(key).toMatch(/^[A-Z2-7]{52}$/)
    expect(await code.locator('span').allInnerTexts()).toEqual(key.match(/.{1,4}/g))
    const [box, around] = [await code.boundingBox(), await dialog.boundingBox()]
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((around?.x ?? 0) + (around?.width ?? 0))
    const cut = await code.evaluate((element) => {
      const right = (one: Element) => one.getBoundingClientRect().right
      const spans = Math.max(...[...element.querySelectorAll('span')].map(right))
      for (let box = element.parentElement; box !== null; box = box.parentElement)
        if (right(box) < spans || box.scrollWidth > box.clientWidth) return box.outerHTML.slice(0, 80)
      return undefined
    })
    expect(cut).toBeUndefined()
    await dialog.getByRole('button', { name: 'Copy key' }).click()
    await dialog.getByRole('button', { name: 'Copied key' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  })
})

describeInChromium('what is shown once', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('is not thrown away by Back without a question', async () => {
    const page = await openAccount(await newTwoFactorAccount())
    await page.getByRole('link', { name: 'Back to your programs' }).click()
    await page.waitForURL('**/programs/new')
    await page.goBack()
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await page.getByRole('dialog').getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Make codes' }).click()
    await staysUntilLeft(page, 'Your recovery codes', 'forward')

    const program = await stage.emptyProgram()
    const team = await stage.open(`/programs/${program.id}/partners`)
    await team.getByRole('link', { name: 'Settings' }).click()
    await team.getByRole('link', { name: 'API keys' }).click()
    await team.getByRole('button', { name: 'Create key' }).click()
    await team.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await staysUntilLeft(team, /^Your new .* key$/)

    const members = await stage.open(`/programs/${program.id}/settings`)
    await members.getByRole('link', { name: 'Members' }).click()
    await members.getByRole('button', { name: 'Invite member' }).click()
    await members.getByLabel('E-mail').fill(`${randomUUID()}@people.test`)
    await members
      .getByRole('dialog')
      .getByRole('button', { name: /^(Make the link|Invite)$/ })
      .click()
    await staysUntilLeft(members, /^(Pass this link on|The invitation is on its way)$/)
  })

  test('goes without a question once it is copied', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/settings?section=keys`)
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByRole('button', { name: 'Invite member' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

/** The button of the browser asks; who stays still sees it, and who leaves is gone. */
async function staysUntilLeft(page: Page, name: string | RegExp, way: 'back' | 'forward' = 'back') {
  const secret = page.getByRole('dialog', { name })
  await secret.waitFor()
  const shown = await secret.locator('code').innerText()
  const question = page.getByRole('dialog', { name: 'Leave without a copy?' })
  await page.evaluate((to) => history[to](), way)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await secret.locator('code').innerText()).toBe(shown)
  await page.evaluate((to) => history[to](), way)
  await question.getByRole('button', { name: 'Leave' }).click()
  await secret.waitFor({ state: 'detached' })
}

function keyBytes(key: string): Buffer {
  const bits = [...key]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
