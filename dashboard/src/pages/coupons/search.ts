import type { CouponFilters } from '../../api/coupon-queries.ts'
import type { CouponStatus } from '../../api/types.ts'
import { enumValues } from '../../format/enums.ts'
import { type PeriodSearch, readPeriodSearch } from '../../search/period.ts'
import { type DialogSearch, readChoice, readDialog, readId, readText } from '../../search/read-search.ts'
import { COUPON_STATUSES } from './coupon-labels.ts'

export interface CouponsSearch extends DialogSearch {
  status?: CouponStatus
  partner?: number
  search?: string
}

export function readCouponsSearch(search: Record<string, unknown>): CouponsSearch {
  const status = readChoice(search.status, enumValues(COUPON_STATUSES))
  const partner = readId(search.partner)
  const text = readText(search.search, 64)
  return {
    ...readDialog(search),
    ...(status === undefined ? {} : { status }),
    ...(partner === undefined ? {} : { partner }),
    ...(text === undefined ? {} : { search: text }),
  }
}

export function toCouponFilters({ status, partner, search }: CouponsSearch): CouponFilters {
  return { status, partnerId: partner, code: search }
}

/** How long before an order another partner's click counts as close. */
export const CLOSE_CLICK_MINUTES = [5, 30, 60, 24 * 60] as const
export const DEFAULT_MINUTES = 30

export interface CouponReportSearch extends PeriodSearch {
  minutes?: number
}

export function readCouponReportSearch(search: Record<string, unknown>): CouponReportSearch {
  const minutes = readChoice(Number(search.minutes).toString(), CLOSE_CLICK_MINUTES.map(String))
  const isDefault = minutes === undefined || Number(minutes) === DEFAULT_MINUTES
  return { ...readPeriodSearch(search), ...(isDefault ? {} : { minutes: Number(minutes) }) }
}
