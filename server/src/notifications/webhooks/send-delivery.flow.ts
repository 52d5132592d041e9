import { retryUnavailable } from '../../core/database/retry-unavailable.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { openSecret } from '../../core/privacy/secret-box.rule.ts'
import { findProgram } from '../../workspace/programs/programs.sql.ts'
import { notifyMembers } from '../mail/notify-members.flow.ts'
import { TEST_EVENT_TYPE } from '../outbox/outbox.sql.ts'
import { webhookLimits } from './limits.ts'
import { type PostOutcome, postWebhook } from './post-webhook.adapter.ts'
import { type ClaimedDelivery, releaseDelivery, settleDelivery } from './webhook-deliveries.sql.ts'
import { webhookHeaders } from './webhook-headers.rule.ts'
import { decideOutcome } from './webhook-outcome.rule.ts'
import type { WebhookOutcome } from './webhook-outcome.ts'
import { WEBHOOK_ATTEMPTS } from './webhook-schedule.rule.ts'
import { disableWebhook, noteFailing, noteSuccess } from './webhooks.sql.ts'

/** What the receiver knows a message by: the same in every attempt, so that it can drop repeats. */
export function webhookMessageId(messageId: string): string {
  return `msg_${messageId}`
}

/** The body of a message: the same in every attempt. That of a sandbox says so, so that nobody acts on it for real. */
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
  const mark = sandbox ? { sandbox } : {}
  return JSON.stringify({ type, ...mark, timestamp: created_at.toISOString(), data })
}

/**
 * Sends a delivery that this process has claimed, once, and writes down what came of it. Aborting gives the claim
 * back instead, as if nothing had been tried.
 */
export async function sendDelivery(
  deps: Deps,
  delivery: ClaimedDelivery,
  options: { timeoutMs: number; signal?: AbortSignal },
): Promise<void> {
  const { kysely } = deps.database
  const { status, error, answer } = await post(deps, delivery, options)
  if (error !== undefined && options.signal?.aborted) return releaseDelivery(kysely, delivery)
  // A test is tried once.
  const attempts = delivery.type === TEST_EVENT_TYPE ? WEBHOOK_ATTEMPTS : delivery.attempts
  const chance = deps.ids.bytes(1).readUInt8() / 255
  const outcome = decideOutcome({ attempts, endedAt: deps.clock.now(), status, error }, chance)
  const settle = async () => {
    if (delivery.type !== TEST_EVENT_TYPE) await noteOnWebhook(deps, delivery, outcome)
    await settleDelivery(kysely, delivery, { ...outcome, answer })
  }
  // A claim that is left keeps one of the webhook's few places until its lease ends.
  await retryUnavailable(settle, { forMs: webhookLimits.webhookSettleMs, stop: options.signal })
}

async function post(
  { config, clock }: Deps,
  delivery: ClaimedDelivery,
  options: { timeoutMs: number; signal?: AbortSignal },
): Promise<PostOutcome> {
  const body = webhookBody(delivery)
  const now = clock.now()
  const secrets = openSecrets(delivery, config.appSecret, now)
  if (secrets === undefined) {
    return { status: undefined, error: 'its signing secret cannot be read any more: rotate it' }
  }
  return postWebhook({
    ...options,
    url: delivery.url,
    headers: webhookHeaders({ id: webhookMessageId(delivery.message_id), body }, now, secrets),
    body,
    allowPrivate: config.webhookAllowPrivate,
    lookupTimeoutMs: webhookLimits.webhookLookupMs,
    answerBytes: webhookLimits.webhookAnswerBytes,
    answerChars: webhookLimits.titleChars,
  })
}

/** The secrets that sign now, the newest first; undefined when they were sealed under another APP_SECRET. */
function openSecrets(delivery: ClaimedDelivery, appSecret: string, now: Date): string[] | undefined {
  const { secret, previous_secret, previous_secret_until } = delivery
  const isInGrace = previous_secret_until !== null && previous_secret_until > now
  const sealed = previous_secret !== null && isInGrace ? [secret, previous_secret] : [secret]
  try {
    return sealed.map((one) => openSecret(one, appSecret))
  } catch {
    return undefined
  }
}

/**
 * The statements stand alone: if the process ends between them, the delivery is sent again and they are
 * repeated. Order matters for that: the delivery is settled last.
 */
async function noteOnWebhook(deps: Deps, delivery: ClaimedDelivery, outcome: WebhookOutcome): Promise<void> {
  const { kysely } = deps.database
  const { program_id, endpoint_id, first_attempt_at } = delivery
  if (outcome.state === 'delivered') return noteSuccess(kysely, program_id, endpoint_id)
  await noteFailing(kysely, program_id, endpoint_id, delivery.last_attempt_at)
  if (outcome.state !== 'failed') return
  const at = deps.clock.now()
  const disabled =
    outcome.because === 'gone'
      ? { at, reason: 'It answered 410 Gone.' }
      : {
          at,
          reason: `Nothing but failures for as long as a message is tried; the last one: ${outcome.error}.`,
          failedSince: first_attempt_at,
        }
  await disableAndTell(deps, { programId: program_id, webhookId: endpoint_id }, disabled)
}

/** Whoever manages the program is told by mail, in the transaction that disables: nobody looks at a page for it. */
async function disableAndTell(
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
    // What comes after the host may be a secret of the merchant's.
    const { host } = new URL(webhook.url)
    await notifyMembers(deps, transaction, {
      program,
      permission: 'program:update',
      cause: `webhook_disabled:${programId}:${webhookId}:${at}`,
      told: {
        kind: 'webhook_disabled',
        data: { programId, programName: program.name, host, reason: disabled.reason, at },
      },
    })
  })
}
