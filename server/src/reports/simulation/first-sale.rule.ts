import { groupBy } from '../../core/text/group-by.rule.ts'
import type { PreviewedSale } from './previewed-sale.ts'

/**
 * Returns which sales at one instant were their customers' first. IDs don't show the order of sales in the same
 * millisecond, but a commission from a first-sale policy shows which one was first.
 * @returns the IDs of first sales
 */
export function firstSales(sales: readonly PreviewedSale[]): Set<number> {
  const candidates = sales.filter(
    ({ received_at, customer_first_sale_at }) => received_at.getTime() === customer_first_sale_at.getTime(),
  )
  const salesByCustomer = groupBy(candidates, ({ customer_id }) => customer_id)
  return new Set(
    [...salesByCustomer.values()].map((customerSales) => {
      const [only] = customerSales
      if (customerSales.length === 1 && only !== undefined) return only.id
      const evidenceRank = (sale: PreviewedSale) => EVIDENCE[chooseEvidence(sale)]
      return customerSales.reduce((first, one) =>
        evidenceRank(one) < evidenceRank(first) ||
        (evidenceRank(one) === evidenceRank(first) && one.id < first.id)
          ? one
          : first,
      ).id
    }),
  )
}

const EVIDENCE = { first: 0, none: 1, later: 2 } as const

function chooseEvidence({ commission, decided_by }: PreviewedSale): keyof typeof EVIDENCE {
  if (decided_by?.duration !== 'first_sale') return 'none'
  return commission === undefined ? 'later' : 'first'
}
