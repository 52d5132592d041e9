import { retryUnavailable } from '../../core/database/retry-unavailable.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { decryptSecret } from '../../core/privacy/secret-box.rule.ts'
import { findProgram } from '../../workspace/programs/programs.sql.ts'
import { notifyMembers } from '../mail/notify-members.flow.ts'
import { TEST_EVENT_TYPE } from '../outbox/event-types.ts'
import { webhookLimits } from './limits.ts'
import { type PostOutcome, postWebhook } from './post-webhook.adapter.ts'
import { type ClaimedDelivery, releaseDelivery, settleDelivery } from './webhook-deliveries.sql.ts'
import { webhookHeaders } from './webhook-headers.rule.ts'
import { decideOutcome } from './webhook-outcome.rule.ts'
import type { WebhookOutcome } from './webhook-outcome.ts'
import { WEBHOOK_ATTEMPTS } from './webhook-schedule.rule.ts'
import { disableWebhook, recordWebhookFailure, recordWebhookSuccess } from './webhooks.sql.ts'

/** Returns the message ID, which is the same for every attempt, so that receivers can drop duplicates. */
export function webhookMessageId(messageId: string): string {
  return `msg_${messageId}`
}

/** Returns a message's body, which is the same for every attempt. Sandbox events are marked. */
export function webhookBody({
  type,
  created_at,
  data,
  sandbox,
}: {
  type: string
  created_at: Date
  data: unknown
  sandbox: boolean
}): string {
  const sandboxField = sandbox ? { sandbox } : {}
  return JSON.stringify({ type, ...sandboxField, timestamp: created_at.toISOString(), data })
}

/** Sends a claimed delivery once and saves the result. Aborting releases the claim as if nothing had been tried. */
export async function sendDelivery(
  deps: Deps,
  delivery: ClaimedDelivery,
  options: { timeoutMs: number; signal?: AbortSignal },
): Promise<void> {
  const { kysely } = deps.database
  const { status, error, response } = await post(deps, delivery, options)
  if (error !== undefined && options.signal?.aborted) return releaseDelivery(kysely, delivery)
  // Tests aren't retried.
  const attempts = delivery.type === TEST_EVENT_TYPE ? WEBHOOK_ATTEMPTS : delivery.attempts
  const chance = deps.ids.bytes(1).readUInt8() / 255
  const outcome = decideOutcome({ attempts, endedAt: deps.clock.now(), status, error }, chance)
  const settle = async () => {
    if (delivery.type !== TEST_EVENT_TYPE) await updateWebhookAfterAttempt(deps, delivery, outcome)
    await settleDelivery(kysely, delivery, { ...outcome, response })
  }
  // Otherwise, the claim would block one of the webhook's few slots until its lease ends.
  await retryUnavailable(settle, { forMs: webhookLimits.webhookSettleMs, stop: options.signal })
}

async function post(
  { config, clock }: Deps,
  delivery: ClaimedDelivery,
  options: { timeoutMs: number; signal?: AbortSignal },
): Promise<PostOutcome> {
  const body = webhookBody(delivery)
  const now = clock.now()
  const secrets = decryptSecrets(delivery, config.appSecret, now)
  if (secrets === undefined) {
    return { status: undefined, error: 'the signing secret can’t be decrypted; rotate it' }
  }
  return postWebhook({
    ...options,
    url: delivery.url,
    headers: webhookHeaders({ id: webhookMessageId(delivery.message_id), body }, now, secrets),
    body,
    network: config.webhookNetwork,
    lookupTimeoutMs: webhookLimits.webhookLookupMs,
    responseBytes: webhookLimits.webhookResponseBytes,
    maxAnswerLength: webhookLimits.maxTitleLength,
  })
}

/** Returns the valid secrets, newest first; undefined if they were encrypted with another APP_SECRET. */
function decryptSecrets(delivery: ClaimedDelivery, appSecret: string, now: Date): string[] | undefined {
  const { secret, previous_secret, previous_secret_until } = delivery
  const isInGrace = previous_secret_until !== null && previous_secret_until > now
  const sealed = previous_secret !== null && isInGrace ? [secret, previous_secret] : [secret]
  try {
    return sealed.map((one) => decryptSecret(one, appSecret))
  } catch {
    return undefined
  }
}

/**
 * Updates the webhook after an attempt. The statements run separately: if the process dies in between, the delivery is
 * sent again and they are repeated. The delivery must therefore be finished last.
 */
async function updateWebhookAfterAttempt(
  deps: Deps,
  delivery: ClaimedDelivery,
  outcome: WebhookOutcome,
): Promise<void> {
  const { kysely } = deps.database
  const { program_id, endpoint_id, first_attempt_at } = delivery
  if (outcome.state === 'delivered') return recordWebhookSuccess(kysely, program_id, endpoint_id)
  await recordWebhookFailure(kysely, program_id, endpoint_id, delivery.last_attempt_at)
  if (outcome.state !== 'failed') return
  const at = deps.clock.now()
  const disabled =
    outcome.because === 'gone'
      ? { at, reason: 'It returned 410 Gone.' }
      : {
          at,
          reason: `Every delivery failed for the whole retry period. Last error: ${outcome.error}.`,
          failedSince: first_attempt_at,
        }
  await disableAndNotify(deps, { programId: program_id, webhookId: endpoint_id }, disabled)
}

/** Emails the members who manage the program, in the transaction that disables the webhook. */
async function disableAndNotify(
  deps: Deps,
  { programId, webhookId }: { programId: number; webhookId: number },
  disabled: { at: Date; reason: string; failedSince?: Date },
): Promise<void> {
  await withTransaction(deps, async (transaction) => {
    const webhook = await disableWebhook(transaction, programId, webhookId, disabled)
    if (webhook === undefined || deps.config.mail === undefined) return
    const program = await findProgram(transaction, programId)
    if (program === undefined) return
    const at = disabled.at.toISOString()
    // The path and query may contain a secret.
    const { host } = new URL(webhook.url)
    await notifyMembers(deps, transaction, {
      program,
      permission: 'program:update',
      cause: `webhook_disabled:${programId}:${webhookId}:${at}`,
      notice: {
        kind: 'webhook_disabled',
        data: { programId, programName: program.name, host, reason: disabled.reason, at },
      },
    })
  })
}
