import { describe, expect, it } from 'vitest'
import { createTestPartner, startTestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'

const service = await startTestService()
const { clock } = service

async function open() {
  clock.set('2026-03-10T12:00:00.000Z')
  return openShop(service)
}

const carry = (shop: Shop, id: string, more: Record<string, unknown> = {}) =>
  shop.click({ affiliate_url: `https://checkout.test/?service_click_id=${id}`, ...more })

const unknown = { success: false, reason: 'unknown_link' }

describe('a click ID from another of the merchant’s sites, without a code', () => {
  it('is adopted without counting the click again, even days later', async () => {
    const shop = await open()
    const id = await shop.clickId()
    clock.advance({ days: 20 })
    const { body } = await carry(shop, id)
    expect(body).toEqual({
      success: true,
      click_id: id,
      partner_code: shop.program.code,
      cookie_window_days: 60,
    })
    expect(await shop.rows('click_events')).toHaveLength(1)
    expect(await shop.stats()).toEqual([{ day: '2026-03-10', currency: 'XXX', clicks: 1 }])
    await shop.verify()
  })

  it('doesn’t replace a newer click in the cookie', async () => {
    const shop = await open()
    const older = await shop.clickId()
    clock.advance({ minutes: 1 })
    const newer = await shop.clickId((await createTestPartner(service, shop.program)).code)
    expect((await carry(shop, older, { existing_click_id: newer })).body.click_id).toBe(newer)
    expect((await carry(shop, newer, { existing_click_id: older })).body.click_id).toBe(newer)
  })

  it('is unknown if it doesn’t exist, belongs to another program, or was a test', async () => {
    const [shop, other] = [await open(), await openShop(service)]
    const id = await shop.clickId()
    const made = `${id.slice(0, -4)}0000`
    expect((await carry(shop, made)).body).toMatchObject(unknown)
    expect((await carry(shop, 'click-1')).body).toMatchObject(unknown)
    expect((await carry(shop, id, { program_id: other.program.id })).body).toMatchObject(unknown)
    expect((await carry(shop, id, { program_id: shop.program.id })).body).toMatchObject({ click_id: id })
    await shop.change({ status: 'paused' })
    expect((await carry(shop, id)).body).toMatchObject(unknown)
  })

  it('is adopted next to a cookie for another program or for a nonexistent click, even if the cookie is newer', async () => {
    const [shop, other] = [await open(), await openShop(service)]
    const id = await shop.clickId()
    clock.advance({ minutes: 1 })
    const foreign = await other.clickId()
    const made = `${(await shop.clickId()).slice(0, -4)}0000`
    for (const existing_click_id of [foreign, made, 'click-1'])
      expect((await carry(shop, id, { existing_click_id })).body.click_id, existing_click_id).toBe(id)
  })

  it('decides between several codes if its own is one of them, as after a redirect link', async () => {
    const shop = await open()
    const other = await createTestPartner(service, shop.program)
    const id = await shop.clickId()
    const { body } = await carry(shop, id, {
      affiliate_url: `https://checkout.test/?aff=${other.code}&aff=${shop.program.code.toUpperCase()}&service_click_id=${id}`,
    })
    expect(body).toMatchObject({ success: true, click_id: id, partner_code: shop.program.code })
    expect(await shop.rows('click_events')).toHaveLength(1)
  })

  it('is ignored if the URL has a code, whose click then counts', async () => {
    const shop = await open()
    const id = await shop.clickId()
    const second = await createTestPartner(service, shop.program)
    const { body } = await carry(shop, id, {
      affiliate_url: `https://checkout.test/?service_click_id=${id}&aff=${second.code}`,
    })
    expect(body.partner_code).toBe(second.code)
    expect(body.click_id).not.toBe(id)
  })
})
