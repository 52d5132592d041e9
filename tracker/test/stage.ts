import type { BrowserContext, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import {
  createTestPartner,
  createTestProgram,
  startTestService,
  type TestProgram,
  type TestService,
} from '../../server/test/harness.ts'
import type { Tracker } from '../src/index.ts'
import { launchChromium, newVisitor } from './chromium.ts'
import { type Gate, openGate } from './gate.ts'
import { listen } from './listen.ts'
import { openShop, type Shop } from './shop.ts'

declare global {
  interface Window {
    affiliate?: Partial<Tracker> & { q?: unknown[] }
  }
}

/** The service behind a gate, a merchant's site, and a browser that resolves both. */
export interface Stage {
  service: TestService
  gate: Gate
  shop: Shop
  /** Resets the gate, the recorded requests and the page. Called before each test. */
  reset(): void
  /** The origin from which the test pages load the tracker. */
  trackOrigin: string
  /** Returns a URL of the merchant's site, by default on `http://www.shop.test:…`. */
  address(pathAndQuery: string, host?: string): string
  /** Returns the merchant's script tag, with extra attributes. */
  tag(program: { id: number }, attributes?: string): string
  /** Opens a fresh browser profile whose pages must not log errors. */
  newVisitor(): Promise<BrowserContext>
  countClicks(program: TestProgram): Promise<number>
  /** The stored `capture_method` of a program's clicks. */
  captureMethods(program: TestProgram): Promise<(number | null)[]>
  countLeads(program: TestProgram): Promise<number>
  /** Creates another program, or another partner in a program. */
  newProgram(options?: Parameters<typeof createTestProgram>[1]): Promise<TestProgram>
  newPartner(program: TestProgram): ReturnType<typeof createTestPartner>
}

const WAIT_MS = 20_000

/** Pages on this host are secure contexts, because browsers trust names below `localhost`. */
export const SECURE_HOST = 'shop.localhost'

/** One stage per worker: its test files share the service, shop and browser. */
export function openStage(): Promise<Stage> {
  shared ??= startStage()
  return shared
}

let shared: Promise<Stage> | undefined

async function startStage(): Promise<Stage> {
  const service = await startTestService({ ownDatabase: true, isKept: true })
  const gate = await openGate(await listen(service.app.server, 0))
  const shop = await openShop()
  const browser = await launchChromium()
  const trackOrigin = `http://track.test:${gate.port}`
  const { kysely } = service.database
  return {
    service,
    gate,
    shop,
    reset() {
      gate.set('open')
      gate.calls.length = 0
      shop.head = ''
      shop.body = ''
      shop.frameHead = undefined
    },
    trackOrigin,
    address: (pathAndQuery, host = 'www.shop.test') => `http://${host}:${shop.port}${pathAndQuery}`,
    tag: (program, attributes = '') =>
      `<script src="${trackOrigin}/js/tracker.js" data-program-id="${program.id}" ${attributes} defer></script>`,
    async newVisitor() {
      const context = await newVisitor(browser)
      const errors: string[] = []
      context.on('weberror', (webError) => errors.push(webError.error().message))
      onTestFinished(async () => {
        await context.close()
        expect(errors, 'the tracker’s errors in the page').toEqual([])
      })
      return context
    },
    countClicks: (program) => count(kysely.selectFrom('click_events').where('program_id', '=', program.id)),
    captureMethods: async (program) => {
      const clicks = kysely.selectFrom('click_events').select('capture_method')
      const rows = await clicks.where('program_id', '=', program.id).execute()
      return rows.map(({ capture_method }) => capture_method)
    },
    countLeads: (program) => count(kysely.selectFrom('lead_events').where('program_id', '=', program.id)),
    newProgram: (options) => createTestProgram(service, options),
    newPartner: (program) => createTestPartner(service, program),
  }
}

/**
 * Waits until the page has a click ID, and returns it. Polls from outside the page, because background tabs and
 * frozen clocks may not run timers.
 */
export async function readClickId(page: Page): Promise<string> {
  const read = () => page.evaluate(() => window.affiliate?.clickId?.())
  await expect.poll(read, { timeout: WAIT_MS }).toBeTruthy()
  return String(await read())
}

/** Runs `act`, which makes the page send a click, and waits until the page has the response. */
export async function waitForClickResponse(page: Page, action: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().endsWith('/track/click'))
  await action()
  await (await answer).finished()
  await expect.poll(() => readWaitingClick(page), { timeout: WAIT_MS }).toBeNull()
}

/** Makes time move only with `page.clock.runFor`, starting with the page's next URL. */
export async function freezeTime(page: Page): Promise<void> {
  await page.clock.install({ time: 0 })
  // Later than the clock, which has been running from 0.
  await page.clock.pauseAt(3_600_000)
}

/** Returns the tracker's cookie. */
export async function readTrackerCookie(visitor: BrowserContext) {
  const cookies = await visitor.cookies()
  const own = cookies.filter(({ name }) => name === 'service_click_id')
  expect(own.length, 'more than one cookie').toBeLessThanOrEqual(1)
  return own[0]
}

export function signup(page: Page, customerKey: string, email?: string) {
  return page.evaluate(([key, address]) => window.affiliate?.signup?.(String(key), address), [
    customerKey,
    email,
  ] as const)
}

/** Returns the click that the tracker has stored without a response. */
export function readWaitingClick(page: Page) {
  return page.evaluate(() => localStorage.getItem('service_click_id'))
}

async function count(query: {
  select: (columns: ['program_id']) => { execute: () => Promise<unknown[]> }
}): Promise<number> {
  return (await query.select(['program_id']).execute()).length
}
