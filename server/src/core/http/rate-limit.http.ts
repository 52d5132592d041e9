import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import {
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Config } from '../config/config.ts'
import { limits } from '../config/limits.ts'
import { ApiError, overloadedError } from '../errors/errors.http.ts'
import { toNetwork } from './client-network.rule.ts'
import { openRedis, SharedRedis } from './redis.ts'
import type { App, LimitHeaders, Limits } from './service.ts'

/**
 * Creates rate limits that count in memory (workers use the primary's), or in Redis when `REDIS_URL` is set, which
 * several machines can share. While Redis is unreachable, memory counts and requests don't fail.
 */
export function createLimits(
  config: Pick<
    Config,
    | 'appSecret'
    | 'keyCallsPerMinute'
    | 'managementKeyCallsPerMinute'
    | 'ipCallsPerMinute'
    | 'failedAuthenticationsPerMinute'
    | 'redisUrl'
    | 'redisKeyPrefix'
    | 'worker'
  >,
  redis: Redis | undefined = config.redisUrl === undefined ? undefined : openRedis(config.redisUrl),
): Limits {
  const shared = redis && { redis: new SharedRedis(redis), keyPrefix: config.redisKeyPrefix }
  const policy = (name: string, points: number, seconds = MINUTE_SECONDS) =>
    createPolicy({ name, points, seconds, isForgiving: false }, config.worker !== undefined, shared)
  const createForgivingPolicy = (name: string, points: number, seconds = MINUTE_SECONDS) =>
    createPolicy({ name, points, seconds, isForgiving: true }, config.worker !== undefined, shared)
  const perKey = policy('key', config.keyCallsPerMinute)
  const perManagementKey = policy('management-key', config.managementKeyCallsPerMinute)
  const perPartner = policy('partner', limits.partnerRequestsPerMinute)
  const questions = policy('questions', limits.inquiriesPerHour, 60 * MINUTE_SECONDS)
  const perIp = policy('ip', config.ipCallsPerMinute)
  const failures = createForgivingPolicy('failed-authentications', config.failedAuthenticationsPerMinute)
  const accounts = createForgivingPolicy(
    'password-tries',
    limits.passwordTriesPerAccount,
    limits.passwordTriesMinutes * MINUTE_SECONDS,
  )
  const applicationSeconds = limits.applicationsMinutes * MINUTE_SECONDS
  const applications = policy('applications', limits.applicationsPerAddress, applicationSeconds)
  const applicants = policy('applications-of-email', limits.applicationsPerEmail, applicationSeconds)
  // Raw IP addresses are never stored (D25), not even briefly in Redis. In this process's memory they are allowed.
  const limiterKey = (ip: string) =>
    redis === undefined ? toNetwork(ip) : hashName(toNetwork(ip), config.appSecret)
  return {
    consumeKey: (keyId) => perKey.consume(keyId),
    consumeManagementKey: (keyId) => perManagementKey.consume(String(keyId)),
    consumePartner: ({ account_id, workspace_id }) =>
      perPartner.consume(`${account_id} ${workspace_id ?? ''}`),
    consumeInquiry: (programId, accountId) => questions.consume(`${programId} ${accountId}`),
    consumeIp: (ip) => perIp.consume(limiterKey(ip)),
    consumeFailedAuthentication: (ip) => failures.consume(limiterKey(ip)),
    refundAuthentication: (ip) => failures.forgive(limiterKey(ip)),
    consumePasswordAttempt: (account) => accounts.consume(hashName(account, config.appSecret)),
    forgivePasswordAttempt: (account) => accounts.forgive(hashName(account, config.appSecret)),
    consumeApplication: (ip) => applications.consume(limiterKey(ip)),
    consumeApplicationEmail: (programId, email) =>
      applicants.consume(hashName(`application:${programId}:${email}`, config.appSecret)),
    connect: async (onState = () => {}) => shared?.redis.connect(onState),
    close: async () => shared?.redis.close(),
  }
}

function hashName(name: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(name).digest('base64url').slice(0, 22)
}

/**
 * Registers the limits for every route under `/api/` and of redirect links. Requests with a program or management key
 * count against the key once it is verified, so a merchant's server isn't limited by IP address. Processor events,
 * which come from a few addresses, count against their account.
 * @param carriesManagementKey whether the route accepts management keys and the request contains one
 */
export function registerRateLimits(
  app: App,
  rateLimits: Limits,
  carriesManagementKey: (request: FastifyRequest) => boolean,
) {
  app.addHook('onReady', () => rateLimits.connect((status) => logRedis(app, status)))
  app.addHook('onClose', () => rateLimits.close())
  // Runs after every onRequest hook, so that a rejected browser request still gets its CORS headers, and before the
  // body is read.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!isLimitedByIp(request) || carriesManagementKey(request)) return done(null, payload)
    rateLimits.consumeIp(request.ip).then((headers) => {
      reply.headers(headers)
      done(null, payload)
    }, done)
  })
}

function logRedis({ log }: App, status: 'away' | 'back') {
  if (status === 'back') log.info('Redis is back: rate limits are shared again')
  else {
    log.warn(
      'Redis is unreachable. Until it is back, each machine counts its own rate limits, so several machines together ' +
        'allow more requests and password attempts than configured.',
    )
  }
}

function isLimitedByIp(request: FastifyRequest): boolean {
  const isCall = getRoutePath(request).startsWith('/api/') && request.method !== 'OPTIONS'
  if (!isCall) return isReference(request) || getRoutePath(request) === REDIRECT_PATH
  return !(carriesProgramKey(request) || isProcessorEvent(request) || isSignOut(request))
}

const TRACK_PATHS = '/api/v1/track/'
const REDIRECT_PATH = '/r/:code'

function carriesProgramKey(request: FastifyRequest): boolean {
  return getRoutePath(request).startsWith(TRACK_PATHS) && request.headers.authorization !== undefined
}

/** Whether the request is for the API document or reference, which are large and public. */
function isReference(request: FastifyRequest): boolean {
  return /^\/(?:docs(?:\/|$)|openapi\.json$)/.test(getRoutePath(request))
}

function isProcessorEvent(request: FastifyRequest): boolean {
  return getRoutePath(request) === '/api/v1/webhooks/:processor'
}

/** Whether the request is a sign-out, which is never limited, regardless of how many clients share the IP address. */
function isSignOut(request: FastifyRequest): boolean {
  return getRoutePath(request) === '/api/auth/sign-out'
}

/**
 * Returns the route's own pattern, so that no other form of the URL evades the limit. Unknown URLs are returned as
 * sent.
 */
function getRoutePath(request: FastifyRequest): string {
  return request.routeOptions.url ?? request.url.split('?', 1)[0] ?? ''
}

const MINUTE_SECONDS = 60

/**
 * A limit of `points` requests in a fixed window that starts with the first request. A window that can refund points
 * protects a secret.
 */
interface Window {
  name: string
  points: number
  seconds: number
  isForgiving: boolean
}

interface Counter {
  /** @throws {RateLimiterRes} if the limit is exceeded */
  consume(key: string): Promise<RateLimiterRes>
  /** Refunds one point. */
  reward(key: string): Promise<unknown>
}

/**
 * Counts in the primary for all workers. While the primary is unreachable, the worker counts alone. It then rejects
 * attempts at a secret (503), because otherwise every worker would allow the full number.
 */
function countInPrimary({ name, points, seconds, isForgiving }: Window): Counter {
  // During an upgrade, other workers may use a different window under this name.
  const keyPrefix = `${name}:${points}:${seconds}`
  const timeoutMs = limits.primaryTimeoutMs
  const shared = new RateLimiterCluster({ keyPrefix, points, duration: seconds, timeoutMs })
  const fallback = new RateLimiterMemory({ points, duration: seconds })
  const ifConnected = (count: () => Promise<RateLimiterRes>) =>
    process.connected ? count() : Promise.reject(new Error('the primary has exited'))
  return {
    consume: (key) =>
      ifConnected(() => shared.consume(key)).catch((error: unknown) => {
        if (error instanceof RateLimiterRes) throw error
        if (isForgiving) throw overloadedError(2)
        return fallback.consume(key)
      }),
    // A point whose refund fails stays counted; the request still succeeds.
    reward: (key) => ifConnected(() => shared.reward(key)).catch(() => {}),
  }
}

function createPolicy(
  window: Window,
  isWorker: boolean,
  shared: { redis: SharedRedis; keyPrefix: string } | undefined,
) {
  const { name, points, seconds: duration, isForgiving } = window
  const local: Counter = isWorker ? countInPrimary(window) : new RateLimiterMemory({ points, duration })
  const redisLimiter =
    shared &&
    new RateLimiterRedis({
      storeClient: shared.redis.client,
      keyPrefix: `${shared.keyPrefix}limit:${name}`,
      points,
      duration,
      rejectIfRedisNotReady: true,
      // Rejects clients known to exceed the limit without asking Redis again, unless attempts can be refunded.
      ...(isForgiving ? {} : { inMemoryBlockOnConsumed: points + 1 }),
    })
  // Uses plain promises instead of a chain of async functions, because every click runs this.
  const count = <Result>(by: (counter: Counter) => Promise<Result>): Promise<Result> => {
    if (redisLimiter === undefined || !shared?.redis.isUsable) return by(local)
    return by(redisLimiter).then(
      (state) => {
        shared.redis.recordResponse()
        return state
      },
      (error: unknown) => {
        if (error instanceof RateLimiterRes) throw error
        shared.redis.giveUp()
        return by(local)
      },
    )
  }
  const policy = `"${name}";q=${points};w=${duration}`
  const limitHeaders = (state: RateLimiterRes): LimitHeaders => ({
    'ratelimit-policy': policy,
    ratelimit: `"${name}";r=${Math.max(0, state.remainingPoints)};t=${toResetSeconds(state)}`,
  })
  const rejection = (state: RateLimiterRes) => {
    const seconds = toResetSeconds(state)
    return new ApiError(
      'rate_limited',
      `Too many requests. Retry in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
      { retry_after_seconds: seconds },
      { 'retry-after': String(seconds), ...limitHeaders(state) },
    )
  }
  return {
    consume: (key: string): Promise<LimitHeaders> =>
      count((limiter) => limiter.consume(key)).then(limitHeaders, (error: unknown) => {
        throw error instanceof RateLimiterRes ? rejection(error) : error
      }),
    async forgive(key: string): Promise<void> {
      await count((limiter) => limiter.reward(key))
    },
  }
}

/** Returns the seconds until the window resets, rounded up, at least 1. */
function toResetSeconds(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000))
}
