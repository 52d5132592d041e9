import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'
import { withoutUndefined } from './queries.ts'
import type { CommissionStatus, Currency, CustomerStatus } from './types.ts'

/** The reads of commissions and customers: the list, what it comes to, and the address of its CSV file. */

const ROWS_PER_PAGE = 50

export interface CommissionFilters {
  status?: CommissionStatus | undefined
  kind?: 'sale' | 'lead' | undefined
  partnerId?: number | undefined
  currency?: Currency | undefined
  from?: string | undefined
  to?: string | undefined
}

export const commissionsQuery = (programId: string, filters: CommissionFilters) =>
  infiniteQueryOptions({
    queryKey: ['commissions', programId, filters],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/api/programs/{programId}/commissions', {
          params: {
            path: { programId },
            query: withoutUndefined({ ...filters, limit: ROWS_PER_PAGE, cursor: pageParam }),
          },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.meta.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
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
  customerKey?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export const customersQuery = (programId: string, filters: CustomerFilters) =>
  infiniteQueryOptions({
    queryKey: ['customers', programId, filters],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/api/programs/{programId}/customers', {
          params: {
            path: { programId },
            query: withoutUndefined({ ...filters, limit: ROWS_PER_PAGE, cursor: pageParam }),
          },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.meta.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
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

/** Where the browser downloads all that these filters choose. */
export function csvAddress(
  programId: string,
  records: 'commissions' | 'customers' | 'payouts/export',
  filters: object,
): string {
  const query = Object.entries(withoutUndefined(filters)).map(([name, value]) => [name, String(value)])
  const text = new URLSearchParams(query).toString()
  return `/api/programs/${programId}/${records}.csv${text === '' ? '' : `?${text}`}`
}
