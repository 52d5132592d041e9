import { expect, it } from 'vitest'
import { decideAttribution } from '../tracking/decide-sale.rule.ts'
import type { SaleFacts } from '../tracking/sale.ts'
import { windowThen } from './window-then.rule.ts'

const at = new Date('2026-03-10T12:00:00.000Z')

/** What the rule of sales answers to a sale that comes after a window of so many days. */
function answered(attribution_window_days: number): string {
  const customer = { clicked_at: new Date(0), sale_count: 0, partner_status: 'approved' }
  // safe because the rule looks at nothing else of them
  const facts = { program: { attribution_window_days }, customer } as unknown as SaleFacts
  const decision = decideAttribution(facts, { customer_key: 'ann', click_id: undefined }, at)
  return decision.kind === 'window_expired' ? decision.message : decision.kind
}

it.each([1, 2, 10, 60, 365, 3650])('a window of %d days is read from the answer that told of it', (days) => {
  expect(windowThen({ code: 'window_expired', message: answered(days) })).toBe(days)
})

it.each([
  ['another answer', 'no_attribution', answered(10)],
  ['other words', 'window_expired', 'It was refused.'],
  ['words around it', 'window_expired', `It said: ${answered(10)}`],
  ['no window', 'window_expired', answered(10).replace('10', '0')],
])('of %s, nothing is known', (_label, code, message) => {
  expect(windowThen({ code, message })).toBeUndefined()
})
