import { expect, test } from 'vitest'
import { send, signInMember, startTestService } from '../../harness.ts'
import { openShop } from '../../merchant.ts'

const service = await startTestService()
const { app } = service

test('GET /commissions/:id returns a commission as the list does, even to a viewer, who can’t read its history', async () => {
  const shop = await openShop(service)
  await shop.customer('cus-1')
  const sale = await shop.sale({ transaction_id: 't-1', amount_cents: 1000, customer_key: 'cus-1' })
  const id = sale.body.commission_id
  const owner = await signInMember(service, shop.program)
  const viewer = await signInMember(service, shop.program, { role: 'viewer' })
  const read = (rest: string, bearer: string) =>
    send(app, 'GET', `/api/programs/${shop.program.id}/commissions${rest}`, { bearer })
  const [listedCommission] = (await read('', owner)).body.data
  for (const bearer of [owner, viewer]) {
    expect((await read(`/${id}`, bearer)).body).toEqual({ data: listedCommission })
  }
  expect([(await read('', viewer)).status, (await read(`/${id}/changes`, viewer)).status]).toEqual([403, 403])
})

test('GET /commissions/:id returns 404 for an unknown commission or another program’s commission', async () => {
  const [shop, other] = [await openShop(service), await openShop(service)]
  await other.customer('cus-1')
  const sale = await other.sale({ transaction_id: 't-1', amount_cents: 1000, customer_key: 'cus-1' })
  const bearer = await signInMember(service, shop.program)
  for (const id of [sale.body.commission_id, 999_999_999, 'abc']) {
    const response = await send(app, 'GET', `/api/programs/${shop.program.id}/commissions/${id}`, { bearer })
    expect([id, response.status, response.body.error?.code]).toEqual([id, 404, 'not_found'])
  }
})
