import { describe, expect, test } from 'vitest'
import { type Currency, DEFAULT_CURRENCIES } from '../../core/money/currency.ts'
import { type DemoActivity, generateActivity, seededRandom } from './demo-activity.rule.ts'

const SINCE = new Date('2026-01-01T00:00:00Z')
const NOW = new Date('2026-04-01T12:34:56Z')
const PARTNERS = [
  { joins_after_days: 0, clicks_per_day: 30, referrer_url: 'https://one.example/' },
  { joins_after_days: 40, clicks_per_day: 10, referrer_url: 'https://two.example/' },
]
const generate = (seed: number, currencies: readonly Currency[] = DEFAULT_CURRENCIES): DemoActivity =>
  generateActivity(PARTNERS, { since: SINCE, now: NOW, currencies }, seededRandom(seed))

describe('demo activity', () => {
  const { clicks, customers, sales } = generate(7)

  test('depends only on the seed', () => {
    expect(generate(7)).toEqual({ clicks, customers, sales })
    expect(generate(8).clicks).not.toEqual(clicks)
  })

  test('has some events of every type, all within its period', () => {
    const times = [...clicks, ...sales].map(({ at }) => at).concat(customers.map((one) => one.signed_up_at))
    expect(times.every((at) => at >= SINCE && at <= NOW)).toBe(true)
    for (const part of [customers, sales]) expect(part.length).toBeGreaterThan(10)
    expect(customers.some(({ customer_key }) => customer_key === null)).toBe(true)
    expect(sales.some(({ is_refunded }) => is_refunded)).toBe(true)
  })

  test('sells only in the installation’s currencies', () => {
    const listCurrencies = (activity: DemoActivity) => new Set(activity.sales.map(({ currency }) => currency))
    expect(listCurrencies({ clicks, customers, sales })).toContain('EUR')
    expect(listCurrencies(generate(7, ['USD', 'JPY']))).toEqual(new Set(['USD']))
  })

  test('has no signup before a click, and no purchase before a signup or without a customer key', () => {
    for (const { click, signed_up_at } of customers) {
      expect(clicks[click]?.at.getTime()).toBeLessThanOrEqual(signed_up_at.getTime())
    }
    for (const { customer_key, at } of sales) {
      const buyer = customers.find((customer) => customer.customer_key === customer_key)
      expect(buyer?.signed_up_at.getTime()).toBeLessThanOrEqual(at.getTime())
    }
  })

  test('clicks come from phones and desktops, with and without a sub-ID, some from returning visitors', () => {
    expect(new Set(clicks.map(({ user_agent }) => user_agent)).size).toBeGreaterThan(3)
    const named = clicks.filter(({ sub_id }) => sub_id !== null).length
    expect([named > 0, named < clicks.length]).toEqual([true, true])
    const sessions = new Set(clicks.map(({ session_id }) => session_id)).size
    expect(sessions).toBeGreaterThan(clicks.length / 2)
    expect(sessions).toBeLessThan(clicks.length)
  })

  test('has no clicks from a partner before they joined', () => {
    const second = clicks.filter(({ partner }) => partner === 1).map(({ at }) => at.getTime())
    expect(Math.min(...second)).toBeGreaterThanOrEqual(SINCE.getTime() + 40 * 24 * 3_600_000)
  })

  test('has unique transaction IDs and customer keys, and positive integer amounts', () => {
    const ids = sales.map(({ transaction_id }) => transaction_id)
    const keys = customers.flatMap(({ customer_key }) => customer_key ?? [])
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(keys).size).toBe(keys.length)
    expect(sales.every(({ amount_cents }) => Number.isInteger(amount_cents) && amount_cents > 0)).toBe(true)
  })
})
