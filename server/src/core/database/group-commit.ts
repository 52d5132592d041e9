import { DatabaseUnavailableError } from './database-unavailable.ts'

/**
 * Lets many requests share a commit: items that arrive during a commit form the next batch. Each item gets its result
 * after its commit, so nothing is acknowledged early.
 */
export interface GroupCommit<Item, Result> {
  /**
   * Adds an item to the next batch.
   * @throws {QueueFullError} if too many items are queued; this one was not processed
   */
  add(item: Item): Promise<Result>
  readonly queued: number
}

/** Thrown if the queue is full; the item was not processed. */
export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

/** Thrown if the item timed out: either it was not committed, or its commit is unconfirmed and may still happen. */
class CommitTimeoutError extends DatabaseUnavailableError {
  override name = 'CommitTimeoutError'

  constructor(maxWaitMs: number) {
    super(undefined, `not committed within ${maxWaitMs} ms`)
  }
}

/** Items are accepted up to this share of the maximum wait, because the estimate isn't exact. */
const NEAR_LIMIT = 0.75

interface QueuedItem<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
  until: number
  isExpired: boolean
}

interface Options<Item, Result> {
  maxBatch: number
  maxQueued: number
  /** Maximum time from `add` to the result. Items expected to exceed it are rejected. */
  maxWaitMs: number
  /** Commits a batch and returns one result per item, in order. A rejection fails the whole batch. */
  commit: (items: Item[]) => Promise<Result[]>
}

export function createGroupCommit<Item, Result>(options: Options<Item, Result>): GroupCommit<Item, Result> {
  let queue: QueuedItem<Item, Result>[] = []
  let running: QueuedItem<Item, Result>[] = []
  let isRunning = false
  let timer: NodeJS.Timeout | undefined
  /** Average duration of recent successful batches. */
  let batchMs = 0
  /** Returns the expected wait for a new item: the running batch, those queued before it, and its own. */
  const expectedMs = () => (isRunning ? batchMs * (2 + Math.floor(queue.length / options.maxBatch)) : 0)

  async function run() {
    while (queue.length > 0) {
      // Waits one turn of the event loop, so that requests that have already arrived join the batch.
      await new Promise((resolve) => setImmediate(resolve))
      running = queue.splice(0, options.maxBatch)
      await settle(running)
      running = []
    }
    isRunning = false
  }

  async function settle(batch: readonly QueuedItem<Item, Result>[]) {
    const startedAt = performance.now()
    try {
      const results = await options.commit(batch.map(({ item }) => item))
      batchMs = (batchMs + performance.now() - startedAt) / 2
      if (results.length !== batch.length) throw new Error('a batch returned a different number of results')
      // safe because both arrays have the same length
      for (const [index, waiting] of batch.entries()) waiting.resolve(results[index] as Result)
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
    }
  }

  /** Starts the oldest item's timer. All have the same timeout, so it expires first. */
  function startTimer() {
    const oldest = running.find(({ isExpired }) => !isExpired) ?? queue[0]
    if (oldest === undefined) timer = undefined
    // If this process was suspended, the commit may have finished. Its result is read before the items expire.
    else timer = setTimeout(() => setImmediate(expire), Math.max(1, oldest.until - performance.now())).unref()
  }

  function expire() {
    const now = performance.now()
    for (const waiting of [...running, ...queue]) {
      if (waiting.isExpired || waiting.until > now) continue
      waiting.isExpired = true
      waiting.reject(new CommitTimeoutError(options.maxWaitMs))
    }
    queue = queue.filter(({ isExpired }) => !isExpired)
    startTimer()
  }

  return {
    add(item) {
      if (queue.length >= options.maxQueued || expectedMs() > options.maxWaitMs * NEAR_LIMIT) {
        return Promise.reject(new QueueFullError(`${queue.length} items are waiting for their commit`))
      }
      return new Promise<Result>((resolve, reject) => {
        queue.push({ item, resolve, reject, until: performance.now() + options.maxWaitMs, isExpired: false })
        if (timer === undefined) startTimer()
        if (isRunning) return
        isRunning = true
        void run()
      })
    },
    get queued() {
      return queue.length
    },
  }
}
