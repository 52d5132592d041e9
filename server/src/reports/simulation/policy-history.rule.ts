import { groupBy } from '../../core/text/group-by.rule.ts'
import type { CommissionPolicy } from '../../workspace/programs/commission-policy.ts'
import type { PolicyVersion, PreviewedSale, Scope } from './previewed-sale.ts'

/** Returns the policies in force when a sale of this product and group was received, both specific and default ones. */
export type PoliciesAt = (
  sale: Pick<PreviewedSale, 'group_id' | 'product_id' | 'came_at'>,
) => CommissionPolicy[]

/** Returns a lookup for the versions in force at a sale's time. `superseded_at` is exclusive. */
export function policyHistory(versions: readonly PolicyVersion[]): PoliciesAt {
  const versionsByScope = groupBy(
    versions.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()),
    scopeKey,
  )
  return ({ group_id, product_id, came_at }) => {
    const groups = group_id === null ? [null] : [null, group_id]
    const products = product_id === undefined ? [null] : [null, product_id]
    const scopes = groups.flatMap((group) =>
      products.map((product) => ({ group_id: group, product_id: product })),
    )
    return scopes.flatMap((scope) => versionAt(versionsByScope.get(scopeKey(scope)) ?? [], came_at) ?? [])
  }
}

const scopeKey = ({ group_id, product_id }: Scope) => JSON.stringify([group_id, product_id])

/** Returns the version in force. A policy's versions are ordered, oldest first, and may have gaps. */
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
