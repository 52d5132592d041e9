import { beforeAll, expect, test } from 'vitest'
import { send, startSession } from '../../server/test/harness.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, findBarriers, openStage, type Stage, settled } from './stage.ts'

let stage: Stage

describeInChromium('a sandbox', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  test('is made, says what it is on each page, and its clock is moved until a hold ends', async () => {
    const { app } = stage.service
    const bearer = await startSession(stage.service, stage.demo.user.id)
    const page = await stage.open('/programs/new')
    await page.getByLabel('Name').fill('Rehearsal')
    await page.getByLabel('Sandbox').check()
    await page.getByRole('button', { name: 'Create program' }).click()
    await page.waitForURL(/\/programs\/\d+\/integration/)
    const id = /programs\/(\d+)\//.exec(page.url())?.[1] ?? ''
    const call = async (path: string, body: unknown, using = bearer) => {
      const answer = await send(app, 'POST', path, { bearer: using, body })
      expect(answer.status).toBeLessThan(300)
      return answer.body
    }
    const inProgram = (path: string, body: unknown) => call(`/api/programs/${id}${path}`, body)
    const { key } = (await inProgram('/api-keys', { mode: 'test' })).data
    const added = await inProgram('/partners', { name: 'Ada', email: 'ada@sandbox.test', approved: true })
    const { code } = added.data.links[0]
    const click = await send(app, 'POST', '/api/v1/track/click', {
      body: { affiliate_url: `https://shop.test/?aff=${code}` },
    })
    await call('/api/v1/track/lead', { click_id: click.body.click_id, customer_key: 'cus-1' }, key)
    const sale = { transaction_id: 'order-1', amount_cents: 4900, customer_key: 'cus-1' }
    await call('/api/v1/track/sale', sale, key)

    await page.goto(addressOf(`/programs/${id}/commissions`))
    const bar = page.getByRole('region', { name: 'Sandbox' })
    await bar.getByText('By its own clock it is').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'Ada' })
    await row.getByText('Pending').waitFor()
    const before = await bar.locator('time').getAttribute('datetime')
    await bar.getByRole('button', { name: 'Move the clock forward by 1 month' }).click()
    await page.getByText('1 commission was approved').first().waitFor()
    await row.getByText('Approved').waitFor()
    const after = await bar.locator('time').getAttribute('datetime')
    expect(Date.parse(after ?? '') - Date.parse(before ?? '')).toBeGreaterThan(27 * 24 * 3_600_000)
    expect(await findBarriers(page)).toEqual([])

    await page
      .getByRole('button', { name: /Switch program/ })
      .first()
      .click()
    await page.getByRole('menuitemradio', { name: /Rehearsal.*Sandbox/ }).waitFor()
    await page.goto(addressOf(`/programs/${stage.demo.program.id}/commissions`))
    await settled(page)
    expect(await page.getByRole('region', { name: 'Sandbox' }).count()).toBe(0)
  })
})
