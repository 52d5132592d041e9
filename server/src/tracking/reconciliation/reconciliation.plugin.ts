import type { App } from '../../core/http/service.ts'
import type { ProcessorDeps } from '../processors/processor-deps.http.ts'
import { registerManageApiKey } from './manage-api-key.route.ts'
import { registerManageDifferences } from './manage-differences.route.ts'
import { registerManageReconciliations } from './manage-reconciliations.route.ts'

export function registerReconciliation(app: App, service: ProcessorDeps): void {
  registerManageApiKey(app, service)
  registerManageReconciliations(app, service)
  registerManageDifferences(app, service)
}
