/**
 * Lets many callers share one commit: items that arrive while a batch is being committed form the next one.
 * Every caller gets its answer after the commit that holds its item, so nothing is acknowledged early.
 */
export interface GroupCommit<Item, Result> {
  /** @throws {QueueFullError} when too many items wait already; nothing was done with this one */
  add(item: Item): Promise<Result>
  readonly queued: number
}

export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** @param options.commit answers with one result per item, in their order; a rejection fails the whole batch */
export function createGroupCommit<Item, Result>(options: {
  maxBatch: number
  maxQueued: number
  commit: (items: Item[]) => Promise<Result[]>
}): GroupCommit<Item, Result> {
  const queue: Waiting<Item, Result>[] = []
  let isRunning = false

  async function run() {
    while (queue.length > 0) {
      // One turn of the event loop lets the requests that have already arrived join the batch.
      await new Promise((resolve) => setImmediate(resolve))
      await settle(queue.splice(0, options.maxBatch))
    }
    isRunning = false
  }

  async function settle(batch: Waiting<Item, Result>[]) {
    try {
      const results = await options.commit(batch.map(({ item }) => item))
      if (results.length !== batch.length) throw new Error('a batch came back with another number of results')
      // safe because both arrays have the same length
      for (const [index, waiting] of batch.entries()) waiting.resolve(results[index] as Result)
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
    }
  }

  return {
    add(item) {
      if (queue.length >= options.maxQueued) {
        return Promise.reject(
          new QueueFullError(`more than ${options.maxQueued} items wait for their commit`),
        )
      }
      const result = new Promise<Result>((resolve, reject) => {
        queue.push({ item, resolve, reject })
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
