import { createHmac } from 'node:crypto'
import { PASSWORD, send, someIp, type TestService } from '../../harness.ts'

export interface SecondFactor {
  secret: Buffer
  /** One-time recovery codes. */
  codes: string[]
  /** The session's new token. */
  bearer: string
}

/** Turns two-factor authentication on in a session, with its first code. */
export async function enableTwoFactor(
  { app }: Pick<TestService, 'app'>,
  bearer: string,
): Promise<SecondFactor> {
  const { secret, codes } = await beginTwoFactor({ app }, bearer)
  const path = '/api/auth/two-factor/verify-totp'
  const verified = await send(app, 'POST', path, {
    ip: someIp(),
    bearer,
    body: { code: computeTotp(secret) },
  })
  if (verified.status !== 200) throw new Error(`verifying the first code returned ${verified.status}`)
  return { secret, codes, bearer: String(verified.headers['set-auth-token']) }
}

/** Sets two-factor authentication up. It is not on until the first code is verified. */
export async function beginTwoFactor(
  { app }: Pick<TestService, 'app'>,
  bearer: string,
): Promise<Pick<SecondFactor, 'secret' | 'codes'>> {
  const path = '/api/auth/two-factor/enable'
  const { status, body } = await send(app, 'POST', path, {
    ip: someIp(),
    bearer,
    body: { password: PASSWORD },
  })
  if (status !== 200) throw new Error(`setting up the second factor returned ${status}`)
  // The otpauth URL contains the secret in base 32.
  const secret = decodeBase32(new URL(body.totpURI).searchParams.get('secret') ?? '')
  return { secret, codes: body.backupCodes }
}

/** Returns an authenticator app's current code (RFC 6238). */
export function computeTotp(secret: Buffer): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

function decodeBase32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, '')]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/** Returns the headers that a browser on our site sends back. */
export function withCookies(
  { deps }: Pick<TestService, 'deps'>,
  headers: { 'set-cookie'?: string | string[] | undefined },
): Record<string, string> {
  const cookies = [headers['set-cookie'] ?? []].flat().filter((cookie) => !cookie.includes('Max-Age=0'))
  return {
    cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '),
    origin: deps.config.publicUrl,
  }
}
