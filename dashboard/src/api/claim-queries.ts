import { queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'
import { pagedQuery } from './paged-query.ts'
import { withoutUndefined } from './queries.ts'
import type { ClaimState } from './types.ts'

/** Queries for partner claims. */

export const claimsQuery = (programId: string, request: { state: ClaimState | undefined }) =>
  pagedQuery({
    key: ['claims', programId, 'list', request],
    keepsPreviousRows: true,
    readPage: (page, signal) =>
      read(
        api.GET('/api/programs/{programId}/claims', {
          params: { path: { programId }, query: { ...withoutUndefined(request), ...page } },
          signal,
        }),
      ),
  })

/** @param transactionId the order to check if the claim only names a day */
export const claimQuery = (programId: string, claimId: number, transactionId: string | undefined) =>
  queryOptions({
    queryKey: ['claims', programId, 'one', claimId, transactionId],
    queryFn: async ({ signal }) =>
      (
        await read(
          api.GET('/api/programs/{programId}/claims/{claimId}', {
            params: {
              path: { programId, claimId: String(claimId) },
              query: withoutUndefined({ transactionId }),
            },
            signal,
          }),
        )
      ).data,
  })

/** What an approval can choose. */
export interface ClaimChoice {
  transactionId?: string | undefined
  customerId?: number | undefined
  clickId?: string | undefined
  productId?: string | undefined
}

/** The commission that an approval would create. */
export const claimApprovalQuery = (programId: string, claimId: number, choice: ClaimChoice) =>
  queryOptions({
    queryKey: ['claims', programId, 'approval', claimId, choice],
    queryFn: async ({ signal }) =>
      (
        await read(
          api.GET('/api/programs/{programId}/claims/{claimId}/approval', {
            params: { path: { programId, claimId: String(claimId) }, query: withoutUndefined(choice) },
            signal,
          }),
        )
      ).data,
  })
