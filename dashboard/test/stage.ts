import { createHmac } from 'node:crypto'
import { type AddressInfo, connect, createServer } from 'node:net'
import { PassThrough, Transform } from 'node:stream'
import axe, { type NodeResult, type RunOptions } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import type { Config } from '../../server/src/core/config/config.ts'
import type { Demo } from '../../server/src/operations/setup/make-demo.flow.ts'
import { PARTNER_COOKIE } from '../../server/src/partners/portal-access/session-cookie.rule.ts'
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
  /** A program without activity, of the same owner. */
  emptyProgram(options?: Parameters<typeof createTestProgram>[1]): Promise<TestProgram>
  /** A page in a fresh browser profile. A page that reports an error or breaks its own policy fails the test. */
  newVisitor(options?: VisitorOptions): Promise<Page>
  /** A page of the owner at `path`, in the profile that all pages of the owner share. */
  open(path: string, options?: ViewOptions): Promise<Page>
  /** A page of the portal at `path`, in the profile that all pages of partners share. */
  openPortal(partnerId: number, path: string, options?: ViewOptions): Promise<Page>
}

export interface ViewOptions {
  colorScheme?: 'light' | 'dark'
  width?: number
  /** Whether the page may report errors, because the test makes its calls fail. */
  mayReportErrors?: boolean
}

export interface VisitorOptions extends ViewOptions {
  /** Device pixels per CSS pixel. */
  scale?: number
  hasTouch?: boolean
}

export interface StageOptions {
  config?: Partial<Config>
  /** For tests that change the demo's records or move the clock: a copy of the demo, and a service, of their own. */
  isOwn?: boolean
}

export const PASSWORD = 'correct horse battery'

/** Mail is kept and shown, not sent. */
const MAIL = { from: { name: 'Acme', address: 'partners@acme.test' }, server: undefined }

/**
 * The stage for the tests of one `describe`. The files of a worker share one, with its service, its demo and its
 * browser profiles, unless they ask for their own: to start one takes longer than most tests.
 */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { stage, port } = await (isShared(options)
    ? sharedStage()
    : startStage({ config: options.config ?? {} }))
  servicePort = port
  return stage
}

const isShared = ({ config, isOwn = false }: StageOptions) => !isOwn && config === undefined

let shared: ReturnType<typeof startStage> | undefined

function sharedStage() {
  shared ??= startStage({ isKept: true })
  return shared
}

async function startStage({ config = {}, isKept = false }: { config?: Partial<Config>; isKept?: boolean }) {
  const { source, demo } = inject('demo')
  const service = await startTestService({
    copyOf: source,
    config: { publicUrl: ORIGIN, archiveTo: 'none', mail: MAIL, webhookAllowPrivate: true, ...config },
    now: STAGE_TIME,
    isKept,
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
      await page.goto(addressOf(path))
      return page
    },
    async openPortal(partnerId, path, options = {}) {
      await carryPartnerSession(portal, (await signInAs(service, partnerId)).token)
      const page = await openPage(portal, options)
      await page.goto(addressOf(path))
      return page
    },
  }
  return { stage, port }
}

/** One per worker. */
let browser: Promise<Browser> | undefined
/** Where the service of the current stage listens. */
let servicePort = 0

/** The browser gets one address when it starts; this relay forwards it to the service of the current stage. */
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

/** Delays every answer, to find tests that act too early. */
const latencyMs = Number(process.env.TEST_LATENCY_MS ?? 0)

/** Passes everything on in order, delayed. */
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

/** Signs the profile in as the partner of this session, from its next call on. */
export async function carryPartnerSession(profile: BrowserContext, token: string): Promise<void> {
  const { hostname: domain } = new URL(ORIGIN)
  const cookie = { name: PARTNER_COOKIE, value: token, domain, path: '/api/partner', httpOnly: true }
  await profile.addCookies([cookie])
}

/** Signs in over the page's own form, on the way to `path`. */
export async function signIn(page: Page, { email, password }: Member, path = '/') {
  await page.goto(`${ORIGIN}${path}`)
  await page.getByLabel('Email').fill(email)
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
  const isAsking = [...requests.inProgress].some((request) => !isHeld(request.url()))
  if (drawn === undefined || isAsking || requests.started !== started) return 'asking'
  return drawn ? 'whole' : 'loading'
}

/** @returns whether the page, drawn anew, has its heading (or says that it is none) and nothing in it that is loading */
async function drawTwice(): Promise<boolean> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  const text = document.body.textContent ?? ''
  const hasHeading = document.querySelector('h1') !== null || text.includes('Page not found')
  return hasHeading && !/Loading/.test(text)
}

interface Requests {
  started: number
  inProgress: ReadonlySet<Request>
}

/** Of every page of a visitor, from its first request on. */
const requestsOf = new WeakMap<Page, Requests>()

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
 * What axe finds serious or critical in the page, one line each; empty is what a test wants. Found while the page was
 * still drawing and gone once it is settled, it does not count.
 * @param rules only these, where only they can differ from an earlier look
 */
export async function findBarriers(page: Page, rules?: string[]): Promise<string[]> {
  const found = await barriersNow(page, rules)
  if (found.length === 0) return found
  await settled(page).catch(() => undefined) // one that is kept loading is checked as it is
  return barriersNow(page, rules)
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
    .map(({ id, nodes }) => `${id}: ${nodes.map(labelOf).join(' | ')}`)
}

const labelOf = ({ html, any, all, none }: NodeResult) =>
  `${html.slice(0, 160)} ${[...any, ...all, ...none].map(({ message }) => message).join('; ')}`

const TOUCH_PX = 40

/** Controls too low for a finger. Links within a sentence, and rows, which are pressed as a whole, don't count. */
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
  { scale = 1, hasTouch = false }: VisitorOptions = {},
): Promise<BrowserContext> {
  const profile = await browser.newContext({
    deviceScaleFactor: scale,
    hasTouch,
    isMobile: hasTouch,
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  // A page's today is the service's day; its clock runs on from there.
  await profile.addInitScript(startClockAt, Date.parse(STAGE_TIME))
  return profile
}

async function openPage(
  profile: BrowserContext,
  { colorScheme = 'light', width = 1280, mayReportErrors = false }: ViewOptions,
): Promise<Page> {
  const page = await profile.newPage()
  requestsOf.set(page, watchRequests(page))
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // A rejected call is a console error too; the tests that make one check what the page shows.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      errors.push(message.text())
    }
  })
  onTestFinished(async () => {
    await profile.setOffline(false).catch(() => undefined) // a visitor's profile is closed already
    await Promise.all(profile.pages().map((open) => open.close()))
    if (!mayReportErrors) expect(errors, 'no page reports an error').toEqual([])
  })
  await page.setViewportSize({ width, height: 860 })
  if (colorScheme === 'dark') await page.emulateMedia({ colorScheme })
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
