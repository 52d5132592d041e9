import type { App, ServiceDeps } from '../../core/http/service.ts'
import { registerAcceptInvitation } from './accept-invitation.route.ts'
import { registerManageManagementKeys } from './manage-management-keys.route.ts'
import { registerManageMembers } from './manage-members.route.ts'
import { registerManageWorkspace } from './manage-workspace.route.ts'
import { registerPreviewInvitation } from './preview-invitation.route.ts'
import { registerReadAccount } from './read-account.route.ts'
import { registerUpdateAccount } from './update-account.route.ts'

export function registerAccounts(app: App, service: ServiceDeps): void {
  registerReadAccount(app, service)
  registerUpdateAccount(app, service)
  registerManageMembers(app, service)
  registerPreviewInvitation(app, service)
  registerAcceptInvitation(app, service)
  registerManageWorkspace(app, service)
  registerManageManagementKeys(app, service)
}
