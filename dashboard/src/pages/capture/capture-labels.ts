import type { SaleCapture } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'

/** How a sale's customer arrived. */
export const SALE_CAPTURES: Record<SaleCapture, { label: string; hint: string }> = {
  script: { label: t('captureReport.captures.script'), hint: t('captureReport.captures.script.hint') },
  server_set: {
    label: t('captureReport.captures.serverSet'),
    hint: t('captureReport.captures.serverSet.hint'),
  },
  redirect: { label: t('captureReport.captures.redirect'), hint: t('captureReport.captures.redirect.hint') },
  deleted_click: {
    label: t('captureReport.captures.deletedClick'),
    hint: t('captureReport.captures.deletedClick.hint'),
  },
  coupon_code: {
    label: t('captureReport.captures.couponCode'),
    hint: t('captureReport.captures.couponCode.hint'),
  },
  team: { label: t('captureReport.captures.team'), hint: t('captureReport.captures.team.hint') },
}
