import Type, { type Static } from 'typebox'
import { CLAIM_STATES } from '../../core/enums.ts'
import { choice, Instant, isoOrNull, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import { ExplanationResponse } from '../../reports/explain/explain-response.http.ts'
import { formatClickId } from '../../tracking/clicks/click-id.rule.ts'
import { actorDisplayName } from '../../workspace/accounts/actor-name.rule.ts'
import { CLAIM_OBSTACLES } from './claim.ts'
import type { TeamClaim } from './claims.sql.ts'
import { inquiryLimits } from './limits.ts'
import type { ClaimEvidence } from './read-evidence.flow.ts'

const fields = {
  id: Type.Integer(),
  state: choice(CLAIM_STATES, 'ClaimState'),
  partnerId: Type.Integer(),
  partnerName: Type.String(),
  transactionId: nullable(Type.String({ description: 'As entered by the partner.' })),
  day: nullable(
    Type.String({ description: 'YYYY-MM-DD in the program’s time zone, if the claim is about a day.' }),
  ),
  note: nullable(Type.String({ description: 'The partner’s note. Null after the customer is erased.' })),
  message: nullable(Type.String({ description: 'The reply to the partner.' })),
  saleId: nullable(Type.Integer({ description: 'The sale created from the claim.' })),
  commissionId: nullable(Type.Integer()),
  decidedBy: nullable(Type.String({ description: 'The team member who decided.' })),
  createdAt: Instant,
  closedAt: nullable(Instant),
}

export const Claim = namedObject('Claim', fields)

export const ClaimDetails = namedObject('ClaimDetails', {
  ...fields,
  received: nullable(
    namedObject('ReceivedOrder', {
      kind: choice(['sale', 'payment', 'rejected_sale']),
      amountCents: nullable(Type.Integer()),
      currency: nullable(
        Type.String({ description: 'An ISO 4217 code, or the invalid value that was sent.' }),
      ),
      at: Instant,
    }),
  ),
  obstacle: nullable(choice(CLAIM_OBSTACLES, 'ClaimObstacle')),
  explanation: nullable(ExplanationResponse),
  clicks: Type.Array(
    namedObject('ClaimClick', { clickId: Type.String(), at: Instant, linkCode: nullable(Type.String()) }),
    {
      description: `The partner’s clicks within twice the attribution window before the order or the end of the day, newest first. At most ${inquiryLimits.claimEvidenceRows}.`,
    },
  ),
  customers: Type.Array(
    namedObject('ClaimCustomer', {
      id: Type.Integer(),
      customerKey: nullable(Type.String()),
      clickedAt: Instant,
      signupAt: nullable(Instant),
      sales: Type.Integer({ minimum: 0 }),
    }),
    { description: `Customers of these clicks, newest first. At most ${inquiryLimits.claimEvidenceRows}.` },
  ),
})

export function presentClaim(row: TeamClaim): Static<typeof Claim> {
  return { ...toResponseFields(row), decidedBy: deciderName(row) }
}

/** Returns the display name of the team member who decided. */
export function deciderName({
  decided_by,
  decider_name,
}: Pick<TeamClaim, 'decided_by' | 'decider_name'>): string | null {
  return decided_by === null ? null : actorDisplayName(decided_by, decider_name)
}

export function showEvidence(
  programId: number,
  row: TeamClaim,
  evidence: ClaimEvidence,
): Static<typeof ClaimDetails> {
  const { received, obstacle, explanation, clicks, customers } = evidence
  return {
    ...presentClaim(row),
    received: received === undefined ? null : { ...received, at: received.at.toISOString() },
    obstacle: row.state === 'open' ? (obstacle ?? null) : null,
    explanation: explanation ?? null,
    clicks: clicks.map(({ click_uuid, received_at, link_code }) => ({
      clickId: formatClickId(programId, click_uuid),
      at: received_at.toISOString(),
      linkCode: link_code,
    })),
    customers: customers.map(({ id, customer_key, clicked_at, signup_at, sale_count }) => ({
      id,
      customerKey: customer_key,
      clickedAt: clicked_at.toISOString(),
      signupAt: isoOrNull(signup_at),
      sales: sale_count,
    })),
  }
}
