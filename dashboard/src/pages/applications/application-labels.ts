import type { ApplicationStatus, ApplicationStep, PartnerInvitation } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const APPLICATION_STATUSES: Record<ApplicationStatus, LabelView> = {
  pending: { label: t('applications.applicationStatuses.pending'), tone: 'warn' },
  info_requested: { label: t('applications.applicationStatuses.infoRequested'), tone: 'neutral' },
  approved: { label: t('applications.applicationStatuses.approved'), tone: 'good' },
  rejected: { label: t('applications.applicationStatuses.rejected'), tone: 'neutral' },
}

export const INVITATION_STATES: Record<PartnerInvitation['state'], LabelView> = {
  open: { label: t('applications.invitationStates.open'), tone: 'warn' },
  used: { label: t('applications.invitationStates.used'), tone: 'good' },
  revoked: { label: t('applications.invitationStates.revoked'), tone: 'neutral' },
  expired: { label: t('applications.invitationStates.expired'), tone: 'neutral' },
}

const STEPS: Record<ApplicationStep['kind'], string> = {
  applied: t('applications.steps.applied'),
  applied_again: t('applications.steps.appliedAgain'),
  info_requested: t('applications.steps.infoRequested'),
  answered: t('applications.steps.answered'),
  approved: t('applications.steps.approved'),
  rejected: t('applications.steps.rejected'),
}

/** Returns a step of the history, with the team member who made it. */
export function stepText({ kind, by }: ApplicationStep): string {
  return by === null ? STEPS[kind] : t('applications.kindByBy', { kind: STEPS[kind], by })
}
