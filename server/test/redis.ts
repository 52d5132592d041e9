import { openRedis } from '../src/core/http/redis.ts'

export const REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'

export async function isRedisReachable(): Promise<boolean> {
  const redis = openRedis(REDIS_URL)
  try {
    await redis.connect()
    return (await redis.ping()) === 'PONG'
  } catch {
    return false
  } finally {
    redis.disconnect()
  }
}
