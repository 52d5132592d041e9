import type { App, ServiceDeps } from '../../core/http/service.ts'
import { registerDecideApplications } from './decide-applications.route.ts'
import { registerJoin } from './join.route.ts'
import { registerManageApplications } from './manage-applications.route.ts'
import { registerManageJoinPage } from './manage-join-page.route.ts'
import { registerManagePartnerInvitations } from './manage-partner-invitations.route.ts'

export function registerOnboarding(app: App, service: ServiceDeps): void {
  registerManageJoinPage(app, service)
  registerManageApplications(app, service)
  registerDecideApplications(app, service)
  registerManagePartnerInvitations(app, service)
  registerJoin(app, service)
}
