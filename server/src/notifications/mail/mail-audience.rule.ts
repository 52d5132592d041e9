import { type MailKind, PARTNER_MAILS } from '../../core/enums.ts'

/** Whether partners and applicants get mails of this kind, in their language, and not members of a workspace. */
export function isForPartner(kind: MailKind): boolean {
  return kind === 'partner_sign_in' || PARTNER_MAILS.some((one) => one === kind)
}
