import { SECTIONS } from '../src/pages/settings/search.ts'

/** The pages of a program without activity, with their empty states. */
export const EMPTY_PAGES: Partial<Record<string, string>> = {
  '/programs/:empty/overview': 'No activity in this period',
  '/programs/:empty/events': 'No events yet',
  '/programs/:empty/commissions': 'No commissions yet',
  '/programs/:empty/customers': 'No customers yet',
  '/programs/:empty/coupon-codes': 'No coupon codes yet',
  '/programs/:empty/coupon-report': 'No orders with codes in this period',
  '/programs/:empty/capture-report': 'No clicks or sales in this period',
  '/programs/:empty/payouts': 'No payouts yet',
  '/programs/:empty/payouts?view=balances': 'No balances yet',
  '/programs/:empty/payments': 'You’re all caught up',
  '/programs/:empty/reconciliation': 'No payment processor is connected',
  '/programs/:empty/applications': '',
  '/programs/:empty/claims': '',
  '/programs/:empty/breakdown': 'No activity in this period',
  '/programs/:empty/health': '',
  '/programs/:empty/rejected-requests': '',
  '/programs/:empty/explain?q=nothing-of-this': 'received nothing for',
  '/programs/:empty/partners': '',
  '/programs/:empty/partners/:theirs': 'No emails yet',
}

/** All pages that need a session. `:large` is a program with a sale for a very large amount. */
export const PAGES = [
  ...Object.keys(EMPTY_PAGES),
  '/programs/:demo/overview',
  '/programs/:demo/overview?view=table',
  '/programs/:large/overview',
  '/programs/:empty/integration',
  '/programs/:demo/integration',
  '/programs/:demo/events',
  '/programs/:demo/events?open=sale-1',
  '/programs/:demo/explain',
  '/programs/:demo/explain?q=ada-1',
  '/programs/new',
  '/programs/:empty/setup?step=program',
  '/programs/:empty/setup?step=commission',
  '/programs/:empty/setup?step=tracker',
  '/programs/:demo/setup?step=partner',
  '/programs/999999/overview',
  '/programs/:demo/partners',
  '/programs/:demo/partners/:partner',
  '/programs/:demo/applications',
  '/programs/:demo/claims',
  '/programs/:demo/breakdown',
  '/programs/:demo/breakdown?by=device',
  '/programs/:demo/commissions',
  '/programs/:demo/customers',
  '/programs/:demo/coupon-codes',
  '/programs/:demo/coupon-report',
  '/programs/:demo/capture-report',
  '/programs/:demo/commissions?open=1',
  '/programs/:demo/payouts',
  '/programs/:demo/payouts?open=:payout',
  '/programs/:demo/payouts?view=balances',
  '/programs/:demo/invoices',
  '/programs/:demo/payments',
  '/programs/:demo/webhooks',
  ...SECTIONS.map((section) => `/programs/:demo/settings?section=${section}`),
  '/programs/:demo/health',
  '/programs/:demo/rejected-requests',
  '/account',
  '/programs/:demo/audit-log',
]
/** Pages outside a session. */
export const PUBLIC_PAGES = ['/sign-in', '/sign-up', '/forgot-password', '/reset-password', '/story']
/** Partner portal pages. */
export const PARTNER_PAGES = [
  '/partner',
  '/partner/programs/:demo/overview',
  '/partner/programs/:demo/overview?show=earned',
  '/partner/programs/:demo/overview?view=table',
  '/partner/programs/:demo/overview?from=2026-02-01&to=2026-02-28&show=customers',
  '/partner/programs/:demo/links',
  '/partner/programs/:demo/earnings',
  '/partner/programs/:demo/earnings?open=1',
  '/partner/programs/:demo/earnings?missing=sale',
  '/partner/programs/:demo/payouts',
  '/partner/programs/:demo/payout-details',
  '/partner/programs/:demo/terms',
  '/partner/profile',
  '/partner/nowhere',
]
/** Rendered by the service, without the app. */
export const SERVER_PAGES = ['/join/demo', '/mail/unsubscribe?token=none']

/** Replaces the placeholders with the IDs of a program and one of its partners. */
export function fillPath(
  path: string,
  {
    demo,
    empty,
    large,
    partnerId,
    payoutId,
  }: {
    demo: number
    empty: { id: number; partnerId: number }
    large: number
    partnerId: number
    payoutId: number
  },
): string {
  return path
    .replace(':demo', String(demo))
    .replace(':empty', String(empty.id))
    .replace(':large', String(large))
    .replace(':partner', String(partnerId))
    .replace(':theirs', String(empty.partnerId))
    .replace(':payout', String(payoutId))
}
