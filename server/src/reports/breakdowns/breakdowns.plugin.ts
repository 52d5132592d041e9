import type { App, ServiceDeps } from '../../core/http/service.ts'
import { registerExportBreakdown } from './export-breakdown.route.ts'
import { registerReadBreakdown } from './read-breakdown.route.ts'

export function registerBreakdowns(app: App, service: ServiceDeps): void {
  registerReadBreakdown(app, service)
  registerExportBreakdown(app, service)
}
