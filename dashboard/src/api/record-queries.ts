import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'
import { pagedQuery } from './paged-query.ts'
import { withoutUndefined } from './queries.ts'
import type { Commission, CommissionStatus, Currency, CustomerStatus, HoldReason } from './types.ts'

/** Queries for commissions and customers: rows, totals and CSV URL. */

export interface CommissionFilters {
  status?: CommissionStatus | undefined
  kind?: Commission['kind'] | undefined
  partnerId?: number | undefined
  currency?: Currency | undefined
  holdReason?: HoldReason | undefined
  awaitingReview?: true | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

/** Selects all commissions that match. Never stale, because it is reviewed as it was confirmed. */
export const commissionSelectionQuery = (programId: string, filters: CommissionFilters) =>
  queryOptions({
    queryKey: ['commissions', programId, 'selection', filters],
    queryFn: async ({ signal }) => {
      const params = { path: { programId }, query: withoutUndefined(filters) }
      const { data } = await read(
        api.GET('/api/programs/{programId}/commissions/selection', { params, signal }),
      )
      return { rows: data.commissions, isComplete: data.isComplete }
    },
    staleTime: 0,
    gcTime: 0,
  })

export const commissionsQuery = (programId: string, filters: CommissionFilters) =>
  pagedQuery({
    key: ['commissions', programId, filters],
    keepsPreviousRows: true,
    readPage: (page, signal) => {
      const params = { path: { programId }, query: { ...withoutUndefined(filters), ...page } }
      return read(api.GET('/api/programs/{programId}/commissions', { params, signal }))
    },
  })

export const commissionQuery = (programId: string, commissionId: number) =>
  queryOptions({
    queryKey: ['commissions', programId, 'one', commissionId],
    queryFn: async ({ signal }) => {
      const params = { path: { programId, commissionId: String(commissionId) } }
      return (await read(api.GET('/api/programs/{programId}/commissions/{commissionId}', { params, signal })))
        .data
    },
  })

export const possibleDuplicateQuery = (programId: string, commissionId: number) =>
  queryOptions({
    queryKey: ['commissions', programId, 'duplicate', commissionId],
    queryFn: async ({ signal }) => {
      const params = { path: { programId, commissionId: String(commissionId) } }
      const url = '/api/programs/{programId}/commissions/{commissionId}/duplicate'
      return (await read(api.GET(url, { params, signal }))).data
    },
  })

export const commissionSumsQuery = (programId: string, filters: CommissionFilters) =>
  queryOptions({
    queryKey: ['commissions', programId, 'sums', filters],
    queryFn: async ({ signal }) =>
      (
        await read(
          api.GET('/api/programs/{programId}/commissions/sums', {
            params: { path: { programId }, query: withoutUndefined(filters) },
            signal,
          }),
        )
      ).data,
    placeholderData: keepPreviousData,
  })

export interface CustomerFilters {
  status?: CustomerStatus | undefined
  partnerId?: number | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

export const customersQuery = (programId: string, filters: CustomerFilters) =>
  pagedQuery({
    key: ['customers', programId, filters],
    keepsPreviousRows: true,
    readPage: (page, signal) => {
      const params = { path: { programId }, query: { ...withoutUndefined(filters), ...page } }
      return read(api.GET('/api/programs/{programId}/customers', { params, signal }))
    },
  })

export const customerSumsQuery = (programId: string, filters: CustomerFilters) =>
  queryOptions({
    queryKey: ['customers', programId, 'sums', filters],
    queryFn: async ({ signal }) =>
      (
        await read(
          api.GET('/api/programs/{programId}/customers/sums', {
            params: { path: { programId }, query: withoutUndefined(filters) },
            signal,
          }),
        )
      ).data,
    placeholderData: keepPreviousData,
  })

/** Returns the URL of a data subject's export. The browser saves the export as a file; the page never caches it. */
export function dataSubjectExportUrl(programId: string, customerKey: string): string {
  return `/api/programs/${programId}/data-subject?${new URLSearchParams({ customerKey })}`
}

/** Returns the URL of a CSV export with the given filters. */
export function csvUrl(
  programId: string,
  records: 'commissions' | 'coupon-codes' | 'customers' | 'rejected-requests' | 'payouts/export',
  filters: object,
): string {
  const query = Object.entries(withoutUndefined(filters)).map(([name, value]) => [name, String(value)])
  const text = new URLSearchParams(query).toString()
  return `/api/programs/${programId}/${records}.csv${text === '' ? '' : `?${text}`}`
}
