import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { BUCKETS_OF } from '../../server/src/calls/call-bucket.rule.ts'
import { TRACK_CALLS } from '../../server/src/platform/words.ts'
import { dayAfter } from '../../server/src/statistics/report-day.rule.ts'
import { send, type TestProgram } from '../../server/test/harness.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { findBarriers, openStage, type Stage, settled } from './stage.ts'

let stage: Stage
let program: TestProgram

const DESK_PX = 1440
const PHONE_PX = 390

/** What the service would have counted: forty sales a day for three weeks, then calls that were all refused. */
async function countCalls(today: string) {
  const { kysely } = stage.service.database
  const usual = Array.from({ length: 21 }, (_, index) => dayAfter(today, index - 24))
  const rows = usual.map((day) => ({ day, call: 'sale', bucket: 'with_commission', calls: 40 }) as const)
  const everything = TRACK_CALLS.flatMap((call) =>
    BUCKETS_OF[call].map((bucket, index) => ({
      day: dayAfter(today, -4),
      call,
      bucket,
      calls: 1200 + index,
    })),
  ).filter(({ bucket }) => bucket !== 'with_commission')
  const silent = { day: dayAfter(today, -1), call: 'sale', bucket: 'unauthorized', calls: 17 } as const
  await kysely
    .insertInto('daily_calls')
    .values([...rows, ...everything, silent].map((row) => ({ ...row, program_id: program.id })))
    .execute()
}

/** Real calls with the mistakes that people make. */
async function makeMistakes() {
  const { app } = stage.service
  const bearer = program.liveKey
  const sale = (body: object, key = bearer) =>
    send(app, 'POST', '/api/v1/track/sale', { body: { amount_cents: 4900, ...body }, bearer: key })
  await sale({ transaction_id: 'order-1', customer_key: 'nobody' })
  await sale({ transaction_id: 'order-2', customer_key: 'nobody', amount_cents: '4900' })
  await sale({ transaction_id: 'order-3', customer_key: 'nobody', currency: 'XAU' })
  await sale({ transaction_id: 'order-4' }, `aff_live_${program.id}_${'a'.repeat(32)}`)
  await sale({ transaction_id: 'order-5', amount_cents: -1 }, program.testKey)
  const click = { affiliate_url: 'https://shop.test/?aff=old-campaign', program_id: program.id }
  await send(app, 'POST', '/api/v1/track/click', { body: click })
  await app.getDecorator<() => Promise<void>>('saveTrackCalls')()
}

async function open(path: string): Promise<Page> {
  const page = await stage.open(`/programs/${program.id}/${path}`, { width: DESK_PX })
  await settled(page)
  return page
}

describeInChromium('the health of a program', () => {
  beforeAll(async () => {
    stage = await openStage()
    program = await stage.emptyProgram()
    await countCalls(stage.service.clock.now().toISOString().slice(0, 10))
    await makeMistakes()
  })

  test('says on top what has gone silent, and of every bucket what to do about it', async () => {
    const page = await open('health')
    await page.getByText(/No sale recorded for \d+ days/).waitFor()
    expect(await page.getByText(/usually \d+ a day/).count()).toBe(1)
    for (const call of TRACK_CALLS) {
      const heading = { click: 'Clicks', lead: 'Leads', sale: 'Sales', refund: 'Refunds' }[call]
      const card = page.locator('section', { has: page.getByRole('heading', { name: heading, exact: true }) })
      expect(await card.getByRole('listitem').count(), call).toBe(BUCKETS_OF[call].length)
      for (const advice of await card.locator('li p').allInnerTexts())
        expect(advice).toMatch(/^[A-Z].{20,}\.$/)
    }
    await page.getByRole('link', { name: 'see what was refused' }).click()
    await settled(page)
    expect(page.url()).toContain('/refusals?call=sale&mode=live')
    // The test call is none of them.
    await expect.poll(() => page.getByRole('row').count()).toBe(1 + 4)
  })

  test('every number leads to its list, filtered to what it counts', async () => {
    const page = await open('health?period=90d')
    await page.getByRole('link', { name: /sale calls?: Currency not taken/ }).click()
    await settled(page)
    expect(await page.getByRole('row').count()).toBe(2)
    await page.getByTitle('order-3').waitFor()
    await page.getByText('XAU', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Explain order-3' }).click()
    await page.getByText('currency_not_taken').waitFor()
    await page.goBack()
    await settled(page)
    await page.goBack()
    await settled(page)
    await page.getByRole('link', { name: /click calls?: Counted/ }).click()
    await settled(page)
    expect(new URL(page.url()).pathname).toMatch(/\/events$/)
    expect(page.url()).toContain('type=click')
  })

  test('the refused calls are found by a text, by their reason and by their kind, and exported', async () => {
    const page = await open('refusals')
    expect(await page.getByRole('row').count()).toBe(1 + 6)
    await page.getByText('"4900"').waitFor()
    await page.getByText('old-campaign').waitFor()
    await page.getByLabel('Order, customer, click, link, request').fill('order-4')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await settled(page)
    expect(await page.getByRole('row').count()).toBe(2)
    await page.getByText('No good key').waitFor()
    await page.getByText('Authorization header').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByLabel('Live or test').selectOption('test')
    await settled(page)
    expect(await page.getByRole('row').count()).toBe(2)
    await page.getByLabel('Why').selectOption('bot')
    await page.getByText('No refused call matches').waitFor()
  })

  test('keeps nobody out, in light and dark, on a desk and on a phone', async () => {
    for (const path of ['health', 'refusals']) {
      const page = await open(path)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        for (const width of [DESK_PX, PHONE_PX]) {
          await page.setViewportSize({ width, height: 900 })
          await settled(page)
          expect(await findBarriers(page), `${path} ${colorScheme} ${width}`).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
          const folder = process.env.SCREENSHOTS
          if (folder !== undefined) {
            await page.screenshot({ path: `${folder}/${path}-${colorScheme}-${width}.png`, fullPage: true })
          }
        }
      }
    }
  }, 60_000)
})
