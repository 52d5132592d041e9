import type { LinkStatus, PartnerStatus, ProgramStatus } from '../../core/enums.ts'

/** What is known of a link when a click on it arrives. */
export interface LinkFacts {
  program_id: number
  program_status: ProgramStatus
  closed_to_new_referrals: boolean
  time_zone: string
  cookie_window_days: number
  link_id: number
  link_status: LinkStatus
  partner_id: number
  partner_status: PartnerStatus
  /** How far the clock of its program is ahead; null of all but sandboxes. */
  clock_ahead_ms: number | null
}

/** The click that the visitor's cookie names, when it is one of ours. */
export interface EarlierClick {
  program_id: number
  link_id: number
  click_uuid: string
  received_at: Date
}
