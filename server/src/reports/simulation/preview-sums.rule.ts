import type { Currency } from '../../core/money/currency.ts'
import { groupBy } from '../../core/text/group-by.rule.ts'
import type { SalePreview } from './preview-sale.rule.ts'

/** Actual and simulated earnings of sales in one currency. */
export interface PreviewSum {
  currency: Currency
  sales: number
  /** Number of sales that would have earned a different amount. */
  changed_sales: number
  earned_cents: bigint
  would_earn_cents: bigint
}

export type PartnerSum = PreviewSum & { partner_id: number }
/** Sums for the partners who are not listed, in one currency. */
export type RestSum = PreviewSum & { partners: number }

/** Accumulates a simulation's sums. */
export class PreviewSums {
  readonly #sums = new Map<string, PartnerSum>()

  add(
    { partner_id, currency }: { partner_id: number; currency: Currency },
    { earned_cents, would_earn_cents }: SalePreview,
  ): void {
    const key = `${partner_id} ${currency}`
    const sum = this.#sums.get(key) ?? { partner_id, ...zeroSum(currency) }
    sum.sales += 1
    sum.changed_sales += Number(earned_cents !== would_earn_cents)
    sum.earned_cents += BigInt(earned_cents)
    sum.would_earn_cents += BigInt(would_earn_cents)
    this.#sums.set(key, sum)
  }

  /** Returns, per currency, the total, the partners with the largest differences, and the sum of all others. */
  rankPartners(maxPartners: number): { totals: PreviewSum[]; partners: PartnerSum[]; rest: RestSum[] } {
    const sumsByCurrency = groupBy(this.#sums.values(), ({ currency }) => currency)
    const totals: PreviewSum[] = []
    const partners: PartnerSum[] = []
    const rest: RestSum[] = []
    for (const [currency, sums] of [...sumsByCurrency].sort(([one], [other]) => (one < other ? -1 : 1))) {
      sums.sort(byDifference)
      const others = sums.slice(maxPartners)
      totals.push(addUp(currency, sums))
      partners.push(...sums.slice(0, maxPartners))
      if (others.length > 0) rest.push({ ...addUp(currency, others), partners: others.length })
    }
    return { totals, partners, rest }
  }
}

export function computeDifference({ earned_cents, would_earn_cents }: PreviewSum): bigint {
  return would_earn_cents - earned_cents
}

function addUp(currency: Currency, sums: readonly PreviewSum[]): PreviewSum {
  return sums.reduce(
    (all, one) => ({
      currency,
      sales: all.sales + one.sales,
      changed_sales: all.changed_sales + one.changed_sales,
      earned_cents: all.earned_cents + one.earned_cents,
      would_earn_cents: all.would_earn_cents + one.would_earn_cents,
    }),
    zeroSum(currency),
  )
}

const zeroSum = (currency: Currency): PreviewSum => ({
  currency,
  sales: 0,
  changed_sales: 0,
  earned_cents: 0n,
  would_earn_cents: 0n,
})

/** Sorts by largest absolute difference, then by highest simulated earnings. */
function byDifference(a: PartnerSum, b: PartnerSum): number {
  return (
    compare(absolute(computeDifference(b)), absolute(computeDifference(a))) ||
    compare(b.would_earn_cents, a.would_earn_cents) ||
    a.partner_id - b.partner_id
  )
}

const absolute = (cents: bigint) => (cents < 0n ? -cents : cents)
const compare = (a: bigint, b: bigint) => (a < b ? -1 : Number(a > b))
