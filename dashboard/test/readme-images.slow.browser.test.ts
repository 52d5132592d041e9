import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { signInAs } from '../../server/test/partners/portal-access/partner.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import {
  absoluteUrl,
  demoPartner,
  openStage,
  type Stage,
  settled,
  signInAsPartner,
  type VisitorOptions,
} from './stage.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** `README_SHOTS=docs/images` updates the README's images; `pngquant` and `optipng` compress them. */
const SHOTS = process.env.README_SHOTS

describeInChromium('the README images', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage()
  })

  async function draw(page: Page, name: string) {
    if (SHOTS !== undefined) await page.screenshot({ path: join(ROOT, SHOTS, `${name}.png`) })
  }

  async function openOnPhone(page: string, options: VisitorOptions) {
    const { token } = await signInAs(stage.service, await demoPartner(stage))
    const visitor = await stage.newVisitor(options)
    await signInAsPartner(visitor.context(), token)
    await visitor.setViewportSize({ width: 390, height: 1044 })
    await visitor.goto(absoluteUrl(`/partner/programs/${stage.demo.program.id}/${page}`))
    await settled(visitor)
    return visitor
  }

  test('include the overview', async () => {
    const page = await stage.open(`/programs/${stage.demo.program.id}/overview`)
    await page.setViewportSize({ width: 1360, height: 850 })
    await page.getByRole('list', { name: 'Revenue by day' }).waitFor()
    await settled(page)
    await page.getByRole('button', { name: 'Compare' }).waitFor()
    await draw(page, 'overview')
  })

  test('include a sale with its refund, in dark mode', async () => {
    const sale = await stage.service.database.kysely
      .selectFrom('refund_events')
      .select('sale_id as id')
      .where('program_id', '=', stage.demo.program.id)
      .orderBy('sale_id', 'desc')
      .executeTakeFirstOrThrow()
    const page = await stage.open(`/programs/${stage.demo.program.id}/events?open=sale-${sale.id}`, {
      colorScheme: 'dark',
    })
    await page.setViewportSize({ width: 1080, height: 700 })
    await settled(page)
    await page.getByRole('dialog').getByText('Refunds').waitFor()
    await draw(page, 'sale')
  })

  test('include the portal, on a phone', async () => {
    const phone = { width: 390, scale: 2, hasTouch: true } as const
    const overview = await openOnPhone('overview?show=earned', phone)
    await overview.getByText(/^\$[\d.]+ in total$/).waitFor()
    await draw(overview, 'portal-overview')
    const earnings = await openOnPhone('earnings', { ...phone, colorScheme: 'dark' })
    await earnings
      .getByRole('button', { name: /^Renewal, Customer/ })
      .first()
      .tap()
    await earnings.getByText(/^On hold until/).waitFor()
    await draw(earnings, 'portal-earnings')
  })
})
