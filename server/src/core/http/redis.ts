import { Redis } from 'ioredis'
import { limits } from '../config/limits.ts'

/**
 * Opens a connection for the rate limits, which connects on `connect()`. It reconnects automatically and never queues:
 * a command without a timely response fails immediately, because the caller can count in memory.
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
  // Callers receive the failed command. Without a listener, a lost connection would end the process.
  redis.on('error', () => {})
  return redis
}

/** Connects to Redis, and pauses after each failure, so that a hanging server delays only the first request. */
export class SharedRedis {
  readonly client: Redis
  #pausedUntil = 0
  #isUnavailable = false
  #tell: RedisStateListener = () => {}

  constructor(client: Redis) {
    this.client = client
    client.on('close', () => this.#noteUnavailable())
  }

  /**
   * Connects, and keeps reconnecting.
   * @param onState called when Redis becomes unreachable and when it is back
   */
  async connect(onState: RedisStateListener): Promise<void> {
    this.#tell = onState
    await this.client.connect().catch(() => {})
  }

  close() {
    this.#tell = () => {}
    this.client.disconnect()
  }

  /** Whether Redis is connected and hasn't just failed. */
  get isUsable(): boolean {
    return this.client.status === 'ready' && performance.now() >= this.#pausedUntil
  }

  recordResponse() {
    if (!this.#isUnavailable) return
    this.#isUnavailable = false
    this.#tell('back')
  }

  /** Disconnects after a timeout, which fails the other pending commands. Reconnecting shows whether Redis is back. */
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

/** Callback for changes in Redis's availability. */
export type RedisStateListener = (state: 'away' | 'back') => void
