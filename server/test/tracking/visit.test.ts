import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startTestService } from '../harness.ts'
import { openShop, type Shop } from '../merchant.ts'

const service = await startTestService()
const { app, database } = service

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0'
const VISIT = { user_agent: FIREFOX, landing_page: 'https://shop.test/pricing?email=ada@example.com' }
const STORED = { browser: 'Firefox', landing_page: 'shop.test/pricing' }
const NONE = { browser: null, landing_page: null }

const UNUSABLE = [
  { user_agent: 42, landing_page: ['https://shop.test'] },
  { user_agent: 'ada@example.com/1.0 x', landing_page: 'pricing' },
  { user_agent: { $gt: '' }, landing_page: 'javascript:alert(1)' },
  { user_agent: '\u0000'.repeat(2_000), landing_page: `https://\u0000` },
  { user_agent: '', landing_page: null },
]

async function rejectedRequests({ program }: Shop) {
  await app.getDecorator<() => Promise<void>>('saveRequestCounts')()
  const { rows } = await sql<{ type: string }>`
    select r.type, r.browser, r.landing_page from rejected_requests r
    where r.program_id = ${program.id} order by r.id`.execute(database.kysely)
  return rows
}

const sale = (transaction_id: string, more: object) => ({ transaction_id, amount_cents: 4900, ...more })

describe('the visit sent by a merchant’s server', () => {
  it('is stored with a sale, without the user agent and the query', async () => {
    const shop = await openShop(service)
    await shop.customer('cus-1')
    const response = await shop.sale(sale('o-1', { customer_key: 'cus-1', ...VISIT }))
    expect(response.body).toMatchObject({ success: true, message: 'Sale recorded.' })
    const [stored] = await shop.rows('sale_events')
    expect(stored).toMatchObject(STORED)
    expect(JSON.stringify(stored)).not.toMatch(/rv:125|ada@example/)
  })

  it('never causes a sale or signup to be rejected, whatever it contains', async () => {
    const shop = await openShop(service)
    for (const [index, visit] of UNUSABLE.entries()) {
      const click_id = await shop.clickId()
      const customer_key = `cus-${index}`
      expect(await shop.serverLead({ click_id, customer_key, ...visit })).toMatchObject({ status: 200 })
      expect(await shop.sale(sale(`o-${index}`, { customer_key, ...visit }))).toMatchObject({ status: 200 })
    }
    expect(await shop.rows('lead_events')).toMatchObject(UNUSABLE.map(() => NONE))
    expect(await shop.rows('sale_events')).toMatchObject(UNUSABLE.map(() => NONE))
  })

  it('is stored with a server signup, but not with a browser signup', async () => {
    const shop = await openShop(service)
    await shop.serverLead({ click_id: await shop.clickId(), customer_key: 'cus-1', ...VISIT })
    const click_id = await shop.clickId()
    await shop.browserLead({ click_id, ...VISIT })
    expect(await shop.rows('lead_events')).toMatchObject([STORED, NONE])
    await shop.serverLead({ click_id, customer_key: 'cus-2', ...VISIT })
    expect(await shop.rows('lead_events')).toMatchObject([STORED, STORED])
  })

  it('is stored with rejected signups and sales from the merchant’s server', async () => {
    const shop = await openShop(service)
    await shop.sale(sale('o-1', { customer_key: 'stranger', ...VISIT }))
    await shop.serverLead({ customer_key: 'stranger', ...VISIT })
    await shop.browserLead({ click_id: 'stranger', program_id: shop.program.id, ...VISIT })
    expect(await rejectedRequests(shop)).toEqual([
      { type: 'sale', ...STORED },
      { type: 'lead', ...STORED },
      { type: 'lead', ...NONE },
    ])
  })
})
