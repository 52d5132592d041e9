/** What the report of partners can be ordered by. */
export const PARTNER_ORDERS = [
  'createdAt',
  'name',
  'status',
  'link',
  'clicks',
  'leads',
  'conversions',
  'sales',
  'revenue',
  'commission',
] as const
export type PartnerOrder = (typeof PARTNER_ORDERS)[number]

export const DIRECTIONS = ['asc', 'desc'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** Whether a row stands where its text says, or where its number does. */
export function isTextOrder(order: PartnerOrder): boolean {
  return order === 'name' || order === 'link'
}

/** Where a row stands in a report of partners: by what it is ordered by, and then by its id. */
export interface PartnerPlace {
  /** A text, or the digits of a number. */
  value: string
  id: number
}
