import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../../server/test/new-folder.ts'
import { describeInChromium, executablePath } from '../../tracker/test/chromium.ts'
import { openShop } from '../../tracker/test/shop.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** `README_SHOTS=docs/images` updates the README's images; `pngquant` and `optipng` compress them. */
const SHOTS = process.env.README_SHOTS
const MAX_CLICKS = 45
const START_MS = 180_000

describeInChromium('the first hour', () => {
  test(`leads from npm start to a downloaded payment file in at most ${MAX_CLICKS} clicks, following only what the screen says`, async () => {
    const { address, signIn } = await start()
    const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox'] })
    onTestFinished(() => browser.close())
    const shop = await openShop()
    onTestFinished(() => shop.close())
    const site = `http://shop.localhost:${shop.port}/`
    const user = await openUser(browser)
    const { page, click, draw } = user

    await page.goto(address)
    await page.getByLabel('Email').fill(signIn.email)
    await page.getByLabel('Password').fill(signIn.password)
    await click(page.getByRole('button', { name: 'Sign in' }))
    await click(page.getByRole('button', { name: 'Switch program' }))
    await click(page.getByRole('menuitem', { name: 'New program' }))

    await page.getByLabel('Name').fill('Acme partners')
    await page.getByLabel('Site').fill(site)
    await draw('new-program')
    await click(page.getByRole('button', { name: 'Create program' }))
    await page.waitForURL(/step=commission$/)
    await click(page.getByRole('button', { name: 'Save and continue' }))
    shop.head = await page.getByRole('tabpanel').filter({ hasText: 'tracker.js' }).locator('code').innerText()
    await click(page.getByRole('radio', { name: 'Your server' }))
    await click(page.getByRole('link', { name: 'Skip for now' }))
    await page.waitForURL(/step=partner$/)
    await page.getByLabel('Name').fill('Maya Lind')
    await page.getByRole('textbox', { name: 'Email' }).fill('maya@acme.test')
    await click(page.getByRole('button', { name: 'Add partner' }))
    const link = await page.getByRole('region', { name: 'Maya Lind’s link' }).locator('code').innerText()
    const clickId = await visit(browser, link)
    await page.getByText(/^Last click .* referred by Maya Lind$/).waitFor()
    await click(page.getByRole('link', { name: 'Go to overview' }))

    await click(page.getByRole('link', { name: 'Record the first sale' }))
    await click(page.getByRole('button', { name: 'Create live key' }).first())
    const dialog = page.getByRole('dialog')
    const key = await dialog.locator('code').innerText()
    await click(dialog.getByRole('button', { name: 'I have copied it' }))
    const command = async (path: string) =>
      page.getByRole('tabpanel').filter({ hasText: path }).locator('code').last().innerText()
    await click(page.getByRole('tab', { name: 'curl' }).first())
    const shown = {
      VALUE_OF_THE_service_click_id_COOKIE: clickId,
      YOUR_CUSTOMER_ID: 'cus-1',
      YOUR_PAYMENT_ID: 'order-1',
    }
    run(await command('track/lead'), { key, shown })
    await page.getByText(/^Last signup .* referred by Maya Lind$/).waitFor()
    await click(page.getByRole('tab', { name: 'curl' }).last())
    run(await command('track/sale'), { key, shown })
    await page.getByText(/^Last sale .*: \$49\.00, referred by Maya Lind$/).waitFor()
    await page.getByText('3 of 3 complete').waitFor()
    await page.evaluate(() => scrollTo(0, 0))
    await draw('integration')

    await click(page.getByRole('link', { name: 'Commissions' }).first())
    await click(page.getByRole('button', { name: 'Approve all pending' }))
    await click(dialog.getByRole('button', { name: 'Approve' }))
    await page.getByText('1 commission approved', { exact: false }).first().waitFor()

    await addPayoutDetails(user, address)

    await page.goto(`${address}/`)
    await click(page.getByRole('link', { name: 'Payouts' }).first())
    await click(page.getByRole('button', { name: 'Create payouts' }).first())
    await click(dialog.getByRole('button', { name: 'Create payouts' }))
    await dialog.getByText('1 payout, $9.80').waitFor()
    await draw('payment-file')
    const download = page.waitForEvent('download')
    await click(dialog.getByRole('button', { name: 'Download file' }))
    const file = readFileSync(await (await download).path(), 'utf8')
    expect(file).toContain('maya@acme.test')
    expect(file).toContain('9.80')
    expect(user.clicks, 'clicks').toBeLessThanOrEqual(MAX_CLICKS)
    expect(user.errors).toEqual([])
  }, 300_000)
})

/** Starts the service as the README says, in an empty data folder. */
async function start(): Promise<{ address: string; signIn: { email: string; password: string } }> {
  const dataDir = newFolder()
  const environment = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(await freePort()),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
  }
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => stop(child))
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  await expect.poll(() => output, { timeout: START_MS }).toContain('Record a sale:')
  const address = /Ready at (\S+)/.exec(output)?.[1] ?? ''
  const [, email = '', password = ''] = /sign in +(\S+) +(\S+)/.exec(output) ?? []
  return { address, signIn: { email, password } }
}

/** Stops npm and the service that it started. */
async function stop(child: ChildProcess) {
  if (child.pid === undefined || child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid, 'SIGTERM')
  await ended
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

interface User {
  page: Page
  /** Clicks and counts. */
  click(target: Locator): Promise<void>
  readonly clicks: number
  /** Script errors and failed responses. */
  errors: string[]
  /** Saves an image for the README if `README_SHOTS` is set. */
  draw(name: string): Promise<void>
}

async function openUser(browser: Browser): Promise<User> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('response', (response) => {
    // Before the sign-in, there is no session yet.
    if (response.status() >= 400 && response.status() !== 401)
      errors.push(`${response.status()} ${response.url()}`)
  })
  let clicks = 0
  return {
    page,
    errors,
    get clicks() {
      return clicks
    },
    async click(target) {
      await target.click()
      clicks += 1
    },
    async draw(name) {
      if (SHOTS === undefined) return
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: join(ROOT, SHOTS, `${name}.png`), animations: 'disabled' })
    },
  }
}

/** Opens a partner link as a visitor of the shop. Returns the click ID that the tracker stored. */
async function visit(browser: Browser, link: string): Promise<string> {
  // Clicks from headless browsers aren't counted.
  const visitor = await browser.newContext({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0' })
  const page = await visitor.newPage()
  const response = page.waitForResponse('**/api/v1/track/click')
  await page.goto(link)
  await response
  const cookies = async () => (await visitor.cookies()).find(({ name }) => name === 'service_click_id')?.value
  await expect.poll(cookies).toBeDefined()
  const clickId = (await cookies()) ?? ''
  await visitor.close()
  return clickId
}

/** Runs a command as shown, with the merchant's own values in place of the examples. */
function run(command: string, { key, shown }: { key: string; shown: Record<string, string> }) {
  const filled = Object.entries(shown).reduce(
    (text, [example, value]) => text.replaceAll(example, value),
    command,
  )
  const environment = { PATH: process.env.PATH, AFFILIATE_API_KEY: key }
  const response = execFileSync('sh', ['-c', `${filled} --silent`], { env: environment, encoding: 'utf8' })
  expect(JSON.parse(response)).toMatchObject({ success: true })
}

/** The partner signs in with the emailed link and adds an account. */
async function addPayoutDetails({ page, click }: User, address: string) {
  await page.goto(`${address}/partner`)
  await page.getByLabel('Email').fill('maya@acme.test')
  await click(page.getByRole('button', { name: 'Send sign-in link' }))
  const mails = page.context().waitForEvent('page')
  await click(page.getByRole('link', { name: '/dev/mail' }))
  const mailbox = await mails
  const signIn = mailbox.getByRole('link', { name: /\/partner\/sign-in#/ })
  await expect
    .poll(async () => {
      await mailbox.reload()
      return signIn.count()
    })
    .toBe(1)
  await click(signIn)
  await click(mailbox.getByRole('button', { name: 'Sign in' }))
  await click(mailbox.getByRole('link', { name: 'Payouts' }))
  await click(
    mailbox
      .getByRole('button', { name: 'Add payout details' })
      .or(mailbox.getByRole('link', { name: 'Add payout details' }))
      .first(),
  )
  await mailbox.getByLabel('Method').selectOption('PayPal')
  const answers = {
    Email: 'maya@acme.test',
    'Legal name': 'Maya Lind',
    'Street address': 'Main Street 1',
    'Postal code': '10115',
    City: 'Berlin',
  }
  for (const [label, value] of Object.entries(answers)) await mailbox.getByLabel(label).fill(value)
  await mailbox.getByLabel('Country').selectOption('Germany')
  await click(mailbox.getByRole('button', { name: 'Save' }))
  await mailbox.getByText('Saved. Future payouts will use these details.').waitFor()
  await mailbox.close()
}
