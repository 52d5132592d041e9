import type { EarlierClick, LinkData } from './click.ts'

export type ClickReason = 'unknown_link' | 'inactive_link' | 'bot' | 'program_paused'

/** The reason a click was not counted, as shown to the team. The API response is less specific. */
export type ClickLoss = ClickReason | 'partner_not_approved'

export type ClickDecision =
  | { kind: 'record'; link: LinkData }
  /** The response contains an earlier click's ID. */
  | { kind: 'repeat'; link: LinkData; click_uuid: string }
  | { kind: 'not_counted'; reason: ClickReason; loss: ClickLoss }
  /** The response is `inactive_link`, but the team sees that the partner isn't approved. */
  | { kind: 'awaits_approval'; link: LinkData }

/** A click request's values. */
export interface ClickData {
  is_bot: boolean
  received_at: Date
}

/** The visitor's earlier clicks. */
export interface EarlierClicks {
  /** The click in the cookie. */
  earlier?: EarlierClick | undefined
  /** UUID of the click recorded for the `event_id`. */
  retriedClickId?: string | undefined
}

/** Decides a click in named steps (D14, D15, D16, D65). A repeated click keeps the visitor's click ID. */
export function decideClick(
  link: LinkData | undefined,
  { earlier, retriedClickId }: EarlierClicks,
  request: ClickData,
  repeatClickMs: number,
): ClickDecision {
  if (link === undefined) return notCounted('unknown_link')
  if (link.program_status !== 'active' || link.closed_to_new_referrals) return notCounted('program_paused')
  if (link.link_status !== 'active') return notCounted('inactive_link')
  if (link.partner_status === 'pending' && !request.is_bot) return { kind: 'awaits_approval', link }
  if (link.partner_status !== 'approved') return notCounted('inactive_link', 'partner_not_approved')
  if (request.is_bot) return notCounted('bot')
  if (retriedClickId !== undefined) return { kind: 'repeat', link, click_uuid: retriedClickId }
  if (earlier !== undefined && isRepeat(earlier, link, request.received_at, repeatClickMs))
    return { kind: 'repeat', link, click_uuid: earlier.click_uuid }
  return { kind: 'record', link }
}

/**
 * Returns whether a click is a reload: the same link within 30 minutes. After exactly 30 minutes, it is a new
 * click.
 */
function isRepeat(earlier: EarlierClick, link: LinkData, receivedAt: Date, repeatClickMs: number): boolean {
  const isSameLink = earlier.program_id === link.program_id && earlier.link_id === link.link_id
  return isSameLink && isRecent(earlier.received_at, receivedAt, repeatClickMs)
}

/** Returns whether a click was made before another one by less than the reload interval. */
export function isRecent(clickedAt: Date, receivedAt: Date, repeatClickMs: number): boolean {
  const ageMs = receivedAt.getTime() - clickedAt.getTime()
  return ageMs >= 0 && ageMs < repeatClickMs
}

function notCounted(reason: ClickReason, loss: ClickLoss = reason): ClickDecision {
  return { kind: 'not_counted', reason, loss }
}
