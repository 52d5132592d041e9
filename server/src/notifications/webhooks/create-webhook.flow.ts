import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { encryptSecret, NONCE_BYTES } from '../../core/privacy/secret-box.rule.ts'
import { lockProgram } from '../../workspace/programs/programs.sql.ts'
import type { EventType } from '../outbox/event-types.ts'
import { webhookLimits } from './limits.ts'
import { formatWebhookSecret, WEBHOOK_SECRET_BYTES } from './webhook-signature.rule.ts'
import { countWebhooks, insertWebhook, type WebhookRow } from './webhooks.sql.ts'

/**
 * Creates a webhook for these event types. The signing secret is only returned here, and stored encrypted.
 * @returns 'too_many_webhooks' if the program has the maximum number
 */
export async function createWebhook(
  deps: Deps,
  programId: number,
  input: { url: string; eventTypes: EventType[] },
): Promise<{ row: WebhookRow; secret: string } | 'too_many_webhooks'> {
  const { plain, sealed } = newSecret(deps)
  return withTransaction(deps, async (transaction) => {
    await lockProgram(transaction, programId)
    if ((await countWebhooks(transaction, programId)) >= webhookLimits.webhooksPerProgram)
      return 'too_many_webhooks'
    const row = await insertWebhook(transaction, {
      program_id: programId,
      url: input.url,
      event_types: input.eventTypes,
      secret: sealed,
      created_at: deps.clock.now(),
    })
    return { row, secret: plain }
  })
}

/** Generates a signing secret. Returns it in plain text and encrypted. */
export function newSecret({ ids, config }: Pick<Deps, 'ids' | 'config'>): { plain: string; sealed: string } {
  const secret = formatWebhookSecret(ids.bytes(WEBHOOK_SECRET_BYTES))
  return { plain: secret, sealed: encryptSecret(secret, config.appSecret, ids.bytes(NONCE_BYTES)) }
}
