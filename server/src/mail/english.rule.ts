import { groupedAmount } from '../platform/decimal-amount.rule.ts'
import { plainName } from '../platform/mail-address.rule.ts'
import type { MemberRole } from '../platform/words.ts'
import type { MailWords } from './mail-content.ts'

/** Every sentence of every mail. Another language is another file like this one. */
export const ENGLISH: MailWords = {
  language: 'en',
  mails: {
    invitation: ({ workspaceName, inviterName, role, expiresAt }, url) => ({
      subject: `Invitation to ${plainName(workspaceName)}`,
      paragraphs: [
        `${plainName(inviterName)} invites you to the workspace ${plainName(workspaceName)} as ${ROLES[role]}.`,
        `Open the link and sign in with this e-mail address, or create an account of it. The link works once, until ${instant(expiresAt)}.`,
      ],
      facts: [],
      action: { label: 'Accept the invitation', url },
      reason: 'You get this mail because somebody invited this address. If you do not know them, do nothing.',
    }),
    password_reset: ({ minutes }, url) => ({
      subject: 'Set a new password',
      paragraphs: [
        'Somebody asked for a link that sets a new password for the account of this e-mail address.',
        `It works once, and for ${minutes} minutes. Setting a new password signs you out everywhere.`,
      ],
      facts: [],
      action: { label: 'Set a new password', url },
      reason: 'If it was not you, do nothing: your password stays as it is.',
    }),
    webhook_disabled: ({ programName, host, reason, at }, url) => ({
      subject: `${plainName(programName)}: a webhook was disabled`,
      paragraphs: [
        `Nothing is sent to ${plainName(host)} any more. What was waiting goes out once the webhook is enabled again; what happens meanwhile is not kept for it.`,
      ],
      facts: [
        ['Program', plainName(programName)],
        ['Receiver', plainName(host)],
        ['Why', plainName(reason, 300)],
        ['When', instant(at)],
      ],
      action: { label: 'Open the webhooks', url },
      reason: 'You get this mail because you manage this program.',
    }),
    invoice_issued: ({ programName, number, month, totalUsdCents, currency }, url) => ({
      subject: `${plainName(programName)}: invoice ${number} for ${month}`,
      paragraphs: [
        `The month ${month} is closed: the invoice of the platform fee of ${plainName(programName)} was issued.`,
      ],
      facts: [
        ['Invoice', number],
        ['Month', month],
        ['Total', `${groupedAmount(totalUsdCents, currency)} ${currency}`],
      ],
      action: { label: 'Open the invoices', url },
      reason: 'You get this mail because you manage this program and its payments.',
    }),
  },
  unsubscribe: 'No more mails like this one',
  orOpen: 'Or open this address:',
}

const ROLES: Record<MemberRole, string> = {
  owner: 'an owner',
  admin: 'an admin',
  member: 'a member',
  viewer: 'a viewer',
}

/** Nobody's time zone is known, so it is said in the one that all know. */
function instant(iso: string): string {
  const at = new Date(iso)
  const [day, time] = [DAY.format(at), at.toISOString().slice(11, 16)]
  return `${day}, ${time} UTC`
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
