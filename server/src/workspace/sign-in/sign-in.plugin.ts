import type { App, ServiceDeps } from '../../core/http/service.ts'
import { registerReadSignInOptions } from './read-sign-in-options.route.ts'
import { registerAuth } from './serve-auth.route.ts'

export function registerSignIn(app: App, service: ServiceDeps): void {
  registerAuth(app, service)
  registerReadSignInOptions(app, service)
}
