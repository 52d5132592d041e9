import Type from 'typebox'
import { limits } from '../platform/config.ts'
import { ApiError } from '../platform/errors.http.ts'
import { givenId } from '../platform/management.http.ts'

/** The commissions that one call is about. */
export const CommissionIds = Type.Array(givenId(), {
  minItems: 1,
  maxItems: limits.commissionsPerCall,
  uniqueItems: true,
})

export function unknownCommissions(commissionIds: number[]): ApiError {
  const message = 'The program has no commissions of these ids: nothing was changed.'
  return new ApiError('not_found', message, { commissionIds })
}
