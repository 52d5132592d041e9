import type { Job } from './jobs.ts'

/** Takes what is due from a queue of the database and works on it, beside any number of other processes that do the same. */
interface QueueWorker {
  /** Does all that is due now and waits for its outcome. */
  doDue(): Promise<void>
  job: QueueJob
}

/** Its `stop` takes nothing new, lets what is under way finish for a while, then aborts it. */
export type QueueJob = Job & Required<Pick<Job, 'stop'>>

/** Where a look for what is due begins what it has taken. */
export interface QueueRoom {
  /** How much more may be begun now. */
  left(): number
  /** Whether nothing more is to be taken. */
  isClosed(): boolean
  begin(work: (signal: AbortSignal) => Promise<void>): void
}

interface QueueOptions extends Pick<Job, 'name' | 'everyMs' | 'wakeMs'> {
  /** How much is under way at once. */
  atOnce: number
  /** How long `stop` waits for what is under way. */
  drainMs: number
  onError(error: unknown): void
  /** There is room again, and there may be more to do. */
  onFreed?: (() => void) | undefined
}

/** @param look takes what is due, as far as there is room for it, and begins it; returns how much it took */
export function createQueueWorker(
  look: (room: QueueRoom) => Promise<number>,
  { atOnce, drainMs, onError, onFreed, ...timing }: QueueOptions,
): QueueWorker {
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()
  let isStopped = false
  let looking: Promise<number> = Promise.resolve(0)

  const room: QueueRoom = {
    left: () => (isStopped ? 0 : atOnce - underWay.size),
    isClosed: () => isStopped,
    begin(work) {
      const done: Promise<void> = work(stopping.signal)
        .catch(onError)
        .finally(() => {
          underWay.delete(done)
          onFreed?.()
        })
      underWay.add(done)
    },
  }

  return {
    async doDue() {
      for (;;) {
        const before = [...underWay]
        if ((await look(room)) > 0) continue
        // What was done during the look may have kept more from being listed.
        if (before.length === 0) return
        await Promise.race(before)
      }
    },
    job: {
      ...timing,
      async run() {
        looking = look(room)
        return (await looking) > 0 ? 'again' : undefined
      },
      async stop() {
        isStopped = true
        const timeout = setTimeout(() => stopping.abort(), drainMs)
        await looking.catch(() => {})
        await Promise.all(underWay)
        clearTimeout(timeout)
      },
    },
  }
}
