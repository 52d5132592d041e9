import type { Deps } from '../../core/deps.ts'
import type { SaleDecisionCode } from '../../core/enums.ts'
import { findCommission } from '../../earnings/commissions/commission.sql.ts'
import { formatClickId, parseClickId } from '../../tracking/clicks/click-id.rule.ts'
import { findPolicy } from '../../workspace/programs/policies.sql.ts'
import { performanceLimits } from './limits.ts'
import type { EventRow } from './list-events.sql.ts'
import {
  type EventKey,
  findClickTimeline,
  findCustomer,
  findEvent,
  findPartnerTimeline,
  findPlatformFee,
  listRefunds,
} from './read-event.sql.ts'

export const COMMISSION_REASONS = [
  'test_event',
  'click',
  'provisional_lead',
  'per_lead_commission',
  'no_per_lead_commission',
  'policy',
  'past_duration',
  'no_matching_policy',
] as const
export type CommissionReason = (typeof COMMISSION_REASONS)[number]

const SALE_REASONS: Record<SaleDecisionCode, CommissionReason> = {
  with_commission: 'policy',
  policy_ended: 'past_duration',
  no_policy: 'no_matching_policy',
}

export type EventTimeline = NonNullable<Awaited<ReturnType<typeof explainEvent>>>

/**
 * Reads everything about one event: its click, partner and customer, what it earned, and why. A sale's policy is the
 * one that paid it, or would have paid it.
 * @returns undefined if the program has no such event
 */
export async function explainEvent({ database: { kysely } }: Deps, programId: number, key: EventKey) {
  const event = await findEvent(kysely, programId, key)
  if (event === undefined) return undefined
  const { row, isTest } = event
  const leadOrSale = row.type === 'click' ? undefined : row
  const sale = row.type === 'sale' ? row : undefined
  const customer = await findIfPresent(leadOrSale?.customer_id, (id) => findCustomer(kysely, programId, id))
  const [click, partner, commission, policy, platformFee, refunds] = await Promise.all([
    findIfPresent(readClickReference(programId, row), (place) =>
      findClickTimeline(kysely, programId, { ...place, linkId: customer?.link_id }),
    ),
    findIfPresent(row.partner_id, (id) => findPartnerTimeline(kysely, programId, id)),
    findIfPresent(leadOrSale?.commission_id, (id) => findCommission(kysely, programId, id)),
    findIfPresent(sale?.policy_id, (id) => findPolicy(kysely, programId, id)),
    findIfPresent(sale?.id, (id) => findPlatformFee(kysely, programId, id)),
    findIfPresent(sale?.id, (id) => listRefunds(kysely, programId, id, performanceLimits.refundsShown)),
  ])
  const reason = isTest ? 'test_event' : commissionReason(row)
  return { row, isTest, click, partner, customer, commission, reason, policy, platformFee, refunds }
}

/** Explains why a live event does or doesn't have a commission (specification, "Commission"; D13, D22, D28). */
function commissionReason(row: EventRow): CommissionReason {
  switch (row.type) {
    case 'click':
      return 'click'
    case 'lead':
      if (row.state !== 'settled') return 'provisional_lead'
      return row.commission_id === null ? 'no_per_lead_commission' : 'per_lead_commission'
    case 'sale':
      return SALE_REASONS[row.decision_code ?? 'no_policy']
  }
}

/** Returns a click's position, which is part of its ID. */
function readClickReference(
  programId: number,
  { click_uuid }: EventRow,
): { uuid: string; at: Date } | undefined {
  const parsedClickId = click_uuid === null ? undefined : parseClickId(formatClickId(programId, click_uuid))
  return parsedClickId && { uuid: parsedClickId.uuid, at: parsedClickId.receivedAt }
}

async function findIfPresent<Key, Value>(
  key: Key | null | undefined,
  find: (key: Key) => Promise<Value | undefined>,
): Promise<Value | undefined> {
  return key === null || key === undefined ? undefined : find(key)
}
