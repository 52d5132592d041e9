import Type from 'typebox'
import { limits } from '../platform/config.ts'
import { choice } from '../platform/management.http.ts'
import { readChoice, readId, readText } from '../platform/query.http.ts'
import { PARTNER_STATUSES } from '../platform/words.ts'
import type { PartnerFilter } from './partners.sql.ts'

const NO_GROUP = 'none'

/** The query parameters that choose partners. */
export const partnerFilterParameters = {
  status: Type.Optional(choice(PARTNER_STATUSES, 'PartnerStatus')),
  group: Type.Optional(
    Type.String({
      maxLength: limits.idChars,
      description: `The id of a group, or \`${NO_GROUP}\`: in no group.`,
    }),
  ),
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
    groupId: readGroup(query),
  }
}

function readGroup(query: unknown): number | null | undefined {
  return readText(query, 'group') === NO_GROUP ? null : readId(query, 'group')
}
