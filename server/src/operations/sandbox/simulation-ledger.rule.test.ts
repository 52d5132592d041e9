import { describe, expect, it } from 'vitest'
import { compareTotals, SimulationLedger } from './simulation-ledger.rule.ts'
import { planSimulation, SIMULATION_MONTHS } from './simulation-plan.rule.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, n))

function sale(over: { refunded_cents?: number; commission_cents?: number; hold_until?: Date } = {}) {
  const fixed = { transaction_id: 't', partner: 0, amount_cents: 20_000 }
  return { ...fixed, refunded_cents: 0, commission_cents: 4_000, hold_until: day(31), ...over }
}

describe('a simulation ledger', () => {
  it('pays what is due less reversals, and recovers overpaid amounts', () => {
    const ledger = new SimulationLedger(350)
    const [first, second] = [sale(), sale({ hold_until: day(60) })]
    ledger.sales.push(first, second, sale({ commission_cents: 0 }))
    expect(ledger.pay(day(30))).toBe(0)
    expect(ledger.pay(day(31))).toBe(4_000)
    expect(ledger.pay(day(32))).toBe(0)
    first.refunded_cents = 20_000
    second.refunded_cents = 10_000
    expect(ledger.pay(day(60))).toBe(0)
    expect(ledger.totals()).toEqual({
      clicks: 0,
      leads: 0,
      sales: 3,
      commissions: 2,
      revenue_cents: 30_000,
      commission_cents: 8_000,
      reversed_cents: 6_000,
      fee_cents: 1_050,
      paid_cents: 4_000,
    })
  })

  it('reports differences from the stored totals, whatever they contained before', () => {
    const before = new SimulationLedger(350).totals()
    const ledger = new SimulationLedger(350)
    ledger.sales.push(sale())
    const after = ledger.totals()
    expect(compareTotals(after, before, after)).toEqual([])
    expect(compareTotals(after, before, { ...after, fee_cents: 699 })).toEqual([
      { what: 'fee_cents', expected: 700, found: 699 },
    ])
    expect(compareTotals(after, after, after)).toContainEqual({ what: 'sales', expected: 1, found: 0 })
  })
})

describe('a simulation plan', () => {
  it('depends only on the seed', () => {
    expect(planSimulation(7)).toEqual(planSimulation(7))
    expect(planSimulation(7)).not.toEqual(planSimulation(8))
    expect(planSimulation(7)).toHaveLength(SIMULATION_MONTHS)
  })
})
