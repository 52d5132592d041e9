import type { App, ServiceDeps } from '../../core/http/service.ts'
import { registerManageShareLinks } from './manage-share-links.route.ts'
import { registerOpenSharedTimeline } from './open-share-link.route.ts'

export function registerShareLinks(app: App, service: ServiceDeps): void {
  registerManageShareLinks(app, service)
  registerOpenSharedTimeline(app, service)
}
