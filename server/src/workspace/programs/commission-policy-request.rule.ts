import type { PolicyDuration, PolicyType } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'

/** A commission policy as it is asked for (D28); its fields are well-formed each by itself. */
export interface CommissionPolicyRequest {
  type: PolicyType
  rateBps?: number
  amountCents?: number
  currency?: Currency
  duration?: PolicyDuration
  durationMonths?: number
}

/**
 * Whether the fields of a policy fit together: percent takes a rate, flat an amount and its currency, and only
 * the duration `months` a number of months.
 * @returns the first field that does not fit and why, or undefined
 */
export function findPolicyMisfit(
  request: CommissionPolicyRequest,
): { field: keyof CommissionPolicyRequest; message: string } | undefined {
  for (const { field, belongs, to } of belongings(request)) {
    if (belongs && request[field] === undefined)
      return { field, message: `${field} is missing: ${to} takes it.` }
    if (!belongs && request[field] !== undefined) return { field, message: `${field} goes only with ${to}.` }
  }
  return undefined
}

function belongings({ type, duration }: CommissionPolicyRequest) {
  return [
    { field: 'rateBps', belongs: type === 'percent', to: 'the type percent' },
    { field: 'amountCents', belongs: type === 'flat', to: 'the type flat' },
    { field: 'currency', belongs: type === 'flat', to: 'the type flat' },
    { field: 'durationMonths', belongs: duration === 'months', to: 'the duration months' },
  ] as const
}
