import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { AuditAction } from '../enums.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { TellRedis } from './redis.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the operation is in the audit log. */
    auditAction?: AuditAction
  }
}

/** The HTTP service that routes are registered on. */
export type App = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** What a route may reach for beside the flows' own needs. What only some routes need, their domain adds. */
export interface ServiceDeps extends Deps {
  auth: Auth
  limits: Limits
  metrics: Metrics
  managementKeyUses: ManagementKeyUses
}

/** When each management key was last used, kept in memory and saved once in a while. */
export interface ManagementKeyUses {
  note(keyId: number, usedAt: Date): void
}

/** Who is signed in, as the account library knows it. */
export interface Auth {
  /** Answers one call of `/api/auth/*`. */
  handler(request: Request): Promise<Response>
  /** How it was set up: the name of its cookie and how long its sessions last, in seconds. */
  $context: Promise<{
    secret: string
    authCookies: { sessionToken: { name: string } }
    sessionConfig: { expiresIn: number; updateAge: number }
  }>
  api: {
    /** @throws an `APIError` with status 401 for a session that is none */
    getSession(call: { headers: Headers; returnHeaders: true }): Promise<{
      /** With a renewed cookie, when the session was renewed. */
      headers: Headers
      response: { session: { id: string; userId: string } } | null
    }>
  }
}

/** Response headers that say what is left of a limit: `RateLimit` and `RateLimit-Policy`. */
export type LimitHeaders = Record<string, string>

/**
 * The rate limits of D46. Each `consume…` counts one call and returns the headers of its answer; past the
 * limit it throws `rate_limited` (429, typed envelope, `retry_after_seconds` >= 1, `Retry-After`).
 */
export interface Limits {
  /** A call with this program API key; `keyId` is unique in the installation. */
  consumeKey(keyId: string): Promise<LimitHeaders>
  /** A call with this management key. */
  consumeManagementKey(keyId: number): Promise<LimitHeaders>
  /** A call of a signed-in partner. */
  consumePartner(session: { account_id: number; workspace_id: string | null }): Promise<LimitHeaders>
  /** A question of a partner about an order or a day of a program. */
  consumeQuestion(programId: number, accountId: number): Promise<LimitHeaders>
  /** A call without a key: a visitor's browser or the dashboard. */
  consumeIp(ip: string): Promise<LimitHeaders>
  /**
   * A credential that was refused: call it before answering 401, past the limit the answer is 429. What takes long to
   * try, such as a password, is counted before it is tried, and taken back when it was right.
   */
  consumeFailedAuthentication(ip: string): Promise<LimitHeaders>
  /** Takes a failed authentication back: what was tried was right. */
  forgiveAuthentication(ip: string): Promise<void>
  /** A password or code, before it is tried, of an account or of one of its known devices. */
  consumePasswordTry(account: string): Promise<LimitHeaders>
  forgivePasswordTry(account: string): Promise<void>
  /** An application to a program: of the address that sends it, and of the e-mail that it names. */
  consumeApplication(ip: string): Promise<LimitHeaders>
  consumeApplicationOf(programId: number, email: string): Promise<LimitHeaders>
  /**
   * Resolves when Redis is connected, or did not answer in time: then it is tried again in the background.
   * @param tell hears when it does not answer, and when it does again
   */
  connect(tell?: TellRedis): Promise<void>
  close(): Promise<void>
}
