import type { FastifyRequest } from 'fastify'
import type { ServiceDeps } from '../../core/http/service.ts'
import type { AuthEndpoint } from './auth-endpoints.http.ts'
import { knownDevice } from './known-device.rule.ts'

/** An attempt that was counted in advance. */
export interface CountedAttempt {
  /** Refunds a correct attempt. */
  forgive(): Promise<void>
}

interface Attempt {
  attemptKind: NonNullable<AuthEndpoint['attemptKind']>
  request: FastifyRequest
  sent: Record<string, unknown>
  userId: string | undefined
}

/**
 * Counts an attempt against the client's IP address and the account: the one with the given email, otherwise the
 * session's. A device that has signed in with that email before has its own limit.
 * @throws {ApiError} 429 `rate_limited`, before the attempt is made
 */
export async function countAttempt(
  { limits, config }: Pick<ServiceDeps, 'limits' | 'config'>,
  { attemptKind: counts, request, sent, userId }: Attempt,
): Promise<CountedAttempt> {
  const { ip } = request
  const account = getAttemptedAccount()
  await limits.consumeFailedAuthentication(ip)
  if (account !== undefined) await limits.consumePasswordAttempt(account)
  return {
    async forgive() {
      await limits.refundAuthentication(ip)
      if (account !== undefined) await limits.forgivePasswordAttempt(account)
    },
  }

  function getAttemptedAccount(): string | undefined {
    // Reset emails are only sent every few minutes, so requests for them need no limit per account.
    if (counts === 'sign-ups' || counts === 'mails') return undefined
    // Another account's email counts against that account, even within a session.
    if (typeof sent.email !== 'string') return userId === undefined ? undefined : `user:${userId}`
    const device = knownDevice(request.headers.cookie, sent.email, config.appSecret)
    return device === undefined ? `email:${sent.email}` : `device:${device}`
  }
}
