import fc from 'fast-check'
import { describe, it } from 'vitest'
import { eventCount, HOUR_MS, laterEvent, next, startAdapterTests } from './adapter-tests.ts'
import { ADAPTERS } from './adapters.ts'

const {
  openConnected: openConnectedAccount,
  createSpec,
  expectMoney,
  expectSameMoney,
} = await startAdapterTests()

describe.each(ADAPTERS)('$name', (adapter) => {
  it('results in the same amounts in any order, with repetitions', async () => {
    const events = Array.from({ length: eventCount(adapter) }, (_, index) => index)
    const order = fc.shuffledSubarray(events, { minLength: events.length })
    const repeated = fc.array(fc.constantFrom(...events), { maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(order, repeated, (first, again) => expectSameMoney(adapter, [...first, ...again])),
      { numRuns: 8 },
    )
  })

  it('matches an independent total of random payments and refunds', async () => {
    const payment = fc.record({
      cents: fc.integer({ min: 3, max: 500_000 }),
      parts: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(payment, { minLength: 1, maxLength: 4 }), async (payments) => {
        const shop = await openConnectedAccount(adapter)
        const { click_id } = await shop.customer('cus-1')
        const paid = createSpec({ metadata: { service_click_id: click_id } })
        const expected = []
        for (const { cents, parts } of payments) {
          const one = laterEvent(paid, { payment: next(), cents, taxCents: 0 })
          await shop.publish('payment', one)
          let refundedCents = 0
          for (const [index, part] of parts.entries()) {
            const amount = Math.floor((cents * part) / 120)
            if (amount === 0) continue
            refundedCents += amount
            const at = new Date(one.at.getTime() + (index + 1) * HOUR_MS)
            await shop.publish('refund', laterEvent(one, { cents: amount, refundedCents, at }))
          }
          expected.push({ cents, refundedCents })
        }
        await expectMoney(shop, expected)
      }),
      { numRuns: 5 },
    )
  })
})
