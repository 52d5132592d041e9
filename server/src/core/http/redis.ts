import { Redis } from 'ioredis'
import { limits } from '../config/limits.ts'

/**
 * A connection for the rate limits, opened by `connect()`. It fails fast and reconnects by itself: a
 * command that Redis does not answer in time is an error at once, never a queue, because its caller has
 * another way to count.
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
  // The callers see the failed command; without a listener the lost connection would end the process.
  redis.on('error', () => {})
  return redis
}

/** A Redis that is left alone for a while after it has failed, so that one that hangs slows no call but the first. */
export class SharedRedis {
  readonly client: Redis
  #pausedUntil = 0
  #isAway = false
  #tell: TellRedis = () => {}

  constructor(client: Redis) {
    this.client = client
    client.on('close', () => this.#noteAway())
  }

  /** @param tell hears when it stops answering, and when it answers again: else nobody would know */
  async connect(tell: TellRedis): Promise<void> {
    this.#tell = tell
    await this.client.connect().catch(() => {})
  }

  close() {
    this.#tell = () => {}
    this.client.disconnect()
  }

  /** Whether it is worth asking: it is connected, and has not just failed. */
  get isUsable(): boolean {
    return this.client.status === 'ready' && performance.now() >= this.#pausedUntil
  }

  noteAnswer() {
    if (!this.#isAway) return
    this.#isAway = false
    this.#tell('back')
  }

  /** It did not answer: what else it was asked ends now, and the next connection shows whether it is back. */
  giveUp() {
    if (!this.isUsable) return
    this.#pausedUntil = performance.now() + limits.redisPauseMs
    this.#noteAway()
    this.client.disconnect(true)
  }

  #noteAway() {
    if (this.#isAway) return
    this.#isAway = true
    this.#tell('away')
  }
}

/** Hears that Redis does not answer any more, or does again. */
export type TellRedis = (what: 'away' | 'back') => void
