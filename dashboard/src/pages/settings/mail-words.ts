import type { Mail, MailKind, MailSettings, MailStatus } from '../../api/types.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const MAIL_KINDS: Record<MailKind, { label: string }> = {
  invitation: { label: 'Invitation' },
  partner_passkey_changed: { label: 'Partner’s passkeys' },
  partner_account_closed: { label: 'Partner’s account closed' },
  payout_details_changed: { label: 'Changed payout details' },
  partner_sign_in: { label: 'Partner’s link to sign in' },
  password_reset: { label: 'Forgotten password' },
  webhook_disabled: { label: 'Webhook disabled' },
  invoice_issued: { label: 'Month closed' },
  new_application: { label: 'New application' },
  application_received: { label: 'Application received' },
  application_approved: { label: 'Application approved' },
  application_rejected: { label: 'Application rejected' },
  application_question: { label: 'Question to an applicant' },
  partner_invitation: { label: 'Invitation of a partner' },
  payout_made: { label: 'Payout made' },
  payout_paid: { label: 'Payout paid' },
  claim_decided: { label: 'Claim decided' },
  partner_statement: { label: 'Partner’s statement' },
  partner_first_click: { label: 'Partner’s first click' },
  partner_sale: { label: 'Partner’s earnings' },
  partner_reversal: { label: 'Earnings taken back' },
}

export const MAIL_STATUSES: Record<MailStatus, LabelView> = {
  pending: { label: 'Waiting', tone: 'warn' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
}

/** What the installation does with mails, and what that means for whoever reads it. */
export const SENDING: Record<MailSettings['sending'], { title: string; hint: string }> = {
  smtp: {
    title: 'Mail is sent',
    hint: 'Taken by the mail server is not read: whether a mail reaches its mailbox, no one is told.',
  },
  development: {
    title: 'Mail is shown, not sent',
    hint: 'This installation runs for development: what it would send stands at /dev/mail on its own machine, and in its log.',
  },
  off: {
    title: 'No mail is sent',
    hint: 'Invitations are links that you pass on yourself, forgotten passwords are mended by whoever runs the installation, and of a disabled webhook or a closed month nobody is told. Whoever runs it switches mail on with SMTP_URL and MAIL_FROM.',
  },
}

/** What became of a mail, in a sentence. */
export function fateWords({ state, attempts, lastError, tellsSecret }: Mail): string {
  if (state === 'pending' && attempts === 0) return 'Not tried yet'
  const tries = attempts === 1 ? '1 try' : `${attempts} tries`
  const error = lastError === null ? '' : `: ${lastError}`
  const instead = state === 'failed' && tellsSecret ? ' Its link is not kept: invite again instead.' : ''
  return `${tries}${error}${instead}`
}
