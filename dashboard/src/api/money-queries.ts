import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'
import { pagedQuery } from './paged-query.ts'
import { withoutUndefined } from './queries.ts'
import type { Currency, PayoutStatus } from './types.ts'

/** Queries for commissions, balances, payouts and invoices. */

/** Queries whose amounts change with a commission, refund or payout. */
const MONEY_READS = new Set([
  'performance',
  'partner-metrics',
  'partners',
  'events',
  'event',
  'commissions',
  'commission-changes',
  'customers',
  'balances',
  'payouts',
  'payout-items',
])

/** Invalidates all of a program's money queries. Visible ones are refetched now, the rest when needed. */
export function refreshMoney(queryClient: QueryClient, programId: string): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [resource, queryProgramId] }) =>
      queryProgramId === programId && MONEY_READS.has(String(resource)),
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
  due?: true | undefined
}

export const balancesQuery = (programId: string, filters: BalanceFilters) =>
  pagedQuery({
    key: ['balances', programId, filters],
    keepsPreviousRows: true,
    readPage: (page, signal) => {
      const params = { path: { programId }, query: { ...withoutUndefined(filters), ...page } }
      return read(api.GET('/api/programs/{programId}/balances', { params, signal }))
    },
  })

export interface PayoutFilters {
  status?: PayoutStatus | undefined
  partnerId?: number | undefined
  currency?: Currency | undefined
}

export const payoutsQuery = (programId: string, filters: PayoutFilters) =>
  pagedQuery({
    key: ['payouts', programId, filters],
    keepsPreviousRows: true,
    readPage: (page, signal) => {
      const params = { path: { programId }, query: { ...withoutUndefined(filters), ...page } }
      return read(api.GET('/api/programs/{programId}/payouts', { params, signal }))
    },
  })

/** The newest batches with open payouts, one entry per currency. */
export const openBatchesQuery = (programId: string) =>
  queryOptions({
    queryKey: ['payouts', programId, 'open-batches'],
    queryFn: async ({ signal }) => {
      const params = { path: { programId } }
      return (await read(api.GET('/api/programs/{programId}/payout-batches/open', { params, signal }))).data
    },
  })

export interface BatchRequest {
  currency?: Currency
  partnerId?: number
  minimumCents?: number
  /** Excludes partners without payout details; defaults to the program's setting. */
  detailsRequired?: boolean
}

/** Previews a payout batch. Never cached, because the batch is created from what the preview shows. */
export const payoutPreviewQuery = (programId: string, request: BatchRequest) =>
  queryOptions({
    queryKey: ['payouts', programId, 'preview', request],
    queryFn: async ({ signal }) => {
      const params = { path: { programId }, query: { ...request } }
      return (await read(api.GET('/api/programs/{programId}/payouts/preview', { params, signal }))).data
    },
    staleTime: 0,
    gcTime: 0,
  })

/** Always refetched when a panel opens, because the partner may have changed their payout details in the meantime. */
export const payoutQuery = (programId: string, payoutId: number) =>
  queryOptions({
    queryKey: ['payouts', programId, 'one', payoutId],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const params = { path: { programId, payoutId: String(payoutId) } }
      return (await read(api.GET('/api/programs/{programId}/payouts/{payoutId}', { params, signal }))).data
    },
  })

export const payoutItemsQuery = (programId: string, payoutId: number) =>
  pagedQuery({
    key: ['payout-items', programId, payoutId],
    readPage: (page, signal) => {
      const params = { path: { programId, payoutId: String(payoutId) }, query: page }
      return read(api.GET('/api/programs/{programId}/payouts/{payoutId}/items', { params, signal }))
    },
  })

export const invoicesQuery = (programId: string) =>
  pagedQuery({
    key: ['invoices', programId],
    readPage: (page, signal) => {
      const params = { path: { programId }, query: page }
      return read(api.GET('/api/programs/{programId}/invoices', { params, signal }))
    },
  })

/** A month, and the decimal USD exchange rate of each other currency. */
export interface InvoiceRequest {
  month: string
  rates: Readonly<Record<Currency, string>>
}

/** Previews an invoice. Never cached, because the invoice is issued from what the preview shows. */
export const invoicePreviewQuery = (programId: string, request: InvoiceRequest) =>
  queryOptions({
    queryKey: ['invoices', programId, 'preview', request],
    queryFn: async ({ signal }) => {
      const params = { path: { programId }, query: { ...request.rates, month: request.month } }
      return (await read(api.GET('/api/programs/{programId}/invoices/preview', { params, signal }))).data
    },
    staleTime: 0,
    gcTime: 0,
  })

/** Returns a program's payout settings: paying account, minimum, schedule and eligible partners. */
export const payoutSettingsQuery = (programId: string) =>
  queryOptions({
    queryKey: ['payout-settings', programId],
    queryFn: async ({ signal }) =>
      (
        await read(
          api.GET('/api/programs/{programId}/payout-settings', { params: { path: { programId } }, signal }),
        )
      ).data,
  })
