export const PARTNER_SORTS = [
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
export type PartnerSort = (typeof PARTNER_SORTS)[number]

export const DIRECTIONS = ['asc', 'desc'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** Returns whether the order is by text instead of by number. */
export function isTextSort(order: PartnerSort): boolean {
  return order === 'name' || order === 'link'
}

/** Position in a partner report: sort value, then ID. */
export interface PartnerPosition {
  /** Text, or a string of decimal digits. */
  value: string
  id: number
}
