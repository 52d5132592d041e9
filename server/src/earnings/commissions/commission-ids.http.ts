import Type from 'typebox'
import { ApiError } from '../../core/errors/errors.http.ts'
import { ObjectId } from '../../core/http/management-route.http.ts'
import { commissionLimits } from './limits.ts'

/** The commissions that a bulk request applies to. */
export const CommissionIds = Type.Array(ObjectId(), {
  minItems: 1,
  maxItems: commissionLimits.commissionsPerCall,
  uniqueItems: true,
})

export function unknownCommissionsError(commissionIds: number[]): ApiError {
  const message = 'The program has no commissions with these IDs. Nothing was changed.'
  return new ApiError('not_found', message, { commissionIds })
}
