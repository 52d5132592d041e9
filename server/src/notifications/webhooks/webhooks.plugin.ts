import type { App, ServiceDeps } from '../../core/http/service.ts'
import { watchBacklog } from '../../core/http/watch-backlog.http.ts'
import { registerManageWebhookListeners } from './manage-webhook-listeners.route.ts'
import { registerManageWebhooks } from './manage-webhooks.route.ts'
import { readBacklog } from './webhook-backlog.sql.ts'

export function registerWebhooks(app: App, service: ServiceDeps): void {
  const help = 'Webhook messages and deliveries that are waiting to be sent.'
  watchBacklog(service, { name: 'webhook_backlog', help }, readBacklog)
  registerManageWebhooks(app, service)
  registerManageWebhookListeners(app, service)
}
