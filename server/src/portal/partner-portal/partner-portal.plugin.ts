import type { App, ServiceDeps } from '../../core/http/service.ts'
import { registerCloseAccount } from './close-account.route.ts'
import { registerExportAccount } from './export-account.route.ts'
import { registerListProgramEnrollments } from './list-program-enrollments.route.ts'
import { registerManageOwnCoupons } from './manage-own-coupons.route.ts'
import { registerManageOwnLinks } from './manage-own-links.route.ts'
import { registerManageOwnMails } from './manage-own-mails.route.ts'
import { registerManageOwnPayoutDetails } from './manage-own-payout-details.route.ts'
import { registerReadOwnEarnings } from './read-own-earnings.route.ts'
import { registerReadOwnOverview } from './read-own-overview.route.ts'
import { registerReadOwnPayouts } from './read-own-payouts.route.ts'
import { registerReadOwnStatements } from './read-own-statements.route.ts'
import { registerReadOwnTerms } from './read-own-terms.route.ts'

export function registerPartnerPortal(app: App, service: ServiceDeps): void {
  registerExportAccount(app, service)
  registerCloseAccount(app, service)
  registerManageOwnMails(app, service)
  registerListProgramEnrollments(app, service)
  registerReadOwnOverview(app, service)
  registerManageOwnLinks(app, service)
  registerManageOwnCoupons(app, service)
  registerReadOwnEarnings(app, service)
  registerReadOwnPayouts(app, service)
  registerManageOwnPayoutDetails(app, service)
  registerReadOwnStatements(app, service)
  registerReadOwnTerms(app, service)
}
