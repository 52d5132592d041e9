import { DatabaseUnavailable } from './database-unavailable.ts'

/**
 * Lets many callers share one commit: items that arrive while a batch is being committed form the next one.
 * Every caller gets its answer after the commit that holds its item, so nothing is acknowledged early.
 */
export interface GroupCommit<Item, Result> {
  /** @throws {QueueFullError} when too many items wait already; nothing was done with this one */
  add(item: Item): Promise<Result>
  readonly queued: number
}

/** There is no room: nothing was done with the item. */
export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

/** The item's time is over: it was not committed, or its commit has not answered and may yet be made. */
class CommitTimeoutError extends DatabaseUnavailable {
  override name = 'CommitTimeoutError'

  constructor(maxWaitMs: number) {
    super(undefined, `no commit within ${maxWaitMs} ms`)
  }
}

/** The share of the longest wait up to which an item is taken: what it is expected to wait is not exact. */
const NEAR = 0.75

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
  until: number
}

interface Options<Item, Result> {
  maxBatch: number
  maxQueued: number
  /** From `add` to the answer, whatever becomes of the commits in between. An item that would come near it is not taken. */
  maxWaitMs: number
  /** Answers with one result per item, in their order; a rejection fails the whole batch. */
  commit: (items: Item[]) => Promise<Result[]>
}

export function createGroupCommit<Item, Result>(options: Options<Item, Result>): GroupCommit<Item, Result> {
  let queue: Waiting<Item, Result>[] = []
  let isRunning = false
  /** How long the last batches that succeeded took. */
  let batchMs = 0
  /** Of an item that came now: the batch under way, those in front, and its own. */
  const expectedMs = () => (isRunning ? batchMs * (2 + Math.floor(queue.length / options.maxBatch)) : 0)
  const expiry = createExpiry<Waiting<Item, Result>>((expired) => {
    queue = queue.filter((waiting) => !expired.has(waiting))
    for (const { reject } of expired) {
      reject(new CommitTimeoutError(options.maxWaitMs))
    }
  })

  async function run() {
    while (queue.length > 0) {
      // One turn of the event loop lets the requests that have already arrived join the batch.
      await new Promise((resolve) => setImmediate(resolve))
      await settle(queue.splice(0, options.maxBatch))
    }
    isRunning = false
  }

  async function settle(batch: Waiting<Item, Result>[]) {
    const startedAt = performance.now()
    try {
      const results = await options.commit(batch.map(({ item }) => item))
      batchMs = (batchMs + performance.now() - startedAt) / 2
      if (results.length !== batch.length) throw new Error('a batch came back with another number of results')
      // safe because both arrays have the same length
      for (const [index, waiting] of batch.entries()) waiting.resolve(results[index] as Result)
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
    } finally {
      for (const waiting of batch) expiry.forget(waiting)
    }
  }

  return {
    add(item) {
      if (queue.length >= options.maxQueued || expectedMs() > options.maxWaitMs * NEAR) {
        return Promise.reject(new QueueFullError(`${queue.length} items wait for their commit`))
      }
      const result = new Promise<Result>((resolve, reject) => {
        const waiting = { item, resolve, reject, until: performance.now() + options.maxWaitMs }
        queue.push(waiting)
        expiry.watch(waiting)
      })
      if (!isRunning) {
        isRunning = true
        void run()
      }
      return result
    },
    get queued() {
      return queue.length
    },
  }
}

/** Tells of what is watched for too long, by one timer for all: each is watched equally long, so the first ends first. */
function createExpiry<Watched extends { until: number }>(onExpired: (expired: ReadonlySet<Watched>) => void) {
  const watched = new Set<Watched>()
  let timer: NodeJS.Timeout | undefined

  function rest() {
    const [first] = watched
    if (first === undefined) timer = undefined
    else timer = setTimeout(look, Math.max(1, first.until - performance.now())).unref()
  }

  function look() {
    // Where this process itself stood still, the commit may have answered meanwhile: that is read first.
    setImmediate(() => {
      const expired = new Set<Watched>()
      for (const one of watched) {
        if (one.until > performance.now()) break
        expired.add(one)
        watched.delete(one)
      }
      if (expired.size > 0) onExpired(expired)
      rest()
    })
  }

  return {
    watch(one: Watched) {
      watched.add(one)
      if (timer === undefined) rest()
    },
    forget(one: Watched) {
      watched.delete(one)
    },
  }
}
