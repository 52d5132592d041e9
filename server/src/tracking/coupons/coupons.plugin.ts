import type { App, ServiceDeps } from '../../core/http/service.ts'
import { registerImportCoupons } from './import-coupons.route.ts'
import { registerManageCoupons } from './manage-coupons.route.ts'

export function registerCoupons(app: App, service: ServiceDeps): void {
  registerManageCoupons(app, service)
  registerImportCoupons(app, service)
}
