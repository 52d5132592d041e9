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

/** The real service behind a gate, a merchant's site, and a browser that knows both by name. */
export interface Stage {
  service: TestService
  gate: Gate
  shop: Shop
  /** Before each test: an open gate, no calls so far, a page without a tracker. */
  reset(): void
  /** Where the pages of the tests load the tracker from. */
  trackOrigin: string
  /** A page of the merchant's site, `http://www.shop.test:…` unless another host is named. */
  address(pathAndQuery: string, host?: string): string
  /** The script tag that a merchant pastes, with further attributes. */
  tag(program: { id: number }, attributes?: string): string
  /** A person with a fresh browser profile, whose pages must not see a single error. */
  newVisitor(): Promise<BrowserContext>
  countClicks(program: TestProgram): Promise<number>
  countLeads(program: TestProgram): Promise<number>
  /** Another program, or another partner of one. */
  newProgram(options?: Parameters<typeof createTestProgram>[1]): Promise<TestProgram>
  newPartner(program: TestProgram): ReturnType<typeof createTestPartner>
}

const WAIT_MS = 20_000

/** On this host alone pages have what only pages on https get: browsers trust names below `localhost`. */
export const SECURE_HOST = 'shop.localhost'

/** One per worker: service, shop and browser are shared by the files of a worker. */
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
        expect(errors, 'the tracker never throws into the page').toEqual([])
      })
      return context
    },
    countClicks: (program) => count(kysely.selectFrom('click_events').where('program_id', '=', program.id)),
    countLeads: (program) => count(kysely.selectFrom('lead_events').where('program_id', '=', program.id)),
    newProgram: (options) => createTestProgram(service, options),
    newPartner: (program) => createTestPartner(service, program),
  }
}

/**
 * Waits until the page has a click id, and returns it. Asked from outside: a tab in the background, or one whose
 * time stands still, may not be able to wait by itself.
 */
export async function clickIdOf(page: Page): Promise<string> {
  const read = () => page.evaluate(() => window.affiliate?.clickId?.())
  await expect.poll(read, { timeout: WAIT_MS }).toBeTruthy()
  return String(await read())
}

/** Does something that makes the page post a click, and waits until the page has the service's answer. */
export async function answered(page: Page, act: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().endsWith('/track/click'))
  await act()
  await (await answer).finished()
  await expect.poll(() => waitingClickOf(page), { timeout: WAIT_MS }).toBeNull()
}

/** From the page's next address on, its time moves only by `page.clock.runFor`. */
export async function freezeTime(page: Page): Promise<void> {
  await page.clock.install({ time: 0 })
  // Far enough ahead that the clock, which ran from 0 until here, has not passed it.
  await page.clock.pauseAt(3_600_000)
}

/** The cookie that the tracker keeps, as the browser holds it. */
export async function cookieOf(visitor: BrowserContext) {
  const cookies = await visitor.cookies()
  const own = cookies.filter(({ name }) => name === 'service_click_id')
  expect(own.length, 'there is never more than one cookie').toBeLessThanOrEqual(1)
  return own[0]
}

export function signup(page: Page, customerKey: string, email?: string) {
  return page.evaluate(([key, address]) => window.affiliate?.signup?.(String(key), address), [
    customerKey,
    email,
  ] as const)
}

/** What the tracker keeps for a later page: the click that has no answer yet. */
export function waitingClickOf(page: Page) {
  return page.evaluate(() => localStorage.getItem('service_click_id'))
}

async function count(query: {
  select: (columns: ['program_id']) => { execute: () => Promise<unknown[]> }
}): Promise<number> {
  return (await query.select(['program_id']).execute()).length
}
