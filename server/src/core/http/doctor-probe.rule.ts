import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * The request that `affiliate doctor` sends to the service's public URL. It is signed with APP_SECRET, so that only
 * the doctor can read how its request arrived. The doctor can verify that this service responded.
 */
export const DOCTOR_HEADER = 'x-affiliate-doctor'

/** How a request reached the service. */
export interface Arrival {
  /** Whether a proxy marked the request as forwarded. */
  isForwarded: boolean
  /** The client address as the service sees it. */
  ip: string
}

/**
 * Signs a probe.
 * @param nonce in hex; the response is bound to it
 */
export function signDoctorProbe(nonce: string, appSecret: string): string {
  return `${nonce}.${mac(appSecret, `ask ${nonce}`)}`
}

/** Returns the nonce of a probe signed with this secret; undefined for any other header. */
export function readDoctorProbe(header: unknown, appSecret: string): string | undefined {
  const [, nonce, signature] =
    /^([0-9a-f]{32})\.([0-9a-f]{64})$/.exec(typeof header === 'string' ? header : '') ?? []
  if (nonce === undefined || signature === undefined) return undefined
  return isSame(signature, mac(appSecret, `ask ${nonce}`)) ? nonce : undefined
}

export function signDoctorResponse(nonce: string, arrival: Arrival, appSecret: string): string {
  const text = Buffer.from(JSON.stringify(arrival)).toString('base64url')
  return `${text}.${mac(appSecret, `answer ${nonce} ${text}`)}`
}

/** Returns the response to this nonce; undefined if this service didn't sign it. */
export function readDoctorResponse(
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
