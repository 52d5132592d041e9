import type { App, ServiceDeps } from '../../core/http/service.ts'
import { registerExportCustomers } from './export-customers.route.ts'
import { registerListCustomers } from './list-customers.route.ts'
import { registerListEvents } from './list-events.route.ts'
import { registerListPartnerReport } from './list-partner-report.route.ts'
import { registerListSales } from './list-sales.route.ts'
import { registerReadEvent } from './read-event.route.ts'
import { registerReadPartnerMetrics } from './read-partner-metrics.route.ts'
import { registerReadPerformance } from './read-performance.route.ts'
import { registerReadSetup } from './read-setup.route.ts'
import { registerReadStatus } from './read-status.route.ts'

export function registerPerformance(app: App, service: ServiceDeps): void {
  registerReadPerformance(app, service)
  registerReadStatus(app, service)
  registerReadSetup(app, service)
  registerListEvents(app, service)
  registerReadEvent(app, service)
  registerListPartnerReport(app, service)
  registerReadPartnerMetrics(app, service)
  registerListCustomers(app, service)
  registerExportCustomers(app, service)
  registerListSales(app, service)
}
