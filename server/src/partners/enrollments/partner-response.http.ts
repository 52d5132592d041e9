import Type, { type Static } from 'typebox'
import { PARTNER_STATUSES } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { choice, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import { Link } from './link-response.http.ts'
import type { LinkRow } from './links.sql.ts'
import type { PartnerRow } from './partners.sql.ts'

export const Partner = namedObject('Partner', {
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  status: choice(PARTNER_STATUSES, 'PartnerStatus'),
  createdAt: Instant,
  decidedAt: nullable(Instant),
  closedAt: nullable(
    Type.String({
      format: 'date-time',
      description: 'When the partner closed their account. Their name and email are then pseudonyms.',
    }),
  ),
  payoutHold: nullable(
    Type.Object(
      { reason: Type.String(), since: Instant },
      { description: 'When and why payouts were paused, or null if they aren’t paused.' },
    ),
  ),
  group: nullable(
    Type.Object(
      { id: Type.Integer(), name: Type.String() },
      { description: 'The group whose commission policies take precedence.' },
    ),
  ),
  tags: Type.Array(Type.String(), {
    description: 'Only visible to the team.',
  }),
  uncountedClicks: Type.Integer({
    minimum: 0,
    description: 'Clicks before the partner was approved, which do not count.',
  }),
  links: Type.Array(Link),
})

/** Returns a partner for a response. `links` may include other partners' links. */
export function showPartner(row: PartnerRow, links: LinkRow[]): Static<typeof Partner> {
  return {
    ...toResponseFields(row),
    id: row.partner_id,
    payoutHold:
      row.payout_hold_reason === null || row.payouts_held_at === null
        ? null
        : { reason: row.payout_hold_reason, since: row.payouts_held_at.toISOString() },
    group: row.group_id === null ? null : { id: row.group_id, name: row.group_name ?? '' },
    links: links.filter((link) => link.partner_id === row.partner_id).map(toResponseFields),
  }
}

export function accountClosedError(): ApiError {
  return new ApiError('conflict', 'This partner has closed their account. Nothing was changed.')
}

export function partnerNotFoundError(): ApiError {
  return new ApiError('not_found', 'The program has no partner with this ID.')
}
