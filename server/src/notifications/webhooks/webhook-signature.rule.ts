import { createHmac } from 'node:crypto'

/** Number of bytes in a generated signing secret. Its public form is `whsec_` and the base64 of 24 to 64 bytes. */
export const WEBHOOK_SECRET_BYTES = 32

export function formatWebhookSecret(random: Buffer): string {
  if (random.length !== WEBHOOK_SECRET_BYTES)
    throw new Error(`a signing secret requires ${WEBHOOK_SECRET_BYTES} bytes`)
  return PREFIX + random.toString('base64')
}

const PREFIX = 'whsec_'

/** Returns the headers of an attempt (Standard Webhooks 1.0.0), with one signature per secret. */
export function signWebhook(
  message: { id: string; body: string },
  sentAt: Date,
  secrets: readonly string[],
): { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string } {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const signed = `${message.id}.${timestamp}.${message.body}`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  })
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
