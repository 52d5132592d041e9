import { groupBy } from '../platform/group-by.rule.ts'
import type { CommissionPolicy } from '../programs/commission-policy.ts'
import type { PolicyVersion } from './previewed-sale.ts'

/** The policies that were in force when a sale of this product was received: the default and the product's own. */
export type PoliciesAt = (sale: { product_id: string | undefined; received_at: Date }) => CommissionPolicy[]

/** Says for any sale which of these versions were in force; a version is no longer at the instant it was superseded. */
export function policyHistory(versions: readonly PolicyVersion[]): PoliciesAt {
  const byProduct = groupBy(
    versions.toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime()),
    ({ product_id }) => product_id,
  )
  return ({ product_id, received_at }) =>
    [null, ...(product_id === undefined ? [] : [product_id])].flatMap(
      (product) => versionAt(byProduct.get(product) ?? [], received_at) ?? [],
    )
}

/** Of the versions of one policy, the oldest first: they follow one another, with times between when there was none. */
function versionAt(versions: readonly PolicyVersion[], at: Date): PolicyVersion | undefined {
  let [low, high] = [0, versions.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const version = versions[middle]
    if (version !== undefined && version.created_at <= at) low = middle + 1
    else high = middle
  }
  const version = versions[low - 1]
  return version === undefined || (version.superseded_at !== null && version.superseded_at <= at)
    ? undefined
    : version
}
