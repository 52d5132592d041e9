import type { FastifyRequest } from 'fastify'
import type { ServiceDeps } from '../../core/http/service.ts'
import type { AuthCall } from './auth-calls.http.ts'
import { knownDevice } from './known-device.rule.ts'

/** A try that was counted before it is made. */
export interface CountedTry {
  /** What was tried was right: it does not count. */
  forgive(): Promise<void>
}

interface Try {
  counts: NonNullable<AuthCall['counts']>
  request: FastifyRequest
  sent: Record<string, unknown>
  userId: string | undefined
}

/**
 * Counts a try of a password, code or link against the address it comes from and against whose it is: the e-mail that is
 * named, else the account of the session. A device that has signed in to that e-mail before has tries of its own.
 * @throws {ApiError} 429 `rate_limited`, without anything having been tried
 */
export async function countTry(
  { limits, config }: Pick<ServiceDeps, 'limits' | 'config'>,
  { counts, request, sent, userId }: Try,
): Promise<CountedTry> {
  const { ip } = request
  const account = accountOf()
  await limits.consumeFailedAuthentication(ip)
  if (account !== undefined) await limits.consumePasswordTry(account)
  return {
    async forgive() {
      await limits.forgiveAuthentication(ip)
      if (account !== undefined) await limits.forgivePasswordTry(account)
    },
  }

  function accountOf(): string | undefined {
    // Of mails one each few minutes goes out, however often they are asked for: nobody who needs one is refused for it.
    if (counts === 'sign-ups' || counts === 'mails') return undefined
    // Whoever is signed in as somebody else tries this account all the same.
    if (typeof sent.email !== 'string') return userId === undefined ? undefined : `user:${userId}`
    const device = knownDevice(request.headers.cookie, sent.email, config.appSecret)
    return device === undefined ? `email:${sent.email}` : `device:${device}`
  }
}
