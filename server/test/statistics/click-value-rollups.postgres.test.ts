import { expect, test } from 'vitest'
import { rollUpAllClickValues } from '../../src/statistics/click-value-rollups.flow.ts'
import { concurrently, send, signInMember, startTestService } from '../harness.ts'
import { openShop } from '../merchant.ts'

test('each click is in the roll-ups exactly once while days are rolled up, data subjects are erased and clicks are recorded', async () => {
  const service = await startTestService({ ownDatabase: true, now: '2026-03-01T12:00:00.000Z' })
  const { app, clock, database, deps } = service
  const shop = await openShop(service)
  const bearer = await signInMember(service, shop.program)
  const erase = (customerKey: string) =>
    send(app, 'POST', `/api/programs/${shop.program.id}/data-subject/erase`, {
      bearer,
      body: { customerKey },
    })
  for (let day = 0; day < 12; day++) {
    const customers = await concurrently(4, async (number) => {
      const { body } = await shop.click({
        affiliate_url: `${shop.url}&sub=${day}-${number}`,
        page_url: `https://shop.test/${number % 2}`,
      })
      await shop.customer(`c-${day}-${number}`, body.click_id)
      return `c-${day}-${number}`
    })
    clock.advance({ days: 1 })
    const [first = '', second = ''] = customers
    const [responses] = await Promise.all([
      Promise.all([first, second].map(erase)),
      concurrently(3, () => rollUpAllClickValues(deps)),
      concurrently(3, () => shop.clickId()),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
  }
  await rollUpAllClickValues(deps)
  await shop.verify()
  const rolledUp = await database.kysely
    .selectFrom('click_value_rollups')
    .select(({ fn }) => fn.sum<string>('clicks').as('clicks'))
    .where('program_id', '=', shop.program.id)
    .where('dimension', '=', 'device')
    .where('days', '=', 1)
    .executeTakeFirstOrThrow()
  // The last day's clicks, three of which were recorded after noon.
  expect(Number(rolledUp.clicks)).toBe(12 * 4 + 11 * 3)
}, 60_000)
