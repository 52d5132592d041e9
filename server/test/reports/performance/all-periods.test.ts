import { expect, test } from 'vitest'
import { send, signInMember, startTestService } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { signInAs } from '../../partners/portal-access/partner.ts'

const service = await startTestService()
const shop = await openShop(service, { timeZone: 'Pacific/Apia' })
const { id, partnerId } = shop.program
const bearer = await signInMember(service, shop.program)
const partner = await signInAs(service, partnerId)
await shop.customer('cus')
// The program was created today, but has a purchase from three weeks earlier.
const recordedSale = {
  transaction_id: 't',
  customer_key: 'cus',
  amount_cents: 7777,
  occurred_at: '2026-02-18T12:00:00Z',
}
expect((await shop.sale(recordedSale)).status).toBe(200)

const asMember = (url: string) => send(service.app, 'GET', url, { bearer })
const asPartner = (path: string) => partner.call('GET', path)

test.each<[string, (period: string) => ReturnType<typeof asMember>]>([
  ['breakdown', (period) => asMember(`/api/tracking/breakdown/${id}?by=partner&period=${period}`)],
  [
    'breakdown export',
    (period) => asMember(`/api/tracking/breakdown/${id}/file.csv?by=partner&period=${period}`),
  ],
  ['partner report', (period) => asMember(`/api/programs/${id}/partner-report?period=${period}`)],
  [
    'partner metrics',
    (period) => asMember(`/api/programs/${id}/partner-metrics?partnerIds=${partnerId}&period=${period}`),
  ],
  ['partner links', (period) => asPartner(`/programs/${id}/links?period=${period}`)],
])('period=all includes everything in 30d, even before the program was created: %s', async (_what, read) => {
  const [all, month] = [await read('all'), await read('30d')]
  expect([all.status, month.status]).toEqual([200, 200])
  // The exported rows contain the first and last day of their period.
  const withoutPeriod = (text: string) => text.replaceAll(/,2026-\d\d-\d\d/g, '')
  expect(all.body?.data ?? withoutPeriod(all.text)).toEqual(month.body?.data ?? withoutPeriod(month.text))
  expect(JSON.stringify(all.body?.data ?? all.text)).toMatch(/7777|"sales":1|77\.77/)
})

test('period=all starts on the day of the first event: performance, health and partner overview', async () => {
  const performance = await asMember(`/api/tracking/performance/${id}?period=all`)
  expect(performance.body.data[0].date).toBe('2026-02-19')
  expect(performance.body.metrics.revenueByCurrency).toEqual({ USD: 7777 })
  const health = await asMember(`/api/tracking/health/${id}?period=all`)
  expect(health.text).toContain('2026-02-18T11:00:00.000Z')
  const overview = await asPartner(`/programs/${id}/overview?period=all`)
  expect(overview.body.data.sales).toBe(1)
})
