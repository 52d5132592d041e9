import type { App, ServiceDeps } from '../../core/http/service.ts'
import { registerExchangePayoutFiles } from './exchange-payout-files.route.ts'
import { registerManagePayoutSettings } from './manage-payout-settings.route.ts'
import { registerManagePayouts } from './manage-payouts.route.ts'
import { registerMarkCommissionsPaid } from './mark-commissions-paid.route.ts'
import { registerMarkPayoutsPaid } from './mark-payouts-paid.route.ts'
import { registerReadBalances } from './read-balances.route.ts'
import { registerRequestPayoutDetails } from './request-payout-details.route.ts'

export async function registerPayouts(app: App, service: ServiceDeps): Promise<void> {
  registerReadBalances(app, service)
  registerRequestPayoutDetails(app, service)
  registerMarkCommissionsPaid(app, service)
  registerMarkPayoutsPaid(app, service)
  registerManagePayouts(app, service)
  registerManagePayoutSettings(app, service)
  await registerExchangePayoutFiles(app, service)
}
