import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '../../server/src/core/enums.ts'
import { closePartnerMonths } from '../../server/src/portal/partner-portal/close-partner-months.job.ts'
import { send, startSession } from '../../server/test/harness.ts'
import { signInAs } from '../../server/test/partners/portal-access/partner.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { follow, readWidth } from './actions.ts'
import { fillPath, PARTNER_PAGES } from './pages.ts'
import {
  absoluteUrl,
  demoPartner,
  findBarriers,
  openStage,
  type Stage,
  settled,
  signInAsPartner,
} from './stage.ts'

const PHONE_PX = 390
/** Common English words that no other language uses, and words about earnings. */
const ENGLISH =
  /\b(the|your|you|with|and|from|this|customer|sale|signup|earned|paid|refunded|reversed|approved|payout|hold)\b/i
/** The commission states whose reasons are shown: on hold, approved, paid and refunded. */
const STATUSES = ['pending', 'approved', 'paid', 'reversed'] as const
/** If set, saves a screenshot of each page. */
const { SCREENSHOTS } = process.env

describeInChromium('the portal in every language', () => {
  let stage: Stage
  let partnerId: number
  /** The newest earning of each status, an opened payout, and the last statement. */
  let shown: { earnings: string[]; payoutId: number; month: string }

  beforeAll(async () => {
    stage = await openStage({ isOwn: true })
    partnerId = await demoPartner(stage)
    await closePartnerMonths(stage.service.deps)
    const bearer = await startSession(stage.service, stage.demo.user.id)
    const own = `/programs/${stage.demo.program.id}`
    const team = async (method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: object) => {
      const sent = { bearer, ...(body && { body }) }
      const answer = await send(stage.service.app, method, `/api${own}${path}`, sent)
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer.body.data
    }
    await team('PATCH', '/branding', { slug: 'demo' })
    const terms = '1. Nur Werbung.'
    await team('PUT', '/join-page', { mode: 'approval', content: '', terms, questions: [] })
    // One payout is paid. The next one includes a sale and deducts one that was refunded after it was paid.
    const { call } = await signInAs(stage.service, partnerId)
    const commissions = (status: string) =>
      team('GET', `/commissions?partnerId=${partnerId}&status=${status}&currency=USD`)
    const refund = (saleId: number) =>
      team('POST', `/sales/${saleId}/refunds`, { refundId: `back-${saleId}`, reason: 'Zu klein' })
    await team('POST', '/payouts')
    const open = (await call('GET', `${own}/payouts`)).body.data
    await team('POST', '/payouts/mark-paid', { payoutIds: open.map(({ id }: { id: number }) => id) })
    await refund((await commissions('paid'))[0].saleId)
    const [refunded, ...pending] = await commissions('pending')
    await refund(refunded.saleId)
    const commissionIds = pending.slice(0, -2).map(({ id }: { id: number }) => id)
    await team('POST', '/commissions/approve', { commissionIds })
    await team('POST', '/payouts')
    const payouts = (await call('GET', `${own}/payouts`)).body.data
    const statements = (await call('GET', `${own}/statements`)).body.data
    const earnings: string[] = []
    for (const status of STATUSES) {
      const [newest] = (await call('GET', `${own}/earnings?status=${status}&currency=USD`)).body.data
      earnings.push(`/partner${own}/earnings?status=${status}&open=${newest.id}`)
    }
    shown = { earnings, payoutId: payouts[0].id, month: statements[0].month }
  })

  const paths = () => {
    const demo = stage.demo.program.id
    const pages = PARTNER_PAGES.map((path) =>
      fillPath(path, { demo, empty: { id: 0, partnerId: 0 }, large: 0, partnerId, payoutId: 0 }),
    )
    return [...pages, ...shown.earnings, `/partner/programs/${demo}/payouts?open=${shown.payoutId}`]
  }

  /** Rendered by the service. */
  const documents = () => {
    const program = `/api/partner/programs/${stage.demo.program.id}`
    return [`${program}/statement.html?month=${shown.month}`, `${program}/terms.html`, '/join/demo']
  }

  async function findProblems(page: Page): Promise<string[]> {
    const found = await findBarriers(page)
    const width = await readWidth(page)
    if (width > PHONE_PX) found.push(`is ${width} px wide`)
    const lines = (await page.locator('body').innerText()).split('\n')
    return [...found, ...lines.filter((line) => ENGLISH.test(line)).map((line) => `in English: ${line}`)]
  }

  test.each(LANGUAGES.filter((language) => language !== 'en'))(
    'in %s fits a phone, passes axe and has no English text',
    async (language) => {
      const page = await stage.newVisitor({ width: PHONE_PX, hasTouch: true, locale: language })
      await signInAsPartner(page.context(), (await signInAs(stage.service, partnerId)).token)
      await page.goto(absoluteUrl('/partner'))
      const problems: Record<string, string[]> = {}
      for (const [place, path] of [...paths(), ...documents()].entries()) {
        if (documents().includes(path)) await page.goto(absoluteUrl(path))
        else {
          await follow(page, path)
          await settled(page)
        }
        const found = await findProblems(page)
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
