import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { signInAs } from '../../server/test/partners/portal-access/partner.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { PAGES, PARTNER_PAGES, PUBLIC_PAGES } from './pages.ts'
import {
  absoluteUrl,
  demoPartner,
  openStage,
  type Stage,
  settled,
  signInAsPartner,
  waitUntilSettledExcept,
} from './stage.ts'

/**
 * Pages worth checking, because checking all takes minutes: these depend on installation settings or refetch by
 * themselves.
 */
const isSelected = (path: string) =>
  process.env.TEST_MISSING_RESPONSES === 'all' ||
  ['/sign-up', '/forgot-password', '/programs/:demo/events', '/partner'].includes(path)

/** What a page shows for a failed request, besides the response's own message. */
const ERROR_TEXTS = ['That didn’t work', 'Try again', 'Not up to date. The last refresh failed.']
const HELD_MESSAGE = 'This response was held back.'

/** A response that never arrives, or an error response. */
interface MissingResponse {
  call: string
  behavior: 'never' | 'refused'
}

describeInChromium('a page that misses one response', () => {
  let stage: Stage
  let ids: Record<string, number>
  let partnerId: number

  beforeAll(async () => {
    stage = await openStage()
    const empty = await stage.emptyProgram()
    partnerId = await demoPartner(stage)
    ids = {
      ':demo': stage.demo.program.id,
      ':empty': empty.id,
      ':large': empty.id,
      ':payout': 1,
      ':partner': partnerId,
      ':theirs': empty.partnerId,
    }
  })
  const fill = (path: string) => path.replaceAll(/:[a-z]+/g, (name) => String(ids[name]))

  async function openPageAs(who: 'stranger' | 'member' | 'partner'): Promise<Page> {
    if (who === 'member') return stage.open('/account', { mayReportErrors: true })
    const page = await stage.newVisitor({ mayReportErrors: true })
    if (who === 'partner')
      await signInAsPartner(page.context(), (await signInAs(stage.service, partnerId)).token)
    return page
  }

  test.each([
    { who: 'stranger', paths: PUBLIC_PAGES },
    { who: 'member', paths: PAGES },
    { who: 'partner', paths: PARTNER_PAGES },
  ] as const)(
    'shows a $who nothing that it wouldn’t show once the responses arrive',
    async ({ who, paths }) => {
      const page = await openPageAs(who)
      const calls = new Set<string>()
      let missing: MissingResponse | undefined
      await page.route('**/api/**', async (route) => {
        const call = requestPath(route.request().url())
        if (route.request().method() === 'GET') calls.add(call)
        await respond(route, missing?.call === call ? missing.behavior : undefined)
      })
      const extraLines: Record<string, string[]> = {}
      for (const path of paths.filter(isSelected)) {
        missing = undefined
        calls.clear()
        await page.goto(absoluteUrl(fill(path)))
        await settled(page)
        const complete = await visibleLines(page)
        for (const call of [...calls]) {
          for (const behavior of ['never', 'refused'] as const) {
            missing = { call, behavior }
            await page.goto(absoluteUrl(fill(path)))
            await waitUntilSettledExcept(page, (url) => behavior === 'never' && requestPath(url) === call)
            const extra = (await visibleLines(page)).filter((line) => !isKnown(line, complete))
            if (extra.length > 0) extraLines[`${path}, ${call} ${behavior}`] = extra
          }
        }
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(extraLines).toEqual({})
    },
    1_200_000,
  )
})

async function respond(route: Route, behavior: MissingResponse['behavior'] | undefined) {
  if (behavior === 'never') return
  // The page may have been left in the meantime.
  if (behavior === undefined) return route.continue().catch(() => undefined)
  const json = { error: { code: 'validation_error', message: HELD_MESSAGE, details: {} } }
  await route.fulfill({ status: 422, json }).catch(() => undefined)
}

function isKnown(line: string, complete: string[]): boolean {
  const isWaiting = /^Loading/.test(line)
  return (
    isWaiting || [...ERROR_TEXTS, HELD_MESSAGE].includes(line) || complete.some((one) => one.includes(line))
  )
}

/** Returns the path of a request without IDs. */
function requestPath(url: string): string {
  return new URL(url).pathname.replaceAll(/\d+/g, '0')
}

function visibleLines(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.body.innerText
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  )
}
