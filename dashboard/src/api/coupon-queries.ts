import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'
import { pagedQuery } from './paged-query.ts'
import { type PeriodRequest, withoutUndefined } from './queries.ts'
import type { CouponStatus } from './types.ts'

/** Queries for coupon codes and their report. */

export interface CouponFilters {
  status?: CouponStatus | undefined
  partnerId?: number | undefined
  /** A code prefix. */
  code?: string | undefined
}

export const couponsQuery = (programId: string, filters: CouponFilters) =>
  pagedQuery({
    key: ['coupon-codes', programId, filters],
    keepsPreviousRows: true,
    readPage: (page, signal) => {
      const params = { path: { programId }, query: { ...withoutUndefined(filters), ...page } }
      return read(api.GET('/api/programs/{programId}/coupon-codes', { params, signal }))
    },
  })

export const couponReportQuery = (programId: string, minutes: number, period: PeriodRequest) =>
  queryOptions({
    queryKey: ['coupon-report', programId, minutes, period],
    queryFn: async ({ signal }) => {
      const params = { path: { programId }, query: { ...period, minutes } }
      return (await read(api.GET('/api/programs/{programId}/coupon-report', { params, signal }))).data
    },
    placeholderData: keepPreviousData,
  })
