import type { ProgramTotals } from './program-totals.ts'

/** A simulated sale and its expected commission. */
export interface LedgerSale {
  transaction_id: string
  partner: number
  amount_cents: number
  refunded_cents: number
  /** 0 after the commission policy has ended. */
  commission_cents: number
  hold_until: Date
}

export const SIMULATION_RATE = 0.2
export const SIMULATION_POLICY_MONTHS = 12

/**
 * Computes the expected totals from the simulated events and the program's terms, independently of the service.
 */
export class SimulationLedger {
  clicks = 0
  leads = 0
  readonly sales: LedgerSale[] = []
  /** Paid amounts by partner index. */
  readonly paid = new Map<number, number>()
  readonly #feeBps: number

  constructor(feeBps: number) {
    this.#feeBps = feeBps
  }

  /** Returns the remaining commission after refunds. */
  #left({ amount_cents, refunded_cents, commission_cents }: LedgerSale): number {
    return commission_cents - (commission_cents * refunded_cents) / amount_cents
  }

  /**
   * Pays each partner the amount that is due by `until`.
   * @returns the total
   */
  pay(until: Date): number {
    let total = 0
    for (const partner of new Set(this.sales.map((sale) => sale.partner))) {
      const paid = this.paid.get(partner) ?? 0
      const earnedCents = this.sales
        .filter((sale) => sale.partner === partner && sale.hold_until <= until)
        .reduce((sum, sale) => sum + this.#left(sale), 0)
      if (earnedCents <= paid) continue
      this.paid.set(partner, earnedCents)
      total += earnedCents - paid
    }
    return total
  }

  totals(): ProgramTotals {
    const sum = (of: (sale: LedgerSale) => number) => this.sales.reduce((total, sale) => total + of(sale), 0)
    return {
      clicks: this.clicks,
      leads: this.leads,
      sales: this.sales.length,
      commissions: this.sales.filter(({ commission_cents }) => commission_cents > 0).length,
      revenue_cents: sum(({ amount_cents, refunded_cents }) => amount_cents - refunded_cents),
      commission_cents: sum(({ commission_cents }) => commission_cents),
      reversed_cents: sum((sale) => sale.commission_cents - this.#left(sale)),
      fee_cents: sum((sale) => ((sale.amount_cents - sale.refunded_cents) * this.#feeBps) / 10_000),
      paid_cents: [...this.paid.values()].reduce((total, paid) => total + paid, 0),
    }
  }
}

/** Returns the totals that didn't change as expected. */
export function compareTotals(
  expected: ProgramTotals,
  before: ProgramTotals,
  after: ProgramTotals,
): { what: keyof ProgramTotals; expected: number; found: number }[] {
  // safe because these are its keys
  return (Object.keys(expected) as (keyof ProgramTotals)[])
    .map((figure) => ({ what: figure, expected: expected[figure], found: after[figure] - before[figure] }))
    .filter((one) => one.expected !== one.found)
}
