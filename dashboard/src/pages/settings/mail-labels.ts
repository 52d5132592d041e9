import type { Mail, MailKind, MailSettings, MailStatus } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const MAIL_KINDS: Record<MailKind, { label: string }> = {
  invitation: { label: t('settings.mailKinds.invitation') },
  partner_passkey_changed: { label: t('settings.mailKinds.partnerPasskeyChanged') },
  partner_account_closed: { label: t('settings.mailKinds.partnerAccountClosed') },
  payout_details_changed: { label: t('settings.mailKinds.payoutDetailsChanged') },
  payout_details_requested: { label: t('settings.mailKinds.payoutDetailsRequested') },
  partner_sign_in: { label: t('settings.mailKinds.partnerSignIn') },
  password_reset: { label: t('settings.mailKinds.passwordReset') },
  webhook_disabled: { label: t('settings.mailKinds.webhookDisabled') },
  invoice_issued: { label: t('settings.mailKinds.invoiceIssued') },
  new_application: { label: t('settings.mailKinds.newApplication') },
  application_received: { label: t('settings.mailKinds.applicationReceived') },
  application_approved: { label: t('settings.mailKinds.applicationApproved') },
  application_rejected: { label: t('settings.mailKinds.applicationRejected') },
  application_question: { label: t('settings.mailKinds.applicationQuestion') },
  partner_invitation: { label: t('settings.mailKinds.partnerInvitation') },
  payout_made: { label: t('settings.mailKinds.payoutMade') },
  payout_paid: { label: t('settings.mailKinds.payoutPaid') },
  claim_decided: { label: t('settings.mailKinds.claimDecided') },
  partner_statement: { label: t('settings.mailKinds.partnerStatement') },
  partner_first_click: { label: t('settings.mailKinds.partnerFirstClick') },
  partner_sale: { label: t('settings.mailKinds.partnerSale') },
  partner_reversal: { label: t('settings.mailKinds.partnerReversal') },
}

export const MAIL_STATUSES: Record<MailStatus, LabelView> = {
  pending: { label: t('settings.mailStatuses.pending'), tone: 'warn' },
  sent: { label: t('settings.mailStatuses.sent'), tone: 'good' },
  failed: { label: t('settings.mailStatuses.failed'), tone: 'bad' },
  withdrawn: { label: t('settings.mailStatuses.withdrawn'), tone: 'neutral' },
}

/** How the installation sends email, and what that means for users. */
export const SENDING_MODES: Record<MailSettings['sending'], { title: string; hint: string }> = {
  smtp: {
    title: t('settings.sending.smtp.title'),
    hint: t('settings.sending.smtp.hint'),
  },
  development: {
    title: t('settings.sending.development.title'),
    hint: t('settings.sending.development.hint'),
  },
  off: {
    title: t('settings.sending.off.title'),
    hint: t('settings.sending.off.hint'),
  },
}

/** Describes an email's delivery status in a sentence. */
export function deliveryText({ state, attempts, lastError, hasSecretLink }: Mail): string {
  if (state === 'pending' && attempts === 0) return t('settings.notSentYet')
  const tries = attempts === 1 ? t('settings.n1Attempt') : t('settings.attemptsAttempts', { attempts })
  const error = lastError === null ? '' : `: ${lastError}`
  const linkAdvice = state === 'failed' && hasSecretLink ? ` ${t('settings.theLinkIsntStoredSend')}` : ''
  return `${tries}${error}${linkAdvice}`
}
