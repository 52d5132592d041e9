import Type from 'typebox'
import { limits } from '../platform/config.ts'
import { choice } from '../platform/management.http.ts'
import { readChoice, readText } from '../platform/query.http.ts'
import { PARTNER_STATUSES } from '../platform/words.ts'
import type { PartnerFilter } from './partners.sql.ts'

/** The query parameters that choose partners. */
export const partnerFilterParameters = {
  status: Type.Optional(choice(PARTNER_STATUSES, 'PartnerStatus')),
  search: Type.Optional(
    Type.String({
      maxLength: limits.idChars,
      description: 'Partners whose name or e-mail holds this text, whatever its case.',
    }),
  ),
}

export function readPartnerFilter(query: unknown): PartnerFilter {
  return {
    status: readChoice(query, 'status', PARTNER_STATUSES),
    search: readText(query, 'search'),
  }
}
