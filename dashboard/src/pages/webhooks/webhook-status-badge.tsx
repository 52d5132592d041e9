import type { Webhook } from '../../api/types.ts'
import { Badge } from '../../ui/badge.tsx'

export function WebhookStatusBadge({ webhook }: { webhook: Webhook }) {
  if (!webhook.enabled) return <Badge tone="neutral">Disabled</Badge>
  if (webhook.failingSince !== null) return <Badge tone="bad">Failing</Badge>
  return <Badge tone="good">Enabled</Badge>
}
