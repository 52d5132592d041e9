import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'
import { withoutUndefined } from './queries.ts'
import type { Currency, PayoutStatus } from './types.ts'

/** The reads of money after the sale: what happened to a commission, balances, payouts, invoices. */

const ROWS_PER_PAGE = 50

/** Every read that may show another amount once a commission, a refund or a payout changed. */
const MONEY_READS = new Set([
  'performance',
  'partner-numbers',
  'events',
  'event',
  'commissions',
  'commission-changes',
  'customers',
  'balances',
  'payouts',
  'payout-items',
])

/** After a write that moves money or a commission: what is on the screen is read again, the rest when it is needed. */
export function refreshMoney(queryClient: QueryClient, programId: string): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [what, ofProgram] }) => ofProgram === programId && MONEY_READS.has(String(what)),
  })
}

export const commissionChangesQuery = (programId: string, commissionId: number) =>
  queryOptions({
    queryKey: ['commission-changes', programId, commissionId],
    queryFn: async ({ signal }) => {
      const params = { path: { programId, commissionId: String(commissionId) } }
      return (
        await read(
          api.GET('/api/programs/{programId}/commissions/{commissionId}/changes', { params, signal }),
        )
      ).data
    },
  })

export interface BalanceFilters {
  partnerId?: number | undefined
  currency?: Currency | undefined
}

export const balancesQuery = (programId: string, filters: BalanceFilters) =>
  infiniteQueryOptions({
    queryKey: ['balances', programId, filters],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/api/programs/{programId}/balances', {
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

export interface PayoutFilters {
  status?: PayoutStatus | undefined
  partnerId?: number | undefined
  currency?: Currency | undefined
}

export const payoutsQuery = (programId: string, filters: PayoutFilters) =>
  infiniteQueryOptions({
    queryKey: ['payouts', programId, filters],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/api/programs/{programId}/payouts', {
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

export const payoutQuery = (programId: string, payoutId: number) =>
  queryOptions({
    queryKey: ['payouts', programId, 'one', payoutId],
    queryFn: async ({ signal }) => {
      const params = { path: { programId, payoutId: String(payoutId) } }
      return (await read(api.GET('/api/programs/{programId}/payouts/{payoutId}', { params, signal }))).data
    },
  })

export const payoutItemsQuery = (programId: string, payoutId: number) =>
  infiniteQueryOptions({
    queryKey: ['payout-items', programId, payoutId],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/api/programs/{programId}/payouts/{payoutId}/items', {
          params: {
            path: { programId, payoutId: String(payoutId) },
            query: withoutUndefined({ limit: ROWS_PER_PAGE, cursor: pageParam }),
          },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.meta.nextCursor ?? undefined,
  })

export const invoicesQuery = (programId: string) =>
  infiniteQueryOptions({
    queryKey: ['invoices', programId],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/api/programs/{programId}/invoices', {
          params: {
            path: { programId },
            query: withoutUndefined({ limit: ROWS_PER_PAGE, cursor: pageParam }),
          },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.meta.nextCursor ?? undefined,
  })
