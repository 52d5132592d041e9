import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestPartner, startTestService } from '../harness.ts'
import { openShop, type Shop } from '../merchant.ts'

const service = await startTestService()
const { kysely } = service.database

/** As another process changes it: this one knows nothing of it. */
const CHANGES: [string, (shop: Shop) => Promise<unknown>, Record<string, unknown>][] = [
  [
    'its link is switched off',
    (shop) => update(shop, 'links', sql`status = 'inactive'`),
    { reason: 'inactive_link' },
  ],
  [
    'its partner is rejected',
    (shop) => update(shop, 'partner_programs', sql`status = 'rejected'`),
    { reason: 'inactive_link' },
  ],
  ['the program is paused', (shop) => shop.change({ status: 'paused' }), { reason: 'program_paused' }],
  [
    'the program takes no new referrals',
    (shop) => shop.change({ closed_to_new_referrals: true }),
    { reason: 'program_paused' },
  ],
  [
    'the cookie holds longer',
    (shop) => shop.change({ cookie_window_days: 77 }),
    { success: true, cookie_window_days: 77 },
  ],
]

function update(shop: Shop, table: string, change: ReturnType<typeof sql>) {
  return sql`update ${sql.table(table)} set ${change} where program_id = ${shop.program.id}`.execute(kysely)
}

test.each(CHANGES)('a click is answered by what is true now, when %s', async (_, change, answer) => {
  const shop = await openShop(service)
  expect((await shop.click()).body).toMatchObject({ success: true, cookie_window_days: 60 })
  await change(shop)
  expect((await shop.click()).body).toMatchObject(answer)
  const clicks = answer.success === true ? 2 : 1
  expect(await shop.counts()).toMatchObject({ click_events: clicks })
  await shop.verify()
})

test('a click is counted again as soon as its link is switched on again', async () => {
  const shop = await openShop(service)
  await update(shop, 'links', sql`status = 'inactive'`)
  expect((await shop.click()).body).toMatchObject({ reason: 'inactive_link' })
  await update(shop, 'links', sql`status = 'active'`)
  expect((await shop.click()).body).toMatchObject({ success: true })
})

test('a partner who was approved is told of no click that was counted', async () => {
  const shop = await openShop(service)
  const waiting = await createTestPartner(service, shop.program, 'pending')
  const click = () => shop.click({ affiliate_url: `https://shop.test/?aff=${waiting.code}` })
  expect((await click()).body).toMatchObject({ reason: 'inactive_link' })
  await update(shop, 'partner_programs', sql`status = 'approved'`)
  expect((await click()).body).toMatchObject({ success: true })
  const lost = await kysely
    .selectFrom('uncounted_clicks')
    .select(['partner_id', 'clicks'])
    .where('program_id', '=', shop.program.id)
    .execute()
  expect(lost).toEqual([{ partner_id: waiting.partnerId, clicks: 1 }])
})
