import type { Program } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'

interface Choice {
  label: string
  hint: string
}

export const PROGRAM_STATUSES: Record<Program['status'], { label: string }> = {
  active: { label: t('settings.programStatuses.active') },
  paused: { label: t('settings.programStatuses.paused') },
  archived: { label: t('settings.programStatuses.archived') },
}

/** When a signup counts as a lead. */
export const LEAD_POLICIES: Record<Program['leadAuthPolicy'], Choice> = {
  server_verified: {
    label: t('settings.leadPolicies.serverVerified'),
    hint: t('settings.leadPolicies.serverVerified.hint'),
  },
  browser_allowed: {
    label: t('settings.leadPolicies.browserAllowed'),
    hint: t('settings.leadPolicies.browserAllowed.hint'),
  },
}

/** Who reports sales. */
export const PAYMENT_MODES: Record<Program['paymentTrackingMode'], Choice> = {
  s2s: {
    label: t('settings.paymentModes.s2s'),
    hint: t('settings.paymentModes.s2s.hint'),
  },
  processor_connect: {
    label: t('settings.paymentModes.processorConnect'),
    hint: t('settings.paymentModes.processorConnect.hint'),
  },
}

/** What a percentage is calculated from. */
export const COMMISSION_BASES: Record<Program['commissionBase'], Choice> = {
  amount: {
    label: t('settings.commissionBases.amount'),
    hint: t('settings.commissionBases.amount.hint'),
  },
  amount_without_tax: {
    label: t('settings.commissionBases.amountWithoutTax'),
    hint: t('settings.commissionBases.amountWithoutTax.hint'),
  },
}

/** How commissions are approved. */
export const APPROVALS: Record<Program['commissionApproval'], Choice> = {
  automatic: {
    label: t('settings.approvals.automatic'),
    hint: t('settings.approvals.automatic.hint'),
  },
  review: {
    label: t('settings.approvals.review'),
    hint: t('settings.approvals.review.hint'),
  },
}
