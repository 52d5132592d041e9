import type { CouponImportOutcome, CouponPrecedence, CouponStatus } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import type { LabelView } from '../../ui/badge.tsx'

export const COUPON_STATUSES: Record<CouponStatus, LabelView> = {
  active: { label: t('coupons.statuses.active'), tone: 'good' },
  archived: { label: t('coupons.statuses.archived'), tone: 'neutral' },
}

export const COUPON_IMPORT_OUTCOMES: Record<CouponImportOutcome, LabelView> = {
  added: { label: t('coupons.importOutcomes.added'), tone: 'good' },
  already_exists: { label: t('coupons.importOutcomes.alreadyExists'), tone: 'neutral' },
  archived: { label: t('coupons.importOutcomes.archived'), tone: 'neutral' },
  duplicate_in_file: { label: t('coupons.importOutcomes.duplicateInFile'), tone: 'warn' },
  invalid: { label: t('coupons.importOutcomes.invalid'), tone: 'bad' },
  code_taken: { label: t('coupons.importOutcomes.codeTaken'), tone: 'bad' },
  unknown_partner: { label: t('coupons.importOutcomes.unknownPartner'), tone: 'bad' },
  over_limit: { label: t('coupons.importOutcomes.overLimit'), tone: 'bad' },
}

/** Which partner gets a customer whose click and code belong to different partners. */
export const COUPON_PRECEDENCES: Record<CouponPrecedence, { label: string; hint: string }> = {
  code: { label: t('coupons.precedences.code'), hint: t('coupons.precedences.code.hint') },
  click: { label: t('coupons.precedences.click'), hint: t('coupons.precedences.click.hint') },
  first_touch: { label: t('coupons.precedences.firstTouch'), hint: t('coupons.precedences.firstTouch.hint') },
}

/** A sample file with all supported columns. */
export const EXAMPLE_FILE =
  'code,partner_email,starts_at,ends_at,max_uses,customer_discount\r\n' +
  'NORA10,nora@partners.example,,,,10% off\r\nSAM20,sam@partners.example,,2027-01-01T00:00:00Z,500,20% off\r\n'
