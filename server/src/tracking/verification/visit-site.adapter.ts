import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Frame, Locator, Page } from 'playwright-core'
import { isTimeout, withTimeout } from '../../core/async/timeout.ts'
import { verificationLimits } from './limits.ts'
import { type Observer, observeTracker } from './observe-tracker.adapter.ts'
import { BUTTON_NAMES } from './page-names.rule.ts'
import { press } from './press.adapter.ts'
import { hasForm, type SubmitResult, submitForm } from './submit-form.adapter.ts'
import type { Landing } from './verification.ts'

const COOKIE = 'service_click_id'

/** A visitor to the merchant's site. Every method returns within the time limits, or throws if the page hangs. */
export interface Visit {
  observer: Observer
  land(url: string, accept: string | undefined): Promise<Landing>
  /** Opens a page. @returns the reason it couldn't be opened */
  open(url: string): Promise<string | undefined>
  /**
   * Clicks the first visible link or button with a matching name; otherwise the first link with a matching path.
   * @returns undefined if there is none
   */
  follow(names: RegExp, paths?: RegExp): Promise<FollowedLink | undefined>
  /** Waits for a form or button that a script adds after the page has loaded. */
  waitForForm(): Promise<void>
  submit(id: string): Promise<SubmitResult>
  cookie(): Promise<{ value: string | undefined; domains: string[]; url: string }>
}

export interface FollowedLink {
  isButton: boolean
  /** The reason the page it led to couldn't be opened. */
  unreachable: string | undefined
}

export interface VisitLimits {
  timeoutMs: number
  stop: AbortSignal
}

/** The state shared by a visit's steps. */
interface Session {
  context: BrowserContext
  observer: Observer
  /** The newest open page, because links may open another one. */
  current(): Page
  /**
   * Waits until the page hasn't sent a request for a moment.
   * @throws a timeout if the page is too busy to run a script
   */
  settle(): Promise<void>
  waitUntil(isTrue: () => boolean | Promise<boolean>, ms: number): Promise<void>
  cookieAt(url: string): Promise<string | undefined>
  timeoutMs: number
  settleMs: number
}

export async function startVisit(context: BrowserContext, limits: VisitLimits): Promise<Visit> {
  const session = await openSession(context, limits)
  const { observer, current, settle, timeoutMs, settleMs } = session
  const withVisitTimeout = <Result>(work: () => Promise<Result>) =>
    withTimeout(timeoutMs + 7 * settleMs, work, limits.stop)
  return {
    observer,
    land: (url, accept) => withVisitTimeout(() => land(session, url, accept)),
    open: (url) =>
      withVisitTimeout(async () => {
        const unreachable = await goTo(session, url)
        if (unreachable === undefined) await settle()
        return unreachable
      }),
    follow: (names, paths) =>
      withVisitTimeout(async () => {
        const target =
          (await findByName([current()], names, ['link', 'button'])) ??
          (paths === undefined ? undefined : await findByPath(current(), paths))
        if (target === undefined) return undefined
        observer.note = undefined
        const destination = await readTargetUrl(target.locator)
        await press(target.locator)
        await settle()
        const opening = () => observer.opening() ?? getPendingNavigation(session, destination)
        await session.waitUntil(() => opening() === undefined, timeoutMs)
        const isButton = target.role === 'button'
        const unreachable = describeOpening(opening(), observer.note, timeoutMs)
        return { isButton, unreachable: isButton ? undefined : unreachable }
      }),
    // A page that navigates in the meantime has no form yet.
    waitForForm: () =>
      withVisitTimeout(() => session.waitUntil(() => hasForm(current()).catch(() => false), settleMs)),
    submit: (id) =>
      withVisitTimeout(async () => {
        observer.note = undefined
        const submitted = await submitForm(current(), id)
        await settle()
        const url = observer.opening()
        if (url !== undefined) observer.note = `${withoutQuery(url)} hasn’t responded yet`
        return submitted
      }),
    cookie: () =>
      withVisitTimeout(async () => {
        const url = current().url()
        const cookies = (await context.cookies()).filter(({ name }) => name === COOKIE)
        const domains = cookies.map(({ domain }) => domain)
        return { value: await session.cookieAt(url), domains, url }
      }),
  }
}

async function openSession(context: BrowserContext, { timeoutMs, stop }: VisitLimits): Promise<Session> {
  const settleMs = Math.min(timeoutMs, verificationLimits.verifySettleMs)
  context.setDefaultTimeout(verificationLimits.verifyActionMs)
  const observer = await observeTracker(context)
  context.on('page', (page) => {
    page.on('dialog', (dialog) => void dialog.accept().catch(() => {}))
  })
  const first = await context.newPage()
  const current = () => context.pages().at(-1) ?? first
  const waitUntil = async (isTrue: () => boolean | Promise<boolean>, ms: number) => {
    const end = performance.now() + ms
    while (performance.now() < end && !(await isTrue())) await wait(50, undefined, { signal: stop })
  }
  return {
    context,
    observer,
    current,
    waitUntil,
    async settle() {
      await current()
        .waitForLoadState('domcontentloaded', { timeout: settleMs })
        .catch(() => {})
      let quietSince = performance.now()
      await waitUntil(() => {
        if (observer.pendingUrls().length > 0) quietSince = performance.now()
        return performance.now() - quietSince > verificationLimits.verifyQuietMs
      }, settleMs)
      // While another page opens, this one doesn't respond either.
      if (observer.opening() !== undefined) return
      await withTimeout(settleMs, () => current().evaluate('0'), stop).catch((error: unknown) => {
        // Other errors mean that the page has navigated.
        if (isTimeout(error) || stop.aborted) throw error
      })
    },
    cookieAt: async (url) => (await context.cookies(url)).find(({ name }) => name === COOKIE)?.value,
    timeoutMs,
    settleMs,
  }
}

async function land(session: Session, url: string, accept: string | undefined): Promise<Landing> {
  const { observer, current, settle, waitUntil, cookieAt, settleMs } = session
  const { tags, requests, violations } = observer
  const landingResult = await openLanding(session, url)
  const observations = {
    tags,
    requests,
    violations,
    ...landingResult,
    accepted: undefined,
    cookie: undefined,
  }
  if (landingResult.unreachable !== undefined) return observations
  await settle()
  const accepted = await acceptCookies(current(), accept, settleMs)
  if (accepted !== undefined) await settle()
  if (tags.some(({ hasRun }) => hasRun)) await waitUntil(() => isClickOver(observer), settleMs)
  const read = () => cookieAt(current().url())
  await waitUntil(async () => (await read()) !== undefined, verificationLimits.verifyQuietMs)
  return { ...observations, accepted, cookie: await read() }
}

/** Whether the latest click has its response, or can no longer get one. */
function isClickOver({ requests, violations }: Observer): boolean {
  const click = requests.findLast(({ kind }) => kind === 'click')
  return click?.isDone ?? violations.some(({ directive }) => directive.startsWith('connect-src'))
}

/** Returns the URL of a link that a script follows by fetching its page, until the response arrives. */
function getPendingNavigation(
  { current, observer }: Session,
  target: string | undefined,
): string | undefined {
  if (target === undefined || withoutQuery(current().url()) === withoutQuery(target)) return undefined
  return observer.pendingUrls().some((url) => withoutQuery(url) === withoutQuery(target)) ? target : undefined
}

/** @returns the reason a page that was opened by a link didn't appear */
function describeOpening(
  url: string | undefined,
  note: string | undefined,
  timeoutMs: number,
): string | undefined {
  return url === undefined
    ? note
    : `${withoutQuery(url)} can’t be opened (no response within ${timeoutMs / 1_000} s)`
}

async function openLanding(session: Session, url: string) {
  const page = session.current()
  let landedUrl = url
  const note = (frame: Frame) => {
    if (frame === page.mainFrame()) landedUrl = frame.url()
  }
  page.on('framenavigated', note)
  const begin = performance.now()
  const failure = await goTo(session, url)
  const leftMs = session.timeoutMs - (performance.now() - begin)
  const unreachable = failure ?? (await waitForContent(session, url, leftMs))
  page.off('framenavigated', note)
  return { unreachable, url: landedUrl }
}

/** @returns the reason the page is incomplete: until its HTML ends, it doesn't run deferred scripts */
async function waitForContent(
  { observer, waitUntil, timeoutMs }: Session,
  url: string,
  leftMs: number,
): Promise<string | undefined> {
  await waitUntil(() => !observer.isReceivingPage(), leftMs)
  return observer.isReceivingPage()
    ? `${withoutQuery(url)} didn’t finish loading within ${timeoutMs / 1_000} s`
    : undefined
}

/** @returns the reason the page couldn't be opened */
async function goTo({ current, observer, timeoutMs }: Session, url: string): Promise<string | undefined> {
  observer.pageStatus = undefined
  const failure = await current()
    .goto(url, { waitUntil: 'commit', timeout: timeoutMs })
    .then(() => undefined, describeFailure)
  // An error without a page is also a failure, but its status explains more.
  const status = observer.pageStatus ?? 200
  if (status >= 400) return `${withoutQuery(url)} returned ${status}`
  if (failure === undefined) return undefined
  return `${withoutQuery(url)} can’t be opened (${failure ?? `no response within ${timeoutMs / 1_000} s`})`
}

/** @returns the browser's code, or null after the timeout */
function describeFailure(error: unknown): string | null {
  return /net::[A-Z_]+/.exec(error instanceof Error ? error.message : '')?.[0] ?? null
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '')
}

/** Accepts cookies if there is a banner, including in a frame. @returns the button's name */
async function acceptCookies(
  page: Page,
  selector: string | undefined,
  settleMs: number,
): Promise<string | undefined> {
  if (selector === undefined) {
    const frames = page.frames().slice(0, verificationLimits.verifyFrames)
    const button = await findByName(frames, BUTTON_NAMES.accept, ['button'])
    if (button === undefined) return undefined
    await press(button.locator)
    return button.name
  }
  const locator = page.locator(selector).first()
  const isVisible = await locator.waitFor({ timeout: settleMs }).then(
    () => true,
    () => false,
  )
  if (!isVisible) return undefined
  const name = await readAccessibleName(locator)
  await press(locator)
  return name
}

async function findByName(places: (Page | Frame)[], names: RegExp, roles: ('link' | 'button')[]) {
  for (const searched of places) {
    for (const role of roles) {
      const locator = searched.getByRole(role, { name: names }).filter({ visible: true }).first()
      if ((await locator.count()) > 0) return { locator, role, name: await readAccessibleName(locator) }
    }
  }
  return undefined
}

/** Finds the first visible link on the same site whose path matches. */
async function findByPath(page: Page, paths: RegExp) {
  const links = page.locator('a[href]').filter({ visible: true })
  const urls = await links.evaluateAll(
    (all, limit) => all.slice(0, limit).map((one) => String(one.href)),
    verificationLimits.verifyLinks,
  )
  const here = new URL(page.url())
  const index = urls.findIndex((url) => {
    if (!URL.canParse(url)) return false
    const { hostname, pathname } = new URL(url)
    return isSameSite(hostname, here.hostname) && paths.test(pathname)
  })
  return index === -1 ? undefined : { locator: links.nth(index), role: 'link' as const }
}

/** Whether one host equals the other or is a subdomain of it. */
function isSameSite(a: string, b: string): boolean {
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)
}

/** Returns a link's URL. */
async function readTargetUrl(locator: Locator): Promise<string | undefined> {
  const url: unknown = await locator.evaluate((one) => one.href)
  return typeof url === 'string' && url !== '' ? url : undefined
}

async function readAccessibleName(locator: Locator): Promise<string> {
  const name = await locator.evaluate(
    (one) => one.getAttribute('aria-label') || one.innerText || one.value || '',
  )
  return String(name).slice(0, verificationLimits.maxVerifyTextLength)
}
