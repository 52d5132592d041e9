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

/** Whether the order is by text rather than by number. */
export function isTextOrder(order: PartnerOrder): boolean {
  return order === 'name' || order === 'link'
}

/** Position in a partner report: sort value, then ID. */
export interface PartnerPlace {
  /** A text, or decimal digits. */
  value: string
  id: number
}
