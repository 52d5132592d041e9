import type { RejectedRequest, RequestOutcome, RequestType } from '../../api/types.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const CALLS: Record<RequestType, { label: string; noun: string; recorded: string }> = {
  click: { label: 'Click', noun: 'click call', recorded: 'counted' },
  lead: { label: 'Lead', noun: 'lead call', recorded: 'recorded' },
  sale: { label: 'Sale', noun: 'sale call', recorded: 'recorded' },
  refund: { label: 'Refund', noun: 'refund call', recorded: 'recorded' },
}

export const MODES: Record<RejectedRequest['mode'], { label: string }> = {
  live: { label: 'Live calls' },
  test: { label: 'Test calls' },
}

const GOOD = 'good' as const

/** What became of a call. */
export const OUTCOMES: Record<RequestOutcome, LabelView> = {
  counted: { label: 'Counted', tone: GOOD },
  settled: { label: 'Settled', tone: GOOD },
  provisional: { label: 'Provisional', tone: 'accent' },
  with_commission: { label: 'With a commission', tone: GOOD },
  no_policy: { label: 'No matching policy', tone: 'warn' },
  policy_ended: { label: 'Policy has ended', tone: 'neutral' },
  applied: { label: 'Applied', tone: GOOD },
  repeat: { label: 'Told again', tone: 'neutral' },
  duplicate: { label: 'Sent again', tone: 'neutral' },
  bot: { label: 'Bots', tone: 'neutral' },
  unknown_link: { label: 'Unknown link', tone: 'warn' },
  inactive_link: { label: 'Inactive link', tone: 'warn' },
  partner_not_approved: { label: 'Partner not approved', tone: 'bad' },
  program_closed: { label: 'Program closed', tone: 'warn' },
  no_attribution: { label: 'No partner found', tone: 'warn' },
  window_expired: { label: 'Window expired', tone: 'neutral' },
  unsupported_currency: { label: 'Currency not taken', tone: 'bad' },
  sale_not_found: { label: 'No such sale', tone: 'warn' },
  unauthorized: { label: 'Wrong key', tone: 'bad' },
  rejected: { label: 'Refused', tone: 'bad' },
  failed: { label: 'Failed on the service’s side', tone: 'bad' },
}
