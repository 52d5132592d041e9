import Type from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { PARTNER_STATUSES } from '../../core/enums.ts'
import { invalidFieldError } from '../../core/errors/errors.http.ts'
import { readSearch } from '../../core/http/email-address.http.ts'
import { choice } from '../../core/http/management-route.http.ts'
import { readChoice, readId, readText } from '../../core/http/query.http.ts'
import { enrollmentLimits } from './limits.ts'
import { normalizeTag } from './partner-tag.rule.ts'
import type { PartnerFilter } from './partners.sql.ts'

const NO_GROUP = 'none'

/** Query parameters that filter partners. */
export const partnerFilterParameters = {
  status: Type.Optional(choice(PARTNER_STATUSES, 'PartnerStatus')),
  group: Type.Optional(
    Type.String({
      maxLength: limits.maxIdLength,
      description: `The ID of a group, or \`${NO_GROUP}\` for partners without one.`,
    }),
  ),
  tag: Type.Optional(
    Type.String({ maxLength: limits.maxIdLength, description: 'Partners with this tag, ignoring case.' }),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: limits.maxIdLength,
      description: 'Each word must be the beginning of a word in the name or email, ignoring case.',
    }),
  ),
}

export function readPartnerFilter(query: unknown): PartnerFilter {
  return {
    status: readChoice(query, 'status', PARTNER_STATUSES),
    search: readSearch(query),
    groupId: readGroup(query),
    tag: readTag(query),
  }
}

function readGroup(query: unknown): number | null | undefined {
  return readText(query, 'group') === NO_GROUP ? null : readId(query, 'group')
}

function readTag(query: unknown): string | undefined {
  const text = readText(query, 'tag')
  if (text === undefined) return undefined
  const tag = normalizeTag(text, enrollmentLimits.maxTagLength)
  if (tag !== undefined) return tag
  throw invalidFieldError('tag', `tag must have 1 to ${enrollmentLimits.maxTagLength} visible characters.`)
}
