import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '../../server/src/core/enums.ts'
import { closePartnerMonths } from '../../server/src/portal/partner-portal/close-partner-months.job.ts'
import { send, startSession } from '../../server/test/harness.ts'
import { signInAs } from '../../server/test/partners/portal-access/partner.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { follow, widthOf } from './actions.ts'
import { fillPath, PARTNER_PAGES } from './pages.ts'
import {
  addressOf,
  demoPartner,
  findBarriers,
  openStage,
  type Stage,
  settled,
  signInAsPartner,
} from './stage.ts'

const PHONE_PX = 390
/** Common words that none of the other languages has. */
const ENGLISH = /\b(the|your|you|with|and|from|this)\b/i
/** Set to keep a picture of each page. */
const { SCREENSHOTS } = process.env

describeInChromium('the portal in every language', () => {
  let stage: Stage
  let partnerId: number

  beforeAll(async () => {
    stage = await openStage({ isOwn: true })
    partnerId = await demoPartner(stage)
    await closePartnerMonths(stage.service.deps)
    const bearer = await startSession(stage.service, stage.demo.user.id)
    const { app } = stage.service
    const program = `/api/programs/${stage.demo.program.id}`
    await send(app, 'POST', `${program}/payouts`, { bearer })
    await send(app, 'PATCH', `${program}/branding`, { bearer, body: { slug: 'demo' } })
    await send(app, 'PUT', `${program}/join-page`, {
      bearer,
      body: { mode: 'approval', content: '', terms: null, questions: [] },
    })
  })

  const paths = () =>
    PARTNER_PAGES.map((path) =>
      fillPath(path, {
        demo: stage.demo.program.id,
        empty: { id: 0, partnerId: 0 },
        large: 0,
        partnerId,
        payoutId: 0,
      }),
    )

  async function problemsOf(page: Page): Promise<string[]> {
    const found = await findBarriers(page)
    const width = await widthOf(page)
    if (width > PHONE_PX) found.push(`is ${width} px wide`)
    const lines = (await page.locator('body').innerText()).split('\n')
    return [...found, ...lines.filter((line) => ENGLISH.test(line)).map((line) => `in English: ${line}`)]
  }

  test.each(LANGUAGES.filter((language) => language !== 'en'))(
    'in %s fits a phone, passes axe and has no English text',
    async (language) => {
      const page = await stage.newVisitor({ width: PHONE_PX, hasTouch: true, locale: language })
      await signInAsPartner(page.context(), (await signInAs(stage.service, partnerId)).token)
      await page.goto(addressOf('/partner'))
      const problems: Record<string, string[]> = {}
      for (const [place, path] of [...paths(), '/join/demo'].entries()) {
        if (path.startsWith('/join')) await page.goto(addressOf(path))
        else {
          await follow(page, path)
          await settled(page)
        }
        const found = await problemsOf(page)
        if (found.length > 0) problems[path] = found
        if (SCREENSHOTS !== undefined) {
          mkdirSync(SCREENSHOTS, { recursive: true })
          await page.screenshot({ path: `${SCREENSHOTS}/${language}-${place}.png`, fullPage: true })
        }
      }
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      expect(problems).toEqual({})
    },
    120_000,
  )
})
