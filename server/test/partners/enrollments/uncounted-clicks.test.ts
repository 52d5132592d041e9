import { expect, test } from 'vitest'
import { type ClickRequest, createClickRecorder } from '../../../src/tracking/clicks/record-click.flow.ts'
import { createTestPartner, send, signInMember, startTestService } from '../../harness.ts'
import { openShop } from '../../merchant.ts'

const service = await startTestService()
const { app, clock, deps } = service

const LINK_OF = (code: string) => ({ affiliate_url: `https://shop.test/?aff=${code}` })

async function open() {
  clock.set('2026-03-10T12:00:00.000Z')
  const shop = await openShop(service)
  const bearer = await signInMember(service, shop.program)
  const waiting = await createTestPartner(service, shop.program, 'pending')
  const partners = `/api/programs/${shop.program.id}/partners`
  return {
    shop,
    waiting,
    read: async (partnerId: number) =>
      (await send(app, 'GET', `${partners}/${partnerId}`, { bearer })).body.data,
    list: async () => (await send(app, 'GET', partners, { bearer })).body.data,
    decide: (partnerId: number, verb: string) =>
      send(app, 'POST', `${partners}/${partnerId}/${verb}`, { bearer }),
  }
}

test('counts no clicks for a pending partner and reports how many were lost', async () => {
  const { shop, waiting, read, list, decide } = await open()
  expect(await read(waiting.partnerId)).toMatchObject({ status: 'pending', uncountedClicks: 0 })
  const before = await shop.counts()
  for (let click = 0; click < 3; click++) {
    expect((await shop.click(LINK_OF(waiting.code))).body).toMatchObject({ reason: 'inactive_link' })
  }
  await shop.click({
    ...LINK_OF(waiting.code),
    user_agent: 'Googlebot/2.1 (+http://www.google.com/bot.html)',
  })
  expect(await shop.counts()).toEqual(before)
  expect(await read(waiting.partnerId)).toMatchObject({ uncountedClicks: 3 })
  const clicksById = (await list()).map(({ id, uncountedClicks }: Record<string, number>) => [
    id,
    uncountedClicks,
  ])
  expect(clicksById).toContainEqual([waiting.partnerId, 3])
  expect(clicksById).toContainEqual([shop.program.partnerId, 0])

  await decide(waiting.partnerId, 'approve')
  expect((await shop.click(LINK_OF(waiting.code))).body.success).toBe(true)
  // Clicks lost earlier are still reported; new clicks count normally.
  expect(await read(waiting.partnerId)).toMatchObject({ status: 'approved', uncountedClicks: 3 })
})

test('reports no lost clicks for a rejected partner or a deactivated link', async () => {
  const { shop, waiting, read, decide } = await open()
  await decide(waiting.partnerId, 'reject')
  await shop.click(LINK_OF(waiting.code))
  expect(await read(waiting.partnerId)).toMatchObject({ status: 'rejected', uncountedClicks: 0 })
})

test('counts every lost click in concurrent batches', async () => {
  const { shop, waiting, read } = await open()
  const other = await createTestPartner(service, shop.program, 'pending')
  const click = (code: string) => ({
    codes: [code],
    program_id: undefined,
    existing_click_id: undefined,
    is_bot: false,
    received_at: clock.now(),
    details: {} as ClickRequest['details'], // safe because every detail is optional in a request
  })
  const batches = Array.from({ length: 20 }, (_, index) => {
    const clicks = [click(waiting.code), click(other.code), click(shop.program.code)]
    return createClickRecorder(deps)(index % 2 === 0 ? clicks : clicks.reverse())
  })
  await Promise.all(batches)
  expect(await read(waiting.partnerId)).toMatchObject({ uncountedClicks: 20 })
  expect(await read(other.partnerId)).toMatchObject({ uncountedClicks: 20 })
  expect(await shop.counts()).toMatchObject({ click_events: 20 })
})
