import type { PartnerStatus } from '../../api/types.ts'
import { wordsOf } from '../../format/words.ts'
import { readChoice, readId, readText } from '../../search/read-search.ts'
import { PARTNER_STATUSES } from './partner-words.ts'

export interface PartnersSearch {
  status?: PartnerStatus
  /** Part of a name or an e-mail. */
  search?: string
  period?: 'all'
  /** The partner whose panel is open. */
  open?: number
}

export function readPartnersSearch(search: Record<string, unknown>): PartnersSearch {
  const status = readChoice(search.status, wordsOf(PARTNER_STATUSES))
  const text = readText(search.search)
  const period = readChoice(search.period, ['all'])
  const open = readId(search.open)
  return {
    ...(status === undefined ? {} : { status }),
    ...(text === undefined ? {} : { search: text }),
    ...(period === undefined ? {} : { period }),
    ...(open === undefined ? {} : { open }),
  }
}
