import { describe, expect, it } from 'vitest'
import { concurrently } from '../../harness.ts'
import { HOUR_MS, laterEvent, next, startAdapterTests } from './adapter-tests.ts'
import { ADAPTERS } from './adapters.ts'

const { openConnected: openConnectedAccount, createSpec, expectMoney } = await startAdapterTests()

describe.each(ADAPTERS)('concurrent deliveries of $name', (adapter) => {
  const open = async () => {
    const shop = await openConnectedAccount(adapter)
    const { click_id } = await shop.customer('cus-1')
    return { shop, paid: createSpec({ metadata: { service_click_id: click_id } }) }
  }

  it('with a wrong secret are all counted', async () => {
    const { shop, paid } = await open()
    const event = adapter.event('payment', paid)
    const secret = adapter.newSecret(next())
    const responses = await concurrently(20, () => shop.deliver(event, { secret }))
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(400))
    const { rejectedEvents } = (await shop.manage('GET', '/processor')).body.data
    expect(rejectedEvents.events).toBe(20)
  })

  it('of one event are counted once', async () => {
    const { shop, paid } = await open()
    const event = adapter.event('payment', paid)
    const responses = await concurrently(20, () => shop.deliver(event))
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(responses.filter(({ body }) => body.ignored === undefined)).toHaveLength(1)
    await expectMoney(shop, [{ cents: 4900, refundedCents: 0 }])
  })

  it('of a payment, its refunds and the merchant’s own sale result in one refunded sale', async () => {
    for (let round = 0; round < 3; round++) {
      const { shop, paid } = await open()
      const at = (hour: number) => new Date(paid.at.getTime() + hour * HOUR_MS)
      const events = [
        adapter.event('payment', paid),
        adapter.event('refund', laterEvent(paid, { cents: 700, taxCents: 0, refundedCents: 700, at: at(1) })),
        adapter.event(
          'refund',
          laterEvent(paid, { cents: 800, taxCents: 0, refundedCents: 1500, at: at(2) }),
        ),
      ]
      const transaction_id = adapter.transactionId('payment', paid)
      const calls = [
        ...events.map((event) => () => shop.deliver(event)),
        () => shop.sale({ transaction_id, amount_cents: 4900, customer_key: 'cus-1' }),
      ]
      const responses = await Promise.all([...calls, ...calls, ...calls].map((call) => call()))
      expect(responses.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
      await expectMoney(shop, [{ cents: 4900, refundedCents: 1500 }])
    }
  })
})
