import type { App, ServiceDeps } from '../../core/http/service.ts'
import { registerManageBrand } from './manage-brand.route.ts'
import { registerReadProgramBrand } from './read-program-brand.route.ts'
import { registerServeLogo } from './serve-logo.route.ts'

export function registerBranding(app: App, service: ServiceDeps): void {
  registerManageBrand(app, service)
  registerReadProgramBrand(app, service)
  registerServeLogo(app, service)
}
