import type { App, ServiceDeps } from '../../core/http/service.ts'
import { registerExplain } from './explain.route.ts'
import { registerManageShareLinks } from './manage-share-links.route.ts'
import { registerOpenSharedTimeline } from './open-share-link.route.ts'

export function registerExplanations(app: App, service: ServiceDeps): void {
  registerExplain(app, service)
  registerManageShareLinks(app, service)
  registerOpenSharedTimeline(app, service)
}
