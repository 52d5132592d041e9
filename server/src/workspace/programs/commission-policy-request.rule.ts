import type { PolicyDuration, PolicyType } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'

/** A requested commission policy (D28). Each field is valid on its own. */
export interface CommissionPolicyRequest {
  type: PolicyType
  rateBps?: number
  amountCents?: number
  currency?: Currency
  duration?: PolicyDuration
  durationMonths?: number
}

/**
 * Checks that the fields of a policy are consistent: `percent` requires a rate, `flat` an amount and its currency, and
 * only the duration `months` a number of months.
 * @returns the first inconsistent field with a message, or undefined
 */
export function findInconsistentField(
  request: CommissionPolicyRequest,
): { field: keyof CommissionPolicyRequest; message: string } | undefined {
  for (const { field, belongs, to } of fieldRules(request)) {
    if (belongs && request[field] === undefined) return { field, message: `${field} is required for ${to}.` }
    if (!belongs && request[field] !== undefined)
      return { field, message: `${field} is only allowed for ${to}.` }
  }
  return undefined
}

function fieldRules({ type, duration }: CommissionPolicyRequest) {
  return [
    { field: 'rateBps', belongs: type === 'percent', to: 'type percent' },
    { field: 'amountCents', belongs: type === 'flat', to: 'type flat' },
    { field: 'currency', belongs: type === 'flat', to: 'type flat' },
    { field: 'durationMonths', belongs: duration === 'months', to: 'duration months' },
  ] as const
}
