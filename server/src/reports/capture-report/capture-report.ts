import { CAPTURE_METHODS } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'

/**
 * How a sale's customer arrived: by a click of one of the methods, by a click that has since been deleted, or without a
 * click, by a coupon code or the team.
 */
export const SALE_CAPTURES = [...CAPTURE_METHODS, 'deleted_click', 'coupon_code', 'team'] as const
export type SaleCapture = (typeof SALE_CAPTURES)[number]

export type CaptureDimension = 'browser' | 'page'

/** Clicks, and those that led to a signup. */
export interface ClickCounts {
  clicks: number
  leads: number
}

/** Clicks of one capture method, browser or landing page; `key` is null if it is unknown. */
export interface CountedClicks extends ClickCounts {
  by: 'all' | 'method' | CaptureDimension
  key: string | null
}

export interface CapturedSum {
  capture: SaleCapture
  currency: Currency
  sales: number
  /** Customers' first sales. */
  new_sales: number
  /** Less refunds, in minor units. */
  revenue_cents: bigint
}

/** Sales by browser or landing page; `key` is null if it is unknown. */
export interface CountedSales {
  by: CaptureDimension
  key: string | null
  with_click: number
  without_click: number
}

/** Sales that couldn't be attributed, by browser or landing page of the rejected requests. */
export interface CountedUnattributed {
  by: 'all' | CaptureDimension
  key: string | null
  sales: number
  /** The number of rejected requests that were read, including repeated ones and those recorded later. */
  requests: number
}
