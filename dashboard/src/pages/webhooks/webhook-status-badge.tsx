import type { Webhook } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { Badge } from '../../ui/badge.tsx'

export function WebhookStatusBadge({ webhook }: { webhook: Webhook }) {
  if (!webhook.enabled) return <Badge tone="neutral">{t('webhooks.disabled')}</Badge>
  if (webhook.failingSince !== null) return <Badge tone="bad">{t('webhooks.failing')}</Badge>
  return <Badge tone="good">{t('webhooks.enabled')}</Badge>
}
