import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { HOUR_MS } from '../../core/time/time.ts'
import { newSecret } from './create-webhook.flow.ts'
import { lockWebhook, updateWebhookRow, type WebhookRow } from './webhooks.sql.ts'

/**
 * Rotates a webhook's secret. The previous one stays valid for `graceHours`, so that no message is missed. An older one
 * expires immediately.
 * @returns undefined if the program has no such webhook
 */
export async function rotateWebhookSecret(
  deps: Deps,
  programId: number,
  webhookId: number,
  graceHours: number,
): Promise<{ row: WebhookRow; secret: string } | undefined> {
  const { plain, sealed } = newSecret(deps)
  const now = deps.clock.now()
  const previous_secret_until = graceHours === 0 ? null : new Date(now.getTime() + graceHours * HOUR_MS)
  return withTransaction(deps, async (transaction) => {
    const webhook = await lockWebhook(transaction, programId, webhookId)
    if (webhook === undefined) return undefined
    const previous_secret = previous_secret_until === null ? null : webhook.secret
    const changes = { secret: sealed, previous_secret, previous_secret_until }
    return { row: await updateWebhookRow(transaction, programId, webhookId, changes), secret: plain }
  })
}
