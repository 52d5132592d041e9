import type { ProgramTotals } from './program-totals.ts'

/** What a scenario has told of a sale, and what must come of it by the terms that it plays by. */
export interface LedgerSale {
  transaction_id: string
  partner: number
  amount_cents: number
  refunded_cents: number
  /** Of `amount_cents`; 0 where the policy has ended. */
  commission_cents: number
  hold_until: Date
}

export const SIMULATION_RATE = 0.2
export const SIMULATION_POLICY_MONTHS = 12

/**
 * A ledger of a scenario's own: it knows what was told and the terms, and nothing of how the service keeps its books.
 */
export class SimulationLedger {
  clicks = 0
  leads = 0
  readonly sales: LedgerSale[] = []
  /** By the place of the partner. */
  readonly paid = new Map<number, number>()
  readonly #feeBps: number

  constructor(feeBps: number) {
    this.#feeBps = feeBps
  }

  /** What of a sale is still its commission. */
  #left({ amount_cents, refunded_cents, commission_cents }: LedgerSale): number {
    return commission_cents - (commission_cents * refunded_cents) / amount_cents
  }

  /** Pays each partner what is due of what had matured by `until`. @returns what that comes to */
  pay(until: Date): number {
    let total = 0
    for (const partner of new Set(this.sales.map((sale) => sale.partner))) {
      const paid = this.paid.get(partner) ?? 0
      const earned = this.sales
        .filter((sale) => sale.partner === partner && sale.hold_until <= until)
        .reduce((sum, sale) => sum + this.#left(sale), 0)
      if (earned <= paid) continue
      this.paid.set(partner, earned)
      total += earned - paid
    }
    return total
  }

  books(): ProgramTotals {
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

/** Where books differ from what they should come to, given what they came to before. */
export function compareTotals(
  expected: ProgramTotals,
  before: ProgramTotals,
  after: ProgramTotals,
): { what: keyof ProgramTotals; expected: number; found: number }[] {
  // safe because these are its keys
  return (Object.keys(expected) as (keyof ProgramTotals)[])
    .map((what) => ({ what, expected: expected[what], found: after[what] - before[what] }))
    .filter((one) => one.expected !== one.found)
}
