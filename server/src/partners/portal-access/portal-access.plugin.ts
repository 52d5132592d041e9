import type { App, ServiceDeps } from '../../core/http/service.ts'
import { registerCopySignInLink } from './copy-sign-in-link.route.ts'
import { registerManagePartnerAccount } from './manage-partner-account.route.ts'
import { registerManagePartnerSessions } from './manage-partner-sessions.route.ts'
import { registerManagePasskeys } from './manage-passkeys.route.ts'
import { registerManagePortalSettings } from './manage-portal-settings.route.ts'
import { registerOpenDelegatedSession } from './open-impersonation.route.ts'
import { registerRequestSignInLink } from './request-sign-in-link.route.ts'
import { registerPartnerSignIn } from './sign-in.route.ts'
import { registerSignInByPasskey } from './sign-in-by-passkey.route.ts'

export function registerPortalAccess(app: App, service: ServiceDeps): void {
  registerCopySignInLink(app, service)
  registerOpenDelegatedSession(app, service)
  registerManagePortalSettings(app, service)
  registerRequestSignInLink(app, service)
  registerPartnerSignIn(app, service)
  registerManagePartnerAccount(app, service)
  registerManagePartnerSessions(app, service)
  registerManagePasskeys(app, service)
  registerSignInByPasskey(app, service)
}
