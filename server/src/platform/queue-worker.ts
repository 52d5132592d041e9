/** Takes what is due from a queue of the database and works on it, beside any number of other processes that do the same. */
export interface QueueWorker {
  /** Does all that is due now and waits for what comes of it. */
  doDue(): Promise<void>
  /** Goes on until `stop`. */
  start(): void
  /** Something was committed that may be due: looks for it at once. */
  wake(): void
  /** Takes nothing new, lets what is under way finish for a while, then aborts it. */
  stop(): Promise<void>
}

/** Where a look for what is due begins what it has taken. */
export interface QueueRoom {
  /** How much more may be begun now. */
  left(): number
  /** Whether nothing more is to be taken. */
  isClosed(): boolean
  begin(work: (signal: AbortSignal) => Promise<void>): void
}

export interface QueueLimits {
  /** How much is under way at once. */
  atOnce: number
  /** The rest between two looks; and once something has come since the last one began. */
  pollMs: number
  wakeMs: number
  /** How long `stop` waits for what is under way. */
  drainMs: number
}

/**
 * @param look takes what is due, as far as there is room for it, and begins it; says how much it took
 * @param told what to tell of faults, and of each look that was none
 */
export function createQueueWorker(
  look: (room: QueueRoom) => Promise<number>,
  { atOnce, pollMs, wakeMs, drainMs }: QueueLimits,
  told: { onError: (error: unknown) => void; onLook: () => void },
): QueueWorker {
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()
  const rest = createRest(pollMs, wakeMs)
  let isStopped = false
  let loop: Promise<void> = Promise.resolve()

  const room: QueueRoom = {
    left: () => (isStopped ? 0 : atOnce - underWay.size),
    isClosed: () => isStopped,
    begin(work) {
      const done: Promise<void> = work(stopping.signal)
        .catch(told.onError)
        .finally(() => {
          underWay.delete(done)
          wake()
        })
      underWay.add(done)
    },
  }

  function wake() {
    rest.end(isStopped ? 0 : wakeMs)
  }

  async function run() {
    while (!isStopped) {
      rest.begin()
      const taken = await look(room).then(
        (count) => {
          told.onLook()
          return count
        },
        (error: unknown) => {
          told.onError(error)
          return 0
        },
      )
      if (taken === 0 && !isStopped) await rest.wait()
    }
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
    start() {
      loop = run()
    },
    wake,
    async stop() {
      isStopped = true
      wake()
      const patience = setTimeout(() => stopping.abort(), drainMs)
      await loop
      await Promise.all(underWay)
      clearTimeout(patience)
    },
  }
}

/** The rest between two looks: `pollMs`, or a moment when something has come since the last look began. */
function createRest(pollMs: number, wakeMs: number) {
  let isWoken = false
  let endWait = (_afterMs: number) => {}
  return {
    /** A look begins: it sees what came before it. */
    begin() {
      isWoken = false
    },
    wait(): Promise<void> {
      return new Promise((resolve) => {
        const slow = setTimeout(resolve, isWoken ? wakeMs : pollMs)
        endWait = (afterMs) => {
          endWait = () => {}
          clearTimeout(slow)
          setTimeout(resolve, afterMs)
        }
      })
    },
    /** Ends a wait that goes on, and shortens the next one otherwise. */
    end(afterMs: number) {
      isWoken = true
      endWait(afterMs)
    },
  }
}
