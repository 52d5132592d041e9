import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type AddressInfo, connect, createServer } from 'node:net'
import { PassThrough, Transform } from 'node:stream'
import type { default as axe, NodeResult, RunOptions } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import type { Config } from '../../server/src/core/config/config.ts'
import type { Demo } from '../../server/src/operations/setup/create-demo.flow.ts'
import { PARTNER_COOKIE } from '../../server/src/partners/portal-access/session-cookie.rule.ts'
import type { Processors } from '../../server/src/tracking/processors/processor.ts'
import { addCleanup } from '../../server/test/cleanup.ts'
import {
  createTestProgram,
  startSession,
  startTestService,
  type TestProgram,
  type TestService,
} from '../../server/test/harness.ts'
import { signInAs } from '../../server/test/partners/portal-access/partner.ts'
import { executablePath } from '../../tracker/test/chromium.ts'
import { listen } from '../../tracker/test/listen.ts'
import { STAGE_TIME } from './demo.ts'

/**
 * Resolved only by the test browser, to the service on any port. Names below `localhost` are secure contexts, like a
 * real installation.
 */
const HOST = 'dashboard.localhost'
const ORIGIN = `http://${HOST}`
const WAIT_MS = 20_000

export interface Member {
  email: string
  password: string
}

/** The service with the built dashboard, ninety days of demo activity, and a browser. */
export interface Stage {
  service: TestService
  demo: Demo
  owner: Member
  /** A program without activity that belongs to the same owner. */
  emptyProgram(options?: Parameters<typeof createTestProgram>[1]): Promise<TestProgram>
  /** A page in a fresh browser profile. It fails the test if it logs an error or violates its CSP. */
  newVisitor(options?: VisitorOptions): Promise<Page>
  /** The owner's page at `path`, in the profile shared by all of the owner's pages. */
  open(path: string, options?: ViewOptions): Promise<Page>
  /** The portal page at `path`, in the profile shared by all partner pages. */
  openPortal(partnerId: number, path: string, options?: ViewOptions): Promise<Page>
}

export interface ViewOptions {
  colorScheme?: 'light' | 'dark'
  width?: number
  /** Set if the page may log errors, because the test makes requests fail. */
  mayReportErrors?: boolean
}

export interface VisitorOptions extends ViewOptions {
  /** Device pixels per CSS pixel. */
  scale?: number
  hasTouch?: boolean
  /** The browser's language. */
  locale?: string
}

export interface StageOptions {
  config?: Partial<Config>
  /** Processors whose list API is faked. */
  processors?: Processors
  /** Uses a separate service and copy of the demo, for tests that change its records or move the clock. */
  isOwn?: boolean
}

export const PASSWORD = 'correct horse battery'

/** Emails are stored and displayed, not sent. */
const MAIL = { from: { name: 'Acme', address: 'partners@acme.test' }, server: undefined }

/**
 * Opens the stage for the tests in a `describe`. A worker's test files share one stage with its service, demo and
 * browser profiles unless they request their own, because starting one takes longer than most tests.
 */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { stage, port } = await (isShared(options) ? sharedStage() : startStage(options))
  servicePort = port
  return stage
}

const isShared = ({ config, isOwn = false }: StageOptions) => !isOwn && config === undefined

let shared: ReturnType<typeof startStage> | undefined

function sharedStage() {
  shared ??= startStage({ isKept: true })
  return shared
}

async function startStage({ config = {}, processors, isKept = false }: StageOptions & { isKept?: boolean }) {
  const { source, demo } = inject('demo')
  const service = await startTestService({
    copyFrom: source,
    config: { publicUrl: ORIGIN, archiveTo: 'none', mail: MAIL, webhookNetwork: 'private', ...config },
    now: STAGE_TIME,
    isKept,
    ...(processors === undefined ? {} : { processors }),
  })
  const port = await listen(service.app.server, 0)
  browser ??= openRelay().then(launchChromium)
  const running = await browser
  const team = await newProfile(running)
  await team.addCookies([await sessionCookie(service, demo.user.id)])
  const portal = await newProfile(running)
  if (!isKept) addCleanup(() => Promise.all([team.close(), portal.close()]))
  const stage: Stage = {
    service,
    demo,
    owner: { email: demo.user.email, password: demo.password },
    emptyProgram: (options) => addEmptyProgram(service, demo, options),
    async newVisitor(options = {}) {
      const profile = await newProfile(running, options)
      onTestFinished(() => profile.close())
      return openPage(profile, options)
    },
    async open(path, options = {}) {
      const page = await openPage(team, options)
      await page.goto(absoluteUrl(path))
      return page
    },
    async openPortal(partnerId, path, options = {}) {
      await signInAsPartner(portal, (await signInAs(service, partnerId)).token)
      const page = await openPage(portal, options)
      await page.goto(absoluteUrl(path))
      return page
    },
  }
  return { stage, port }
}

/** One per worker. */
let browser: Promise<Browser> | undefined
/** The port of the current stage's service. */
let servicePort = 0

/** The browser is given one address when it starts; this relay forwards that address to the current stage's service. */
async function openRelay(): Promise<number> {
  const relay = createServer((fromBrowser) => {
    const serviceSocket = connect(servicePort, '127.0.0.1')
    fromBrowser.on('error', () => serviceSocket.destroy()).on('close', () => serviceSocket.destroy())
    serviceSocket.on('error', () => fromBrowser.destroy()).on('close', () => fromBrowser.destroy())
    fromBrowser.pipe(serviceSocket).pipe(delay(latencyMs)).pipe(fromBrowser)
  })
  relay.unref()
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  return (relay.address() as AddressInfo).port // safe because it listens on a port, not a pipe
}

/** Delays every response, to reveal tests that act too early. */
const latencyMs = Number(process.env.TEST_LATENCY_MS ?? 0)

/** Delays a stream, keeping its order. */
function delay(ms: number): Transform {
  if (ms === 0) return new PassThrough()
  return new Transform({
    transform(chunk, _encoding, done) {
      setTimeout(() => this.push(chunk), ms)
      done()
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

/** Returns a new session's cookie. */
async function sessionCookie({ database, deps }: TestService, userId: string) {
  const token = await startSession({ database }, userId)
  const signature = createHmac('sha256', deps.config.appSecret).update(token).digest('base64')
  return { name: 'affiliate.session_token', value: encodeURIComponent(`${token}.${signature}`), url: ORIGIN }
}

/** Returns the demo's first partner. */
export async function demoPartner({ service, demo }: Stage): Promise<number> {
  const { partner_id } = await service.database.kysely
    .selectFrom('links')
    .select('partner_id')
    .where('program_id', '=', demo.program.id)
    .where('code', '=', demo.partners[0]?.code ?? '')
    .executeTakeFirstOrThrow()
  return partner_id
}

/** Signs the profile in as the session's partner. */
export async function signInAsPartner(profile: BrowserContext, token: string): Promise<void> {
  const { hostname: domain } = new URL(ORIGIN)
  const cookie = { name: PARTNER_COOKIE, value: token, domain, path: '/api/partner', httpOnly: true }
  await profile.addCookies([cookie])
}

/** Signs in with the form, then opens `path`. */
export async function signIn(page: Page, { email, password }: Member, path = '/') {
  await page.goto(`${ORIGIN}${path}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
}

export function absoluteUrl(path: string): string {
  return `${ORIGIN}${path}`
}

/**
 * Waits until the page has a heading and no pending requests or loading states, and doesn't start any within two
 * frames. (`networkidle` doesn't work here: it stays true for a document even if the app sends further requests.)
 */
export async function settled(page: Page) {
  const message = `${page.url()} has a heading, nothing loading and no pending request`
  await expect.poll(() => check(page), { timeout: WAIT_MS, message }).toBe('whole')
}

/** Waits until the page has rendered everything it can while some requests have no response. */
export async function waitUntilSettledExcept(page: Page, isHeld: (url: string) => boolean) {
  const message = `${page.url()} sends no more requests`
  await expect.poll(() => check(page, isHeld), { timeout: WAIT_MS, message }).not.toBe('asking')
}

/** @returns `asking` while a request that isn't held back is pending, or if rendering two frames starts one */
async function check(
  page: Page,
  isHeld: (url: string) => boolean = () => false,
): Promise<'asking' | 'loading' | 'whole'> {
  const requests = requestsByPage.get(page)
  if (requests === undefined) throw new Error('not a page of a visitor')
  const { started } = requests
  const drawn = await page.evaluate(isDrawn).catch(() => undefined) // The page is navigating.
  const isRequesting = [...requests.inProgress].some((request) => !isHeld(request.url()))
  if (drawn === undefined || isRequesting || requests.started !== started) return 'asking'
  return drawn ? 'whole' : 'loading'
}

/** @returns whether, after two frames, the page has a heading (or is a not-found page) and nothing is loading */
async function isDrawn(): Promise<boolean> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  const text = document.body.textContent ?? ''
  const hasHeading = document.querySelector('h1') !== null || text.includes('Page not found')
  return hasHeading && !/Loading/.test(text) && document.querySelector('.animate-pulse') === null
}

interface Requests {
  started: number
  inProgress: ReadonlySet<Request>
}

/** Pending requests by page, from the first one. */
const requestsByPage = new WeakMap<Page, Requests>()

function watchRequests(page: Page): Requests {
  const inProgress = new Set<Request>()
  const requests = { started: 0, inProgress }
  page.on('request', (request) => {
    requests.started++
    inProgress.add(request)
  })
  page.on('requestfinished', (request) => inProgress.delete(request))
  page.on('requestfailed', (request) => inProgress.delete(request))
  return requests
}

/**
 * Returns axe's serious and critical findings, one line each. Findings that disappear once the page is
 * settled don't count.
 * @param rules limits the check to rules that can differ from an earlier one
 */
export async function findBarriers(page: Page, rules?: string[]): Promise<string[]> {
  const barriers = await barriersNow(page, rules)
  if (barriers.length === 0) return barriers
  await settled(page).catch(() => undefined) // A page that is deliberately kept loading is checked as it is.
  return barriersNow(page, rules)
}

/** Half the size of `axe.source`, which every page would otherwise have to parse. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function barriersNow(page: Page, rules: string[] | undefined): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const violations = await page.evaluate(async (only) => {
    // safe because axe-core, which was just evaluated, defines it
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    const options: RunOptions = { resultTypes: ['violations'] }
    if (only !== undefined) options.runOnly = only
    return (await inPage.run(options)).violations
  }, rules)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(formatNode).join(' | ')}`)
}

const formatNode = ({ html, any, all, none }: NodeResult) =>
  `${html.slice(0, 160)} ${[...any, ...all, ...none].map(({ message }) => message).join('; ')}`

const TOUCH_PX = 40

/**
 * Returns controls too small for touch. Links within a sentence and rows, which are pressed as a whole, don't
 * count.
 */
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

async function newProfile(
  browser: Browser,
  { scale = 1, hasTouch = false, locale = 'en-US' }: VisitorOptions = {},
): Promise<BrowserContext> {
  const profile = await browser.newContext({
    deviceScaleFactor: scale,
    hasTouch,
    isMobile: hasTouch,
    locale,
    reducedMotion: 'reduce',
  })
  // The browser's clock starts at the service's time and keeps running.
  await profile.addInitScript(startClockAt, Date.parse(STAGE_TIME))
  return profile
}

async function openPage(
  profile: BrowserContext,
  { colorScheme = 'light', width = 1280, mayReportErrors = false }: ViewOptions,
): Promise<Page> {
  const page = await profile.newPage()
  requestsByPage.set(page, watchRequests(page))
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // Failed requests also appear as console errors; tests that cause them check what the page shows.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      errors.push(message.text())
    }
  })
  onTestFinished(async () => {
    await profile.setOffline(false).catch(() => undefined) // The visitor's profile is already closed.
    await Promise.all(profile.pages().map((open) => open.close()))
    if (!mayReportErrors) expect(errors, 'errors on pages').toEqual([])
  })
  await page.setViewportSize({ width, height: 860 })
  if (colorScheme === 'dark') await page.emulateMedia({ colorScheme })
  return page
}

/** Runs in the page before the page's own scripts. */
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
