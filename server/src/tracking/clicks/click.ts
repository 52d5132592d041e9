import type { LinkStatus, PartnerStatus, ProgramStatus } from '../../core/enums.ts'

/** Facts about a link at the time of a click. */
export interface LinkData {
  program_id: number
  program_status: ProgramStatus
  closed_to_new_referrals: boolean
  time_zone: string
  cookie_window_days: number
  link_id: number
  link_status: LinkStatus
  partner_id: number
  partner_status: PartnerStatus
  /** A sandbox's clock offset in milliseconds; null for other programs. */
  clock_ahead_ms: number | null
}

/** The click in the visitor's cookie, if this service issued it. */
export interface EarlierClick {
  program_id: number
  link_id: number
  click_uuid: string
  received_at: Date
}
