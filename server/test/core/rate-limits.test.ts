import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Config, readConfig } from '../../src/core/config/config.ts'
import { ApiError } from '../../src/core/errors/errors.http.ts'
import { createLimits } from '../../src/core/http/rate-limit.http.ts'
import { concurrently, send, startTestService } from '../harness.ts'
import { isRedisReachable, REDIS_URL } from '../redis.ts'
import { startTcpProxy } from '../tcp-proxy.ts'

const redisAnswers = await isRedisReachable()

const SALE = '/api/v1/track/sale'
/** Not a route, but below /api/. */
const ANY = '/api/tracking/nothing-here'

const newPrefix = () => `test:${randomUUID()}:`

function limitsWith(config: Partial<Config>) {
  const limits = createLimits({
    appSecret: 'a-secret-that-only-the-tests-know-0123456789',
    keyCallsPerMinute: 1_000,
    managementKeyCallsPerMinute: 1_000,
    failedAuthenticationsPerMinute: 30,
    ipCallsPerMinute: 1_000,
    redisUrl: undefined,
    redisKeyPrefix: newPrefix(),
    worker: undefined,
    ...config,
  })
  onTestFinished(() => limits.close())
  return limits
}

async function rejection(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`expected a rejection, got ${String(error)}`)
  return error
}

describe('with limits counted in memory', () => {
  test('requests over an address’s limit return 429 in the endpoint’s format (D4, D46)', async () => {
    const { app } = await startTestService({ config: { ipCallsPerMinute: 2 } })
    const first = await send(app, 'GET', ANY, { ip: '198.51.100.1' })
    expect(first.status).toBe(404)
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"ip";q=2;w=60',
      ratelimit: '"ip";r=1;t=60',
    })
    expect((await send(app, 'GET', ANY, { ip: '198.51.100.1' })).status).toBe(404)

    const rejection = await send(app, 'GET', ANY, { ip: '198.51.100.1' })
    expect(rejection.status).toBe(429)
    const seconds = rejection.body.error.retry_after_seconds
    expect(rejection.body).toEqual({
      error: {
        code: 'rate_limited',
        message: `Too many requests. Retry in ${seconds} seconds.`,
        retry_after_seconds: seconds,
      },
    })
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(Number.isInteger(seconds)).toBe(true)
    expect(rejection.headers).toMatchObject({
      'retry-after': String(seconds),
      'ratelimit-policy': '"ip";q=2;w=60',
      ratelimit: `"ip";r=0;t=${seconds}`,
    })
    expect((await send(app, 'GET', ANY, { ip: '198.51.100.2' })).status).toBe(404)
  })

  test('a different notation of an IP address is treated as the same address (D46)', async () => {
    const limits = limitsWith({ ipCallsPerMinute: 1 })
    await limits.consumeIp('2001:db8:1:2::1')
    for (const address of ['2001:db8:1:2::1', '2001:DB8:0001:2:ffff:1:2:3', '2001:db8:1:2::']) {
      expect((await rejection(limits.consumeIp(address))).code).toBe('rate_limited')
    }
    await limits.consumeIp('2001:db8:1:3::1')
    await limits.consumeIp('198.51.100.1')
    expect((await rejection(limits.consumeIp('::ffff:198.51.100.1'))).code).toBe('rate_limited')
    for (const address of ['198.51.100.1:40001', '[2001:db8:1:2::9]:40002', '[2001:db8:1:2::9]']) {
      expect((await rejection(limits.consumeIp(address))).code).toBe('rate_limited')
    }
    await limits.consumeIp('::1')
    await limits.consumeIp('fe80::1%eth0')
  })

  test('a proxy that adds the client port gives the client no additional attempts (D46)', async () => {
    const { app } = await startTestService({ config: { trustProxy: 1, failedAuthenticationsPerMinute: 2 } })
    const call = (from: string) =>
      send(app, 'POST', SALE, { bearer: 'nobody', body: {}, headers: { 'x-forwarded-for': from } })
    const statuses = []
    for (let port = 40_000; port < 40_004; port++) statuses.push((await call(`198.51.100.7:${port}`)).status)
    expect(statuses).toEqual([401, 401, 429, 429])
  })

  test('health, metrics and pages outside /api/ are not limited (D46)', async () => {
    const { app } = await startTestService({ config: { ipCallsPerMinute: 1 } })
    for (let call = 0; call < 3; call++) expect((await send(app, 'GET', '/healthz')).status).not.toBe(429)
  })

  test('requests with a program key don’t count toward their address’s limit (D46)', async () => {
    const { app } = await startTestService({ config: { ipCallsPerMinute: 1 } })
    for (let call = 0; call < 3; call++) {
      const response = await send(app, 'POST', SALE, { bearer: 'aff_live_1_nope', body: {} })
      expect(response.status).not.toBe(429)
    }
  })

  test('each key has its own limit per minute (D46)', async () => {
    const limits = limitsWith({ keyCallsPerMinute: 2 })
    expect(await limits.consumeKey('1:1')).toMatchObject({ 'ratelimit-policy': '"key";q=2;w=60' })
    await limits.consumeKey('1:1')
    const error = await rejection(limits.consumeKey('1:1'))
    expect(error).toMatchObject({ code: 'rate_limited', status: 429 })
    await limits.consumeKey('1:2')
  })

  test('an address is rejected after 30 failed authentication attempts in a minute, and other addresses aren’t (D46)', async () => {
    const limits = limitsWith({})
    expect(readConfig({}).failedAuthenticationsPerMinute).toBe(30)
    for (let failure = 0; failure < 30; failure++) await limits.consumeFailedAuthentication('198.51.100.1')
    const error = await rejection(limits.consumeFailedAuthentication('198.51.100.1'))
    expect(error.code).toBe('rate_limited')
    expect(error.details.retry_after_seconds).toBeGreaterThanOrEqual(1)
    expect(error.headers['retry-after']).toBe(String(error.details.retry_after_seconds))
    await limits.consumeFailedAuthentication('198.51.100.2')
  })

  test('correct attempts are not counted; attempts on an account count from all addresses for 15 minutes (D46)', async () => {
    const limits = limitsWith({ failedAuthenticationsPerMinute: 1 })
    for (let call = 0; call < 3; call++) {
      await limits.consumeFailedAuthentication('198.51.100.1')
      await limits.refundAuthentication('198.51.100.1')
    }
    for (let call = 0; call < 20; call++) await limits.consumePasswordAttempt('email:sam@example.com')
    const error = await rejection(limits.consumePasswordAttempt('email:sam@example.com'))
    expect(error.headers['ratelimit-policy']).toBe('"password-tries";q=20;w=900')
    await limits.consumePasswordAttempt('email:olga@example.com')
  })

  test('after 30 wrong passwords from an address, even the right one returns 429 until the minute ends (D46)', async () => {
    const { app } = await startTestService()
    const signIn = (password: string) =>
      send(app, 'POST', '/api/auth/sign-in/email', {
        body: { email: `${randomUUID()}@example.com`, password },
        ip: '198.51.100.9',
      })
    // Sent concurrently, so that even a busy machine hashes them within the minute.
    const failures = await concurrently(30, () => signIn('a wrong password'))
    expect(failures.map(({ status }) => status)).toEqual(Array(30).fill(401))
    const rejected = await signIn('a wrong password')
    expect(rejected.status).toBe(429)
    expect(rejected.body.error.code).toBe('rate_limited')
  })

  test('an unreachable Redis never causes a request to fail: the process counts on its own (D46)', async () => {
    const limits = limitsWith({ redisUrl: 'redis://127.0.0.1:1', ipCallsPerMinute: 1, keyCallsPerMinute: 1 })
    const states: string[] = []
    await limits.connect((what) => states.push(what))
    await limits.consumeIp('198.51.100.1')
    expect((await rejection(limits.consumeIp('198.51.100.1'))).code).toBe('rate_limited')
    await limits.consumeKey('1:1')
    await limits.consumeFailedAuthentication('198.51.100.1')
    await limits.refundAuthentication('198.51.100.1')
    expect(states).toEqual(['away'])
    await limits.close()
    expect(states).toEqual(['away'])
  })
})

describe.skipIf(!redisAnswers && process.env.TEST_REQUIRE_ALL !== '1')(
  `with limits counted in Redis at ${REDIS_URL}${redisAnswers ? '' : ' (does not respond)'}`,
  () => {
    test('two processes share one limit (D46)', async () => {
      const config = { redisUrl: REDIS_URL, redisKeyPrefix: newPrefix(), ipCallsPerMinute: 10 }
      const firstProcess = await startTestService({ config })
      const secondProcess = await startTestService({ config })
      const statuses = await concurrently(30, async (call) => {
        const { app } = call % 2 === 0 ? firstProcess : secondProcess
        return (await send(app, 'GET', ANY, { ip: '198.51.100.7' })).status
      })
      expect(statuses.filter((status) => status === 404)).toHaveLength(10)
      expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    })

    test('a hanging Redis delays only one request and is used again once it recovers', async () => {
      const redisPort = Number(new URL(REDIS_URL).port || 6379)
      const proxy = await startTcpProxy(redisPort)
      onTestFinished(() => proxy.close())
      const redisKeyPrefix = newPrefix()
      const far = {
        redisUrl: `redis://127.0.0.1:${proxy.port}`,
        redisKeyPrefix,
        keyCallsPerMinute: 1_000_000,
      }
      const one = limitsWith(far)
      const reported: string[] = []
      await one.connect((what) => reported.push(what))
      await one.consumeKey('1:1')
      expect(reported).toEqual([])

      proxy.freezeNew()
      proxy.freezeOpen()
      const startedAt = performance.now()
      await Promise.all(Array.from({ length: 50 }, () => one.consumeKey('1:1')))
      for (let call = 0; call < 200; call++) {
        await one.consumeKey('1:1')
        await one.consumeIp('203.0.113.9')
      }
      // One timeout. If each request had waited for it, this would take 200 s.
      expect(performance.now() - startedAt).toBeLessThan(5_000)
      expect(reported).toEqual(['away'])

      proxy.forwardNewConnections()
      const redis = new Redis(REDIS_URL)
      onTestFinished(() => redis.disconnect())
      const countedInRedis = async () => {
        await one.consumeKey('1:2')
        return Number(await redis.get(`${redisKeyPrefix}limit:key:1:2`))
      }
      await expect.poll(countedInRedis, { timeout: 60_000 }).toBeGreaterThan(0)
      expect(reported).toEqual(['away', 'back'])
    })

    test('attempts are counted across processes, and Redis contains no accounts (D46)', async () => {
      const config = { redisUrl: REDIS_URL, redisKeyPrefix: newPrefix() }
      const one = limitsWith(config)
      const two = limitsWith(config)
      await Promise.all([one.connect(), two.connect()])
      for (let call = 0; call < 20; call++) await one.consumePasswordAttempt('email:sam@example.com')
      expect((await rejection(two.consumePasswordAttempt('email:sam@example.com'))).code).toBe('rate_limited')
      for (let call = 0; call < 2; call++) await one.forgivePasswordAttempt('email:sam@example.com')
      await two.consumePasswordAttempt('email:sam@example.com')
      const redis = new Redis(REDIS_URL)
      onTestFinished(() => redis.disconnect())
      expect((await redis.keys(`${config.redisKeyPrefix}*`)).join()).not.toContain('sam@')
    })

    test('failed authentication attempts are counted across processes, and Redis contains no addresses (D25, D46)', async () => {
      const config = { redisUrl: REDIS_URL, redisKeyPrefix: newPrefix() }
      const one = limitsWith(config)
      const two = limitsWith(config)
      await Promise.all([one.connect(), two.connect()])
      for (let failure = 0; failure < 30; failure++) await one.consumeFailedAuthentication('203.0.113.5')
      expect((await rejection(two.consumeFailedAuthentication('203.0.113.5'))).code).toBe('rate_limited')
      const redis = new Redis(REDIS_URL)
      onTestFinished(() => redis.disconnect())
      const keys = await redis.keys(`${config.redisKeyPrefix}*`)
      expect(keys.length).toBeGreaterThan(0)
      expect(keys.join()).not.toContain('203.0.113.5')
    })
  },
)
