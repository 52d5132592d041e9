import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { AuditAction } from '../enums.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { RedisStateListener } from './redis.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation's action in the audit log. */
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

/** Route dependencies in addition to flow dependencies. Domains add their own. */
export interface ServiceDeps extends Deps {
  auth: Auth
  limits: Limits
  metrics: Metrics
  managementKeyUses: ManagementKeyUsage
}

/** Tracks the last use of each management key, in memory and saved periodically. */
export interface ManagementKeyUsage {
  record(keyId: number, usedAt: Date): void
}

/** The part of the accounts library that manages sessions. */
export interface Auth {
  /** Handles a request to `/api/auth/*`. */
  handler(request: Request): Promise<Response>
  /** Cookie name, and session lifetime in seconds. */
  $context: Promise<{
    secret: string
    authCookies: { sessionToken: { name: string } }
    sessionConfig: { expiresIn: number; updateAge: number }
  }>
  api: {
    /** @throws an `APIError` with status 401 for an invalid session */
    getSession(call: { headers: Headers; returnHeaders: true }): Promise<{
      /** Contains a new cookie if the session was renewed. */
      headers: Headers
      response: { session: { id: string; userId: string } } | null
    }>
  }
}

/** The `RateLimit` and `RateLimit-Policy` response headers. */
export type LimitHeaders = Record<string, string>

/**
 * The rate limits of D46. Each `consume…` counts one request and returns response headers. If the limit is exceeded, it
 * throws `rate_limited` (429, typed envelope, `retry_after_seconds` >= 1, `Retry-After`).
 */
export interface Limits {
  /** Counts by program API key; `keyId` is unique in the installation. */
  consumeKey(keyId: string): Promise<LimitHeaders>
  /** Counts a request against the management key's limit. */
  consumeManagementKey(keyId: number): Promise<LimitHeaders>
  /** Counts by signed-in partner. */
  consumePartner(session: { account_id: number; workspace_id: string | null }): Promise<LimitHeaders>
  /** Counts a partner's inquiries about an order or a day in a program. */
  consumeInquiry(programId: number, accountId: number): Promise<LimitHeaders>
  /** Counts requests without a key: from a visitor's browser or the dashboard. */
  consumeIp(ip: string): Promise<LimitHeaders>
  /**
   * Counts rejected credentials. Call it before responding with 401; if the limit is exceeded, it throws a 429.
   * Expensive attempts, such as passwords, are counted first and refunded if correct.
   */
  consumeFailedAuthentication(ip: string): Promise<LimitHeaders>
  /** Refunds a failed authentication that turned out to be correct. */
  refundAuthentication(ip: string): Promise<void>
  /** Counts attempts at a password or code, per account or known device. */
  consumePasswordAttempt(account: string): Promise<LimitHeaders>
  forgivePasswordAttempt(account: string): Promise<void>
  /** Counts program applications, by the sender's IP address and by the email given. */
  consumeApplication(ip: string): Promise<LimitHeaders>
  consumeApplicationEmail(programId: number, email: string): Promise<LimitHeaders>
  /**
   * Resolves once Redis is connected or has timed out; after that, it retries in the background.
   * @param onState called when Redis becomes unreachable and when it is back
   */
  connect(onState?: RedisStateListener): Promise<void>
  close(): Promise<void>
}
