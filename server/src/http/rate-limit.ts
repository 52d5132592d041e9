import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { ApiError } from './errors.ts'
import { openRedis } from './redis.ts'

/** Response headers that say what is left of a limit: `RateLimit` and `RateLimit-Policy`. */
export type LimitHeaders = Record<string, string>

/**
 * The rate limits of D46. Each `consume…` counts one call and returns the headers of its answer; past the
 * limit it throws `rate_limited` (429, typed envelope, `retry_after_seconds` >= 1, `Retry-After`).
 */
export interface Limits {
  /** A call with this program API key; `keyId` is unique in the installation. */
  consumeKey(keyId: string): Promise<LimitHeaders>
  /** A call without a program key: a visitor's browser or the dashboard. */
  consumeIp(ip: string): Promise<LimitHeaders>
  /** A credential that was refused. Call it before answering 401: past the limit the answer is 429. */
  consumeFailedAuthentication(ip: string): Promise<LimitHeaders>
  /** Counts nothing; throws when the address has no failed authentication left. For passwords, before they are tried. */
  checkFailedAuthentications(ip: string): Promise<void>
  /** Resolves when Redis is connected, or did not answer in time: then it is tried again in the background. */
  connect(): Promise<void>
  close(): Promise<void>
}

/**
 * Limits in memory, or in Redis when `REDIS_URL` is set, where several processes share them. A Redis that
 * does not answer never fails a call: this process then counts in memory until it is back.
 */
export function createLimits(
  config: Pick<
    Config,
    | 'appSecret'
    | 'keyCallsPerMinute'
    | 'ipCallsPerMinute'
    | 'failedAuthenticationsPerMinute'
    | 'redisUrl'
    | 'redisKeyPrefix'
  >,
  redis: Redis | undefined = config.redisUrl === undefined ? undefined : openRedis(config.redisUrl),
): Limits {
  const policy = (name: string, callsPerMinute: number) =>
    createPolicy(name, callsPerMinute, redis, config.redisKeyPrefix)
  const perKey = policy('key', config.keyCallsPerMinute)
  const perIp = policy('ip', config.ipCallsPerMinute)
  const failures = policy('failed-authentications', config.failedAuthenticationsPerMinute)
  // No raw address is stored (D25), not even for a minute in Redis; in this process's memory it may stand as it is.
  const nameOf = (ip: string) =>
    redis === undefined ? networkOf(ip) : hashed(networkOf(ip), config.appSecret)
  return {
    consumeKey: (keyId) => perKey.consume(keyId),
    consumeIp: (ip) => perIp.consume(nameOf(ip)),
    consumeFailedAuthentication: (ip) => failures.consume(nameOf(ip)),
    checkFailedAuthentications: (ip) => failures.check(nameOf(ip)),
    connect: async () => {
      await redis?.connect().catch(() => {})
    },
    close: async () => redis?.disconnect(),
  }
}

function hashed(network: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(network).digest('base64url').slice(0, 22)
}

/**
 * The limits that hold for every route under `/api/`. Calls that carry a program key are counted against
 * that key where it is verified, so a merchant's server is not limited by its address; events of a processor, which
 * sends those of all programs from a few addresses, against their account.
 */
export function registerRateLimits(app: App, limits: Limits) {
  // After every onRequest hook, so that a refused browser still gets its CORS headers; before any body is read.
  app.addHook('preParsing', async (request, reply, payload) => {
    if (pathOf(request).startsWith('/api/') && request.method !== 'OPTIONS') {
      if (isPasswordCall(request)) await limits.checkFailedAuthentications(request.ip)
      if (!carriesProgramKey(request) && !isProcessorEvent(request)) await limitByIp(limits, request, reply)
    }
    return payload
  })
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 401 && isPasswordCall(request)) {
      await limits.consumeFailedAuthentication(request.ip)
    }
  })
}

async function limitByIp(limits: Limits, request: FastifyRequest, reply: FastifyReply) {
  reply.headers(await limits.consumeIp(request.ip))
}

const TRACK_PATHS = '/api/v1/track/'

function carriesProgramKey(request: FastifyRequest): boolean {
  return pathOf(request).startsWith(TRACK_PATHS) && request.headers.authorization !== undefined
}

function isProcessorEvent(request: FastifyRequest): boolean {
  return pathOf(request) === '/api/v1/webhooks/:processor'
}

function isPasswordCall(request: FastifyRequest): boolean {
  return request.method === 'POST' && pathOf(request).startsWith('/api/auth/')
}

/** The route's own pattern, so that no other spelling of its address slips past; unknown ones as they came. */
function pathOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? request.url.split('?', 1)[0] ?? ''
}

const WINDOW_SECONDS = 60

/** One limit of `points` calls in a fixed window of a minute that opens with the first call. */
function createPolicy(name: string, points: number, redis: Redis | undefined, keyPrefix: string) {
  const memory = new RateLimiterMemory({ keyPrefix: name, points, duration: WINDOW_SECONDS })
  const limiter =
    redis === undefined
      ? memory
      : new RateLimiterRedis({
          storeClient: redis,
          keyPrefix: `${keyPrefix}limit:${name}`,
          points,
          duration: WINDOW_SECONDS,
          rejectIfRedisNotReady: true,
          // Who is past the limit is refused here, without asking Redis again.
          inMemoryBlockOnConsumed: points + 1,
          insuranceLimiter: memory,
        })
  const headersOf = (state: RateLimiterRes): LimitHeaders => ({
    'ratelimit-policy': `"${name}";q=${points};w=${WINDOW_SECONDS}`,
    ratelimit: `"${name}";r=${Math.max(0, state.remainingPoints)};t=${secondsOf(state)}`,
  })
  const refuse = (state: RateLimiterRes) => {
    const seconds = secondsOf(state)
    return new ApiError(
      'rate_limited',
      `Too many requests: send this call again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
      { retry_after_seconds: seconds },
      { 'retry-after': String(seconds), ...headersOf(state) },
    )
  }
  return {
    async consume(key: string): Promise<LimitHeaders> {
      try {
        return headersOf(await limiter.consume(key))
      } catch (error) {
        if (error instanceof RateLimiterRes) throw refuse(error)
        throw error
      }
    },
    async check(key: string): Promise<void> {
      const state = await limiter.get(key)
      if (state !== null && state.consumedPoints >= points) throw refuse(state)
    },
  }
}

/** Whole seconds until the window opens again, at least 1: a client that waits them is let in. */
function secondsOf(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000))
}

/** An IPv6 subscriber owns at least a /64, so that network counts as one address. */
function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = ip.split('%', 1)[0]?.toLowerCase().split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = [...before, ...zeros, ...after].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
