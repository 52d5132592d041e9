import type { App, ServiceDeps } from '../../core/http/service.ts'
import { registerDecideDuplicate } from './decide-duplicate.route.ts'
import { registerRefundSale } from './refund-sale.route.ts'
import { registerUndoRefund } from './undo-refund.route.ts'

export function registerRefunds(app: App, service: ServiceDeps): void {
  registerRefundSale(app, service)
  registerUndoRefund(app, service)
  registerDecideDuplicate(app, service)
}
