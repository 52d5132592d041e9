import jsQR from 'jsqr'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createResetPasswordLink } from '../../server/src/workspace/sign-in/reset-password.adapter.ts'
import { send, signInMember, signUp } from '../../server/test/harness.ts'
import { computeTotp, enableTwoFactor } from '../../server/test/workspace/sign-in/second-factor.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { follow, hasFocus } from './actions.ts'
import { absoluteUrl, findBarriers, openStage, PASSWORD, type Stage, settled, signIn } from './stage.ts'

const NEW = 'a different passphrase'
const PHONE_PX = 390

let stage: Stage

const ended = (page: Page) => page.getByText('Your session has ended.')

/** Enters email and password, up to the code prompt. */
async function typePassword(page: Page, email: string) {
  await page.goto(absoluteUrl('/sign-in?next=%2Faccount'))
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await hasFocus(page.getByLabel('Code'))
}

async function typeCode(page: Page, code: string) {
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

describeInChromium('signing in', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test("rejects a wrong password, redirects to the requested page, and isn't in the history afterwards", async () => {
    const page = await stage.newVisitor()
    await page.goto(absoluteUrl('/forgot-password'))
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    // The previous page also has an email field, so wait for this one.
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('Email').fill(stage.owner.email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('Wrong email or password.').waitFor()
    await page.getByLabel('Password').fill(stage.owner.password)
    await page.getByLabel('Password').press('Enter')
    await page.waitForURL('**/overview')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await settled(page)
    await page.goBack()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()

    // A signed-in member is redirected, but never to another site.
    for (const [path, landed] of [
      ['/sign-in?next=%2Faccount&ended=true', /^\/account$/],
      ['/sign-in?next=%2F%09%2Fevil.example%2F', /^\/(?!sign-in)/],
      ['/sign-in?next=https%3A%2F%2Fevil.example%2F', /\/overview$/],
      ['/sign-up', /\/overview$/],
    ] as const) {
      await page.goto(absoluteUrl(path))
      await page.waitForURL((at) => landed.test(at.pathname))
      expect(new URL(page.url()).origin, path).toBe(absoluteUrl(''))
    }

    await page.getByRole('button', { name: 'Account and appearance' }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await page.waitForURL('**/sign-in')
    await page.getByRole('link', { name: 'Create one' }).waitFor()
    const events = `/programs/${stage.demo.program.id}/events?type=sale`
    await page.goto(absoluteUrl(events))
    await page.waitForURL('**/sign-in?next=**')
    expect(await ended(page).count()).toBe(0)
    await signIn(page, stage.owner, events)
    await page.getByRole('radio', { name: 'Sales', checked: true }).waitFor()
  })

  test('ends everywhere after signing out everywhere', async () => {
    const program = await stage.emptyProgram()
    const { email, userId } = await signUp(stage.service)
    await stage.service.database.kysely
      .insertInto('workspace_members')
      .values({
        id: userId,
        workspace_id: program.workspaceId,
        user_id: userId,
        role: 'member',
        status: 'active',
        created_at: stage.service.clock.now(),
      })
      .execute()
    const account = `/programs/${program.id}/settings?section=account`
    const [here, there] = [await stage.newVisitor(), await stage.newVisitor()]
    for (const page of [here, there]) await signIn(page, { email, password: PASSWORD }, account)
    await here.getByRole('button', { name: 'Sign out everywhere' }).click()
    await here.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await here.waitForURL('**/sign-in')
    await there.reload()
    await there.waitForURL('**/sign-in?*')
  })

  test('sets up two-factor authentication with a scanned key, asks for a code, and turns it off', async () => {
    const { email } = await signUp(stage.service)
    const page = await stage.newVisitor({ width: PHONE_PX })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, { email, password: PASSWORD }, '/account')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Turn on' }).press('Enter')
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Continue' }).press('Enter')
    const picture = dialog.getByRole('img', { name: /^QR code for your authenticator app/ })
    await picture.waitFor()
    const key = await dialog.locator('code').innerText()
    expect(key).toMatch(/^[A-Z2-7]{52}$/)
    expect(await dialog.locator('code span').allInnerTexts()).toEqual(key.match(/.{1,4}/g))
    const address = await dialog.getByRole('link', { name: 'open the key in it' }).getAttribute('href')
    expect(address).toContain(key)
    expect(await scan(page, await picture.screenshot())).toBe(address)
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Copy key' }).click()
    await dialog.getByRole('button', { name: 'Copied key' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)

    const code = dialog.getByRole('textbox', { name: 'Code' })
    await code.fill('000000')
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await dialog.getByText('Wrong code.').waitFor()
    await code.fill(computeTotp(keyBytes(key)))
    await code.press('Enter')
    await dialog.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    const recovery = (await dialog.locator('code').innerText()).split('\n')
    expect(recovery).toHaveLength(10)
    // Recovery codes are shown once: only the button closes the dialog.
    expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'I have copied them' }).press('Enter')
    await hasFocus(page.getByRole('button', { name: 'Create recovery codes' }))

    const secondVisit = await stage.newVisitor()
    await typePassword(secondVisit, email)
    expect(await secondVisit.getByLabel('Code').getAttribute('autocapitalize')).toBe('none')
    await secondVisit.getByRole('button', { name: 'Start over' }).click()
    await hasFocus(secondVisit.getByLabel('Email'))
    await typePassword(secondVisit, email)
    await typeCode(secondVisit, ` ${(recovery[0] ?? '').toUpperCase().replaceAll('-', ' ')}`)
    await secondVisit.getByRole('heading', { name: 'Your account' }).waitFor()

    await page.getByRole('button', { name: 'Turn off' }).press('Enter')
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByLabel('Password').press('Enter')
    await hasFocus(page.getByRole('button', { name: 'Turn on' }))
  })

  test('accepts a code, and the Back button asks before new recovery codes are lost', async () => {
    const { email, token } = await signUp(stage.service)
    const { secret } = await enableTwoFactor(stage.service, token)
    const page = await stage.newVisitor()
    await typePassword(page, email)
    await typeCode(page, computeTotp(secret))
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    await page.getByRole('link', { name: 'Back to your programs' }).click()
    await page.waitForURL('**/programs/new')
    await page.goBack()
    await page.getByRole('button', { name: 'Create recovery codes' }).click()
    const asking = page.getByRole('dialog')
    await asking.getByLabel('Password').fill('a wrong password')
    await asking.getByRole('button', { name: 'Create codes' }).click()
    await asking.getByText('The password is wrong.').waitFor()
    await asking.getByLabel('Password').fill(PASSWORD)
    await asking.getByRole('button', { name: 'Create codes' }).click()
    const secretDialog = page.getByRole('dialog', { name: 'Your recovery codes' })
    const shown = await secretDialog.locator('code').innerText()
    const question = page.getByRole('dialog', { name: 'Leave without copying?' })
    await page.evaluate(() => history.forward())
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await secretDialog.locator('code').innerText()).toBe(shown)
    await page.evaluate(() => history.forward())
    await question.getByRole('button', { name: 'Leave' }).click()
    await secretDialog.waitFor({ state: 'detached' })
  })

  test('is required again after a session has ended, with a message only in that case', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.newVisitor()
    const profile = page.context()
    await signIn(page, stage.owner, `/programs/${program.id}/settings`)
    const cookies = await profile.cookies()
    const actions: [path: string, act: () => Promise<void>][] = [
      // A changed form doesn't block this redirect.
      [
        `/programs/${program.id}/settings`,
        async () => {
          await page.getByLabel('Hold period (days)').fill('11')
          await profile.clearCookies()
          const form = page.locator('form').filter({ has: page.getByLabel('Hold period (days)') })
          await form.getByRole('button', { name: 'Save' }).click()
        },
      ],
      [
        '/account',
        async () => {
          await page.getByLabel('Current password').fill(stage.owner.password)
          await page.getByLabel('New password').fill(NEW)
          await profile.clearCookies()
          await page.getByRole('button', { name: 'Change password' }).click()
        },
      ],
      [
        '/account',
        async () => {
          await page.getByRole('button', { name: 'Turn on' }).click()
          await page.getByRole('dialog').getByLabel('Password').fill(stage.owner.password)
          await profile.clearCookies()
          await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
        },
      ],
    ]
    for (const [path, action] of actions) {
      await profile.addCookies(cookies)
      await page.goto(absoluteUrl(path))
      await settled(page)
      await action()
      await ended(page).waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
      expect(new URL(page.url()).searchParams.get('next')).toBe(path)
    }
  })
})

describeInChromium('a password', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('is changed, which ends the other sessions', async () => {
    const { email, token } = await signUp(stage.service)
    const page = await stage.newVisitor()
    await signIn(page, { email, password: PASSWORD }, '/account')
    await page.getByLabel('Current password').fill('a wrong password')
    await page.getByLabel('New password').fill(NEW)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The password is wrong.').waitFor()
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password was changed').first().waitFor()
    expect((await send(stage.service.app, 'GET', '/api/account', { bearer: token })).status).toBe(401)
    await page.reload()
    await page.getByText(email).first().waitFor()
  })

  test('is reset by an emailed link that works once', async () => {
    const { email } = await signUp(stage.service)
    const page = await stage.newVisitor()
    await page.goto(absoluteUrl('/sign-in'))
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('If this address has an account, its link is shown at /dev/mail.').waitFor()
    const { link } = await createResetPasswordLink(stage.service.deps, email)
    const set = async () => {
      await page.goto(absoluteUrl('/sign-in'))
      await page.goto(absoluteUrl(`/reset-password#${link.split('#')[1]}`))
      await page.getByLabel('New password').fill(NEW)
      await page.getByRole('button', { name: 'Set password' }).click()
    }
    await set()
    await page.getByRole('heading', { name: 'Password changed' }).waitFor()
    await signIn(page, { email, password: NEW }, '/account')
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    await page.context().clearCookies()
    await set()
    await page.getByText('This link has expired or was already used.').waitFor()
  })
})

describeInChromium('closed sign-up', () => {
  test('doesn’t offer an account, but an invitation link does', async () => {
    stage = await openStage({ config: { allowSignUp: false } })
    const page = await stage.newVisitor()
    await page.goto(absoluteUrl('/sign-in'))
    await page.getByRole('link', { name: 'Forgot your password?' }).waitFor()
    expect(await page.getByText('No account yet?').count()).toBe(0)
    await follow(page, '/sign-up')
    await page.getByRole('heading', { name: 'By invitation only' }).waitFor()

    const program = await stage.emptyProgram()
    const bearer = await signInMember(stage.service, program)
    const email = `${crypto.randomUUID()}@people.test`
    const url = `/api/workspaces/${program.workspaceId}/members`
    const invited = await send(stage.service.app, 'POST', url, { bearer, body: { email, role: 'viewer' } })
    await follow(page, `/invitations/${invited.body.data.secret}`)
    await page.getByRole('link', { name: 'Create one' }).click()
    await page.getByLabel('Name').fill('Olga')
    await page.getByText(/^Sam invited you to join .+ as a viewer\.$/).waitFor()
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
    await page.getByLabel('Password').fill('password123')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('This password is too common.').waitFor()
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    await page.waitForURL((at) => at.pathname === `/programs/${program.id}/overview`)
  })
})

/** Decodes a base32 key. */
function keyBytes(key: string): Buffer {
  const bits = [...key]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Decodes a QR code in a screenshot, in a blank page whose CSP allows reading pixels. */
async function scan(page: Page, picture: Buffer): Promise<string | undefined> {
  const blank = await page.context().newPage()
  const { pixels, width, height } = await blank.evaluate(
    async (address) => {
      const image = await createImageBitmap(await (await fetch(address)).blob())
      const canvas = new OffscreenCanvas(image.width, image.height)
      const drawing = canvas.getContext('2d')
      if (drawing === null) throw new Error('no canvas context')
      drawing.drawImage(image, 0, 0)
      const { data, width, height } = drawing.getImageData(0, 0, image.width, image.height)
      return { pixels: [...data], width, height }
    },
    `data:image/png;base64,${picture.toString('base64')}`,
  )
  await blank.close()
  return jsQR.default(new Uint8ClampedArray(pixels), width, height)?.data
}
