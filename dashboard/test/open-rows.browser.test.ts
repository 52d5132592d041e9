import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, findBarriers, openStage, type Stage, settled } from './stage.ts'

let stage: Stage

describeInChromium('a list', () => {
  beforeAll(async () => {
    stage = await openStage()
  })
  const path = (rest: string) => `/programs/${stage.demo.program.id}/${rest}`

  test('opens the row of its address though no page of it is loaded, and filters leave it out', async () => {
    const { id } = await oldestCommission()
    const page = await stage.open(path(`commissions?open=${id}&status=reversed`))
    const panel = page.getByRole('dialog', { name: `Commission ${id}` })
    await panel.getByText(/^For /).first().waitFor()
    await panel.getByText('What happened to it').waitFor()
    expect(await page.getByText(`, commission ${id}`, { exact: true }).count()).toBe(0)

    const paymentId = await addDismissedPayment()
    await page.goto(addressOf(path(`payments?open=${paymentId}`)))
    await page.getByRole('dialog', { name: 'Payment' }).getByText('pi_elsewhere').first().waitFor()
  })

  test.each([
    'events?open=sale-999999',
    'commissions?open=999999',
    'payouts?open=999999',
    'payments?open=999999',
    'webhooks?open=999999',
  ])('says plainly that the row of its address does not exist: %s', async (address) => {
    const page = await stage.open(path(address))
    const panel = page.getByRole('dialog')
    await panel.getByText('There is no such thing here').waitFor()
    expect(await panel.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    expect(await findBarriers(page)).toEqual([])
    await panel.getByRole('button', { name: 'Close' }).click()
    await page.waitForURL((url) => !url.search.includes('open'))
  })

  test('that cannot read its next rows keeps the ones it shows, says so at its end, and tries again', async () => {
    const page = await stage.open(path('commissions'))
    const rows = page.locator('tbody tr')
    await rows.first().waitFor()
    const shown = await rows.count()
    await page.route('**/commissions?*cursor=*', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    )
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByRole('alert').getByText('The next rows could not be read.', { exact: false }).waitFor()
    expect(await rows.count()).toBe(shown)
    expect(await findBarriers(page)).toEqual([])
    await page.unroute('**/commissions?*cursor=*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => rows.count()).toBeGreaterThan(shown)
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    const more = page.getByRole('button', { name: 'Show more' })
    for (let read = await rows.count(); (await more.count()) > 0; read = await rows.count()) {
      await more.click()
      await expect.poll(() => rows.count()).toBeGreaterThan(read)
    }
    // The button that had the focus is gone.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Nothing more.')
  })

  test('keeps its column heads in sight, on a desk and, where the table fits, on a phone below the bar', async () => {
    const page = await stage.open(path('events'))
    const head = page.getByRole('columnheader', { name: 'When' })
    await head.waitFor()
    await settled(page)
    await scrollDown(page)
    await expect.poll(async () => (await head.boundingBox())?.y).toBe(0)
    await page.setViewportSize({ width: 390, height: 860 })
    await scrollDown(page)
    const bar = page.getByRole('banner').first()
    const belowBar = async () => {
      const [headBox, barBox] = [await head.boundingBox(), await bar.boundingBox()]
      return Math.abs((headBox?.y ?? -1) - (barBox?.height ?? 0))
    }
    await expect.poll(belowBar).toBeLessThanOrEqual(1)
    // A wider one scrolls sideways in its box, and its page does not.
    await page.goto(addressOf(path('partners')))
    await page.getByRole('columnheader', { name: 'Clicks' }).waitFor()
    await settled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  test('a viewer opens a single commission: what it is, and nothing that would be refused', async () => {
    const { id } = await oldestCommission()
    const { kysely } = stage.service.database
    const setRole = (role: 'viewer' | 'owner') =>
      kysely
        .updateTable('workspace_members')
        .set({ role })
        .where('user_id', '=', stage.demo.user.id)
        .execute()
    await setRole('viewer')
    try {
      const page = await stage.open(path(`commissions?open=${id}`))
      const refused: string[] = []
      page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()))
      const panel = page.getByRole('dialog', { name: `Commission ${id}` })
      await panel.getByText(/^For /).first().waitFor()
      await settled(page)
      expect(refused).toEqual([])
      expect(await panel.getByRole('button').allInnerTexts()).toEqual([''])
      expect(await panel.getByText('What happened to it').count()).toBe(0)
      expect(await findBarriers(page)).toEqual([])
      await panel.getByRole('button', { name: 'Close' }).click()
      await page.getByText('Your role does not show this list').waitFor()
    } finally {
      await setRole('owner')
    }
  })

  function oldestCommission() {
    return stage.service.database.kysely
      .selectFrom('commissions')
      .select('id')
      .where('program_id', '=', stage.demo.program.id)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
  }

  async function addDismissedPayment(): Promise<number> {
    const { service, demo } = stage
    const { id } = await service.database.kysely
      .insertInto('processor_payments')
      .values({
        program_id: demo.program.id,
        processor: 'stripe',
        state: 'dismissed',
        reason: 'no_customer',
        transaction_id: 'pi_elsewhere',
        amount_cents: 4900,
        currency: 'USD',
        sale_type: 'payment',
        is_recurring: false,
        occurred_at: service.clock.now(),
        created_at: service.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
})

function scrollDown(page: Page) {
  return page.evaluate(() => window.scrollTo(0, 700))
}
