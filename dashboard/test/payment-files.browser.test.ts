import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { setPayoutDetails } from '../../server/src/payout-details/change-payout-details.flow.ts'
import { saved } from '../../server/test/calls/calls.ts'
import { send, startSession } from '../../server/test/harness.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, findBarriers, openStage, type Stage, settled } from './stage.ts'
import { trackingOf } from './tracking.ts'

let stage: Stage
let payoutId: number
let partnerId: number

/** Where screenshots go, for whoever wants to look. */
const SHOTS = process.env.PAYMENT_SHOTS

async function shoot(page: Page, name: string) {
  if (SHOTS === undefined) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name}.png`) })
}

const VIEWS = [
  ['light', 1440],
  ['dark', 390],
] as const

describeInChromium('paying partners by a file', () => {
  beforeAll(async () => {
    stage = await openStage()
    const { database } = stage.service
    const programId = stage.demo.program.id
    const { partner_id } = await database.kysely
      .selectFrom('links')
      .select('partner_id')
      .where('program_id', '=', programId)
      .where('code', '=', stage.demo.partners[0]?.code ?? '')
      .executeTakeFirstOrThrow()
    partnerId = partner_id
    await sayPaypal({ programId, partnerId })
    const bearer = await startSession(stage.service, stage.demo.user.id)
    await send(stage.service.app, 'POST', `/api/programs/${programId}/payouts`, { bearer })
    const payout = await database.kysely
      .selectFrom('payouts')
      .select('id')
      .where('program_id', '=', programId)
      .where('partner_id', '=', partnerId)
      .where('currency', '=', 'USD')
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow()
    payoutId = payout.id
  })
  const at = (path: string) => `/programs/${stage.demo.program.id}/${path}`

  test.each(VIEWS)(
    'says what it has and has not, and is downloaded, in %s at %i px',
    async (colorScheme, width) => {
      const page = await stage.open(at(`payouts?open=${payoutId}`), { colorScheme, width })
      await page.getByRole('button', { name: 'Payment file…' }).click()
      const dialog = page.getByRole('dialog', { name: /^Payment file of batch/ })
      await dialog.getByText(/^1 payout, /).waitFor()
      await dialog.getByText('made before the partner had payout details').first().waitFor()
      await settled(page)
      expect(await findBarriers(page)).toEqual([])
      await shoot(page, `file-${colorScheme}-${width}`)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Download file' }).click(),
      ])
      expect(download.suggestedFilename()).toMatch(/^paypal-\d+-\d+-usd-1\.csv$/)
      expect(await readFile(await download.path(), 'utf8')).toMatch(
        new RegExp(`^ada@pay\\.test,\\d+\\.\\d\\d,USD,payout-${payoutId},Payout ${payoutId}\\r\\n$`),
      )
    },
  )

  test.each(VIEWS)(
    'a partner’s details are masked until they are asked for, in %s at %i px',
    async (colorScheme, width) => {
      const page = await stage.open(at(`partners?open=${partnerId}`), { colorScheme, width })
      const details = page.getByRole('region', { name: 'Payout details' })
      await details.getByText('a••••@pay.test').waitFor()
      expect(await details.textContent()).not.toContain('ada@pay.test')
      await details.scrollIntoViewIfNeeded()
      await shoot(page, `masked-${colorScheme}-${width}`)
      await details.getByRole('button', { name: 'Show in full' }).click()
      await details.getByText('ada@pay.test').waitFor()
      await details.getByText('Street 1, 10115, Berlin, DE').waitFor()
      await settled(page)
      expect(await findBarriers(page)).toEqual([])
      await details.scrollIntoViewIfNeeded()
      await shoot(page, `full-${colorScheme}-${width}`)
    },
  )

  test('whose partner never said how to be paid says so before it is made and after, and is made anew once he has', async () => {
    const program = await stage.emptyProgram()
    const { app } = stage.service
    const track = trackingOf(stage.service)
    const { click_id } = await track('click', { affiliate_url: `https://shop.test/?aff=${program.code}` })
    await track('lead', { click_id, customer_key: 'cus-1' }, program.liveKey)
    const sale = { transaction_id: 'order-1', amount_cents: 9_900, customer_key: 'cus-1' }
    await track('sale', sale, program.liveKey)
    await saved(stage.service)
    const bearer = await startSession(stage.service, stage.demo.user.id)
    const inProgram = (method: 'GET' | 'POST', path: string, body?: object) =>
      send(app, method, `/api/programs/${program.id}/${path}`, { bearer, ...(body && { body }) })
    const [{ id }] = (await inProgram('GET', 'commissions')).body.data
    expect((await inProgram('POST', 'commissions/approve', { commissionIds: [id] })).status).toBe(200)

    const page = await stage.open(`/programs/${program.id}/payouts`, { width: 390 })
    const make = async () => {
      await page.getByRole('button', { name: 'Make payouts' }).first().click()
      return page.getByRole('dialog', { name: 'Make payouts' })
    }
    const before = await make()
    await before.getByText('1 of them is of a partner who has not said how to be paid: ').waitFor()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    await before.getByRole('button', { name: 'Make payouts' }).click()
    await before.waitFor({ state: 'detached' })
    await page.getByRole('row').nth(1).click()
    const panel = page.getByRole('dialog', { name: /^Payout \d+/ })
    const warning = panel.getByText('The partner had not said how to be paid when this payout was made')
    await warning.waitFor()
    await panel.getByText('None when it was made').waitFor()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])

    await sayPaypal({ programId: program.id, partnerId: program.partnerId })
    await panel.getByRole('button', { name: 'Payment file…' }).click()
    const file = page.getByRole('dialog', { name: /^Payment file of batch/ })
    await file.getByLabel('For').selectOption('PayPal')
    await file.getByText('made before the partner had payout details').waitFor()
    await file.getByRole('button', { name: 'Close' }).last().click()
    await panel.getByRole('button', { name: 'Cancel payout' }).click()
    await page
      .getByRole('dialog', { name: 'Cancel this payout?' })
      .getByRole('button', { name: 'Cancel payout' })
      .click()
    await panel.getByText('Cancelled').first().waitFor()
    expect(await warning.count()).toBe(0)
    await page.keyboard.press('Escape')
    const again = await make()
    await again.getByText('1 payout of 1 commission').waitFor()
    expect(await again.getByText('not said how to be paid: ').count()).toBe(0)
    await again.getByRole('button', { name: 'Make payouts' }).click()
    await again.waitFor({ state: 'detached' })
    await page.goto(addressOf(`/programs/${program.id}/payouts?status=open`))
    await settled(page)
    await page.getByRole('row').nth(1).click()
    await panel.getByText('Version 1').waitFor()
    expect(await warning.count()).toBe(0)
  })
})

function sayPaypal(of: { programId: number; partnerId: number }) {
  return setPayoutDetails(
    stage.service.deps,
    { ...of, requestId: 'r' },
    {
      account: { method: 'paypal', email: 'ada@pay.test' },
      payee_kind: 'person',
      legal_name: 'Ada Example',
      address: 'Street 1',
      city: 'Berlin',
      postal_code: '10115',
      country: 'DE',
      tax_id: null,
    },
  )
}
