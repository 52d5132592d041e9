import { beforeAll, expect, test } from 'vitest'
import { BROWSER, createTestPartner, send, signInMember } from '../../server/test/harness.ts'
import { saved } from '../../server/test/tracking/requests/request-helpers.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { findBarriers, openStage, type Stage, settled } from './stage.ts'

let stage: Stage

describeInChromium('the capture report', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('shows which sales arrived without a click, and where', async () => {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/capture-report`)
    await page.getByText('No clicks or sales in this period').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Open Integration' }).waitFor()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])

    const { app } = stage.service
    const track = async (type: 'click' | 'lead' | 'sale', body: object, headers = {}) =>
      send(app, 'POST', `/api/v1/track/${type}`, {
        body,
        headers: { 'user-agent': BROWSER, ...headers },
        ...(type === 'click' ? {} : { bearer: program.liveKey }),
      })
    const affiliate_url = `https://shop.test/pricing?aff=${program.code}`
    const { body: click } = await track('click', { affiliate_url }, { 'sec-fetch-site': 'same-origin' })
    await track('lead', { click_id: click.click_id, customer_key: 'clicked' })
    const partner = await createTestPartner(stage.service, program)
    const bearer = await signInMember(stage.service, program)
    const code = { partnerId: partner.partnerId, code: `CAP${program.id}` }
    await send(app, 'POST', `/api/programs/${program.id}/coupon-codes`, { bearer, body: code })
    for (const [index, sale] of [
      { customer_key: 'clicked' },
      { customer_key: 'lost', coupon_code: code.code, user_agent: BROWSER },
      { customer_key: 'stranger' },
    ].entries())
      await track('sale', { transaction_id: `cap-${program.id}-${index}`, amount_cents: 1_000, ...sale })
    await saved(stage.service)

    await page.reload()
    const totals = page.getByLabel('Sales', { exact: true }).first()
    await totals.getByText('50% of attributed sales').first().waitFor()
    await totals.getByText('1 from your server, 0 payments from the processor').waitFor()
    const method = page.getByRole('region', { name: 'By capture method' })
    await method
      .getByRole('row', { name: /Through your own site/ })
      .getByText('1 (100%)')
      .waitFor()
    await method
      .getByRole('row', { name: /Coupon code, no click/ })
      .getByText('$10.00')
      .waitFor()
    await page
      .getByRole('region', { name: 'By landing page' })
      .getByRole('row', { name: /shop\.test\/pricing/ })
      .waitFor()
    await page.getByText('A sale is without a click if').waitFor()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
  })
})
