/**
 * Path prefixes of files that `npm run test:postgres` runs besides `*.postgres.test.ts`: tests of money, events and
 * stored data, which depend on locks, constraints and plans.
 */
export const ON_POSTGRES_TOO = [
  'accountant/accountant',
  'core/connections',
  'core/each-program',
  'core/idempotency',
  'core/issued-documents',
  'core/lease',
  'core/migrations',
  'core/prepared-statements',
  'earnings/commissions/',
  'earnings/invoices/',
  'earnings/payout-details/',
  'earnings/payouts/',
  'notifications/webhooks/',
  'operations/backup/',
  'operations/data-subjects/',
  'operations/doctor/',
  'operations/retention/',
  'operations/setup/',
  'partners/enrollments/',
  'partners/portal-access/',
  'portal/inquiries/',
  'reports/performance/',
  'statistics/',
  'tracking/',
  'workspace/accounts/',
  'workspace/audit/',
  'workspace/programs/',
].map((start) => `server/test/${start}`)
