/** Every page, behind the session. `:empty` is a program in which nothing has happened. */
export const PAGES = [
  '/programs/:demo/overview',
  '/programs/:demo/overview?view=table',
  '/programs/:empty/overview',
  '/programs/:empty/integration',
  '/programs/:demo/integration',
  '/programs/:demo/events',
  '/programs/:demo/events?open=sale-1',
  '/programs/:empty/events',
  '/programs/:demo/explain',
  '/programs/:demo/explain?q=ada-1',
  '/programs/:empty/explain?q=nothing-of-this',
  '/programs/new',
  '/programs/999999/overview',
  '/programs/:demo/partners',
  '/programs/:empty/partners',
  '/programs/:demo/partners/:partner',
  '/programs/:empty/partners/:theirs',
  '/programs/:demo/applications',
  '/programs/:empty/applications',
  '/programs/:demo/claims',
  '/programs/:empty/claims',
  '/programs/:demo/settings?section=join-page',
  '/programs/:demo/breakdown',
  '/programs/:demo/breakdown?by=device',
  '/programs/:empty/breakdown',
  '/programs/:demo/commissions',
  '/programs/:empty/commissions',
  '/programs/:demo/customers',
  '/programs/:empty/customers',
  '/programs/:demo/commissions?open=1',
  '/programs/:demo/payouts',
  '/programs/:demo/payouts?view=balances',
  '/programs/:empty/payouts',
  '/programs/:empty/payouts?view=balances',
  '/programs/:demo/invoices',
  '/programs/:demo/payments',
  '/programs/:empty/payments',
  '/programs/:demo/webhooks',
  '/programs/:demo/settings',
  '/programs/:demo/settings?section=management-keys',
  '/programs/:demo/health',
  '/programs/:empty/health',
  '/programs/:demo/refusals',
  '/programs/:empty/refusals',
  '/account',
  '/programs/:demo/audit-log',
]
/** In front of it. */
export const PUBLIC_PAGES = ['/sign-in', '/sign-up', '/forgot-password', '/reset-password', '/story']
/** Of the partner's own app. */
export const PARTNER_PAGES = [
  '/partner',
  '/partner/programs/:demo/overview',
  '/partner/programs/:demo/links',
  '/partner/programs/:demo/earnings',
  '/partner/programs/:demo/payouts',
  '/partner/profile',
]

/** An address of these with the ids of the programs, and of a partner of each. */
export function fillPath(
  path: string,
  { demo, empty, partnerId }: { demo: number; empty: { id: number; partnerId: number }; partnerId: number },
): string {
  return path
    .replace(':demo', String(demo))
    .replace(':empty', String(empty.id))
    .replace(':partner', String(partnerId))
    .replace(':theirs', String(empty.partnerId))
}
