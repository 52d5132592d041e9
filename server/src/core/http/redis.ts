import { Redis } from 'ioredis'
import { limits } from '../config/limits.ts'

/**
 * A connection for the rate limits, opened by `connect()`. It reconnects by itself and never queues: a command
 * without a timely response fails at once, because the caller can count in memory.
 */
export function openRedis(url: string): Redis {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: limits.redisTimeoutMs,
    commandTimeout: limits.redisTimeoutMs,
    retryStrategy: (attempt) => Math.min(attempt * 100, limits.redisRetryMs),
  })
  // Callers see the failed command; without a listener, a lost connection would end the process.
  redis.on('error', () => {})
  return redis
}

/** Redis with a pause after each failure, so that a hanging server delays only the first request. */
export class SharedRedis {
  readonly client: Redis
  #pausedUntil = 0
  #isUnavailable = false
  #tell: OnRedisState = () => {}

  constructor(client: Redis) {
    this.client = client
    client.on('close', () => this.#noteUnavailable())
  }

  /** @param onState called when Redis becomes unreachable and when it is back */
  async connect(onState: OnRedisState): Promise<void> {
    this.#tell = onState
    await this.client.connect().catch(() => {})
  }

  close() {
    this.#tell = () => {}
    this.client.disconnect()
  }

  /** Whether it is connected and didn't just fail. */
  get isUsable(): boolean {
    return this.client.status === 'ready' && performance.now() >= this.#pausedUntil
  }

  noteAnswer() {
    if (!this.#isUnavailable) return
    this.#isUnavailable = false
    this.#tell('back')
  }

  /** After a timeout, fails the other pending commands; reconnecting shows whether it is back. */
  giveUp() {
    if (!this.isUsable) return
    this.#pausedUntil = performance.now() + limits.redisPauseMs
    this.#noteUnavailable()
    this.client.disconnect(true)
  }

  #noteUnavailable() {
    if (this.#isUnavailable) return
    this.#isUnavailable = true
    this.#tell('away')
  }
}

/** Receives changes of Redis' availability. */
export type OnRedisState = (what: 'away' | 'back') => void
