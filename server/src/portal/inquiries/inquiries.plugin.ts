import type { App, ServiceDeps } from '../../core/http/service.ts'
import { registerCreateInquiry } from './inquiries.route.ts'
import { registerManageClaims } from './manage-claims.route.ts'
import { registerManageOwnClaims } from './manage-own-claims.route.ts'

export function registerInquiries(app: App, service: ServiceDeps): void {
  registerCreateInquiry(app, service)
  registerManageOwnClaims(app, service)
  registerManageClaims(app, service)
}
