import { createHmac } from 'node:crypto'
import { type AddressInfo, connect, createServer } from 'node:net'
import { PassThrough, Transform } from 'node:stream'
import axe, { type NodeResult, type RunOptions } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { PARTNER_COOKIE } from '../../server/src/partner-access/session-cookie.rule.ts'
import type { Config } from '../../server/src/platform/config.ts'
import type { Demo } from '../../server/src/setup/make-demo.flow.ts'
import {
  createTestProgram,
  startSession,
  startTestService,
  type TestProgram,
  type TestService,
} from '../../server/test/harness.ts'
import { executablePath } from '../../tracker/test/chromium.ts'
import { listen } from '../../tracker/test/listen.ts'
import { STAGE_TIME } from './demo.ts'

/**
 * Only the browser of the tests knows this name; it leads to the service, whatever its port. Names below
 * `localhost` count as secure, as the address of a real installation does.
 */
const HOST = 'dashboard.localhost'
const ORIGIN = `http://${HOST}`
const WAIT_MS = 20_000

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
  newVisitor(options?: VisitorOptions): Promise<Page>
  /** A visitor who is signed in and looks at `path`. */
  open(path: string, options?: VisitorOptions): Promise<Page>
}

export interface VisitorOptions {
  colorScheme?: 'light' | 'dark'
  width?: number
  /** Dots of the screen to a pixel of the page. */
  scale?: number
  /** Fingers instead of a mouse. */
  hasTouch?: boolean
  /** Whether the page may report errors, because calls of it are made to fail. */
  mayReportErrors?: boolean
}

export const PASSWORD = 'correct horse battery'

/** Opens the stage for the tests of one `describe`; everything is closed after them. */
export async function openStage({ config = {} }: { config?: Partial<Config> } = {}): Promise<Stage> {
  const { source, demo } = inject('demo')
  const service = await startTestService({
    copyOf: source,
    config: { publicUrl: ORIGIN, archiveTo: 'none', ...config },
    now: STAGE_TIME,
  })
  servicePort = await listen(service.app.server, 0)
  browser ??= openRelay().then(launchChromium)
  const running = await browser
  const owner = { email: demo.user.email, password: demo.password }
  const newVisitor: Stage['newVisitor'] = (options = {}) => visit(running, options)
  return {
    service,
    demo,
    owner,
    emptyProgram: (options) => addEmptyProgram(service, demo, options),
    newVisitor,
    async open(path, options) {
      const page = await newVisitor(options)
      await page.context().addCookies([await sessionCookie(service, demo.user.id)])
      await page.goto(addressOf(path))
      return page
    },
  }
}

/** Shared by the stages of a worker, which are open one after the other; it ends with the worker. */
let browser: Promise<Browser> | undefined
/** Where the service of the newest stage listens. */
let servicePort = 0

/** The browser is told an address once, when it starts; this one leads on to the service of the newest stage. */
async function openRelay(): Promise<number> {
  const relay = createServer((fromBrowser) => {
    const toService = connect(servicePort, '127.0.0.1')
    fromBrowser.on('error', () => toService.destroy()).on('close', () => toService.destroy())
    toService.on('error', () => fromBrowser.destroy()).on('close', () => fromBrowser.destroy())
    fromBrowser.pipe(toService).pipe(later(latencyMs)).pipe(fromBrowser)
  })
  relay.unref()
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  return (relay.address() as AddressInfo).port // safe because it listens on a port, not on a pipe
}

/** How much later than the service answers a page hears of it, where somebody looks for tests that act too early. */
const latencyMs = Number(process.env.TEST_LATENCY_MS ?? 0)

/** What goes through comes out in its order, and that much later. */
function later(ms: number): Transform {
  if (ms === 0) return new PassThrough()
  return new Transform({
    transform(chunk, _encoding, taken) {
      setTimeout(() => this.push(chunk), ms)
      taken()
    },
    flush: (ended) => void setTimeout(ended, ms),
  })
}

function launchChromium(relayPort: number): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--host-resolver-rules=MAP ${HOST}:80 127.0.0.1:${relayPort}`,
    ],
  })
}

/** A new session, in the cookie that signing in would set. */
async function sessionCookie({ database, deps }: TestService, userId: string) {
  const token = await startSession({ database }, userId)
  const signature = createHmac('sha256', deps.config.appSecret).update(token).digest('base64')
  return { name: 'affiliate.session_token', value: encodeURIComponent(`${token}.${signature}`), url: ORIGIN }
}

/** The first partner of the demo. */
export async function demoPartner({ service, demo }: Stage): Promise<number> {
  const { partner_id } = await service.database.kysely
    .selectFrom('links')
    .select('partner_id')
    .where('program_id', '=', demo.program.id)
    .where('code', '=', demo.partners[0]?.code ?? '')
    .executeTakeFirstOrThrow()
  return partner_id
}

/** From its next call on the page is the portal of the partner whose session this is. */
export async function carryPartnerSession(page: Page, token: string): Promise<void> {
  const { hostname: domain } = new URL(ORIGIN)
  const cookie = { name: PARTNER_COOKIE, value: token, domain, path: '/api/partner', httpOnly: true }
  await page.context().addCookies([cookie])
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

/**
 * Waits until the page shows what it has asked for: its heading is there, no request is under way, nothing says that
 * it is loading, and drawing two more frames has started no request either. (`networkidle` tells nothing here: it is
 * true of a document for good once it was true, whatever the app in it asks for later.)
 */
export async function settled(page: Page) {
  const message = `${page.url()} has its heading, nothing that loads and no request under way`
  await expect.poll(() => look(page), { timeout: WAIT_MS, message }).toBe('whole')
}

/** Waits until the page has drawn all that it can while some of its calls have no answer. */
export async function settledWithout(page: Page, isHeld: (url: string) => boolean) {
  const message = `${page.url()} asks for nothing more`
  await expect.poll(() => look(page, isHeld), { timeout: WAIT_MS, message }).not.toBe('asking')
}

/** @returns `asking` while a request is under way that nobody holds back, or drawing two more frames starts one */
async function look(
  page: Page,
  isHeld: (url: string) => boolean = () => false,
): Promise<'asking' | 'loading' | 'whole'> {
  const requests = requestsOf.get(page)
  if (requests === undefined) throw new Error('only the pages of visitors are known')
  const { started } = requests
  const drawn = await page.evaluate(drawTwice).catch(() => undefined) // the page is just going elsewhere
  const isAsking = [...requests.underWay].some((request) => !isHeld(request.url()))
  if (drawn === undefined || isAsking || requests.started !== started) return 'asking'
  return drawn ? 'whole' : 'loading'
}

/** @returns whether the page, drawn anew, has its heading (or says that it is none) and nothing in it that is loading */
async function drawTwice(): Promise<boolean> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  const text = document.body.textContent ?? ''
  const hasHeading =
    document.querySelector('h1') !== null || text.includes('There is nothing at this address')
  return hasHeading && !/loading/i.test(text)
}

interface Requests {
  started: number
  underWay: ReadonlySet<Request>
}

/** Of every page of a visitor, from its first request on. */
const requestsOf = new WeakMap<Page, Requests>()

function watchRequests(page: Page): Requests {
  const underWay = new Set<Request>()
  const requests = { started: 0, underWay }
  page.on('request', (request) => {
    requests.started++
    underWay.add(request)
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return requests
}

/**
 * What axe finds serious or critical in the page as it stays, one line each; empty is what a test wants. What was found
 * only while the page was still drawing, and is gone once it is settled, kept nobody out: it is said, and does not count.
 * @param rules look at these alone, where only they can have another answer than before
 */
export async function findBarriers(page: Page, rules?: string[]): Promise<string[]> {
  const found = await barriersNow(page, rules)
  if (found.length === 0) return found
  await settled(page).catch(() => undefined) // one that is kept loading is looked at as it is
  const lasting = await barriersNow(page, rules)
  const passing = found.filter((barrier) => !lasting.includes(barrier))
  if (passing.length > 0) process.stderr.write(`${page.url()} had for a moment: ${passing.join('\n')}\n`)
  return lasting
}

async function barriersNow(page: Page, rules: string[] | undefined): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async (only) => {
    // safe because the source of axe-core, evaluated just before, puts it there
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    const options: RunOptions = { resultTypes: ['violations'] }
    if (only !== undefined) options.runOnly = only
    return (await inPage.run(options)).violations
  }, rules)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(wordsOf).join(' | ')}`)
}

const wordsOf = ({ html, any, all, none }: NodeResult) =>
  `${html.slice(0, 160)} ${[...any, ...all, ...none].map(({ message }) => message).join('; ')}`

/** What a finger presses has this height at least. */
const TOUCH_PX = 40

/** Controls that are lower than a finger needs; links in a sentence and rows, which are pressed as a whole, are none of them. */
export function findLowTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const low: string[] = []
    for (const element of document.querySelectorAll(
      'main :is(a, button, input, select), header :is(a, button)',
    )) {
      const shown = element.closest('label') ?? element
      const { width, height } = shown.getBoundingClientRect()
      const isPlainLink =
        element.matches('a') && !['flex', 'inline-flex', 'grid'].includes(getComputedStyle(element).display)
      if (width <= 1 || height >= least || isPlainLink || element.closest('tbody') !== null) continue
      if (element.matches('.sr-only')) continue
      low.push(`${element.outerHTML.slice(0, 120)} is ${height} px high`)
    }
    return low
  }, TOUCH_PX)
}

async function visit(
  browser: Browser,
  {
    colorScheme = 'light',
    width = 1280,
    scale = 1,
    hasTouch = false,
    mayReportErrors = false,
  }: VisitorOptions,
): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    colorScheme,
    viewport: { width, height: 860 },
    deviceScaleFactor: scale,
    hasTouch,
    isMobile: hasTouch,
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  // What a page calls today is the service's day; its time goes on from there.
  await context.addInitScript(startClockAt, Date.parse(STAGE_TIME))
  const page = await context.newPage()
  requestsOf.set(page, watchRequests(page))
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
    if (!mayReportErrors) expect(errors, 'no page reports an error').toEqual([])
  })
  return page
}

/** Runs in the page, before its own scripts. */
function startClockAt(start: number) {
  const realNow = Date.now
  const behind = realNow() - start
  const now = () => realNow() - behind
  globalThis.Date = new Proxy(Date, {
    construct: (target, parts, made) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, made),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
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
