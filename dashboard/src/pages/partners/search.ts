import type { PartnerStatus } from '../../api/types.ts'
import { readChoice, readId } from '../../search/read-search.ts'

export const PARTNER_STATUSES: readonly PartnerStatus[] = ['pending', 'approved', 'rejected']

export interface PartnersSearch {
  status?: PartnerStatus
  period?: 'all'
  /** The partner whose panel is open. */
  open?: number
}

export function readPartnersSearch(search: Record<string, unknown>): PartnersSearch {
  const status = readChoice(search.status, PARTNER_STATUSES)
  const period = readChoice(search.period, ['all'])
  const open = readId(search.open)
  return {
    ...(status === undefined ? {} : { status }),
    ...(period === undefined ? {} : { period }),
    ...(open === undefined ? {} : { open }),
  }
}
