import { createHmac } from 'node:crypto'
import { PASSWORD, send, someIp, type TestService } from '../../harness.ts'

export interface SecondFactor {
  secret: Buffer
  /** For recovery, each good once. */
  codes: string[]
  /** What the session goes on under. */
  bearer: string
}

/** Switches it on in a session, by its first code. */
export async function enableTwoFactor(
  { app }: Pick<TestService, 'app'>,
  bearer: string,
): Promise<SecondFactor> {
  const { secret, codes } = await beginTwoFactor({ app }, bearer)
  const path = '/api/auth/two-factor/verify-totp'
  const verified = await send(app, 'POST', path, { ip: someIp(), bearer, body: { code: codeOf(secret) } })
  if (verified.status !== 200) throw new Error(`the first code was answered ${verified.status}`)
  return { secret, codes, bearer: String(verified.headers['set-auth-token']) }
}

/** Until its first code it does not hold. */
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
  if (status !== 200) throw new Error(`a second factor was answered ${status}`)
  // The address of the app carries the secret in base 32.
  const secret = fromBase32(new URL(body.totpURI).searchParams.get('secret') ?? '')
  return { secret, codes: body.backupCodes }
}

/** What an authenticator app shows now (RFC 6238). */
export function codeOf(secret: Buffer): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  const bits = [...text.replace(/=+$/, '')]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/** What a browser of ours sends back. */
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
