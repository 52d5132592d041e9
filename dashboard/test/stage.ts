import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, expect, onTestFinished } from 'vitest'
import type { Config } from '../../server/src/config.ts'
import { type Demo, makeDemo } from '../../server/src/flows/make-demo.ts'
import { accountMaker } from '../../server/src/http/make-account.ts'
import {
  createTestProgram,
  startTestService,
  type TestProgram,
  type TestService,
} from '../../server/test/harness.ts'
import { listen } from '../../tracker/test/listen.ts'

/**
 * Only the browser of the tests knows this name; it leads to the service, whatever its port. Names below
 * `localhost` count as secure, as the address of a real installation does.
 */
const HOST = 'dashboard.localhost'
const ORIGIN = `http://${HOST}`

export interface Member {
  email: string
  password: string
}

/** The real service with the built dashboard, ninety days of demo activity, and a browser. */
export interface Stage {
  service: TestService
  demo: Demo
  owner: Member
  /** A program in which nothing has happened, of the same owner. */
  emptyProgram(options?: Parameters<typeof createTestProgram>[1]): Promise<TestProgram>
  /** A person with a fresh browser profile; a page that fails or breaks its own policy fails the test. */
  newVisitor(options?: { colorScheme?: 'light' | 'dark'; width?: number }): Promise<Page>
  /** A visitor who is signed in and looks at `path`. */
  open(path: string, options?: { colorScheme?: 'light' | 'dark'; width?: number }): Promise<Page>
}

export const PASSWORD = 'correct horse battery'

/** Opens the stage for the tests of one `describe`; everything is closed after them. */
export async function openStage({ config = {} }: { config?: Partial<Config> } = {}): Promise<Stage> {
  const service = await startTestService({
    config: { publicUrl: ORIGIN, ...config },
    // The pages know today from the browser's clock, so the service's stands at the same day.
    now: new Date().toISOString(),
  })
  const demo = await makeDemo(service.deps, accountMaker(service.deps))
  const port = await listen(service.app.server, 0)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--host-resolver-rules=MAP ${HOST}:80 127.0.0.1:${port}`,
    ],
  })
  afterAll(() => browser.close())
  const owner = { email: demo.user.email, password: demo.password }
  const newVisitor: Stage['newVisitor'] = (options = {}) => visit(browser, options)
  return {
    service,
    demo,
    owner,
    emptyProgram: (options) => addEmptyProgram(service, demo, options),
    newVisitor,
    async open(path, options) {
      const page = await newVisitor(options)
      await signIn(page, owner, path)
      return page
    },
  }
}

/** Signs in over the page's own form, on the way to `path`. */
export async function signIn(page: Page, { email, password }: Member, path = '/') {
  await page.goto(`${ORIGIN}${path}`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
}

export function addressOf(path: string): string {
  return `${ORIGIN}${path}`
}

/** Waits until nothing on the page is loading any more. */
export async function settled(page: Page) {
  await page.waitForLoadState('networkidle')
  await expect.poll(() => page.getByText('Loading', { exact: false }).count()).toBe(0)
}

/** What axe finds serious or critical, one line each; empty is what a test wants. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    // safe because the source of axe-core, evaluated just before, puts it there
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    return (await inPage.run()).violations
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

async function visit(
  browser: Browser,
  { colorScheme = 'light', width = 1280 }: { colorScheme?: 'light' | 'dark'; width?: number },
): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    colorScheme,
    viewport: { width, height: 860 },
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // A refused call is told as a console error too; the tests that make one look at what the page says.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      errors.push(message.text())
    }
  })
  onTestFinished(async () => {
    await context.close()
    expect(errors, 'no page reports an error').toEqual([])
  })
  return page
}

async function addEmptyProgram(
  service: TestService,
  demo: Demo,
  options?: Parameters<typeof createTestProgram>[1],
): Promise<TestProgram> {
  const program = await createTestProgram(service, options)
  await service.database.kysely
    .insertInto('workspace_members')
    .values({
      id: `member-${program.id}`,
      workspace_id: program.workspaceId,
      user_id: demo.user.id,
      role: 'owner',
      status: 'active',
      created_at: service.clock.now(),
    })
    .execute()
  return program
}
