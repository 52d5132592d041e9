import type { ApplicationStatus, ApplicationStep, PartnerInvitation } from '../../api/types.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const APPLICATION_STATUSES: Record<ApplicationStatus, LabelView> = {
  waiting: { label: 'Waiting', tone: 'warn' },
  asked: { label: 'Asked', tone: 'neutral' },
  approved: { label: 'Approved', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'neutral' },
}

export const INVITATION_STATES: Record<PartnerInvitation['state'], LabelView> = {
  open: { label: 'Open', tone: 'warn' },
  used: { label: 'Used', tone: 'good' },
  revoked: { label: 'Revoked', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'neutral' },
}

const STEPS: Record<ApplicationStep['kind'], string> = {
  applied: 'Applied',
  applied_again: 'Applied again',
  asked: 'Asked',
  answered: 'Answered',
  approved: 'Approved',
  rejected: 'Rejected',
}

/** What happened, and who of the team did it. */
export function stepWords({ kind, by }: ApplicationStep): string {
  return by === null ? STEPS[kind] : `${STEPS[kind]} by ${by}`
}
