import type { App, ServiceDeps } from '../../core/http/service.ts'
import type { FindSearchResults } from '../../core/search-results.ts'
import { registerExportCommissions } from './export-commissions.route.ts'
import { registerListCommissions } from './list-commissions.route.ts'
import { registerReviewCommissions } from './review-commissions.route.ts'

export function registerCommissions(app: App, service: ServiceDeps, find: FindSearchResults): void {
  registerListCommissions(app, service, find)
  registerExportCommissions(app, service, find)
  registerReviewCommissions(app, service)
}
