import { createHmac } from 'node:crypto'
import jsQR from 'jsqr'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { makeResetPasswordLink } from '../../server/src/sign-in/reset-password.adapter.ts'
import { send, signInMember, signUp } from '../../server/test/harness.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, findBarriers, openStage, PASSWORD, type Stage, signIn } from './stage.ts'

const NEW = 'a quite different one'

let stage: Stage

describeInChromium('an account', () => {
  beforeAll(async () => {
    stage = await openStage({ config: { allowSignUp: false } })
  })

  test('is not offered where sign-up is closed, and is made with the link of an invitation', async () => {
    const page = await stage.newVisitor()
    await page.goto(addressOf('/sign-in'))
    await page.getByRole('link', { name: 'Forgot your password?' }).waitFor()
    expect(await page.getByText('No account yet?').count()).toBe(0)
    await page.goto(addressOf('/sign-up'))
    await page.getByRole('heading', { name: 'By invitation only' }).waitFor()

    const program = await stage.emptyProgram()
    const bearer = await signInMember(stage.service, program)
    const email = `${crypto.randomUUID()}@people.test`
    const url = `/api/workspaces/${program.workspaceId}/members`
    const invited = await send(stage.service.app, 'POST', url, { bearer, body: { email, role: 'viewer' } })
    await page.goto(addressOf(`/invitations/${invited.body.data.secret}`))
    await page.getByRole('link', { name: 'Create one' }).click()
    await page.getByLabel('Name').fill('Olga')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill('password123')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('one of those that are tried first').waitFor()
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await page.waitForURL((at) => at.pathname === `/programs/${program.id}/overview`)
  })

  test('changes its password, which ends the other sessions', async () => {
    const { email, token } = await newAccount()
    const page = await stage.newVisitor()
    await signIn(page, { email, password: PASSWORD }, '/account')
    await page.getByLabel('Current password').fill('a wrong password')
    await page.getByLabel('New password').fill(NEW)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('This is not your password').waitFor()
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password is changed').first().waitFor()
    expect((await send(stage.service.app, 'GET', '/api/account', { bearer: token })).status).toBe(401)
    await page.reload()
    await page.getByText(email).first().waitFor()
  })

  test('sets a new password by a link, once', async () => {
    const { email } = await newAccount()
    const { link } = await makeResetPasswordLink(stage.service.deps, email)
    const page = await stage.newVisitor()
    await page.goto(addressOf(`/reset-password#${link.split('#')[1]}`))
    await page.getByLabel('New password').fill(NEW)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('heading', { name: 'Your new password is set' }).waitFor()
    await signIn(page, { email, password: NEW }, '/account')
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    const late = await stage.newVisitor()
    await late.goto(link)
    await late.getByLabel('New password').fill(NEW)
    await late.getByRole('button', { name: 'Set password' }).click()
    await late.getByText('This link was used already or has expired').waitFor()
  })

  test.each(['light', 'dark'] as const)(
    'the key of a second factor can be scanned, in %s',
    async (colorScheme) => {
      const { email } = await newAccount()
      const page = await stage.newVisitor({ colorScheme, width: 390 })
      await signIn(page, { email, password: PASSWORD }, '/account')
      await page.getByRole('button', { name: 'Switch on' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Password').fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Go on' }).click()
      const code = dialog.getByRole('img', { name: /^QR code of the key/ })
      await code.waitFor()
      const address = await dialog.getByRole('link', { name: 'open it with the key' }).getAttribute('href')
      expect(address).toMatch(/^otpauth:/)
      expect(await scan(page, await code.screenshot())).toBe(address)
      expect(address).toContain((await dialog.locator('code').innerText()).replaceAll(/\s/g, ''))
      expect(await findBarriers(page)).toEqual([])
      const text = await dialog.locator('code').boundingBox()
      const button = await dialog.getByRole('button', { name: 'Copy key' }).boundingBox()
      expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0)
    },
  )

  test('switches two-factor sign-in on, and signs in with a code and with a recovery code', async () => {
    const { email } = await newAccount()
    const page = await stage.newVisitor()
    await signIn(page, { email, password: PASSWORD }, '/account')
    await page.getByRole('button', { name: 'Switch on' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Go on' }).click()
    const key = await dialog.locator('code').innerText()
    await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
    await dialog.getByRole('button', { name: 'Switch on' }).click()
    await dialog.getByText('This code is not right').waitFor()
    await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(key))
    await dialog.getByRole('button', { name: 'Switch on' }).click()
    await dialog.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    const recovery = (await dialog.locator('code').innerText()).split('\n')
    expect(recovery).toHaveLength(10)
    // They are shown this once: nothing but the button closes them.
    expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 400)
    await dialog.getByRole('button', { name: 'I have copied them' }).click()
    await page.getByText('On: signing in asks for a code').waitFor()

    for (const code of [codeOf(key), recovery[0] ?? '']) {
      const again = await stage.newVisitor()
      await again.goto(addressOf('/sign-in?next=%2Faccount'))
      await again.getByLabel('E-mail').fill(email)
      await again.getByLabel('Password').fill(PASSWORD)
      await again.getByRole('button', { name: 'Sign in' }).click()
      await again.getByLabel('Code').fill(code)
      await again.getByRole('button', { name: 'Sign in' }).click()
      await again.getByRole('heading', { name: 'Your account' }).waitFor()
    }
  })
})

/** An account of nobody's workspace, and a session of it. Sign-up is closed here, so it has an invitation. */
async function newAccount(): Promise<{ email: string; token: string }> {
  const program = await stage.emptyProgram()
  const bearer = await signInMember(stage.service, program)
  const email = `${crypto.randomUUID()}@people.test`
  const url = `/api/workspaces/${program.workspaceId}/members`
  const { body } = await send(stage.service.app, 'POST', url, { bearer, body: { email, role: 'viewer' } })
  return signUp(stage.service, email, body.data.secret)
}

/** What an authenticator app shows now for this key (RFC 6238). */
function codeOf(key: string): string {
  const bits = [...key.replace(/=+$/, '')]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** What a camera reads in a picture: a page without a policy of its own takes it apart into pixels. */
async function scan(page: Page, picture: Buffer): Promise<string | undefined> {
  const blank = await page.context().newPage()
  const { pixels, width, height } = await blank.evaluate(
    async (address) => {
      const image = await createImageBitmap(await (await fetch(address)).blob())
      const canvas = new OffscreenCanvas(image.width, image.height)
      const drawing = canvas.getContext('2d')
      if (drawing === null) throw new Error('there is no canvas')
      drawing.drawImage(image, 0, 0)
      const { data, width, height } = drawing.getImageData(0, 0, image.width, image.height)
      return { pixels: [...data], width, height }
    },
    `data:image/png;base64,${picture.toString('base64')}`,
  )
  await blank.close()
  return jsQR.default(new Uint8ClampedArray(pixels), width, height)?.data
}
