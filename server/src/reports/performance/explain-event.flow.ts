import type { Deps } from '../../core/deps.ts'
import { findCommission } from '../../earnings/commissions/commission.sql.ts'
import { formatClickId, parseClickId } from '../../tracking/clicks/click-id.rule.ts'
import { findPolicy, type PolicyRow } from '../../workspace/programs/policies.sql.ts'
import { type CommissionReason, explainCommission } from './explain-commission.rule.ts'
import { performanceLimits } from './limits.ts'
import type { EventRow } from './list-events.sql.ts'
import {
  type ClickTimeline,
  type EventKey,
  findClickTimeline,
  findCustomer,
  findEvent,
  findLinkCode,
  findPartnerTimeline,
  findPlatformFee,
  listRefunds,
  type PartnerTimeline,
} from './read-event.sql.ts'

type Found<T extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<T>>

export interface EventTimeline {
  row: EventRow
  isTest: boolean
  /** The click that the event is attributed to. For a click, the click itself. */
  click: (ClickTimeline & { is_kept: boolean }) | undefined
  partner: PartnerTimeline | undefined
  customer: Found<typeof findCustomer>
  commission: Found<typeof findCommission>
  reason: CommissionReason
  /** The policy that paid the sale, or would have paid it. */
  policy: PolicyRow | undefined
  platformFee: Found<typeof findPlatformFee>
  /** Refunds and disputes of the sale. */
  refunds: Found<typeof listRefunds> | undefined
}

/**
 * Reads everything about one event: its click, partner and customer, what it earned, and why.
 * @returns undefined if the program has no such event
 */
export async function explainEvent(
  { database }: Deps,
  programId: number,
  key: EventKey,
): Promise<EventTimeline | undefined> {
  const { kysely } = database
  const foundEvent = await findEvent(kysely, programId, key)
  if (foundEvent === undefined) return undefined
  const { row, isTest } = foundEvent
  const ofCustomer = row.type === 'click' ? undefined : row
  const place = clickPlace(programId, row)
  const [foundClick, partner, customer, commission, policy, platformFee, refunds] = await Promise.all([
    ifKnown(place, (of) => findClickTimeline(kysely, programId, of)),
    ifKnown(row.partner_id, (id) => findPartnerTimeline(kysely, programId, id)),
    ifKnown(ofCustomer?.customer_id, (id) => findCustomer(kysely, programId, id)),
    ifKnown(ofCustomer?.commission_id, (id) => findCommission(kysely, programId, id)),
    ifKnown(row.type === 'sale' ? row.policy_id : null, (id) => findPolicy(kysely, programId, id)),
    ifKnown(row.type === 'sale' ? row.id : null, (id) => findPlatformFee(kysely, programId, id)),
    ifKnown(row.type === 'sale' ? row.id : null, (id) =>
      listRefunds(kysely, programId, id, performanceLimits.refundsShown),
    ),
  ])
  const click = await timelineOf(kysely, programId, { place, found: foundClick, customer })
  const hasCommission = commission !== undefined
  const reason = explainCommission(
    row.type === 'click'
      ? { type: 'click', isTest }
      : row.type === 'lead'
        ? { type: 'lead', isTest, isSettled: row.state === 'settled', hasCommission }
        : { type: 'sale', isTest, hasCommission, hadMatchingPolicy: policy !== undefined },
  )
  return { row, isTest, click, partner, customer, commission, reason, policy, platformFee, refunds }
}

/** Returns the click's timeline. For a deleted click, its ID still contains its time, and its customer has the link. */
async function timelineOf(
  kysely: Deps['database']['kysely'],
  programId: number,
  {
    place,
    found,
    customer,
  }: {
    place: { uuid: string; at: Date } | undefined
    found: ClickTimeline | undefined
    customer: EventTimeline['customer']
  },
): Promise<EventTimeline['click']> {
  if (found !== undefined) return { ...found, is_kept: true }
  if (place === undefined) return undefined
  const code = await ifKnown(customer?.link_id, (id) => findLinkCode(kysely, programId, id))
  return {
    click_uuid: place.uuid,
    received_at: place.at,
    affiliate_url: null,
    page_url: null,
    referrer_url: null,
    code: code ?? null,
    is_kept: false,
  }
}

/** Returns the position of a click, which its ID contains. */
function clickPlace(programId: number, { click_uuid }: EventRow): { uuid: string; at: Date } | undefined {
  if (click_uuid === null) return undefined
  const parsed = parseClickId(formatClickId(programId, click_uuid))
  return parsed === undefined ? undefined : { uuid: parsed.uuid, at: parsed.receivedAt }
}

async function ifKnown<Key, Value>(
  key: Key | null | undefined,
  find: (key: Key) => Promise<Value | undefined>,
): Promise<Value | undefined> {
  return key === null || key === undefined ? undefined : find(key)
}
