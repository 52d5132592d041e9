import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * A call of `affiliate doctor` to the service's own public address: it knows APP_SECRET, so it may be told how the call
 * arrived, and it can tell this service from any other that answers there. Nobody else is told anything.
 */
export const DOCTOR_HEADER = 'x-affiliate-doctor'

/** How a call arrived. */
export interface Arrival {
  /** Whether something on the way says that it passed the call on. */
  isForwarded: boolean
  /** Whose call the service takes it for. */
  ip: string
}

/** @param nonce hex of the asker, which its answer is bound to */
export function askDoctor(nonce: string, appSecret: string): string {
  return `${nonce}.${mac(appSecret, `ask ${nonce}`)}`
}

/** The nonce of a question, when it is one of somebody who knows the secret. */
export function readDoctorQuestion(header: unknown, appSecret: string): string | undefined {
  const [, nonce, given] =
    /^([0-9a-f]{32})\.([0-9a-f]{64})$/.exec(typeof header === 'string' ? header : '') ?? []
  if (nonce === undefined || given === undefined) return undefined
  return isSame(given, mac(appSecret, `ask ${nonce}`)) ? nonce : undefined
}

export function answerDoctor(nonce: string, arrival: Arrival, appSecret: string): string {
  const text = Buffer.from(JSON.stringify(arrival)).toString('base64url')
  return `${text}.${mac(appSecret, `answer ${nonce} ${text}`)}`
}

/** What the service answered to this nonce; undefined when it is not this service's answer. */
export function readDoctorAnswer(
  header: string | null,
  nonce: string,
  appSecret: string,
): Arrival | undefined {
  const [text, given = ''] = header?.split('.') ?? []
  if (text === undefined || !isSame(given, mac(appSecret, `answer ${nonce} ${text}`))) return undefined
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Arrival // safe because this service wrote it
}

function mac(appSecret: string, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', appSecret, '', 'affiliate doctor v1', 32))
  return createHmac('sha256', key).update(text).digest('hex')
}

function isSame(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right))
}
