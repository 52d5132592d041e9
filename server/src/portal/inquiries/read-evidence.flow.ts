import type { Deps } from '../../core/deps.ts'
import { endOfReportDay, startOfReportDay } from '../../core/time/report-day.rule.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { explain } from '../../reports/explain/explain.flow.ts'
import { type PresentedExplanation, presentExplanation } from '../../reports/explain/explanation-text.rule.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import type { ClaimObstacle, ReceivedOrder } from './claim.ts'
import { findClaimObstacle } from './claim-obstacle.rule.ts'
import type { ClaimRow } from './claims.sql.ts'
import { inquiryLimits } from './limits.ts'
import { readOrder, toReceivedOrder } from './received-order.flow.ts'
import {
  listPartnerClicks,
  listPartnerCustomers,
  type PartnerClick,
  type PartnerCustomer,
} from './received-order.sql.ts'

/** The facts that the team needs to decide on a claim. */
export interface ClaimEvidence {
  /** The order's timeline. */
  explanation: PresentedExplanation | undefined
  received: ReceivedOrder | undefined
  /** Why the order can't be approved; undefined if it can. */
  obstacle: ClaimObstacle | undefined
  /** The partner's clicks before the order, or on the day. */
  clicks: PartnerClick[]
  customers: PartnerCustomer[]
}

/**
 * Reads the evidence for a claim.
 * @param transactionId the order that the team selected for a claim that is only about a day
 */
export async function readEvidence(
  deps: Deps,
  program: ProgramRow,
  claim: ClaimRow,
  transactionId: string | undefined,
): Promise<ClaimEvidence> {
  const { kysely } = deps.database
  const name = claim.transaction_id ?? transactionId
  const order = name === undefined ? undefined : await readOrder(deps, kysely, program.id, name)
  const received = order && toReceivedOrder(order)
  const explanation =
    name === undefined
      ? undefined
      : await explain(deps, {
          program,
          query: { by: 'transactionId', value: name },
          isWorkspaceWide: false,
        })
  const claimant = { programId: program.id, partnerId: claim.partner_id }
  const span = { ...toTimeSpan(program, claim, received), rows: inquiryLimits.claimEvidenceRows }
  return {
    explanation: explanation && presentExplanation(explanation, program),
    received,
    obstacle:
      order === undefined
        ? 'no_order_named'
        : findClaimObstacle(order, claim.partner_id, deps.config.currencies),
    clicks: await listPartnerClicks(kysely, claimant, span),
    customers: await listPartnerCustomers(kysely, claimant, span),
  }
}

/**
 * Returns the time range for the buyer's clicks: twice the attribution window, because claims are often about an
 * expired one.
 */
function toTimeSpan(
  { time_zone, attribution_window_days }: ProgramRow,
  { day, created_at }: ClaimRow,
  received: ReceivedOrder | undefined,
): { from: Date; to: Date } {
  const to = received?.at ?? (day === null ? created_at : endOfReportDay(day, time_zone))
  const start = day === null ? to : startOfReportDay(day, time_zone)
  return {
    from: new Date(Math.min(start.getTime(), to.getTime()) - 2 * attribution_window_days * DAY_MS),
    to,
  }
}
