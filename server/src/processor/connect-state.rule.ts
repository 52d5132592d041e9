import { createHmac, timingSafeEqual } from 'node:crypto'

/** Who asked to connect an account to which program; nobody else may bring the answer. */
export interface ConnectState {
  programId: number
  userId: string
  processor: string
  expiresAt: Date
}

/**
 * The `state` of an OAuth round trip: what it is about and until when, signed under APP_SECRET. The processor hands
 * it back with the code, so a code of one person or program never connects another's.
 */
export function formatConnectState(state: ConnectState, nonce: Buffer, appSecret: string): string {
  const { programId, userId, processor, expiresAt } = state
  const fields = [programId, userId, processor, expiresAt.getTime(), nonce.toString('base64url')]
  const body = Buffer.from(JSON.stringify(fields)).toString('base64url')
  return `${body}.${sign(body, appSecret).toString('base64url')}`
}

/** What a state says; undefined when it is none of ours, was changed, or has expired. */
export function readConnectState(text: string, appSecret: string, now: Date): ConnectState | undefined {
  const [body, signature, ...rest] = text.split('.')
  if (body === undefined || signature === undefined || rest.length > 0) return undefined
  const [expected, given] = [sign(body, appSecret), Buffer.from(signature, 'base64url')]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  // safe because only `formatConnectState` signs, so this is what it wrote
  const fields = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as [
    number,
    string,
    string,
    number,
  ]
  const [programId, userId, processor, expires] = fields
  const expiresAt = new Date(expires)
  return now < expiresAt ? { programId, userId, processor, expiresAt } : undefined
}

function sign(body: string, appSecret: string): Buffer {
  return createHmac('sha256', appSecret).update(`connect-state:${body}`).digest()
}
