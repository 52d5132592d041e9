import type { LinkStatus, PartnerStatus, ProgramStatus } from '../store/schema.ts'

/** What is known of a link when a click on it arrives. */
export interface LinkFacts {
  program_id: number
  program_status: ProgramStatus
  time_zone: string
  cookie_window_days: number
  link_id: number
  link_status: LinkStatus
  partner_id: number
  partner_status: PartnerStatus
}

/** The click that the visitor's cookie names, when it is one of ours. */
export interface EarlierClick {
  program_id: number
  link_id: number
  received_at: Date
}

export type ClickReason = 'unknown_link' | 'inactive_link' | 'bot' | 'program_paused'

export type ClickDecision =
  | { kind: 'record'; link: LinkFacts }
  | { kind: 'repeat'; link: LinkFacts }
  | { kind: 'not_counted'; reason: ClickReason }

/** Decides one click by named steps (D14, D15, D16). A repeat keeps the visitor's click id. */
export function decideClick(
  link: LinkFacts | undefined,
  earlier: EarlierClick | undefined,
  request: { program_id: number | undefined; isBot: boolean },
  receivedAt: Date,
  repeatClickMs: number,
): ClickDecision {
  if (link === undefined) return notCounted('unknown_link')
  // A code of another program is no link of this one.
  if (request.program_id !== undefined && request.program_id !== link.program_id)
    return notCounted('unknown_link')
  if (link.program_status !== 'active') return notCounted('program_paused')
  if (link.link_status !== 'active' || link.partner_status !== 'approved') return notCounted('inactive_link')
  if (request.isBot) return notCounted('bot')
  if (earlier !== undefined && isRepeat(earlier, link, receivedAt, repeatClickMs))
    return { kind: 'repeat', link }
  return { kind: 'record', link }
}

/** The same link within 30 minutes is a reload, not a click; exactly 30 minutes later is a new one. */
function isRepeat(earlier: EarlierClick, link: LinkFacts, receivedAt: Date, repeatClickMs: number): boolean {
  const isSameLink = earlier.program_id === link.program_id && earlier.link_id === link.link_id
  const ageMs = receivedAt.getTime() - earlier.received_at.getTime()
  return isSameLink && ageMs < repeatClickMs
}

function notCounted(reason: ClickReason): ClickDecision {
  return { kind: 'not_counted', reason }
}
