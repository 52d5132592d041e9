import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { signInAs } from '../../server/test/partners/portal-access/partner.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { PAGES, PARTNER_PAGES, PUBLIC_PAGES } from './pages.ts'
import {
  addressOf,
  carryPartnerSession,
  demoPartner,
  openStage,
  type Stage,
  settled,
  settledWithout,
} from './stage.ts'

/** All pages take minutes; these say by an answer how the installation is set up, or read again by themselves. */
const isLookedAt = (path: string) =>
  process.env.TEST_HELD_ANSWERS === 'all' ||
  ['/sign-up', '/forgot-password', '/programs/:demo/events', '/partner'].includes(path)

/** What a page says of a call that failed, beside what the answer says. */
const OF_A_FAILURE = ['That didn’t work', 'Try again', 'Not up to date. The last refresh failed.']
const HELD_WORDS = 'This answer is held back.'

/** One answer is missing: it never comes, or it is a refusal. */
interface Held {
  call: string
  how: 'never' | 'refused'
}

describeInChromium('a page that misses one answer', () => {
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

  async function openAs(who: 'stranger' | 'member' | 'partner'): Promise<Page> {
    if (who === 'member') return stage.open('/account', { mayReportErrors: true })
    const page = await stage.newVisitor({ mayReportErrors: true })
    if (who === 'partner')
      await carryPartnerSession(page.context(), (await signInAs(stage.service, partnerId)).token)
    return page
  }

  test.each([
    { who: 'stranger', paths: PUBLIC_PAGES },
    { who: 'member', paths: PAGES },
    { who: 'partner', paths: PARTNER_PAGES },
  ] as const)(
    'says nothing that it would not say with it, to a $who',
    async ({ who, paths }) => {
      const page = await openAs(who)
      const calls = new Set<string>()
      let held: Held | undefined
      await page.route('**/api/**', async (route) => {
        const call = callOf(route.request().url())
        if (route.request().method() === 'GET') calls.add(call)
        await answer(route, held?.call === call ? held.how : undefined)
      })
      const guesses: Record<string, string[]> = {}
      for (const path of paths.filter(isLookedAt)) {
        held = undefined
        calls.clear()
        await page.goto(addressOf(fill(path)))
        await settled(page)
        const whole = await linesOf(page)
        for (const call of [...calls]) {
          for (const how of ['never', 'refused'] as const) {
            held = { call, how }
            await page.goto(addressOf(fill(path)))
            await settledWithout(page, (url) => how === 'never' && callOf(url) === call)
            const guessed = (await linesOf(page)).filter((line) => !isKnown(line, whole))
            if (guessed.length > 0) guesses[`${path}, ${call} ${how}`] = guessed
          }
        }
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(guesses).toEqual({})
    },
    1_200_000,
  )
})

async function answer(route: Route, how: Held['how'] | undefined) {
  if (how === 'never') return
  // A page that is left meanwhile wants none of it.
  if (how === undefined) return route.continue().catch(() => undefined)
  const json = { error: { code: 'validation_error', message: HELD_WORDS, details: {} } }
  await route.fulfill({ status: 422, json }).catch(() => undefined)
}

function isKnown(line: string, whole: string[]): boolean {
  const isWaiting = /^Loading/.test(line)
  return (
    isWaiting || [...OF_A_FAILURE, HELD_WORDS].includes(line) || whole.some((said) => said.includes(line))
  )
}

/** Where a call goes, whatever the row that it asks for. */
function callOf(url: string): string {
  return new URL(url).pathname.replaceAll(/\d+/g, '0')
}

function linesOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.body.innerText
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  )
}
