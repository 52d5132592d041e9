import { type MailKind, PARTNER_MAILS } from '../../core/enums.ts'

/**
 * Returns whether emails of this kind go to partners and applicants, in their language, instead of workspace members.
 */
export function isForPartner(kind: MailKind): boolean {
  return kind === 'partner_sign_in' || PARTNER_MAILS.some((one) => one === kind)
}
