import type { ApplicationStatus, JoinMode, PartnerStatus } from '../../core/enums.ts'

export interface JoinDecisionData {
  mode: JoinMode
  /** Status of the existing application with this email. */
  earlier: ApplicationStatus | undefined
  /** Status of the existing partner with this email. */
  partner: PartnerStatus | undefined
  /** Whether the invitation is for this email (`named`) or for anyone with the link (`unnamed`). */
  invitation: 'named' | 'unnamed' | undefined
}

/**
 * Decides an application: approved immediately, left to the team, or only recorded as repeated. A rejected applicant
 * can only be admitted by the team, or by an invitation for their email.
 */
export function decideAdmission({
  mode,
  earlier,
  partner,
  invitation,
}: JoinDecisionData): 'approve' | 'wait' | 'note' {
  const wasRejected = earlier === 'rejected' || partner === 'rejected'
  if (invitation === 'named') return 'approve'
  if (invitation === 'unnamed' && !wasRejected) return 'approve'
  if (earlier !== undefined) return 'note'
  if (partner === 'approved') return 'approve'
  return mode === 'open' && !wasRejected ? 'approve' : 'wait'
}

/** Returns an application's result. If it led to a partner, the partner's status replaces its own. */
export function applicationResult(
  application: ApplicationStatus,
  partner: PartnerStatus | undefined,
): ApplicationStatus {
  if (partner === 'approved') return 'approved'
  if (application !== 'approved') return application
  return partner === 'pending' || partner === 'rejected' ? partner : 'approved'
}
